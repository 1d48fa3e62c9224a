// The cores of a machine's nodes: which are free, which are taken, which nodes are down, and which wait as spares.
//
// A job's cores lie wherever there are some: whole nodes first, the rest on the fullest node with room. All choices go
// to the lowest number.
#pragma once

#include <optional>
#include <set>
#include <vector>

namespace daruma::batch {

/// A number of cores of one node.
struct Share {
  int node;
  int cores;
};
using Places = std::vector<Share>; ///< each node once

/// Takes the last `cores` cores out of the places, and returns them.
Places split(Places&, int cores);
void join(Places&, const Places& more);

class Nodes {
public:
  /// The last `spares` nodes are out of use until one of them takes another's place.
  Nodes(int nodes, int cores, int spares);

  int free() const { return free_; } ///< cores
  int down() const { return down_; } ///< nodes
  int spares() const { return static_cast<int>(spares_.size()); }
  bool is_down(int node) const { return state_[index(node)] == State::down; }

  /// No more than are free.
  Places take(int cores);
  /// What is on nodes that are down is gone.
  void give(const Places&);
  /// A node that is up; its free cores are gone, and whoever is on it has lost its own.
  void fail(int node);
  /// It fails, and a spare has its cores, free and taken, in its stead: which one. Nothing happens without spares.
  std::optional<int> replace(int node);
  /// A node that is down; it becomes a spare if there are fewer than there were.
  void repair(int node);

private:
  enum class State { up, down, spare };

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  void set_free(int node, int cores);
  int fullest_with(int cores) const;

  int cores_;
  int all_spares_;
  int free_ = 0;
  int down_ = 0;
  std::vector<State> state_;
  std::vector<int> free_of_;          ///< by node; 0 unless it is up
  std::vector<std::set<int>> having_; ///< so many free cores, nodes that are up
  std::set<int> spares_;
};

} // namespace daruma::batch
