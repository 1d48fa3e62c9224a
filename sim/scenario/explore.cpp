#include "sim/scenario/readers.hpp"

#include <nlohmann/json.hpp>

namespace daruma::scenario {

Exploration read_exploration(const Node& node, const std::filesystem::path& folder) {
  const Choices<bool> leaks{{"refused", false}, {"allowed", true}};
  Exploration exploration;
  exploration.survives = node["survives"].whole(exploration.survives);
  exploration.answer = node["answer"].text(exploration.answer);
  exploration.may_leak = node["leaks"].choice(leaks, exploration.may_leak);
  for (const Node& file : node["files"].items()) exploration.files.push_back(folder / file.text());
  exploration.from = node["from"].amount(exploration.from, Sign::not_negative);
  for (const int process : node["immortal"].wholes()) exploration.immortal.insert(process);
  return exploration;
}

} // namespace daruma::scenario
