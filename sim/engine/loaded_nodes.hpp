// Nodes whose processors other users' jobs want, too: what a process computes there takes as long as its share lasts.
//
// All that compute on a node, ranks and background, share its cores in equal parts (fast::SharedNode);
// it is the same node, with the same draws, that the models without ranks use. A node's past is only
// worked out when somebody computes there.
#pragma once

#include "sim/fast/shared_node.hpp"
#include "sim/scenario/scenario.hpp"

#include <simgrid/s4u/Semaphore.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::engine {

class LoadedNodes {
public:
  /// Job and number.
  using Process = std::pair<std::string, int>;

  LoadedNodes(const scenario::Scenario&, int replication);

  /// Blocks the calling process until it has had `work` of processor time.
  void compute(int node, const Process&, Seconds work);
  /// How many want to compute on the node now, the job's own processes not counted.
  int others(int node, const std::string& job);
  /// The process is gone, whatever it was doing.
  void forget(const Process&);

private:
  struct Computation {
    Seconds remaining;
    simgrid::s4u::SemaphorePtr done;
  };
  struct Node {
    fast::SharedNode shared;
    std::map<Process, Computation> computing{};
    int plans = 0; ///< made so far; only the last one counts

    std::vector<Seconds> remaining() const; ///< of those that compute, in their order
  };

  void join(Node&, const Process&, const Computation&);
  /// Serves everybody up to now.
  static void catch_up(Node&);
  /// Wakes those who have come to their end, and sees to it that this is called again when the next one has.
  void look_ahead(Node&);

  std::vector<Node> nodes_;
};

} // namespace daruma::engine
