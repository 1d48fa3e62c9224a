// Our own: migration on 8 to 10 000 nodes.
#include "models/migration/paper/cases.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::models::migration::paper {

namespace {

/// As many replications as cost about as much as those of 8 nodes.
study::StudyContext for_nodes(study::StudyContext context, int nodes) {
  constexpr int fewest = 5;
  context.precision.most = std::max(fewest, context.precision.most * 8 / nodes);
  return context;
}

} // namespace

study::Reproduction scale(const study::StudyContext& context) {
  study::Reproduction figure{"Larger machines: load 1/8, an eighth of the nodes spare, 120 minutes of work a process"};
  figure.parameters = parameters_of_cases();
  for (const char* name : {"never", "greedy", "hysteresis"})
    for (const int nodes : {8, 40, 200, 1000, 10000}) {
      fast::MigrationCase what = case_of_paper(80.0 / nodes, nodes - nodes / 8, 2);
      what.nodes = nodes;
      what.total_work = Seconds(120 * minute_s) * what.active;
      what.policy = find_policy(name);
      figure.rows.push_back(row_of(fmt::format("{}, {} nodes", name, nodes), what, for_nodes(context, nodes)));
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
  figure.plot = run_times({"nodes", "nodes", study::Scale::logarithmic}, "policy", study::Scale::logarithmic);
  return figure;
}

} // namespace daruma::models::migration::paper
