#include "sim/cli/sweep_table.hpp"

#include "sim/records/json_writer.hpp"
#include "sim/records/text_layout.hpp"

#include <fmt/format.h>

#include <iterator>
#include <limits>

namespace daruma::cli {

namespace {

using records::Align;
using records::Column;

int runs_of(const records::SweepFile& file, int point) {
  const auto& runs = file.runs();
  return static_cast<int>(std::distance(runs.lower_bound({point, 0}), runs.lower_bound({point + 1, 0})));
}

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

} // namespace

std::vector<PointSummary> summarise(const records::SweepFile& file, const records::SweepPlan& plan,
                                    const std::vector<std::string>& metrics) {
  std::vector<PointSummary> points;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const int number = static_cast<int>(i);
    PointSummary point{plan.points[i].values, runs_of(file, number), file.broken(number), {}};
    for (const std::string& metric : metrics) {
      const auto values = file.values(number, metric, std::numeric_limits<int>::max());
      if (!values.empty()) point.metrics.emplace_back(metric, experiment::estimate(values));
    }
    points.push_back(std::move(point));
  }
  return points;
}

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
      (column++)->cells.push_back(estimate.count > 1 ? short_number(estimate.half_width) : "");
      (column++)->cells.push_back(short_number(estimate.least));
      (column++)->cells.push_back(short_number(estimate.most));
    }
  return records::side_by_side(columns, width);
}

std::string sweep_json(const std::vector<PointSummary>& points, const std::vector<std::string>& varied) {
  records::JsonWriter json(2);
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
