#include "sim/run/victims.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace daruma::run {

std::vector<int> victims(const scenario::KillRanks& kill) {
  std::vector<int> ranks = kill.ranks;
  std::sort(ranks.rbegin(), ranks.rend());
  return ranks;
}

std::vector<int> draw_victims(const scenario::KillRandom& kill, int living, RandomStream& stream) {
  const int candidates = std::min(kill.below, living);
  std::set<int, std::greater<>> chosen;
  while (static_cast<int>(chosen.size()) < std::min(kill.count, candidates))
    chosen.insert(static_cast<int>(stream.below(static_cast<std::uint64_t>(candidates))));
  return {chosen.begin(), chosen.end()};
}

} // namespace daruma::run
