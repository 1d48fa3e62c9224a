// Our own: does knowing which part broke shorten the time that a job loses?
#include "models/faults/paper/faults_artefacts.hpp"
#include "sim/study/replications.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace daruma::study {

namespace {

constexpr int seeds = 2;
constexpr int sizes[] = {1, 2, 4, 8};

/// Who asks, and how long a silent switch is waited for.
struct Curiosity {
  const char* name;
  bool is_there;
  Recourse recourse;
  double snmp_timeout_s;
  int snmp_retries;
};

constexpr Curiosity nobody{"nobody asks", false, Recourse::none, 1, 5};
constexpr Curiosity idle{"asked, not used", true, Recourse::none, 1, 5};
constexpr Curiosity informed{"asked and used", true, Recourse::informed, 1, 5};
constexpr Curiosity impatient{"asked and used, 0.1 s for a silent switch", true, Recourse::informed, 0.1, 0};
constexpr const Curiosity* curiosities[] = {&nobody, &idle, &informed, &impatient};

constexpr const char* runtimes[] = {"openmpi-4.0-ulfm", "openmpi-5.0-ulfm"};

/// Four switches with `behind` nodes each, three of them at work, the fourth spare.
scenario::Scenario with_switches(const Laboratory& laboratory, const char* runtime, int behind, std::uint64_t seed) {
  const auto set = [](const char* pointer, const std::string& value) { return scenario::Override{pointer, value}; };
  scenario::Scenario scenario = scenario::load(
      laboratory.scenarios / "which-part.json", laboratory.surroundings,
      {set("/runtime", runtime), set("/machine/nodes", std::to_string(4 * behind)),
       set("/machine/topology/down", fmt::format("[{}, 4]", behind)), set("/jobs/0/ranks", std::to_string(3 * behind)),
       set("/jobs/0/spares", std::to_string(behind)), set("/seed", std::to_string(seed)),
       set("/events", R"([{"break": {"what": "switch1", "at": "20.5s"}}])")});
  return scenario;
}

void be(const Curiosity& curiosity, scenario::Scenario& scenario) {
  if (!curiosity.is_there) {
    scenario.localisation.reset();
    return;
  }
  scenario.localisation->recourse = curiosity.recourse;
  scenario.localisation->management.snmp_timeout = Seconds(curiosity.snmp_timeout_s);
  scenario.localisation->management.snmp_retries = curiosity.snmp_retries;
}

double makespan(const Metrics& metrics) { return metrics.at("loop.makespan_s"); }

/// The same draws with and without the break: what it takes longer, on average.
double lost(const Laboratory& laboratory, const char* runtime, int behind, const Curiosity& curiosity) {
  std::vector<scenario::Scenario> runs;
  for (int seed = 1; seed <= seeds; ++seed) {
    runs.push_back(with_switches(laboratory, runtime, behind, static_cast<std::uint64_t>(seed)));
    be(curiosity, runs.back());
    runs.push_back(runs.back());
    runs.back().events.clear();
  }
  const auto metrics = run_each(runs, laboratory.models, [](const results::Result& result) { return result.metrics; });
  double sum = 0;
  for (std::size_t i = 0; i < metrics.size(); i += 2) sum += makespan(metrics[i]) - makespan(metrics[i + 1]);
  return sum / seeds;
}

std::string series_of(const char* runtime, const Curiosity& curiosity) {
  return fmt::format("{}, {}", runtime, curiosity.name);
}

} // namespace

Reproduction faults_recovery(const Laboratory& laboratory) {
  Reproduction figure{
      "detect-recovery",
      "fault localisation: a switch dies under some of a job's nodes; the time that the job loses, mean "
      "over two phases of the detector",
      {},
      {}};
  for (const char* runtime : runtimes)
    for (const Curiosity* curiosity : curiosities)
      for (const int behind : sizes) {
        figure.rows.push_back(
            point(series_of(runtime, *curiosity), "nodes", behind, lost(laboratory, runtime, behind, *curiosity), "s"));
        figure.rows.back().fields.emplace_back("asks", std::string(curiosity->name));
        figure.rows.back().fields.emplace_back("runtime", std::string(runtime));
      }
  figure.picture = lines("nodes", "nodes behind the switch", Scale::logarithmic, "time lost (s)");
  figure.picture->y.scale = Scale::logarithmic;
  figure.picture->series = "asks";
  figure.picture->panel = "runtime";
  const auto of = [&figure](int runtime, const Curiosity& curiosity) {
    return line(figure, series_of(runtimes[runtime], curiosity));
  };
  const auto unasked = of(0, nobody);
  const auto used = of(0, informed);
  const auto fast = of(1, nobody);
  const auto asked_fast = of(1, informed);
  const auto impatient_fast = of(1, impatient);
  figure.claims = {
      {"where a detector finds one death after the other, each node behind the switch costs as much again; who knows "
       "of the switch loses no more for eight than for one, but for a tenth",
       unasked.back() > 4 * unasked.front() && used.back() < 1.1 * used.front()},
      {"where a detector finds all at once, knowing saves nothing and costs the wait for the silent switch",
       asked_fast.back() > fast.back() + 5 && asked_fast.back() < fast.back() + 8},
      {"of which 0.1 s would leave less than a second", impatient_fast.back() < fast.back() + 1},
      {"knowing without using it only costs",
       of(0, idle).back() >= unasked.back() && of(1, idle).back() >= fast.back()}};
  return figure;
}

} // namespace daruma::study
