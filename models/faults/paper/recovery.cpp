// Fault localisation, our own: does knowing which part broke shorten the time that a job loses?
#include "sim/study/replications.hpp"
#include "sim/study/reproduction.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace daruma::models::faults::paper {

namespace {

constexpr int seeds = 2;
constexpr int sizes[] = {1, 2, 4, 8};

/// Who asks, and how long a silent switch is waited for.
struct QueryPolicy {
  const char* name;
  bool is_there;
  Recourse recourse;
  double snmp_timeout_s;
  int snmp_retries;
};

constexpr QueryPolicy nobody{"nobody asks", false, Recourse::none, 1, 5};
constexpr QueryPolicy idle{"asked, not used", true, Recourse::none, 1, 5};
constexpr QueryPolicy informed{"asked and used", true, Recourse::informed, 1, 5};
constexpr QueryPolicy impatient{"asked and used, 0.1 s for a silent switch", true, Recourse::informed, 0.1, 0};
constexpr const QueryPolicy* query_policies[] = {&nobody, &idle, &informed, &impatient};

constexpr const char* runtimes[] = {"openmpi-4.0-ulfm", "openmpi-5.0-ulfm"};

/// Four switches with `behind` nodes each, three of them at work, the fourth spare.
scenario::Scenario with_switches(const study::StudyContext& context, const char* runtime, int behind,
                                 std::uint64_t seed) {
  const auto set = [](const char* pointer, const std::string& value) { return scenario::Override{pointer, value}; };
  scenario::Scenario scenario =
      context.load("which-part", {set("/runtime", runtime), set("/machine/nodes", std::to_string(4 * behind)),
                                  set("/machine/topology/down", fmt::format("[{}, 4]", behind)),
                                  set("/jobs/0/ranks", std::to_string(3 * behind)),
                                  set("/jobs/0/spares", std::to_string(behind)), set("/seed", std::to_string(seed)),
                                  set("/events", R"([{"break": {"what": "switch1", "at": "20.5s"}}])")});
  return scenario;
}

void be(const QueryPolicy& policy, scenario::Scenario& scenario) {
  if (!policy.is_there) {
    scenario.localisation.reset();
    return;
  }
  scenario.localisation->recourse = policy.recourse;
  scenario.localisation->management.snmp_timeout = Seconds(policy.snmp_timeout_s);
  scenario.localisation->management.snmp_retries = policy.snmp_retries;
}

double makespan(const study::Metrics& metrics) { return metrics.at("loop.makespan_s"); }

/// How much longer runs take because of the break, on average over equal draws with and without it.
double lost(const study::StudyContext& context, const char* runtime, int behind, const QueryPolicy& policy) {
  std::vector<scenario::Scenario> runs;
  for (int seed = 1; seed <= seeds; ++seed) {
    runs.push_back(with_switches(context, runtime, behind, static_cast<std::uint64_t>(seed)));
    be(policy, runs.back());
    runs.push_back(runs.back());
    runs.back().events.clear();
  }
  const auto metrics = study::run_each(runs, context.models);
  double sum = 0;
  for (std::size_t i = 0; i < metrics.size(); i += 2) sum += makespan(metrics[i]) - makespan(metrics[i + 1]);
  return sum / seeds;
}

std::string series_of(const char* runtime, const QueryPolicy& policy) {
  return fmt::format("{}, {}", runtime, policy.name);
}

/// Each of the numbers from the place `first` on.
bool is_below(const std::vector<double>& numbers, const std::vector<double>& others, int first) {
  return std::equal(numbers.begin() + first, numbers.end(), others.begin() + first, others.end(), std::less<>());
}

} // namespace

study::Reproduction recovery(const study::StudyContext& context) {
  study::Reproduction figure{
      "fault localisation: a switch dies under some of a job's nodes; the time that the job loses, mean "
      "over two phases of the detector"};
  for (const char* runtime : runtimes)
    for (const QueryPolicy* policy : query_policies)
      for (const int behind : sizes) {
        figure.rows.push_back(
            study::point(series_of(runtime, *policy), "nodes", behind, lost(context, runtime, behind, *policy), "s"));
        figure.rows.back().fields.emplace_back("asks", std::string(policy->name));
        figure.rows.back().fields.emplace_back("runtime", std::string(runtime));
      }
  figure.parameters = with_switches(context, runtimes[0], sizes[0], 1).parameters;
  figure.plot = study::lines("nodes", "nodes behind the switch", study::Scale::logarithmic, "time lost (s)");
  figure.plot->y.scale = study::Scale::logarithmic;
  figure.plot->series = "asks";
  figure.plot->panel = "runtime";
  const auto of = [&figure](int runtime, const QueryPolicy& policy) {
    return line(figure, series_of(runtimes[runtime], policy));
  };
  const auto unasked = of(0, nobody);
  const auto unasked_at_once = of(1, nobody);
  figure.claims = {
      {"where a detector finds one death after the other, the loss grows with the nodes behind the switch, and who "
       "knows "
       "of the switch loses less from the second node on",
       std::is_sorted(unasked.begin(), unasked.end()) && is_below(of(0, informed), unasked, 1)},
      {"where a detector finds all at once, knowing saves nothing and costs the wait for the silent switch",
       is_below(unasked_at_once, of(1, informed), 0)},
      {"a shorter wait costs less", is_below(of(1, impatient), of(1, informed), 0)},
      {"knowing without using it only costs",
       of(0, idle).back() >= unasked.back() && of(1, idle).back() >= unasked_at_once.back()}};
  return figure;
}

} // namespace daruma::models::faults::paper
