// Which of several estimates is the best, and which others its interval does not tell it from.
#pragma once

#include "sim/core/metric.hpp"
#include "sim/results/pages/pieces.hpp"

#include <cstddef>
#include <vector>

namespace daruma::pages {

struct Ranking {
  std::size_t best = 0; ///< the least where neither direction is better
  std::size_t worst = 0;
  std::vector<std::size_t> undecided{}; ///< whose intervals overlap with that of the best
};

/// Of at least one.
Ranking rank(const std::vector<Bar>&, Better);

/// Whether not all means are the same but for rounding.
bool differs(const std::vector<Bar>&);

} // namespace daruma::pages
