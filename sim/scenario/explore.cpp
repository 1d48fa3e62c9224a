#include "sim/scenario/readers.hpp"

#include <nlohmann/json.hpp>

namespace daruma::scenario {

namespace {

std::vector<FaultKind> read_kinds(const Node& node, std::vector<FaultKind> otherwise) {
  if (!node.is_given()) return otherwise;
  std::vector<FaultKind> kinds;
  for (const Node& item : node.items()) kinds.push_back(item.choice(fault_kinds, FaultKind::deaths));
  return kinds;
}

} // namespace

Exploration read_exploration(const Node& node, const std::filesystem::path& folder) {
  const Choices<bool> leaks{{"refused", false}, {"allowed", true}};
  Exploration exploration;
  exploration.survives = node["survives"].whole(exploration.survives);
  exploration.answer = node["answer"].text(exploration.answer);
  exploration.may_leak = node["leaks"].choice(leaks, exploration.may_leak);
  for (const Node& file : node["files"].items()) exploration.files.push_back(folder / file.text());
  exploration.from = node["from"].amount(exploration.from, Sign::not_negative);
  for (const int process : node["immortal"].wholes()) exploration.immortal.insert(process);
  exploration.faults = read_kinds(node["faults"], exploration.faults);
  exploration.duration = node["for"].amount(exploration.duration, Sign::positive);
  exploration.factor = node["factor"].number(exploration.factor);
  exploration.gives_up = read_kinds(node["gives_up"], exploration.gives_up);
  return exploration;
}

} // namespace daruma::scenario
