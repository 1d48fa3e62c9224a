// Nodes whose processors other users' jobs want, too: what a process computes there takes as long as its share lasts.
#pragma once

#include "sim/scenario/scenario.hpp"

#include <simgrid/s4u/Semaphore.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace daruma::run {

/// A node's cores among those who compute there and the background: in equal parts at every instant, or in turns of a
/// quantum, as the background says. Both are the nodes of the models without ranks, with the same draws.
///
/// A node's past is only worked out when it is asked for.
class SharedCores {
public:
  /// Job and number.
  using Process = std::pair<std::string, int>;

  virtual ~SharedCores() = default;

  /// All four of a node whose past is worked out.
  virtual void join(const Process&, Seconds work) = 0;
  virtual void leave(const Process&) = 0;
  virtual void slow_down(double fraction) = 0;
  /// When the first process will come to its end, if nobody joins or leaves before; there is one.
  virtual Seconds first_end() const = 0;

  /// Works out what happened up to now: who came to the end of its work.
  virtual std::vector<Process> catch_up(Seconds now) = 0;
  /// Jobs of the background that are here.
  virtual int others() const = 0;
};

std::unique_ptr<SharedCores> shared_cores(const scenario::Scenario&, int node, int replication);

class LoadedNodes {
public:
  using Process = SharedCores::Process;

  LoadedNodes(const scenario::Scenario&, int replication);

  /// Blocks the calling process until it has had `work` of processor time.
  void compute(int node, const Process&, Seconds work);
  /// How many want to compute on the node now, the job's own processes not counted.
  int others(int node, const std::string& job);
  /// The node's processors go on with that fraction of their speed.
  void slow_down(int node, double fraction);
  double speed(int node) const { return nodes_[static_cast<std::size_t>(node)].speed; }
  /// The process is gone, whatever it was doing.
  void forget(const Process&);

private:
  struct Node {
    std::unique_ptr<SharedCores> cores;
    double speed = 1;                                          ///< of what its processors were built for
    std::map<Process, simgrid::s4u::SemaphorePtr> computing{}; ///< each waits for its end
    int plans = 0;                                             ///< made so far; only the last one counts
  };

  /// Serves everybody up to now, and wakes those who have come to their end.
  static void catch_up(Node&);
  /// Sees to it that this is called again when the next one has.
  void look_ahead(Node&);

  std::vector<Node> nodes_;
};

} // namespace daruma::run
