#include "sim/study/cautions.hpp"

#include <fmt/format.h>

namespace daruma::study {

namespace {

constexpr double events_a_second = 1e6; // of this computer's time
constexpr double slow = 10;             // seconds of this computer's time for a simulated one

/// Of something that happens all the time.
std::string slowness(const std::string& place, const std::string& what, double per_second) {
  const double time = per_second / events_a_second;
  if (time < slow) return "";
  return fmt::format("{}: {:.3g} {} a simulated second: this computer takes {:.0f} s for each, or more", place,
                     per_second, what, time);
}

std::string overload(const Background& background, const scenario::Machine& machine, const std::string& place) {
  const double share = utilisation(background, machine.nodes);
  if (share < machine.cores) return "";
  return fmt::format("{}: random arrivals want {:.3g} cores of each node, which has {}: their work piles up, and jobs "
                     "may never end",
                     place, share, machine.cores);
}

} // namespace

std::vector<std::string> cautions(const scenario::Scenario& scenario, const std::string& file) {
  std::vector<std::string> all;
  const auto add = [&all](std::string caution) {
    if (!caution.empty()) all.push_back(std::move(caution));
  };
  if (scenario.background && scenario.background->arrival_gap != never) {
    const int nodes = scenario.machine.nodes;
    add(overload(*scenario.background, scenario.machine, file + ": /background"));
    add(slowness(file + ": /background/arrival_gap", "arrivals",
                 nodes / gap_on_node(*scenario.background, nodes).count()));
  }
  if (scenario.tree_store) {
    double clients = 0;
    for (const scenario::Job& job : scenario.jobs) clients += job.ranks;
    constexpr double pings = 3; // in a session's timeout
    add(slowness(file + ": /tree_store/session_timeout", "pings of sessions",
                 pings * clients / scenario.tree_store->session_timeout.count()));
  }
  return all;
}

} // namespace daruma::study
