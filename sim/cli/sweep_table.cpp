#include "sim/cli/sweep_table.hpp"

#include "sim/results/json_writer.hpp"
#include "sim/results/text_layout.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace daruma::cli {

namespace {

using results::Align;
using results::Column;

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

} // namespace

std::string sweep_table(const std::vector<PointSummary>& points, const std::vector<std::string>& varied, int width) {
  std::vector<Column> columns;
  columns.reserve(varied.size() + 6);
  for (const std::string& pointer : varied) columns.push_back({pointer, Align::right});
  for (const char* head : {"metric", "runs", "mean", "+-", "least", "most"}) columns.push_back({head, Align::right});
  columns[varied.size()].align = Align::left;
  for (const PointSummary& point : points)
    for (const auto& [name, estimate] : point.metrics) {
      for (std::size_t i = 0; i < varied.size(); ++i) columns[i].cells.push_back(point.values[i]);
      auto column = columns.begin() + static_cast<std::ptrdiff_t>(varied.size());
      (column++)->cells.push_back(name);
      (column++)->cells.push_back(std::to_string(estimate.count));
      (column++)->cells.push_back(short_number(estimate.mean));
      (column++)->cells.push_back(estimate.half_width > 0 ? short_number(estimate.half_width) : "");
      (column++)->cells.push_back(short_number(estimate.least));
      (column++)->cells.push_back(short_number(estimate.most));
    }
  return results::side_by_side(columns, width);
}

std::string sweep_json(const std::vector<PointSummary>& points, const std::vector<std::string>& varied) {
  results::JsonWriter json(2);
  json.begin_object().key("points").begin_list();
  for (const PointSummary& point : points) {
    json.begin_object().key("values").begin_object();
    for (std::size_t i = 0; i < varied.size(); ++i) json.member(varied[i], point.values[i]);
    json.end_object().member("runs", point.runs).member("broken", point.broken).key("metrics").begin_object();
    for (const auto& [name, estimate] : point.metrics) {
      json.key(name).begin_object().member("runs", estimate.count).member("mean", estimate.mean);
      json.member("ci95", estimate.half_width).member("least", estimate.least).member("most", estimate.most);
      json.end_object();
    }
    json.end_object().end_object();
  }
  return json.end_list().end_object().take() + "\n";
}

} // namespace daruma::cli
