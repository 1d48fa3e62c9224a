#include "sim/cli/diagnose_order.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/core/threads.hpp"

#include <limits>

namespace daruma::cli {

DiagnoseOrder read_diagnose_order(const Given& given) {
  std::vector<scenario::Override> overrides;
  for (const std::string& text : given.texts("set")) overrides.push_back(read_override(text));
  DiagnoseOrder order;
  order.scenario = scenario::load(scenario_file(given.arguments().front()), surroundings(), overrides);
  if (order.scenario.machine.nodes < 2) throw UsageError("diagnose needs a machine with two nodes at least");
  order.faults = given.whole("faults");
  order.most_pairs =
      given.has("pairs") ? static_cast<std::size_t>(given.whole("pairs")) : std::numeric_limits<std::size_t>::max();
  const std::uint64_t seed = given.has("seed") ? given.seed("seed") : order.scenario.seed;
  if (given.has("sample")) order.sample = {given.long_whole("sample"), seed};
  order.cut = given.texts("cut");
  order.threads = given.has("threads") ? given.whole("threads") : cores_here();
  order.json = given.has("json");
  return order;
}

} // namespace daruma::cli
