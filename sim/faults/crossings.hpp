// Whose traffic a component carries: the pairs of nodes that need it, there or back.
#pragma once

#include "sim/faults/encounter.hpp"

#include <limits>
#include <utility>
#include <vector>

namespace daruma::faults {

class Crossings {
public:
  /// Of each component at most so many pairs, and as many the other way round.
  explicit Crossings(const Fabric&, std::size_t most = std::numeric_limits<std::size_t>::max());

  /// Each followed by itself the other way round. None if nothing goes that way.
  const std::vector<Pair>& of(const models::faults::Component&) const;

private:
  void enter(const models::faults::Way&, const Pair&);
  void enter(std::vector<Pair>&, const Pair&) const;

  std::size_t most_;
  std::vector<std::vector<Pair>> nodes_;
  std::vector<std::vector<Pair>> switches_;
  std::vector<std::vector<std::vector<Pair>>> ports_;
};

} // namespace daruma::faults
