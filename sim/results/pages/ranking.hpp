// Which of several estimates is the best, and which others its interval does not tell it from.
//
// What is better is known of the metrics that Daruma names: times, losses and deaths are better small, work done and
// promises kept large. Of a program's own metrics it is not.
#pragma once

#include "sim/results/pages/pieces.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace daruma::pages {

enum class Better { less, more, unknown };

Better better(std::string_view metric);

struct Ranking {
  std::size_t best = 0; ///< the least where it is not known what is better
  std::size_t worst = 0;
  std::vector<std::size_t> undecided{}; ///< whose intervals overlap with that of the best
};

/// Of at least one.
Ranking rank(const std::vector<Bar>&, Better);

/// Whether not all means are the same but for rounding.
bool differs(const std::vector<Bar>&);

} // namespace daruma::pages
