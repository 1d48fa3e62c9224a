#include "sim/cli/run_once.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/watched_run.hpp"
#include "sim/cli/worlds.hpp"
#include "sim/core/crash.hpp"
#include "sim/results/digest.hpp"
#include "sim/results/sinks.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::cli {

namespace {

constexpr int width_of_files = 100;

using Digests = std::map<std::string, std::string>;

Digests digests_of(const std::vector<scenario::Input>& inputs) {
  Digests digests;
  for (const scenario::Input& input : inputs) digests[input.name] = results::sha256_of(input.path);
  return digests;
}

/// With units, and digests of what it read.
void describe(results::Result& result, const results::MetricCatalogue& catalogue, const Digests& inputs) {
  result.units = results::units_of(result, catalogue);
  result.inputs = inputs;
}

results::Result run(const RunOrder& order, scenario::Scenario scenario, const Salvage& salvage) {
  if (order.world.on.empty()) {
    batch::Logs logs;
    return simulate(order, prepare(std::move(scenario), order.file, order.fidelity, logs), salvage);
  }
  check_for_real(order, scenario);
  return perform(order, scenario, salvage);
}

} // namespace

results::Result run_once(const RunOrder& order, scenario::Scenario scenario, const ResultFolder& folder,
                         const Claims& claims) {
  const results::MetricCatalogue& catalogue = metric_catalogue(); // made before anything can crash
  const Digests inputs = digests_of(scenario.inputs);
  const Salvage salvage = [&](const results::Result& so_far) {
    results::Result described = so_far;
    describe(described, catalogue, inputs);
    folder.replace(described, shown(so_far, "", columns()));
  };
  results::Result result = run(order, std::move(scenario), salvage);
  const auto crash = crash_of([&] {
    describe(result, catalogue, inputs);
    folder.replace(result, shown(result, claims(result), width_of_files));
  });
  if (!crash) return result;
  salvage(result);
  throw run::SimulationError(told_of_crash("when it wrote what the run had come to", *crash, last_in_crashes()),
                             run::Breakdown::crash, std::move(result));
}

std::string shown(const results::Result& result, const std::string& claims, int width) {
  std::string text = results::table(result, width);
  if (!result.events.empty()) text += "\n" + results::time_line(result, width);
  if (!result.stacks.empty()) text += "\n" + results::stack_table(result, width);
  return text + (claims.empty() ? "" : "\n") + claims;
}

/// The exit status of a run that was cut; says on standard error by which signal, if it was one.
int cut_short(const results::Cut& cut, const std::filesystem::path& out) {
  const int signal = signal_named(cut.by);
  if (signal == 0) return done;
  if (cut.replicas_asked > 0)
    fmt::print(stderr,
               "daruma: {} ended the run before all {} replicas were made; {} holds what those came to that were\n",
               cut.by, cut.replicas_asked, out.string());
  else
    fmt::print(stderr,
               "daruma: {} stopped the run at {:.6g} s of simulated time; {} holds what was recorded until then\n",
               cut.by, cut.at.count(), out.string());
  return 128 + signal;
}

} // namespace daruma::cli
