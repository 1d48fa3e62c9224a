#include "sim/study/reproduction.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace daruma::study {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Row& row) {
  Json json{{"case", row.label}};
  if (row.paper) json["paper"] = *row.paper;
  json["simulated"] = row.simulated;
  json["unit"] = row.unit;
  if (row.paper) json["relative_error"] = row.relative_error();
  json["fitted"] = row.fitted;
  for (const auto& [name, field] : row.fields)
    std::visit([&, &key = name](const auto& value) { json[key] = value; }, field);
  return json;
}

Json to_json(const Axis& axis) {
  return {{"field", axis.field}, {"label", axis.label}, {"scale", axis.scale == Scale::logarithmic ? "log" : "linear"}};
}

Json to_json(const Picture& picture) {
  Json json{{"x", to_json(picture.x)}, {"y", to_json(picture.y)}};
  for (const auto& [name, field] :
       {std::pair("series", &picture.series), std::pair("panel", &picture.panel), std::pair("error", &picture.error)})
    if (!field->empty()) json[name] = *field;
  return json;
}

/// Half the length of the row's error bar; nothing if the figure has none.
std::string uncertainty(const Row& row, const std::optional<Picture>& picture) {
  if (!picture || picture->error.empty()) return "";
  const auto found = std::find_if(row.fields.begin(), row.fields.end(),
                                  [&](const auto& field) { return field.first == picture->error; });
  return fmt::format(" +- {:.2g}", std::get<double>(found->second));
}

enum class PaperColumn { absent, present };

/// "paper", "error" and whether it was fitted, as far as the row has a published number.
std::string line_of(const Row& row, std::size_t width, const std::optional<Picture>& picture, PaperColumn column) {
  if (!row.paper)
    return fmt::format("{:<{}} {:>{}.4g} {}{}\n", row.label, width, row.simulated,
                       column == PaperColumn::present ? 23 : 11, row.unit, uncertainty(row, picture));
  return fmt::format("{:<{}} {:>11.4g} {:>11.4g} {:<5} {:>6.1f}%  {}\n", row.label, width, *row.paper, row.simulated,
                     row.unit, 100 * row.relative_error(), row.fitted ? "fitted" : "predicted");
}

} // namespace

double Row::relative_error() const { return std::abs(simulated - *paper) / std::abs(*paper); }

std::optional<double> Reproduction::worst_relative_error() const {
  std::optional<double> worst;
  for (const Row& row : rows)
    if (row.paper) worst = std::max(worst.value_or(0), row.relative_error());
  return worst;
}

Row point(const std::string& series, const std::string& x_name, double x, double y, const std::string& unit,
          std::optional<double> paper) {
  return {fmt::format("{}, {} {:.6g}", series, x_name, x), paper, y, unit, false, {{"series", series}, {x_name, x}}};
}

Picture lines(const std::string& x_name, const std::string& x_label, Scale scale, const std::string& y_label) {
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

std::string to_json(const Reproduction& reproduction) {
  Json json{{"id", reproduction.id}, {"source", reproduction.source}};
  json["rows"] = Json::array();
  for (const Row& row : reproduction.rows) json["rows"].push_back(to_json(row));
  json["claims"] = Json::array();
  for (const Claim& claim : reproduction.claims)
    json["claims"].push_back({{"text", claim.text}, {"holds", claim.holds}});
  if (reproduction.picture) json["picture"] = to_json(*reproduction.picture);
  if (const auto worst = reproduction.worst_relative_error()) json["worst_relative_error"] = *worst;
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
  for (const Row& row : reproduction.rows) text += line_of(row, width, reproduction.picture, column);
  text += "\n";
  for (const Claim& claim : reproduction.claims)
    text += fmt::format("{} {}\n", claim.holds ? "holds:   " : "FAILS:   ", claim.text);
  if (worst) text += fmt::format("worst relative error {:.1f}%\n", 100 * *worst);
  return text;
}

} // namespace daruma::study
