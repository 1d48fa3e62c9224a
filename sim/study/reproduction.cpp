#include "sim/study/reproduction.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace daruma::study {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Row& row, const Reproduction& whole) {
  Json json{{"case", row.label}};
  if (row.paper) json["paper"] = *row.paper;
  json["simulated"] = row.simulated;
  json["unit"] = row.unit;
  if (row.paper) json["relative_error"] = row.relative_error();
  json["fitted"] = whole.is_fitted(row);
  for (const auto& [name, field] : row.fields)
    std::visit([&, &key = name](const auto& value) { json[key] = value; }, field);
  return json;
}

Json to_json(const Axis& axis) {
  return {{"field", axis.field}, {"label", axis.label}, {"scale", axis.scale == Scale::logarithmic ? "log" : "linear"}};
}

Json to_json(const PlotSpec& plot) {
  Json json{{"x", to_json(plot.x)}, {"y", to_json(plot.y)}};
  for (const auto& [name, field] : {std::pair("series", &plot.series), std::pair("panel", &plot.panel),
                                    std::pair("column", &plot.column), std::pair("error", &plot.error)})
    if (!field->empty()) json[name] = *field;
  if (plot.shape == Shape::stacks) json["shape"] = "stacks";
  if (plot.has_own_scales) json["own_scales"] = true;
  if (plot.level) json["level"] = {{"value", plot.level->value}, {"label", plot.level->label}};
  return json;
}

Json to_json(const Parameter& parameter) {
  Json json{{"name", parameter.name},
            {"value", parameter.value},
            {"kind", name_of(parameter.kind)},
            {"source", parameter.source}};
  if (!parameter.fitted_on.empty()) json["fitted_on"] = parameter.fitted_on;
  return json;
}

/// Half the length of the row's error bar; nothing if the figure has none, or not the row.
std::string uncertainty(const Row& row, const std::optional<PlotSpec>& plot) {
  if (!plot || plot->error.empty()) return "";
  const auto found =
      std::find_if(row.fields.begin(), row.fields.end(), [&](const auto& field) { return field.first == plot->error; });
  return found == row.fields.end() ? "" : fmt::format(" +- {:.2g}", std::get<double>(found->second));
}

enum class PaperColumn { absent, present };

/// What there is to say of the row beside its numbers.
std::string note_of(const Row& row) {
  for (const auto& [name, field] : row.fields)
    if (name == "note") return "; " + std::get<std::string>(field);
  return "";
}

/// "paper", "error" and whether it was fitted, as far as the row has a published number.
std::string line_of(const Row& row, const Reproduction& whole, std::size_t width, PaperColumn column) {
  if (!row.paper)
    return fmt::format("{:<{}} {:>{}.4g} {}{}\n", row.label, width, row.simulated,
                       column == PaperColumn::present ? 23 : 11, row.unit, uncertainty(row, whole.plot));
  return fmt::format("{:<{}} {:>11.4g} {:>11.4g} {:<5} {:>6.1f}%  {}{}\n", row.label, width, *row.paper, row.simulated,
                     row.unit, 100 * row.relative_error(), whole.is_fitted(row) ? "fitted" : "predicted", note_of(row));
}

/// Nothing of what is cited or measured, unless it was taken from a number that is compared.
std::string line_of(const Parameter& parameter) {
  const bool is_put_in = parameter.kind == SourceKind::fitted || parameter.kind == SourceKind::assumed;
  if (!is_put_in && parameter.fitted_on.empty()) return "";
  const std::string from = parameter.fitted_on.empty() ? "" : "; set from ";
  return fmt::format("{:<8} {} {}: {}{}{}\n", name_of(parameter.kind), parameter.name, parameter.value,
                     parameter.source, from, fmt::join(parameter.fitted_on, " and "));
}

std::string lines_of(const Parameters& parameters) {
  std::string text;
  for (const Parameter& parameter : parameters) text += line_of(parameter);
  return text.empty() ? "" : "\nput in:\n" + text;
}

bool is_among(const Parameters& all, const Parameter& one) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Parameter& known) { return known.name == one.name && known.value == one.value; });
}

} // namespace

double Row::relative_error() const { return std::abs(simulated - *paper) / std::abs(*paper); }

std::optional<double> Reproduction::worst_relative_error() const {
  std::optional<double> worst;
  for (const Row& row : rows)
    if (row.paper) worst = std::max(worst.value_or(0), row.relative_error());
  return worst;
}

bool Reproduction::is_fitted(const Row& row) const {
  if (!row.paper) return false;
  const std::string published = row.published.empty() ? id + "/" + row.label : row.published;
  const auto is_any = [&](const Parameters& some) {
    return std::any_of(some.begin(), some.end(), [&](const Parameter& one) { return is_fitted_on(one, published); });
  };
  return is_any(row.parameters) || is_any(parameters);
}

Parameters Reproduction::all_parameters() const {
  Parameters all;
  const auto add = [&all](const Parameters& some) {
    for (const Parameter& parameter : some)
      if (!is_among(all, parameter)) all.push_back(parameter);
  };
  add(parameters);
  for (const Row& row : rows) add(row.parameters);
  std::stable_sort(all.begin(), all.end(), [](const Parameter& a, const Parameter& b) { return a.kind < b.kind; });
  return all;
}

Row point(const std::string& series, const std::string& x_name, double x, double y, const std::string& unit,
          std::optional<double> paper) {
  return {fmt::format("{}, {} {:.6g}", series, x_name, x), paper, y, unit, {{"series", series}, {x_name, x}}};
}

PlotSpec lines(const std::string& x_name, const std::string& x_label, Scale scale, const std::string& y_label) {
  return {{x_name, x_label, scale}, {"simulated", y_label}, "series"};
}

std::vector<double> line(const Reproduction& reproduction, const std::string& series) {
  std::vector<double> numbers;
  for (const Row& row : reproduction.rows)
    if (!row.fields.empty() && row.fields.front().second == Field(series)) numbers.push_back(row.simulated);
  return numbers;
}

double Reproduction::number_at(const std::string& label) const {
  const auto found = std::find_if(rows.begin(), rows.end(), [&label](const Row& row) { return row.label == label; });
  return found == rows.end() ? std::nan("") : found->simulated;
}

scenario::Scenario StudyContext::load(const std::string& name, const std::vector<scenario::Override>& changes) const {
  return scenario::load(scenarios / (name + ".json"), surroundings, changes);
}

std::string to_json(const Reproduction& reproduction) {
  Json json{{"id", reproduction.id}, {"source", reproduction.source}};
  json["rows"] = Json::array();
  for (const Row& row : reproduction.rows) json["rows"].push_back(to_json(row, reproduction));
  json["claims"] = Json::array();
  for (const Claim& claim : reproduction.claims)
    json["claims"].push_back({{"text", claim.text}, {"holds", claim.holds}});
  if (reproduction.plot) json["picture"] = to_json(*reproduction.plot);
  for (const Grid& grid : reproduction.grids) json["grids"].push_back(to_json(grid));
  if (const auto worst = reproduction.worst_relative_error()) json["worst_relative_error"] = *worst;
  const Parameters parameters = reproduction.all_parameters();
  if (!parameters.empty()) json["parameters"] = Json::array();
  for (const Parameter& parameter : parameters) json["parameters"].push_back(to_json(parameter));
  return json.dump(2) + "\n";
}

std::string to_table(const Reproduction& reproduction) {
  std::size_t width = 4;
  for (const Row& row : reproduction.rows) width = std::max(width, row.label.size());
  const auto worst = reproduction.worst_relative_error();
  std::string text = fmt::format("{}: {}\n\n", reproduction.id, reproduction.source);
  text += worst
              ? fmt::format("{:<{}} {:>11} {:>11} {:<5} {:>7}\n", "case", width, "paper", "simulated", "unit", "error")
              : fmt::format("{:<{}} {:>11} {}\n", "case", width, "simulated", "unit");
  const auto column = worst ? PaperColumn::present : PaperColumn::absent;
  for (const Row& row : reproduction.rows) text += line_of(row, reproduction, width, column);
  text += "\n";
  for (const Claim& claim : reproduction.claims)
    text += fmt::format("{} {}\n", claim.holds ? "holds:   " : "FAILS:   ", claim.text);
  if (worst) text += fmt::format("worst relative error {:.1f}%\n", 100 * *worst);
  return text + lines_of(reproduction.all_parameters());
}

} // namespace daruma::study
