// Nodes whose processors other users' jobs want, too: what a process computes there takes as long as its share lasts.
#pragma once

#include "sim/run/simulated/shared_cores.hpp"
#include "sim/scenario/scenario.hpp"

#include <simgrid/s4u/Semaphore.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace daruma::run {

class LoadedNodes {
public:
  /// By its job's name and its number there.
  using Process = std::pair<std::string, int>;

  LoadedNodes(const scenario::Scenario&, int replication);

  /// Blocks the calling thread of the process until it has had `work` of processor time.
  void compute(int node, const Process&, Seconds work);
  /// How many want to compute on the node now, the job's own processes not counted.
  int others(int node, const std::string& job);
  /// The node's processors go on with that fraction of their speed, or not at all.
  void slow_down(int node, double fraction);
  /// What the process computes takes so many times as long from now on.
  void slow_down(const Process&, double factor);
  double speed(int node) const { return nodes_[static_cast<std::size_t>(node)].speed; }
  /// The process is gone, whatever it was doing.
  void forget(const Process&);

private:
  using Computation = SharedCores::Computation;
  using Computing = std::map<Computation, simgrid::s4u::SemaphorePtr>;
  struct Node {
    std::unique_ptr<SharedCores> cores;
    double speed = 1;      ///< of what its processors were built for
    Computing computing{}; ///< each waits for its end
    int plans = 0;         ///< made so far; only the last one counts
  };

  /// Those that the process computes there.
  static std::pair<Computing::iterator, Computing::iterator> all_of(const Process&, Node&);
  /// One that the process does not compute now.
  static Computation another_of(const Process&, const Node&);

  /// Serves everybody up to now, and wakes those who have come to their end.
  static void catch_up(Node&);
  /// Sees to it that this is called again when the next one has.
  void look_ahead(Node&);

  std::vector<Node> nodes_;
  std::map<Process, double> slowness_; ///< of those that have ever been slower
};

} // namespace daruma::run
