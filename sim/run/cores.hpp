// Which cores of the machine are free, and which nodes the next processes go to.
#pragma once

#include "sim/scenario/scenario.hpp"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace daruma::run {

/// Free cores per node. A process takes one and gives it back when it ends; a node that is off has none.
class Cores {
public:
  Cores(int nodes, int cores_per_node)
      : cores_(cores_per_node), free_(static_cast<std::size_t>(nodes), cores_per_node) {}

  /// Nodes for `count` processes, in process order; fewer if the machine has not enough free cores. Takes them, those
  /// of `wanted` that the machine has, a core each, before others.
  std::vector<int> take(int count, scenario::Placement placement, const std::vector<int>& wanted = {});
  /// One on this node, which has a free one.
  void take_on(int node) { --free_[static_cast<std::size_t>(node)]; }
  void give_back(int node) { ++free_[static_cast<std::size_t>(node)]; }
  /// One on this node is out of use for good.
  void reserve(int node);
  /// Nobody gets one on so many nodes, the last ones, before they take the places of others that are lost.
  void stand_by(int nodes);
  /// The node that takes the place of a lost one from now on, none if none stands by: whoever wants it then has it.
  std::optional<int> spare_for(int lost);
  int free() const;
  /// On this node.
  int taken(int node) const { return cores_ - free_[static_cast<std::size_t>(node)]; }
  /// The largest number of cores that can be free together.
  int most() const;
  void lose(int node);
  /// Only who finds no other gets one of the node's, and as a spare it comes last.
  void avoid(int node) { avoided_.insert(node); }
  /// Nobody gets one of the node's for now.
  void withhold(int node) { withheld_.insert(node); }
  void restore(int node) { withheld_.erase(node); }

private:
  bool has_room(int node) const;
  bool is_promised(int spare) const;
  /// Up to `count` chosen ones, on nodes where `is_wanted`.
  template <class IsWanted>
  void take_more(std::vector<int>& chosen, int count, scenario::Placement placement, const IsWanted& is_wanted);

  int cores_; ///< of a node
  std::vector<int> free_;
  std::vector<int> reserved_{};           ///< nodes, each as often
  std::set<int> spares_{};                ///< that stand by, or have not been used yet
  std::map<int, int> in_place_of_lost_{}; ///< by the lost node
  std::set<int> off_{};
  std::set<int> avoided_{};
  std::set<int> withheld_{};
};

} // namespace daruma::run
