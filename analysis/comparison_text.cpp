#include "analysis/comparison.hpp"
#include "sim/core/natural_order.hpp"
#include "sim/results/json_writer.hpp"
#include "sim/results/text_layout.hpp"

#include <fmt/format.h>

namespace daruma::analysis {

namespace {

using results::Align;
using results::Column;

std::string number(std::optional<double> value) { return value ? fmt::format("{:.6g}", *value) : "-"; }

std::string percent(std::optional<double> error) { return error ? fmt::format("{:+.1f}%", *error * 100) : "-"; }

std::optional<double> seconds(std::optional<Seconds> time) {
  return time ? std::optional(time->count()) : std::nullopt;
}

std::vector<Column> columns_for(const char* subject, const std::string& a, const std::string& b) {
  return {{a, Align::right}, {b, Align::right}, {"error", Align::right}, {subject, Align::left}};
}

void add_row(std::vector<Column>& columns, std::optional<double> a, std::optional<double> b, const std::string& what) {
  const std::vector<std::string> cells{number(a), number(b), percent(relative_error(a, b)), what};
  for (std::size_t i = 0; i < cells.size(); ++i) columns[i].cells.push_back(cells[i]);
}

void write(results::JsonWriter& json, const char* name, std::optional<double> value) {
  if (value) json.member(name, *value);
}

void write(results::JsonWriter& json, const char* title, const std::string& what, std::optional<double> a,
           std::optional<double> b) {
  json.begin_object().member(title, what);
  write(json, "a", a);
  write(json, "b", b);
  write(json, "relative_error", relative_error(a, b));
  json.end_object();
}

} // namespace

std::string to_table(const Comparison& comparison, const std::string& name_a, const std::string& name_b, int columns) {
  auto metrics = columns_for("metric", name_a, name_b);
  for (const auto& pair : comparison.metrics) add_row(metrics, pair.a, pair.b, pair.name);
  auto milestones = columns_for("what happened, and when (s)", name_a, name_b);
  for (const auto& pair : comparison.milestones) add_row(milestones, seconds(pair.a), seconds(pair.b), pair.what);
  return results::side_by_side(metrics, columns) + "\n" + results::side_by_side(milestones, columns) + "\n" +
         (has_same_order(comparison) ? "the same happened in the same order\n"
                                     : "not the same happened in the same order: see the rows with a -\n");
}

std::string to_json(const Comparison& comparison, const std::string& name_a, const std::string& name_b) {
  results::JsonWriter json(2);
  json.begin_object().member("a", name_a).member("b", name_b).member("same_order", has_same_order(comparison));
  json.key("metrics").begin_list();
  for (const auto& pair : comparison.metrics) write(json, "name", pair.name, pair.a, pair.b);
  json.end_list().key("milestones").begin_list();
  for (const auto& pair : comparison.milestones) write(json, "what", pair.what, seconds(pair.a), seconds(pair.b));
  json.end_list().end_object();
  return json.take();
}

} // namespace daruma::analysis
