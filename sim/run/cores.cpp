#include "sim/run/cores.hpp"

#include <algorithm>

namespace daruma::run {

bool Cores::has_room(int node) const {
  return free_[static_cast<std::size_t>(node)] > 0 && off_.count(node) == 0 && withheld_.count(node) == 0;
}

int Cores::free() const {
  int sum = 0;
  for (int node = 0; node < static_cast<int>(free_.size()); ++node)
    if (has_room(node)) sum += free_[static_cast<std::size_t>(node)];
  return sum;
}

void Cores::reserve(int node) {
  take_on(node);
  reserved_.push_back(node);
}

int Cores::most() const {
  const auto is_on = [this](int node) { return off_.count(node) == 0; };
  const auto reserved = std::count_if(reserved_.begin(), reserved_.end(), is_on);
  return static_cast<int>((free_.size() - off_.size()) * static_cast<std::size_t>(cores_)) - static_cast<int>(reserved);
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
