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

#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace daruma::run {

class DedicatedNodes final : private simgrid_api::Timed {
public:
  /// The SimGrid engine exists and has not run.
  explicit DedicatedNodes(const scenario::Machine&);

  /// By its job's index and its number there.
  using Process = std::pair<std::size_t, int>;

  /// Blocks the calling thread of the process until it has done the work.
  void compute(int node, const Process&, Flops work);
  /// The node's processors go on with that fraction of their speed, or not at all.
  void slow_down(int node, double fraction);
  /// What the process, which is on that node, computes takes so many times as long from now on.
  void slow_down(int node, const Process&, double factor);

private:
  /// A computation of one process.
  struct Work {
    Process process;
    double left; ///< in flop, when the node changed last; of a slower process more
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
  std::map<Process, double> slowness_; ///< of those that have ever been slower
  std::vector<std::size_t> changed_;
  std::set<std::pair<Seconds, std::size_t>> first_ends_; ///< of nodes that have not changed
};

} // namespace daruma::run
