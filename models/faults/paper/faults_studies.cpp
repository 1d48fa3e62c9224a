#include "models/faults/logic/read_fault_models.hpp"
#include "models/faults/paper/faults_artefacts.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/threads.hpp"
#include "sim/faults/diagnosis.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::study {

namespace {

using faults::Diagnosis;
using faults::ManagementPart;
using models::faults::Holder;

/// Who asks is often the same node, so that cables are drawn anew for every few cases.
constexpr std::size_t pairs_of_a_case = 4;
constexpr int draws_of_cables = 16;
constexpr std::int64_t cases_of_a_draw = 60;

/// The machine of scenarios/two-level-switches.json, and what it takes to break it.
class Bench {
public:
  explicit Bench(const Laboratory& laboratory)
      : tree_(models::faults::read_fault_models(laboratory.surroundings.machines / "devices")),
        fabric_(scenario::load(laboratory.scenarios / "two-level-switches.json", laboratory.surroundings, {}).machine),
        campaign_(fabric_, tree_, {}, pairs_of_a_case) {}

  /// Everything alone in each of its ways, with all of the management network.
  Diagnosis diagnose() const { return diagnose({faults::all_weaknesses(fabric_, tree_), 1, {}, {}}); }

  /// Draws of so many faults at once, with so many percent of the management network's cables cut.
  Diagnosis diagnose(int faults, int percent) const {
    Diagnosis sums;
    for (std::uint64_t draw = 0; draw < draws_of_cables; ++draw)
      sums.add(diagnose({faults::all_weaknesses(fabric_, tree_), faults, faults::CaseSample{cases_of_a_draw, draw},
                         cables(percent, draw)}));
    return sums;
  }

private:
  Diagnosis diagnose(const faults::Cases& cases) const {
    Progress progress;
    return faults::diagnose(fabric_, campaign_, cases, cores_here(), progress);
  }

  std::vector<ManagementPart> cables(int percent, std::uint64_t draw) const {
    std::vector<ManagementPart> all;
    all.reserve(static_cast<std::size_t>(fabric_.nodes()) + static_cast<std::size_t>(fabric_.switches()));
    for (int node = 0; node < fabric_.nodes(); ++node) all.push_back({Holder::node, node});
    for (int number = 0; number < fabric_.switches(); ++number) all.push_back({Holder::network_switch, number});
    RandomStream random(1, draw, "detect-accuracy");
    for (std::size_t last = all.size(); last > 1; --last) std::swap(all[last - 1], all[random.below(last)]);
    all.resize(all.size() * static_cast<std::size_t>(percent) / 100);
    return all;
  }

  models::faults::FaultTree tree_;
  faults::Fabric fabric_;
  faults::Campaign campaign_;
};

std::string series_of(int faults) { return faults == 1 ? "1 fault" : fmt::format("{} faults at once", faults); }

/// By device, of single faults with all of the management network.
void add_devices(Reproduction& figure, const Diagnosis& sums) {
  for (const auto& [way, outcome] : sums.ways)
    if (outcome.detections > 0)
      figure.rows.push_back({way,
                             {},
                             100.0 * static_cast<double>(outcome.exact) / static_cast<double>(outcome.detections),
                             "% named",
                             false});
  figure.rows.push_back({"time to name, median", {}, sums.name_s.median(), "s", false});
  figure.rows.push_back({"questions, median", {}, static_cast<double>(sums.queries.median()), "", false});
}

bool is_named_but_without_power(const Diagnosis& sums) {
  return std::all_of(sums.ways.begin(), sums.ways.end(), [](const auto& entry) {
    return entry.second.exact == (entry.first == "power_supply.input_lost" ? 0 : entry.second.detections);
  });
}

} // namespace

Reproduction faults_accuracy(const Laboratory& laboratory) {
  const Bench bench(laboratory);
  Reproduction figure{"detect-accuracy",
                      "fault localisation: 64 nodes at two levels of switches, 960 draws of what is broken and "
                      "of what is cut of the management network; the share of the former that is named. By device: "
                      "everything broken alone, in each of its ways, and nothing cut",
                      {},
                      {}};
  figure.picture = lines("cut", "cables of the management network that are cut (%)", Scale::linear,
                         "broken parts that are named (%)");
  std::int64_t sound = 0;
  for (const int faults : {1, 2, 4})
    for (const int percent : {0, 10, 25, 50, 75, 100}) {
      const Diagnosis sums = bench.diagnose(faults, percent);
      figure.rows.push_back(point(series_of(faults), "cut", percent, 100 * sums.recall(), "%"));
      sound += sums.sound;
    }
  const Diagnosis healthy = bench.diagnose();
  add_devices(figure, healthy);
  figure.claims = {
      {"nothing sound is ever named", sound == 0},
      {"with all of the management network each single fault is always named, and nothing else is, but a power "
       "supply without input, which takes its node's BMC with it",
       is_named_but_without_power(healthy)},
      {"of several faults at once more than 4 in 5 are named", line(figure, "4 faults at once").front() > 80}};
  return figure;
}

} // namespace daruma::study
