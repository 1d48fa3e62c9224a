// Our own: all migration policies by load.
#include "models/migration/paper/cases.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::models::migration::paper {

namespace {

fast::MigrationCase case_of_load(double load, std::string_view policy_name) {
  fast::MigrationCase what = case_of_paper(1, 7, 2);
  what.background.arrival_gap = load == 0 ? daruma::never : what.background.service / (load * what.nodes);
  what.policy = find_policy(policy_name);
  return what;
}

/// No arrivals: a gap that JSON has no number for.
study::Row row_of_load(double load, const Policy& which, const study::StudyContext& context) {
  study::Row row = row_of(fmt::format("{}, load {}", which.name, load), case_of_load(load, which.name), context);
  row.fields.erase(row.fields.begin());
  row.fields.emplace_back("policy", std::string(which.name));
  return row;
}

} // namespace

study::Reproduction all_policies(const study::StudyContext& context) {
  study::Reproduction figure{
      "All policies by load: 8 nodes, 7 active processes, up to two a node, barriers every minute"};
  figure.parameters = parameters_of_cases();
  for (const Policy& which : policies()) {
    if (which.decide == swap) continue; // whose thresholds make several of it: migr-swapping
    for (int tenths = 0; tenths <= 9; ++tenths) figure.rows.push_back(row_of_load(tenths / 10.0, which, context));
  }
  const auto time = [&](std::string_view name, double load) {
    return figure.number_at(fmt::format("{}, load {}", name, load));
  };
  bool moving_helps = true;
  bool knowing_bounds = true;
  for (int tenths = 1; tenths <= 9; ++tenths) {
    const double load = tenths / 10.0;
    moving_helps = moving_helps && time("greedy", load) < time("never", load);
    knowing_bounds =
        knowing_bounds && time("foresight", load) <= std::min(time("greedy", load), time("hysteresis", load));
  }
  figure.claims = {{"moving is better than staying under every load", moving_helps},
                   {"no policy beats the one that knows the load to come", knowing_bounds}};
  figure.plot = run_times({"load", "load of each node"}, "policy", study::Scale::logarithmic);
  return figure;
}

} // namespace daruma::models::migration::paper
