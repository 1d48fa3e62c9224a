#include "sim/run/cores.hpp"

#include <algorithm>

namespace daruma::run {

bool Cores::has_room(int node) const {
  return free_[static_cast<std::size_t>(node)] > 0 && off_.count(node) == 0 && withheld_.count(node) == 0 &&
         spares_.count(node) == 0;
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

void Cores::stand_by(int nodes) {
  const int all = static_cast<int>(free_.size());
  for (int node = all - nodes; node < all; ++node) spares_.insert(node);
}

std::optional<int> Cores::spare_for(int lost) {
  if (const auto known = in_place_of_lost_.find(lost); known != in_place_of_lost_.end()) return known->second;
  std::optional<int> chosen;
  for (const int node : spares_) {
    if (is_promised(node)) continue;
    if (!chosen || avoided_.count(*chosen) > avoided_.count(node)) chosen = node;
  }
  if (chosen) in_place_of_lost_[lost] = *chosen;
  return chosen;
}

bool Cores::is_promised(int spare) const {
  return std::any_of(in_place_of_lost_.begin(), in_place_of_lost_.end(),
                     [spare](const auto& one) { return one.second == spare; });
}

void Cores::lose(int node) {
  off_.insert(node);
  spares_.erase(node);
}

int Cores::most() const {
  const auto is_on = [this](int node) { return off_.count(node) == 0; };
  const auto reserved = std::count_if(reserved_.begin(), reserved_.end(), is_on);
  const auto standing_by =
      std::count_if(spares_.begin(), spares_.end(), [this](int node) { return !is_promised(node); });
  const int nodes = static_cast<int>(free_.size() - off_.size()) - static_cast<int>(standing_by);
  return nodes * cores_ - static_cast<int>(reserved);
}

template <class IsWanted>
void Cores::take_more(std::vector<int>& chosen, int count, scenario::Placement placement, const IsWanted& is_wanted) {
  const int nodes = static_cast<int>(free_.size());
  bool found = true;
  while (found && static_cast<int>(chosen.size()) < count) {
    found = false;
    for (int node = 0; node < nodes && static_cast<int>(chosen.size()) < count; ++node)
      while (is_wanted(node) && has_room(node) && static_cast<int>(chosen.size()) < count) {
        take_on(node);
        chosen.push_back(node);
        found = true;
        if (placement == scenario::Placement::round_robin) break;
      }
  }
}

std::vector<int> Cores::take(int count, scenario::Placement placement, const std::vector<int>& wanted) {
  std::vector<int> chosen;
  for (const int node : wanted) {
    if (static_cast<int>(chosen.size()) == count) break;
    spares_.erase(node);
    if (node >= static_cast<int>(free_.size()) || !has_room(node)) continue;
    take_on(node);
    chosen.push_back(node);
  }
  take_more(chosen, count, placement, [this](int node) { return avoided_.count(node) == 0; });
  take_more(chosen, count, placement, [this](int node) { return avoided_.count(node) > 0; });
  return chosen;
}

} // namespace daruma::run
