// Our own: turns of a quantum beside the fluid limit.
#include "models/migration/paper/cases.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace daruma::models::migration::paper {

namespace {

constexpr double quanta_s[] = {60, 20, 6, 2, 0.6};

std::string label_of(const char* policy, double gap_min, double quantum_s) {
  return fmt::format("{}, an arrival every {} min, a quantum of {} s", policy, gap_min, quantum_s);
}

/// How far apart the run times are, without sign, if nodes serve equal arrivals by quanta and in the fluid limit.
study::Row row_of_quantum(const char* policy, double gap_min, double quantum_s, const study::StudyContext& context) {
  fast::MigrationCase fluid = case_of_paper(gap_min, 7, 1);
  fluid.policy = find_policy(policy);
  fast::MigrationCase turns = fluid;
  turns.background.quantum = Seconds(quantum_s);
  const study::Estimate apart = estimate_until(context.precision, [&](int replication) {
    const auto draw = static_cast<std::uint64_t>(replication);
    return std::abs((fast::run(turns, 1, draw).makespan / fast::run(fluid, 1, draw).makespan - 1) * 100);
  });
  return {label_of(policy, gap_min, quantum_s),
          {},
          apart.mean,
          "%",
          {{"policy", policy},
           {"arrival_gap_min", gap_min},
           {"quantum_s", quantum_s},
           {"apart_percent", apart.mean},
           {"ci95_percent", apart.half_width}}};
}

} // namespace

study::Reproduction quantum(const study::StudyContext& context) {
  study::Reproduction figure{"Turns of a quantum beside the fluid limit: how far apart are the run times of the same "
                             "load? 8 nodes, 7 active processes, one a node"};
  constexpr int dearer = 10;
  study::StudyContext fewer = context;
  fewer.precision.most = std::max(2, context.precision.most / dearer);
  figure.parameters = parameters_of_cases();
  bool comes_nearer = true;
  for (const char* policy : {"never", "greedy"})
    for (const double gap : gaps_min)
      for (const double each_s : quanta_s) {
        study::Row row = row_of_quantum(policy, gap, each_s, fewer);
        comes_nearer = comes_nearer && (each_s == quanta_s[0] || row.simulated < figure.rows.back().simulated);
        figure.rows.push_back(std::move(row));
      }
  figure.claims = {{"the shorter the quantum, the nearer turns come to the fluid limit", comes_nearer}};
  figure.plot = study::PlotSpec{{"quantum_s", "quantum (s)", study::Scale::logarithmic},
                                {"apart_percent", "run times apart (%)", study::Scale::logarithmic},
                                "policy",
                                "arrival_gap_min",
                                "ci95_percent"};
  return figure;
}

} // namespace daruma::models::migration::paper
