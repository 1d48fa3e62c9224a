#include "sim/run/cores.hpp"

#include <algorithm>

namespace daruma::run {

bool Cores::has_room(int node) const {
  return free_[static_cast<std::size_t>(node)] > 0 && std::find(off_.begin(), off_.end(), node) == off_.end();
}

int Cores::free() const {
  int sum = 0;
  for (int node = 0; node < static_cast<int>(free_.size()); ++node)
    if (has_room(node)) sum += free_[static_cast<std::size_t>(node)];
  return sum;
}

std::vector<int> Cores::take(int count, scenario::Placement placement, const std::vector<int>& wanted) {
  std::vector<int> chosen;
  for (const int node : wanted) {
    if (static_cast<int>(chosen.size()) == count || !has_room(node)) continue;
    take_on(node);
    chosen.push_back(node);
  }
  const int nodes = static_cast<int>(free_.size());
  bool found = true;
  while (found && static_cast<int>(chosen.size()) < count) {
    found = false;
    for (int node = 0; node < nodes && static_cast<int>(chosen.size()) < count; ++node)
      while (has_room(node) && static_cast<int>(chosen.size()) < count) {
        --free_[static_cast<std::size_t>(node)];
        chosen.push_back(node);
        found = true;
        if (placement == scenario::Placement::round_robin) break;
      }
  }
  return chosen;
}

} // namespace daruma::run
