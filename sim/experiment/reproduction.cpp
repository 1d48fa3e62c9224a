#include "sim/experiment/reproduction.hpp"

#include "sim/experiment/dyprc_artefacts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace daruma::experiment {

double Row::relative_error() const { return std::abs(simulated - paper) / std::abs(paper); }

double Reproduction::worst_relative_error() const {
  double worst = 0;
  for (const Row& row : rows) worst = std::max(worst, row.relative_error());
  return worst;
}

const std::vector<Artefact>& artefacts() {
  static const std::vector<Artefact> all = dyprc_artefacts();
  return all;
}

std::string to_json(const Reproduction& reproduction) {
  nlohmann::ordered_json json{{"id", reproduction.id}, {"source", reproduction.source}};
  json["rows"] = nlohmann::ordered_json::array();
  for (const Row& row : reproduction.rows)
    json["rows"].push_back({{"case", row.label},
                            {"paper", row.paper},
                            {"simulated", row.simulated},
                            {"unit", row.unit},
                            {"relative_error", row.relative_error()},
                            {"fitted", row.fitted}});
  json["claims"] = nlohmann::ordered_json::array();
  for (const Claim& claim : reproduction.claims)
    json["claims"].push_back({{"text", claim.text}, {"holds", claim.holds}});
  json["worst_relative_error"] = reproduction.worst_relative_error();
  return json.dump(2) + "\n";
}

std::string to_table(const Reproduction& reproduction) {
  std::size_t width = 4;
  for (const Row& row : reproduction.rows) width = std::max(width, row.label.size());
  std::string text = fmt::format("{}: {}\n\n", reproduction.id, reproduction.source);
  text += fmt::format("{:<{}} {:>11} {:>11} {:<5} {:>7}\n", "case", width, "paper", "simulated", "unit", "error");
  for (const Row& row : reproduction.rows)
    text += fmt::format("{:<{}} {:>11.4g} {:>11.4g} {:<5} {:>6.1f}%  {}\n", row.label, width, row.paper, row.simulated,
                        row.unit, 100 * row.relative_error(), row.fitted ? "fitted" : "predicted");
  text += "\n";
  for (const Claim& claim : reproduction.claims)
    text += fmt::format("{} {}\n", claim.holds ? "holds:   " : "FAILS:   ", claim.text);
  return text + fmt::format("worst relative error {:.1f}%\n", 100 * reproduction.worst_relative_error());
}

} // namespace daruma::experiment
