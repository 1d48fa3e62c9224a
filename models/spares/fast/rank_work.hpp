// The work of ranks on nodes that others load, or whose processors have been slowed, or neither.
#pragma once

#include "sim/core/units.hpp"
#include "sim/load/shared_node.hpp"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace daruma::fast {

class RankWork {
public:
  /// Each piece of work takes that long of a processor at full speed. `loaded`: as the nodes are when the first piece
  /// begins; empty: nobody loads them.
  RankWork(Seconds work, std::vector<load::SharedNode> loaded);

  bool is_loaded() const { return !now_.empty(); }
  /// From then on the node's processors have that fraction of their speed. In the order of time, for each node.
  void slow_down(int node, Seconds at, double speed) { speeds_[node].emplace_back(at, speed); }
  bool has_slow_nodes() const { return !speeds_.empty(); }

  /// What follows upon the last step that was kept is tried anew.
  void try_step();
  /// When the node is done with a piece that begins then, once in a step that is tried.
  Seconds end_of_work(int node, Seconds begin);
  /// How many times as long as at full speed that piece took; where others load the node, its processors.
  double times_longer(int node, Seconds begin, Seconds end) const;
  /// What was tried is what happens.
  void keep_step() { now_.swap(tried_); }

private:
  using Speeds = std::vector<std::pair<Seconds, double>>;

  struct Loaded {
    load::SharedNode node;
    std::size_t known = 0; ///< changes of its speed until now
  };

  const Speeds& speeds_of(int node) const;
  Seconds end_alone(const Speeds&, Seconds begin) const;
  Seconds end_under_load(Loaded&, const Speeds&, Seconds begin);

  Seconds work_;
  std::map<int, Speeds> speeds_;
  std::vector<Loaded> now_;
  std::vector<Loaded> tried_;
  std::vector<Seconds> left_;
};

} // namespace daruma::fast
