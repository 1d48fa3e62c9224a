#include "sim/results/pages/ranking.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace daruma::pages {

namespace {

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

template <std::size_t Count>
bool ends_with_one(std::string_view text, const std::array<std::string_view, Count>& ends) {
  return std::any_of(ends.begin(), ends.end(), [=](std::string_view end) { return ends_with(text, end); });
}

} // namespace

Better better(std::string_view name) {
  const std::string_view metric = name.substr(0, name.find('[')); // "slowdown[failures=2]"
  static constexpr std::array<std::string_view, 6> large{"finished",      "completed",   "deadline_met",
                                                         "deadlines_met", "utilisation", "ranks_at_end"};
  static constexpr std::array<std::string_view, 12> small{"_s",      "_ms",    "slowdown", "deaths",
                                                          "reruns",  "failed", "losses",   "lost",
                                                          "dropped", "wrong",  "restarts", "node_hours"};
  if (ends_with_one(metric, large)) return Better::more;
  return ends_with_one(metric, small) ? Better::less : Better::unknown;
}

Ranking rank(const std::vector<Bar>& all, Better direction) {
  const auto is_before = [](const Bar& a, const Bar& b) { return a.estimate.mean < b.estimate.mean; };
  const auto [least, most] = std::minmax_element(all.begin(), all.end(), is_before);
  const auto best = direction == Better::more ? most : least;
  const auto worst = direction == Better::more ? least : most;
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
