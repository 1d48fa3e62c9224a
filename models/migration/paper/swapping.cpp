// Our own: process swapping (Sievert and Casanova, "Policies for Swapping MPI Processes", HPDC 2003; "A simple MPI
// process swapping architecture for iterative applications", IJHPCA 18(3), 2004) beside the migration paper's policies,
// on its nodes under its load.
//
// Both have more processes than compute, and move the slowest to a spare one while the job stands still. Swapping's
// policies are thresholds: greedy has none, which is the migration paper's greedy; safe and friendly are here as we
// remember them, their papers could not be checked.
#include "models/migration/paper/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace daruma::models::migration::paper {

namespace {

struct Rival {
  const char* name;
  const char* policy;
  SwapTerms terms;
};

const Rival rivals[] = {
    {"never", "never", {}},
    {"greedy", "swap", {}},
    {"safe", "swap", {0.5, 0.2, 0, Seconds(5 * minute_s)}},
    {"friendly", "swap", {SwapTerms::any, 0, 0.02, Seconds(1 * minute_s)}},
    {"hysteresis", "hysteresis", {}},
};

/// What a move takes: the migration paper's, and as long as a process computes between barriers.
constexpr double costs_s[] = {0.3, 60};
/// How long a load lasts; that of each node stays 1/8.
constexpr double services_min[] = {0.5, 1, 2, 4, 8, 16, 32};
constexpr int spares = 2;

study::Row row_of_rival(const Rival& rival, double service_min, double cost_s, const study::StudyContext& context) {
  fast::MigrationCase what = case_of_paper(service_min, 8 - spares, 1);
  what.background.service = what.background.arrival_gap;
  what.policy = find_policy(rival.policy);
  what.swap = rival.terms;
  what.cost = Seconds(cost_s);
  study::Row row =
      row_of(fmt::format("{}, loads of {} min, {} s a move", rival.name, service_min, cost_s), what, context);
  row.fields.emplace_back("policy", rival.name);
  row.fields.emplace_back("service_min", service_min);
  row.fields.emplace_back("cost_s", cost_s);
  row.fields.emplace_back("panel", fmt::format("a move takes {} s", cost_s));
  return row;
}

} // namespace

study::Reproduction swapping(const study::StudyContext& context) {
  study::Reproduction figure{fmt::format(
      "Process swapping beside migration: 8 nodes, 6 active processes, {} spares, one a node, barriers every minute",
      spares)};
  figure.parameters = parameters_of_cases();
  figure.parameters.push_back(
      {"safe", "payback 0.5 intervals, process 20 % faster, history 5 min", SourceKind::assumed,
       "process swapping (Sievert and Casanova, HPDC 2003) from memory: the text was not at hand"});
  figure.parameters.push_back({"friendly", "job 2 % faster, history 1 min", SourceKind::assumed, "as safe"});
  for (const double cost : costs_s)
    for (const Rival& rival : rivals)
      for (const double service : services_min) figure.rows.push_back(row_of_rival(rival, service, cost, context));
  const auto time = [&](const char* rival, double service_min, double cost_s) {
    return figure.number_at(fmt::format("{}, loads of {} min, {} s a move", rival, service_min, cost_s));
  };
  bool greedy_is_best = true;
  bool safe_never_loses = true;
  for (const double service : services_min) {
    for (const char* const other : {"never", "safe", "friendly", "hysteresis"})
      greedy_is_best = greedy_is_best && time("greedy", service, costs_s[0]) < time(other, service, costs_s[0]);
    for (const double cost : costs_s)
      safe_never_loses = safe_never_loses && time("safe", service, cost) < 1.01 * time("never", service, cost);
  }
  figure.claims = {{"where a move costs little, greedy is best, however long loads last", greedy_is_best},
                   {"where a load lasts no longer than a move takes, greedy costs more than staying",
                    time("greedy", 0.5, costs_s[1]) > time("never", 0.5, costs_s[1]) &&
                        time("greedy", 1, costs_s[1]) > time("never", 1, costs_s[1])},
                   {"safe is nowhere worse than staying", safe_never_loses},
                   {"what safe wants back within half an interval keeps it where moving would pay: loads that last "
                    "four moves and more",
                    std::all_of(std::begin(services_min) + 3, std::end(services_min), [&](double service) {
                      return time("safe", service, costs_s[1]) > 1.2 * time("greedy", service, costs_s[1]);
                    })}};
  figure.plot = run_times({"service_min", "how long a load lasts (min)", study::Scale::logarithmic}, "policy");
  figure.plot->panel = "panel";
  return figure;
}

} // namespace daruma::models::migration::paper
