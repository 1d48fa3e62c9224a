#include "sim/results/pages/ranking.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::pages {

Ranking rank(const std::vector<Bar>& all, Better direction) {
  const auto is_before = [](const Bar& a, const Bar& b) { return a.estimate.mean < b.estimate.mean; };
  const auto [least, most] = std::minmax_element(all.begin(), all.end(), is_before);
  const auto best = direction == Better::up ? most : least;
  const auto worst = direction == Better::up ? least : most;
  Ranking ranking{static_cast<std::size_t>(best - all.begin()), static_cast<std::size_t>(worst - all.begin()), {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double apart = std::abs(all[i].estimate.mean - best->estimate.mean);
    if (i != ranking.best && apart <= all[i].estimate.half_width + best->estimate.half_width)
      ranking.undecided.push_back(i);
  }
  return ranking;
}

bool differs(const std::vector<Bar>& all) {
  constexpr double rounding = 1e-9;
  const double first = all.front().estimate.mean;
  return std::any_of(all.begin(), all.end(),
                     [=](const Bar& bar) { return std::abs(bar.estimate.mean - first) > rounding * std::abs(first); });
}

} // namespace daruma::pages
