// Between which nodes nothing gets through for a while, though nothing is lost: nodes that do not answer, and sets of
// nodes that a partition keeps apart.
#pragma once

#include <simgrid/s4u/Host.hpp>

#include <unordered_set>
#include <vector>

namespace daruma::mpi {

class Interruptions {
public:
  using Host = simgrid::s4u::Host;
  using Nodes = std::unordered_set<const Host*>; ///< looked up only
  struct Partition {
    Nodes one;
    Nodes other;
  };

  void begin_hang(const Host& node) { hanging_.insert(&node); }
  void end_hang(const Host& node) { hanging_.erase(&node); }
  void begin(Partition partition) { partitions_.push_back(std::move(partition)); }
  /// One that is the same has begun.
  void end(const Partition&);

  bool hangs(const Host& node) const { return hanging_.count(&node) > 0; }
  /// Whether nothing gets from one to the other now.
  bool are_apart(const Host& from, const Host& to) const;

private:
  Nodes hanging_;
  std::vector<Partition> partitions_;
};

} // namespace daruma::mpi
