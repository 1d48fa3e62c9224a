// A paper's artefact, as `daruma reproduce` left it: what the paper claims, the figure, published numbers beside
// simulated ones, and what was put in.
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/results/reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace daruma::pages {

namespace {

using Json = nlohmann::ordered_json;

/// As an address that holds it: drawings in one page share names otherwise.
std::string address_of(const std::string& drawing) {
  std::string address = "data:image/svg+xml,";
  for (const char character : drawing)
    if (std::isalnum(static_cast<unsigned char>(character)) != 0)
      address += character;
    else
      address += fmt::format("%{:02X}", static_cast<unsigned char>(character));
  return address;
}

Markup answer_of(const Json& document) {
  std::vector<Sentence> all;
  for (const Json& claim : document.at("claims")) {
    const bool holds = claim.at("holds").get<bool>();
    all.push_back({holds ? Sentence::Tone::good : Sentence::Tone::bad,
                   (holds ? "Holds: " : "Fails: ") + claim.at("text").get<std::string>() + "."});
  }
  if (document.contains("worst_relative_error"))
    all.push_back({Sentence::Tone::plain, fmt::format("The published number that is farthest off is so by {:.1f} %.",
                                                      100 * document["worst_relative_error"].get<double>())});
  return sentences(all);
}

std::string number_at(const Json& row, const char* key) {
  return row.contains(key) ? short_number(row[key].get<double>()) : "";
}

Markup numbers_of(const Json& document) {
  Table all{{"case", "published", "simulated", "unit", "error", "put in or predicted"}, {}};
  for (const Json& row : document.at("rows")) {
    const bool is_compared = row.contains("paper");
    all.rows.push_back({{row.at("case").get<std::string>()},
                        {number_at(row, "paper")},
                        {number_at(row, "simulated")},
                        {row.at("unit").get<std::string>()},
                        {is_compared ? fmt::format("{:.1f} %", 100 * row.at("relative_error").get<double>()) : ""},
                        {!is_compared                   ? ""
                         : row.at("fitted").get<bool>() ? "fitted"
                                                        : "predicted"}});
  }
  return table(all);
}

Markup parameters_of(const Json& document) {
  Table all{{"parameter", "value", "kind", "source", "set from"}, {}};
  for (const Json& parameter : document["parameters"]) {
    std::vector<Cell> row;
    for (const char* key : {"name", "value", "kind", "source"}) row.emplace_back(parameter.at(key).get<std::string>());
    const auto from = parameter.value("fitted_on", std::vector<std::string>());
    row.emplace_back(fmt::format("{}", fmt::join(from, ", ")));
    all.rows.push_back(std::move(row));
  }
  return table(all);
}

Part part_of(const Json& document, const std::string& drawing) {
  Part part{fmt::format("{}: {}", document.at("id").get<std::string>(), document.at("source").get<std::string>()),
            answer_of(document),
            {}};
  if (!drawing.empty()) {
    Markup figure;
    figure.element("img", "", {{"alt", "Figure"}, {"src", address_of(drawing)}, {"style", "max-width: 100%"}});
    part.sections.emplace_back("Figure", std::move(figure));
  }
  part.sections.emplace_back("Numbers", numbers_of(document));
  if (document.contains("parameters")) part.sections.emplace_back("Parameters", parameters_of(document));
  return part;
}

} // namespace

bool is_reproduction(std::string_view beginning) {
  std::string solid;
  std::remove_copy_if(beginning.begin(), beginning.end(), std::back_inserter(solid),
                      [](unsigned char character) { return std::isspace(character) != 0; });
  return solid.rfind(R"({"id":")", 0) == 0;
}

Part part_of(const Reproduced& reproduced) {
  try {
    return part_of(Json::parse(reproduced.numbers), reproduced.drawing);
  } catch (const Json::exception& problem) { throw results::ReadError(problem.what()); }
}

} // namespace daruma::pages
