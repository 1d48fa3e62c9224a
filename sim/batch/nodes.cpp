#include "sim/batch/nodes.hpp"

#include <algorithm>

namespace daruma::batch {

Places split(Places& all, int cores) {
  Places apart;
  while (cores > 0) {
    Share& last = all.back();
    const int taken = std::min(cores, last.cores);
    apart.push_back({last.node, taken});
    last.cores -= taken;
    cores -= taken;
    if (last.cores == 0) all.pop_back();
  }
  return apart;
}

void join(Places& all, const Places& more) {
  for (const Share& share : more) {
    const auto known = std::find_if(all.begin(), all.end(), [&](const Share& one) { return one.node == share.node; });
    if (known == all.end())
      all.push_back(share);
    else
      known->cores += share.cores;
  }
}

Nodes::Nodes(int nodes, int cores, int spares)
    : cores_(cores), all_spares_(spares), state_(index(nodes), State::up), free_of_(index(nodes), 0),
      having_(index(cores) + 1) {
  for (int node = 0; node < nodes - spares; ++node) {
    having_[0].insert(having_[0].end(), node);
    set_free(node, cores);
  }
  for (int node = nodes - spares; node < nodes; ++node) {
    state_[index(node)] = State::spare;
    spares_.insert(spares_.end(), node);
  }
}

void Nodes::set_free(int node, int cores) {
  int& own = free_of_[index(node)];
  having_[index(own)].erase(node);
  free_ += cores - own;
  own = cores;
  having_[index(own)].insert(node);
}

/// The number of free cores of the node to take from: of those that have enough the fewest, else the most there are.
int Nodes::fullest_with(int cores) const {
  for (int some = std::min(cores, cores_); some <= cores_; ++some)
    if (!having_[index(some)].empty()) return some;
  int most = std::min(cores, cores_);
  while (having_[index(most)].empty()) --most;
  return most;
}

Places Nodes::take(int cores) {
  Places places;
  while (cores > 0) {
    const int there = fullest_with(cores);
    const int node = *having_[index(there)].begin();
    const int taken = std::min(there, cores);
    set_free(node, there - taken);
    places.push_back({node, taken});
    cores -= taken;
  }
  return places;
}

void Nodes::give(const Places& places) {
  for (const Share& share : places)
    if (state_[index(share.node)] == State::up) set_free(share.node, free_of_[index(share.node)] + share.cores);
}

void Nodes::fail(int node) {
  if (state_[index(node)] == State::spare) {
    spares_.erase(node);
  } else {
    set_free(node, 0);
    having_[0].erase(node);
  }
  state_[index(node)] = State::down;
  ++down_;
}

std::optional<int> Nodes::replace(int node) {
  if (spares_.empty()) return std::nullopt;
  const int spare = *spares_.begin();
  spares_.erase(spares_.begin());
  state_[index(spare)] = State::up;
  having_[0].insert(spare);
  set_free(spare, free_of_[index(node)]);
  fail(node);
  return spare;
}

void Nodes::repair(int node) {
  --down_;
  if (spares() < all_spares_) {
    state_[index(node)] = State::spare;
    spares_.insert(node);
    return;
  }
  state_[index(node)] = State::up;
  having_[0].insert(node);
  set_free(node, cores_);
}

} // namespace daruma::batch
