#include "sim/batch/failure_log.hpp"

#include "sim/batch/failure_table.hpp"
#include "sim/batch/lanl_failures.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <queue>
#include <tuple>
#include <utility>

namespace daruma::batch {

namespace {

bool is_earlier(const Fault& a, const Fault& b) { return std::tie(a.time, a.node) < std::tie(b.time, b.node); }

/// From its begin until it begins anew.
Seconds round_of(const FailureLog& log) { return log.span + Seconds(60); } // the resolution of LANL's log

class ReplayedFaults {
public:
  ReplayedFaults(const FailureLog& log, int nodes, Seconds from) : log_(log), nodes_(nodes) {
    const int copies = (nodes + log.nodes - 1) / log.nodes;
    for (int copy = 0; copy < copies; ++copy) {
      const Seconds offset = from + round_of(log_) * copy / copies;
      add({-Seconds(std::fmod(offset.count(), round_of(log_).count())), 0, copy * log.nodes});
    }
  }

  std::optional<Fault> operator()() {
    if (next_.empty()) return std::nullopt;
    const Copy copy = next_.top();
    next_.pop();
    const Fault fault = fault_of(copy);
    push_from(step(copy));
    return fault;
  }

private:
  /// The log on some nodes of the machine.
  struct Copy {
    Seconds begin;  ///< of the log, this time
    std::size_t at; ///< place in it
    int first;      ///< the node that is the log's node 0
  };
  struct IsLater {
    const ReplayedFaults* all;
    bool operator()(const Copy& a, const Copy& b) const { return is_earlier(all->fault_of(b), all->fault_of(a)); }
  };

  Fault fault_of(const Copy& copy) const {
    const Fault& logged = log_.faults[copy.at];
    return {copy.begin + logged.time, copy.first + logged.node, logged.repair};
  }

  Copy step(Copy copy) const {
    if (++copy.at < log_.faults.size()) return copy;
    return {copy.begin + round_of(log_), 0, copy.first};
  }

  /// The last copy may have none of the log's nodes that fail.
  void add(const Copy& copy) {
    const auto is_there = [&](const Fault& fault) { return copy.first + fault.node < nodes_; };
    if (std::any_of(log_.faults.begin(), log_.faults.end(), is_there)) push_from(copy);
  }

  void push_from(Copy copy) {
    while (fault_of(copy).node >= nodes_ || fault_of(copy).time < Seconds(0)) copy = step(copy);
    next_.push(copy);
  }

  const FailureLog& log_;
  int nodes_;
  std::priority_queue<Copy, std::vector<Copy>, IsLater> next_{IsLater{this}};
};

} // namespace

FailureLog read_failure_log(const scenario::FailureLog& log, const std::vector<std::string>& names) {
  return log.system ? read_lanl_failures(log.file, *log.system) : read_failure_table(log.file, log.nodes, names);
}

FailureLog log_of(std::vector<Fault> faults, int nodes) {
  std::stable_sort(faults.begin(), faults.end(), is_earlier);
  const Seconds first = faults.front().time;
  for (Fault& fault : faults) fault.time -= first;
  const Seconds span = faults.back().time;
  return {std::move(faults), nodes, span, {}};
}

int rounds_of(const FailureLog& log, Seconds run) { return static_cast<int>(run / round_of(log)); }

Faults replay_faults(const FailureLog& log, int nodes, Seconds from) {
  // Copies are compared through the object they belong to, so that it must stay where it is.
  return [all = std::make_shared<ReplayedFaults>(log, nodes, from)] { return (*all)(); };
}

} // namespace daruma::batch
