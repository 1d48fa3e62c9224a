#include "models/migration/logic/controller.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>

namespace daruma::models::migration {
namespace {

int nodes_in(const ProcessTable& table) {
  return table.node_of.empty() ? 0 : 1 + *std::max_element(table.node_of.begin(), table.node_of.end());
}

bool computes(const ProcessTable& table, int process) {
  return std::find(table.process_of.begin(), table.process_of.end(), process) != table.process_of.end();
}

int processes(const ProcessTable& table) { return static_cast<int>(table.node_of.size()); }

int node_of(const ProcessTable& table, int process) { return table.node_of[static_cast<std::size_t>(process)]; }

/// The last rank on the node, as its processes are numbered.
std::optional<int> rank_on(const ProcessTable& table, int node) {
  for (int rank = static_cast<int>(table.process_of.size()); rank-- > 0;)
    if (node_of(table, table.process_of[static_cast<std::size_t>(rank)]) == node) return rank;
  return std::nullopt;
}

/// The fastest node's processes set the pace; where all are slowed alike, nobody looks slow.
Seconds best_time(const ProcessTable& table, const std::vector<Report>& reports) {
  Seconds best{0};
  for (const int process : table.process_of) {
    const Seconds computed = reports[static_cast<std::size_t>(process)].computed;
    if (computed > Seconds(0) && (best == Seconds(0) || computed < best)) best = computed;
  }
  return best;
}

/// Processor time between the last two checkpoints: what a process took, if it was slowed as it is now.
Seconds interval(const ProcessTable& table, const std::vector<Report>& reports, const std::vector<NodeLoad>& nodes) {
  Seconds least = never;
  for (const int process : table.process_of)
    least = std::min(least, reports[static_cast<std::size_t>(process)].computed /
                                stretch(nodes[static_cast<std::size_t>(node_of(table, process))]));
  return least;
}

/// Processes that would slow the job's so much as they were slowed.
int others_by_progress(const NodeLoad& node, double slowness) {
  return std::max(0, static_cast<int>(std::lround(slowness * node.processors)) - node.own);
}

void guess_others(const ProcessTable& table, const std::vector<Report>& reports, std::vector<NodeLoad>& nodes) {
  const Seconds best = best_time(table, reports);
  std::vector<double> slowness(nodes.size(), 1);
  for (const int process : table.process_of) {
    double& here = slowness[static_cast<std::size_t>(node_of(table, process))];
    if (best > Seconds(0)) here = std::max(here, reports[static_cast<std::size_t>(process)].computed / best);
  }
  constexpr double noticeable = 1.05;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes[i].others = slowness[i] > noticeable ? others_by_progress(nodes[i], slowness[i]) : 0;
}

/// One that stands by on the node and takes part in no transfer yet.
std::optional<int> free_process(const ProcessTable& table, const std::vector<Transfer>& transfers, int node) {
  for (int process = 0; process < processes(table); ++process) {
    if (node_of(table, process) != node || computes(table, process)) continue;
    if (std::none_of(transfers.begin(), transfers.end(),
                     [process](const Transfer& transfer) { return transfer.from == process; }))
      return process;
  }
  return std::nullopt;
}

} // namespace

std::vector<int> numbered(const std::vector<std::string>& node_names) {
  std::map<std::string, int> number_of;
  std::vector<int> numbers;
  numbers.reserve(node_names.size());
  for (const std::string& name : node_names)
    numbers.push_back(number_of.emplace(name, static_cast<int>(number_of.size())).first->second);
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

Situation situation(const ProcessTable& table, const std::vector<Report>& reports, const Terms& terms, Seconds cost) {
  Situation seen;
  seen.nodes.assign(static_cast<std::size_t>(nodes_in(table)), NodeLoad{0, 0, 1, 0});
  seen.per_node = terms.per_node;
  seen.cost = cost;
  for (int process = 0; process < processes(table); ++process) {
    NodeLoad& node = seen.nodes[static_cast<std::size_t>(node_of(table, process))];
    const Report& report = reports[static_cast<std::size_t>(process)];
    node.others = report.others;
    node.processors = report.processors;
    node.own += computes(table, process) ? 1 : 0;
    ++node.most;
    seen.remaining = std::max(seen.remaining, report.remaining);
  }
  if (terms.load == LoadSource::progress) guess_others(table, reports, seen.nodes);
  for (NodeLoad& node : seen.nodes) node.lately = node.others;
  seen.interval = interval(table, reports, seen.nodes);
  seen.swap = terms.swap;
  return seen;
}

std::vector<Transfer> decide(const ProcessTable& table, Situation seen, const Policy& policy) {
  ProcessTable then = table;
  std::vector<Transfer> transfers;
  rearrange(policy, seen, [&](const Move& move) {
    const auto rank = rank_on(then, move.from);
    const auto to = free_process(then, transfers, move.to);
    if (!rank || !to) return false;
    transfers.push_back({*rank, then.process_of[static_cast<std::size_t>(*rank)], *to});
    carry_out(transfers.back(), then);
    return true;
  });
  return transfers;
}

std::optional<Transfer> ordered(int rank, const ProcessTable& table, const Situation& seen) {
  if (rank < 0 || rank >= static_cast<int>(table.process_of.size())) return std::nullopt;
  std::optional<Transfer> best;
  double fastest = 0;
  for (int process = 0; process < processes(table); ++process) {
    if (computes(table, process)) continue;
    const double there = stretch(seen.nodes[static_cast<std::size_t>(node_of(table, process))], 1);
    if (best && there >= fastest) continue;
    best = Transfer{rank, table.process_of[static_cast<std::size_t>(rank)], process};
    fastest = there;
  }
  return best;
}

void carry_out(const Transfer& transfer, ProcessTable& table) {
  table.process_of[static_cast<std::size_t>(transfer.rank)] = transfer.to;
}

bool is_over(const ProcessTable& table, const std::vector<Report>& reports) {
  return std::any_of(table.process_of.begin(), table.process_of.end(),
                     [&](int process) { return reports[static_cast<std::size_t>(process)].is_over; });
}

std::optional<int> rank_to_migrate(const std::string& order) {
  int rank = 0;
  int length = 0;
  const bool is_order = std::sscanf(order.c_str(), "migrate %d%n", &rank, &length) == 1 &&
                        static_cast<std::size_t>(length) == order.size();
  return is_order ? std::optional(rank) : std::nullopt;
}

std::optional<ProcessTable> without_the_dead(const ProcessTable& table, const std::vector<int>& number_of) {
  ProcessTable living;
  for (const int process : table.process_of) living.process_of.push_back(number_of[static_cast<std::size_t>(process)]);
  if (std::find(living.process_of.begin(), living.process_of.end(), dead) != living.process_of.end())
    return std::nullopt;
  for (std::size_t process = 0; process < number_of.size(); ++process)
    if (number_of[process] != dead) living.node_of.push_back(table.node_of[process]);
  return living;
}

} // namespace daruma::models::migration
