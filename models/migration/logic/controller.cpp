#include "models/migration/logic/controller.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace daruma::models::migration {
namespace {

int nodes_in(const Crew& crew) {
  return crew.node_of.empty() ? 0 : 1 + *std::max_element(crew.node_of.begin(), crew.node_of.end());
}

bool computes(const Crew& crew, int process) {
  return std::find(crew.process_of.begin(), crew.process_of.end(), process) != crew.process_of.end();
}

int processes(const Crew& crew) { return static_cast<int>(crew.node_of.size()); }

int node_of(const Crew& crew, int process) { return crew.node_of[static_cast<std::size_t>(process)]; }

/// The last rank on the node, as its processes are numbered.
std::optional<int> rank_on(const Crew& crew, int node) {
  for (int rank = static_cast<int>(crew.process_of.size()); rank-- > 0;)
    if (node_of(crew, crew.process_of[static_cast<std::size_t>(rank)]) == node) return rank;
  return std::nullopt;
}

/// The fastest node's processes set the pace; where all are slowed alike, nobody looks slow.
Seconds best_time(const Crew& crew, const std::vector<Report>& reports) {
  Seconds best{0};
  for (const int process : crew.process_of) {
    const Seconds computed = reports[static_cast<std::size_t>(process)].computed;
    if (computed > Seconds(0) && (best == Seconds(0) || computed < best)) best = computed;
  }
  return best;
}

/// Processes that would slow the job's so much as they were slowed.
int others_by_progress(const NodeLoad& node, double slowness) {
  return std::max(0, static_cast<int>(std::lround(slowness * node.processors)) - node.own);
}

void guess_others(const Crew& crew, const std::vector<Report>& reports, std::vector<NodeLoad>& nodes) {
  const Seconds best = best_time(crew, reports);
  std::vector<double> slowness(nodes.size(), 1);
  for (const int process : crew.process_of) {
    double& here = slowness[static_cast<std::size_t>(node_of(crew, process))];
    if (best > Seconds(0)) here = std::max(here, reports[static_cast<std::size_t>(process)].computed / best);
  }
  constexpr double noticeable = 1.05;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes[i].others = slowness[i] > noticeable ? others_by_progress(nodes[i], slowness[i]) : 0;
}

/// One that stands by on the node and takes part in no transfer yet.
std::optional<int> free_process(const Crew& crew, const std::vector<Transfer>& transfers, int node) {
  for (int process = 0; process < processes(crew); ++process) {
    if (node_of(crew, process) != node || computes(crew, process)) continue;
    if (std::none_of(transfers.begin(), transfers.end(),
                     [process](const Transfer& transfer) { return transfer.from == process; }))
      return process;
  }
  return std::nullopt;
}

} // namespace

std::vector<int> numbered(const std::vector<std::string>& node_names) {
  std::vector<std::string> known;
  std::vector<int> numbers;
  for (const std::string& name : node_names) {
    const auto found = std::find(known.begin(), known.end(), name);
    numbers.push_back(static_cast<int>(found - known.begin()));
    if (found == known.end()) known.push_back(name);
  }
  return numbers;
}

std::vector<int> first_table(const std::vector<int>& node_of, const Terms& terms) {
  std::vector<int> table;
  std::vector<int> own(node_of.size());
  for (std::size_t process = 0; process < node_of.size() && static_cast<int>(table.size()) < terms.active; ++process) {
    int& here = own[static_cast<std::size_t>(node_of[process])];
    if (here == terms.per_node) continue;
    ++here;
    table.push_back(static_cast<int>(process));
  }
  if (static_cast<int>(table.size()) < terms.active)
    throw std::invalid_argument("the job has room for " + std::to_string(table.size()) +
                                " processes that compute, with at most " + std::to_string(terms.per_node) +
                                " on a node; " + std::to_string(terms.active) + " are wanted");
  return table;
}

Situation situation(const Crew& crew, const std::vector<Report>& reports, const Terms& terms, Seconds cost) {
  Situation seen;
  seen.nodes.assign(static_cast<std::size_t>(nodes_in(crew)), NodeLoad{0, 0, 1, 0});
  seen.per_node = terms.per_node;
  seen.cost = cost;
  for (int process = 0; process < processes(crew); ++process) {
    NodeLoad& node = seen.nodes[static_cast<std::size_t>(node_of(crew, process))];
    const Report& report = reports[static_cast<std::size_t>(process)];
    node.others = report.others;
    node.processors = report.processors;
    node.own += computes(crew, process) ? 1 : 0;
    ++node.most;
    seen.remaining = std::max(seen.remaining, report.remaining);
  }
  if (terms.load == LoadSource::progress) guess_others(crew, reports, seen.nodes);
  return seen;
}

std::vector<Transfer> decide(const Crew& crew, const std::vector<Report>& reports, const Terms& terms, Seconds cost) {
  Situation seen = situation(crew, reports, terms, cost);
  Crew then = crew;
  std::vector<Transfer> transfers;
  while (const auto move = terms.policy->decide(seen)) {
    const auto rank = rank_on(then, move->from);
    const auto to = free_process(then, transfers, move->to);
    if (!rank || !to) break;
    transfers.push_back({*rank, then.process_of[static_cast<std::size_t>(*rank)], *to});
    carry_out(transfers.back(), then);
    --seen.nodes[static_cast<std::size_t>(move->from)].own;
    ++seen.nodes[static_cast<std::size_t>(move->to)].own;
  }
  return transfers;
}

std::optional<Transfer> ordered(int rank, const Crew& crew, const Situation& seen) {
  if (rank < 0 || rank >= static_cast<int>(crew.process_of.size())) return std::nullopt;
  std::optional<Transfer> best;
  double fastest = 0;
  for (int process = 0; process < processes(crew); ++process) {
    if (computes(crew, process)) continue;
    const double there = stretch(seen.nodes[static_cast<std::size_t>(node_of(crew, process))], 1);
    if (best && there >= fastest) continue;
    best = Transfer{rank, crew.process_of[static_cast<std::size_t>(rank)], process};
    fastest = there;
  }
  return best;
}

void carry_out(const Transfer& transfer, Crew& crew) {
  crew.process_of[static_cast<std::size_t>(transfer.rank)] = transfer.to;
}

} // namespace daruma::models::migration
