// Nodes that nobody but the jobs uses: those who compute on one have equal parts of its cores, and nobody more than
// one.
//
// What is left to do is worked out when somebody on the node begins, ends or dies, or its speed changes. Instants less
// than a nanosecond apart are one, as for SimGrid.
#pragma once

#include "sim/core/units.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/simgrid/sleep.hpp"
#include "sim/simgrid/timed.hpp"

#include <set>
#include <utility>
#include <vector>

namespace daruma::run {

class DedicatedNodes final : private simgrid_api::Timed {
public:
  /// The SimGrid engine exists and has not run.
  explicit DedicatedNodes(const scenario::Machine&);

  /// Blocks the calling process until it has done the work.
  void compute(int node, Flops work);
  /// The node's processors go on with that fraction of their speed.
  void slow_down(int node, double fraction);

private:
  /// A computation of one process.
  struct Work {
    double left; ///< in flop, when the node changed last
    simgrid_api::Sleeper* sleeper;
    Seconds end = never; ///< unless the node changes
  };
  struct Node {
    double core_speed; ///< in flop/s
    double rate = 0;   ///< that each has had
    Seconds since{0};  ///< when that was worked out
    std::vector<Work> under_way{};
    Seconds first_end = never;
    bool has_changed = false; ///< and what will end when is to be foreseen anew
  };

  Seconds next(Seconds now) override;
  void advance(Seconds now) override;
  Node& change(std::size_t node);
  void foresee(std::size_t node, Seconds now);

  double cores_;
  double full_speed_; ///< of a core, in flop/s
  std::vector<Node> nodes_;
  std::vector<std::size_t> changed_;
  std::set<std::pair<Seconds, std::size_t>> first_ends_; ///< of nodes that have not changed
};

} // namespace daruma::run
