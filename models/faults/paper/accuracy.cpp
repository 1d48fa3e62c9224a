// Fault localisation, our own: how much is named rightly, by what is cut of the management network.
#include "models/faults/paper/machine.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::models::faults::paper {

namespace {

using daruma::faults::Diagnosis;
using daruma::faults::ManagementPart;

/// Who asks is often the same node, so that cables are drawn anew for every few cases.
constexpr std::size_t pairs_of_a_case = 4;
constexpr int draws_of_cables = 16;
constexpr std::int64_t cases_of_a_draw = 60;

std::vector<ManagementPart> draw_cables(const daruma::faults::Fabric& fabric, int percent, std::uint64_t draw) {
  std::vector<ManagementPart> all;
  all.reserve(static_cast<std::size_t>(fabric.nodes()) + static_cast<std::size_t>(fabric.switches()));
  for (int node = 0; node < fabric.nodes(); ++node) all.push_back({Holder::node, node});
  for (int number = 0; number < fabric.switches(); ++number) all.push_back({Holder::network_switch, number});
  RandomStream random(1, draw, "detect-accuracy");
  for (std::size_t last = all.size(); last > 1; --last) std::swap(all[last - 1], all[random.below(last)]);
  all.resize(all.size() * static_cast<std::size_t>(percent) / 100);
  return all;
}

/// Everything alone in each of its ways, with all of the management network.
Diagnosis diagnose_each(const BreakableMachine& machine) {
  return machine.diagnose({daruma::faults::all_failure_modes(machine.fabric, machine.tree), 1, {}, {}});
}

/// Draws of so many faults at once, with so many percent of the management network's cables cut.
Diagnosis diagnose_draws(const BreakableMachine& machine, int faults, int percent) {
  Diagnosis sums;
  for (std::uint64_t draw = 0; draw < draws_of_cables; ++draw)
    sums.add(machine.diagnose({daruma::faults::all_failure_modes(machine.fabric, machine.tree), faults,
                               daruma::faults::CaseSample{cases_of_a_draw, draw},
                               draw_cables(machine.fabric, percent, draw)}));
  return sums;
}

constexpr int fault_counts[] = {1, 2, 4};

std::string series_of(int faults) { return faults == 1 ? "1 fault" : fmt::format("{} faults at once", faults); }

/// By device, of single faults with all of the management network.
void add_devices(study::Reproduction& figure, const Diagnosis& sums) {
  for (const auto& [way, outcome] : sums.ways)
    if (outcome.detections > 0)
      figure.rows.push_back(
          {way, {}, 100.0 * static_cast<double>(outcome.exact) / static_cast<double>(outcome.detections), "% named"});
  figure.rows.push_back({"time to name, median", {}, sums.name_s.median(), "s"});
  figure.rows.push_back({"questions, median", {}, static_cast<double>(sums.queries.median()), ""});
}

bool is_each_named(const Diagnosis& sums) {
  return std::all_of(sums.ways.begin(), sums.ways.end(),
                     [](const auto& entry) { return entry.second.exact == entry.second.detections; });
}

bool is_named_less(const study::Reproduction& figure) {
  return std::all_of(std::begin(fault_counts), std::end(fault_counts), [&](int faults) {
    const auto named = line(figure, series_of(faults));
    return std::is_sorted(named.rbegin(), named.rend());
  });
}

} // namespace

study::Reproduction accuracy(const study::StudyContext& context) {
  const BreakableMachine machine(context, pairs_of_a_case);
  study::Reproduction figure{
      "fault localisation: 64 nodes at two levels of switches, 960 draws of what is broken and "
      "of what is cut of the management network; the share of the former that is named. By device: "
      "everything broken alone, in each of its ways, and nothing cut"};
  figure.parameters = parameters_of_devices(context);
  figure.plot = study::lines("cut", "cables of the management network that are cut (%)", study::Scale::linear,
                             "broken parts that are named (%)");
  std::int64_t sound = 0;
  for (const int faults : fault_counts)
    for (const int percent : {0, 10, 25, 50, 75, 100}) {
      const Diagnosis sums = diagnose_draws(machine, faults, percent);
      figure.rows.push_back(study::point(series_of(faults), "cut", percent, 100 * sums.recall(), "%"));
      sound += sums.sound;
    }
  const Diagnosis healthy = diagnose_each(machine);
  add_devices(figure, healthy);
  figure.claims = {{"nothing sound is ever named", sound == 0},
                   {"with all of the management network each single fault is always named, and nothing else is",
                    is_each_named(healthy)},
                   {"the more of the management network is cut, the less is named", is_named_less(figure)}};
  return figure;
}

} // namespace daruma::models::faults::paper
