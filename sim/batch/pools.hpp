// Nodes that are alike in who may use them when, and the windows in which they are closed.
//
// A window closes nodes to everybody (maintenance) or to everybody but some users (a reservation), once or again and
// again. Nobody is started whose limit reaches into a window that does not admit it, so that nodes drain before it. Who
// is on them still, since it runs beyond its limit, is not ended: its nodes come to the window when it leaves.
//
// Partitions say whose jobs may be on which nodes at all; a node may be in several.
//
// Nodes of the same windows and partitions are a pool. Where a job can be on several pools it takes first what closes
// next, and of those what is in fewest partitions: that is of least use to others.
#pragma once

#include "sim/batch/places.hpp"
#include "sim/batch/requester.hpp"
#include "sim/core/units.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace daruma::batch {

struct Span {
  Seconds from;
  Seconds until;
};

struct Window {
  std::vector<int> nodes;
  Span first;
  Seconds every{never};     ///< from one beginning to the next, at least its length; never: it comes once
  std::vector<int> users{}; ///< whom it admits; none: nobody

  bool is_maintenance() const { return users.empty(); }
  bool admits(int user) const;
  /// The first of its times that is not over then; never, if all are.
  Span next(Seconds time) const;
};

/// Cores in each pool; empty where there is but one.
using CoresByPool = std::vector<int>;

class Pools {
public:
  static constexpr int most_partitions = 60;
  /// Partitions, or some of them, by their places.
  using Partitions = std::uint64_t;
  static constexpr Partitions bit_of_partition(int partition) { return Partitions{1} << (partition + 1); }

  /// `nodes` are all of the machine. Without partitions everybody may be on every node.
  Pools(int nodes, int cores, std::vector<Window>, const std::vector<std::vector<int>>& partitions = {});

  int count() const { return static_cast<int>(pools_.size()); }
  int of(int node) const { return pool_of_[static_cast<std::size_t>(node)]; }
  const std::vector<Window>& windows() const { return windows_; }
  CoresByPool cores_of(const Places&) const;

  enum class Access { open, held, closed }; ///< to all, to some, to nobody
  Access access(int pool, Seconds time) const;
  int partitions() const { return static_cast<int>(neighbours_.size()) - 1; }
  /// Whether the pool is part of a job's partition.
  bool is_in(int number, const Requester& who) const {
    return (pool(number).partitions & bit_of_partition(who.partition)) != 0;
  }
  /// Those that share a node with a job's own, which is among them.
  Partitions neighbours(const Requester& who) const { return neighbours_[static_cast<std::size_t>(who.partition) + 1]; }
  /// Whether the job may be there all that time.
  bool is_open(int pool, const Requester&, Seconds from, Seconds length) const;
  /// When the next window begins or ends after that time.
  Seconds next_change(Seconds time) const;
  /// When the next one ends after that time.
  Seconds next_opening(Seconds time) const;

  /// Which of the free cores a job takes that is there for that time; nothing, if they are too few.
  std::optional<CoresByPool> share(int processors, const Requester&, Seconds from, Seconds length,
                                   const CoresByPool& free) const;
  /// The first time from `from` on at which the windows leave it so many of `free`; never, if that is not to be
  /// expected: windows that come again and again may leave too short a time for ever.
  Seconds first_opening(int processors, const Requester&, Seconds from, Seconds length, const CoresByPool& free) const;
  /// Whether the windows ever leave a job such a time on nodes that are all up and free.
  bool ever_admit(int processors, const Requester&, Seconds from, Seconds length) const;

private:
  struct Pool {
    std::vector<std::size_t> windows; ///< by number
    std::vector<std::uint64_t> nodes; ///< 64 in a word
    Partitions partitions;            ///< that have its nodes, and none as well
    int cores = 0;                    ///< of all its nodes
  };
  const Pool& pool(int number) const { return pools_[static_cast<std::size_t>(number)]; }
  Seconds next_window(int pool, Seconds time) const;

  std::vector<Window> windows_;
  std::vector<Pool> pools_;
  std::vector<int> pool_of_;           ///< by node
  std::vector<Partitions> neighbours_; ///< by place of the partition, the first without one
  bool is_any_repeated_;
};

} // namespace daruma::batch
