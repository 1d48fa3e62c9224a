// Whose traffic a component carries: the pairs of nodes that need it, there or back.
//
// Found by going through the routes between all nodes, which are what they are whatever is broken.
#pragma once

#include "sim/faults/encounter.hpp"

#include <atomic>
#include <cstddef>
#include <limits>
#include <vector>

namespace daruma::faults {

class Crossings {
public:
  /// Of these components alone, at most so many pairs of each: those of the lowest nodes. Ends early, with the pairs
  /// that were found by then, when it is told to stop. With any number of threads the same.
  Crossings(const Fabric&, const std::vector<models::faults::Component>&, std::size_t most, int threads,
            const std::atomic<bool>& stop);

  /// Ascending, and the lower node of each first. None if nothing goes that way.
  std::vector<Pair> of(const models::faults::Component&) const;

private:
  using Lists = std::vector<std::vector<Pair>>;

  void want(const models::faults::Component&);
  int& list_of(const models::faults::Component&);
  void enter(const models::faults::Way&, const Pair&, Lists&) const;
  Lists crossing_from(int node) const;
  void take(const Lists&);
  bool is_full() const;

  const Fabric& fabric_;
  std::size_t most_;
  std::vector<int> lists_of_switches_;           ///< -1: of no interest
  std::vector<std::vector<int>> lists_of_ports_; ///< by switch and port
  Lists lists_;
};

/// How many pairs there will be for a switch or a port, in the mean: estimated from a thousand routes.
double mean_crossings(const Fabric&);

} // namespace daruma::faults
