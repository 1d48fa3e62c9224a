#include "sim/batch/faults.hpp"

#include <algorithm>
#include <deque>
#include <queue>
#include <string>
#include <utility>

namespace daruma::batch {

namespace {

Seconds draw_repair(const std::optional<scenario::NodeRepair>& repair, RandomStream& stream) {
  return repair ? stream.lognormal(repair->median, repair->sigma) : never;
}

class DrawnFaults {
public:
  DrawnFaults(const FaultLaw& law, int nodes, std::uint64_t seed, std::uint64_t replication)
      : law_(law), up_from_(static_cast<std::size_t>(nodes), Seconds(0)), due_(up_from_.size()),
        together_(seed, replication, "failures/together") {
    for (int node = 0; node < nodes; ++node) {
      streams_.emplace_back(seed, replication, "failures/node-" + std::to_string(node));
      draw(node);
    }
  }

  std::optional<Fault> operator()() {
    if (waiting_.empty()) find();
    if (waiting_.empty()) return std::nullopt;
    const Fault fault = waiting_.front();
    waiting_.pop_front();
    return fault;
  }

private:
  using Due = std::pair<Seconds, int>;

  /// The next failure of a node that is up from a time on.
  void draw(int node) {
    const auto at = static_cast<std::size_t>(node);
    due_[at] = up_from_[at] + law_.law->draw(law_.shape, law_.mtbf, streams_[at]);
    if (up_from_[at] < never) failures_.emplace(due_[at], node);
  }

  void fail(int node, Seconds time) {
    const auto at = static_cast<std::size_t>(node);
    const Seconds repair = draw_repair(law_.repair, streams_[at]);
    waiting_.push_back({time, node, repair});
    up_from_[at] = time + repair;
    draw(node);
  }

  void find() {
    while (!failures_.empty()) {
      const auto [time, node] = failures_.top();
      failures_.pop();
      if (due_[static_cast<std::size_t>(node)] != time) continue; // it failed with others meanwhile
      fail(node, time);
      if (law_.groups.together > 0 && together_.uniform() < law_.groups.together) fail_others(node, time);
      return;
    }
  }

  void fail_others(int node, Seconds time) {
    const int first = node / law_.groups.nodes * law_.groups.nodes;
    const int end = std::min(first + law_.groups.nodes, static_cast<int>(due_.size()));
    for (int other = first; other < end; ++other)
      if (other != node && up_from_[static_cast<std::size_t>(other)] <= time) fail(other, time);
  }

  FaultLaw law_;
  std::vector<RandomStream> streams_;
  std::vector<Seconds> up_from_; ///< by node
  std::vector<Seconds> due_;     ///< by node: its next failure
  RandomStream together_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> failures_;
  std::deque<Fault> waiting_;
};

} // namespace

Faults draw_faults(const FaultLaw& law, int nodes, std::uint64_t seed, std::uint64_t replication) {
  return DrawnFaults(law, nodes, seed, replication);
}

Faults list_faults(std::vector<Fault> list) {
  return [list = std::move(list), next = std::size_t{0}]() mutable {
    return next < list.size() ? std::optional(list[next++]) : std::nullopt;
  };
}

std::vector<Fault> with_repairs(std::vector<Fault> list, const std::optional<scenario::NodeRepair>& repair,
                                std::uint64_t seed, std::uint64_t replication) {
  RandomStream stream(seed, replication, "failures/repairs");
  for (Fault& fault : list)
    if (fault.repair == never) fault.repair = draw_repair(repair, stream);
  return list;
}

} // namespace daruma::batch
