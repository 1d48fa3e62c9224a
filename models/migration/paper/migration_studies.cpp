#include "models/migration/paper/migration_artefacts.hpp"

#include "models/migration/paper/migration_cases.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace daruma::study {

namespace {

using fast::MigrationCase;
using models::migration::find_policy;

MigrationCase case_of_load(double load, const char* policy_name) {
  MigrationCase what = case_of_paper(1, 7, 2);
  what.background.arrival_gap = load == 0 ? never : what.background.service / (load * what.nodes);
  what.policy = find_policy(policy_name);
  return what;
}

/// No arrivals: a gap that JSON has no number for.
Row row_of_load(double load, const models::migration::Policy& which, const Laboratory& laboratory) {
  Row row = row_of(fmt::format("{}, load {}", which.name, load), case_of_load(load, which.name.data()), laboratory);
  row.fields.erase(row.fields.begin());
  row.fields.emplace_back("policy", std::string(which.name));
  return row;
}

Reproduction migration_policies(const Laboratory& laboratory) {
  Reproduction figure{"migr-policies",
                      "All policies by load: 8 nodes, 7 active processes, up to two a node, barriers every minute",
                      {},
                      {}};
  for (const models::migration::Policy& which : models::migration::policies())
    for (int tenths = 0; tenths <= 9; ++tenths) figure.rows.push_back(row_of_load(tenths / 10.0, which, laboratory));
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
  figure.picture = Picture{
      {"load", "load of each node"}, {"mean_min", "run time (min)", Scale::logarithmic}, "policy", "", "ci95_min"};
  return figure;
}

constexpr double parts_of_gap[] = {1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1, 2};

Reproduction migration_interval(const Laboratory& laboratory) {
  Reproduction figure{
      "migr-interval",
      "Which migration interval is best? 8 nodes, 7 active processes, up to two a node, 0.3 s a migration",
      {},
      {}};
  for (const double gap : gaps_min)
    for (const double part : parts_of_gap) {
      MigrationCase what = case_of_paper(gap, 7, 2);
      what.interval = what.background.arrival_gap * part;
      figure.rows.push_back(
          row_of(fmt::format("an arrival every {} min, interval {} of that", gap, part), what, laboratory));
      figure.rows.back().fields.emplace_back("interval_over_gap", part);
    }
  bool shorter_is_better = true;
  for (const double gap : gaps_min) {
    const auto time = [&](double part) {
      return find(figure.rows, {{"arrival_gap_min", gap}, {"interval_over_gap", part}}).simulated;
    };
    shorter_is_better = shorter_is_better && time(1.0 / 16) < time(1.0 / 2);
  }
  figure.claims = {{"a sixteenth of the arrival gap is better than half of it under every load", shorter_is_better}};
  figure.picture = Picture{{"interval_over_gap", "migration interval over arrival gap", Scale::logarithmic},
                           {"mean_min", "run time (min)"},
                           "arrival_gap_min",
                           "",
                           "ci95_min"};
  return figure;
}

/// As many replications as cost about as much as those of 8 nodes.
Laboratory for_nodes(Laboratory laboratory, int nodes) {
  constexpr int fewest = 5;
  laboratory.precision.most = std::max(fewest, laboratory.precision.most * 8 / nodes);
  return laboratory;
}

Reproduction migration_scale(const Laboratory& laboratory) {
  Reproduction figure{
      "migr-scale", "Larger machines: load 1/8, an eighth of the nodes spare, 120 minutes of work a process", {}, {}};
  for (const char* name : {"never", "greedy", "hysteresis"})
    for (const int nodes : {8, 40, 200, 1000, 10000}) {
      MigrationCase what = case_of_paper(80.0 / nodes, nodes - nodes / 8, 2);
      what.nodes = nodes;
      what.total_work = Seconds(120 * minute_s) * what.active;
      what.policy = find_policy(name);
      figure.rows.push_back(row_of(fmt::format("{}, {} nodes", name, nodes), what, for_nodes(laboratory, nodes)));
      figure.rows.back().fields.emplace_back("policy", name);
      figure.rows.back().fields.emplace_back("nodes", static_cast<double>(nodes));
    }
  const auto time = [&](const char* name, int nodes) {
    return figure.number_at(fmt::format("{}, {} nodes", name, nodes));
  };
  figure.claims = {
      {"the larger the machine, the slower its unluckiest node: without migration time grows with the nodes",
       time("never", 8) < time("never", 200) && time("never", 200) < time("never", 10000)},
      {"on 200 nodes migration is better than none", time("greedy", 200) < time("never", 200)}};
  figure.picture = Picture{{"nodes", "nodes", Scale::logarithmic},
                           {"mean_min", "run time (min)", Scale::logarithmic},
                           "policy",
                           "",
                           "ci95_min"};
  return figure;
}

/// The same arrivals in turns of a quantum and in the fluid limit: how far apart the run times are, without sign.
Row row_of_quantum(const char* policy, double gap_min, double quantum_s, const Laboratory& laboratory) {
  MigrationCase fluid = case_of_paper(gap_min, 7, 1);
  fluid.policy = find_policy(policy);
  MigrationCase turns = fluid;
  turns.background.quantum = Seconds(quantum_s);
  const Estimate apart = estimate_until(laboratory.precision, [&](int replication) {
    const auto draw = static_cast<std::uint64_t>(replication);
    return std::abs((fast::run(turns, 1, draw).makespan / fast::run(fluid, 1, draw).makespan - 1) * 100);
  });
  return {fmt::format("{}, an arrival every {} min, a quantum of {} s", policy, gap_min, quantum_s),
          {},
          apart.mean,
          "%",
          false,
          {{"policy", policy},
           {"arrival_gap_min", gap_min},
           {"quantum_s", quantum_s},
           {"apart_percent", apart.mean},
           {"ci95_percent", apart.half_width}}};
}

Reproduction migration_quantum(const Laboratory& laboratory) {
  Reproduction figure{"migr-quantum",
                      "Turns of a quantum beside the fluid limit: how far apart are the run times of the same load? "
                      "8 nodes, 7 active processes, one a node",
                      {},
                      {}};
  constexpr double quanta_s[] = {60, 20, 6, 2, 0.6};
  constexpr int dearer = 10;
  Laboratory fewer = laboratory;
  fewer.precision.most = std::max(2, laboratory.precision.most / dearer);
  const auto apart = [&figure](const char* policy, double gap, double quantum_s) {
    return figure.number_at(fmt::format("{}, an arrival every {} min, a quantum of {} s", policy, gap, quantum_s));
  };
  for (const char* policy : {"never", "greedy"})
    for (const double gap : gaps_min)
      for (const double each_s : quanta_s) figure.rows.push_back(row_of_quantum(policy, gap, each_s, fewer));
  bool is_limit = true;
  bool is_close = true;
  for (const double gap : gaps_min) {
    is_limit = is_limit && apart("never", gap, 0.6) < apart("never", gap, 60) / 30;
    is_close = is_close && apart("greedy", gap, 0.6) < 1 && apart("greedy", gap, 0.6) < apart("greedy", gap, 60) / 3;
  }
  figure.claims = {
      {"where nobody moves turns come to the fluid limit: with a hundredth of the quantum less than a "
       "thirtieth of the distance",
       is_limit},
      {"where processes move turns of 0.6 s are within 1% of it: what remains is that now and then another "
       "process moves",
       is_close}};
  figure.picture = Picture{{"quantum_s", "quantum (s)", Scale::logarithmic},
                           {"apart_percent", "run times apart (%)", Scale::logarithmic},
                           "policy",
                           "arrival_gap_min",
                           "ci95_percent"};
  return figure;
}

} // namespace

std::vector<Artefact> migration_studies() {
  return {{"migr-policies", "our own: all migration policies by load", migration_policies},
          {"migr-interval", "our own: the best migration interval", migration_interval},
          {"migr-scale", "our own: migration on 8 to 10000 nodes", migration_scale},
          {"migr-quantum", "our own: turns of a quantum beside the fluid limit", migration_quantum}};
}

} // namespace daruma::study
