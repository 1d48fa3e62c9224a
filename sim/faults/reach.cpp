#include "sim/faults/reach.hpp"

#include <algorithm>
#include <cstddef>

namespace daruma::faults {

namespace {

/// For each candidate, the places of those that it cannot talk with.
std::vector<std::vector<std::size_t>> cut_pairs(const Fabric& fabric, const Health& health,
                                                const std::vector<int>& candidates, Seconds now) {
  std::vector<std::vector<std::size_t>> cut(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i)
    for (std::size_t j = i + 1; j < candidates.size(); ++j) {
      const bool talk = health.carries(fabric.way(candidates[i], candidates[j]), now) &&
                        health.carries(fabric.way(candidates[j], candidates[i]), now);
      if (talk) continue;
      cut[i].push_back(j);
      cut[j].push_back(i);
    }
  return cut;
}

} // namespace

std::vector<int> given_up(const Fabric& fabric, const Health& health, const std::vector<int>& candidates, Seconds now) {
  auto cut = cut_pairs(fabric, health, candidates, now);
  std::vector<int> given;
  while (true) {
    const auto worst =
        std::max_element(cut.begin(), cut.end(), [](const auto& a, const auto& b) { return a.size() <= b.size(); });
    if (worst == cut.end() || worst->empty()) return given;
    const auto place = static_cast<std::size_t>(worst - cut.begin());
    given.push_back(candidates[place]);
    worst->clear();
    for (auto& others : cut) others.erase(std::remove(others.begin(), others.end(), place), others.end());
  }
}

} // namespace daruma::faults
