#include "sim/batch/nodes.hpp"

#include "sim/batch/bits.hpp"

#include <algorithm>
#include <utility>

namespace daruma::batch {

void NodeSet::add(int word, std::uint64_t nodes) {
  const auto index = static_cast<std::size_t>(word);
  words_[index] |= nodes;
  size_ += count_bits(nodes);
  first_ = std::min(first_, index);
}

void NodeSet::remove(int word, std::uint64_t nodes) {
  words_[static_cast<std::size_t>(word)] &= ~nodes;
  size_ -= count_bits(nodes);
}

int NodeSet::lowest_word() const {
  while (words_[first_] == 0) ++first_;
  return static_cast<int>(first_);
}

Nodes::Nodes(int nodes, int cores, int spares)
    : cores_(cores), all_spares_(spares), state_(static_cast<std::size_t>(nodes), State::up),
      having_(static_cast<std::size_t>(cores) + 1, NodeSet(nodes)) {
  for (int node = 0; node < nodes - spares; ++node) enter(node, cores);
  for (int node = nodes - spares; node < nodes; ++node) {
    state(node) = State::spare;
    spares_.insert(spares_.end(), node);
  }
}

void Nodes::enter(int node, int cores) {
  having(cores).add(word_of(node), bit_of(node));
  free_ += cores;
}

/// How many free cores it had.
int Nodes::withdraw(int node) {
  int cores = 0;
  while (!having(cores).has(node)) ++cores;
  having(cores).remove(word_of(node), bit_of(node));
  free_ -= cores;
  return cores;
}

void Nodes::move(const Block& block, int from, int to) {
  having(from).remove(block.word, block.nodes);
  having(to).add(block.word, block.nodes);
  free_ += (to - from) * count_bits(block.nodes);
}

/// The number of free cores of the node to take from: of those that have enough the fewest, else the most there are.
int Nodes::fullest_with(int cores) const {
  const auto is_any = [this](int some) { return having_[static_cast<std::size_t>(some)].size() > 0; };
  for (int some = std::min(cores, cores_); some <= cores_; ++some)
    if (is_any(some)) return some;
  int most = std::min(cores, cores_);
  while (!is_any(most)) --most;
  return most;
}

/// All that is free of the lowest nodes that have so much.
void Nodes::take_whole(int there, int nodes, Places& places) {
  while (nodes > 0) {
    const int word = having(there).lowest_word();
    const std::uint64_t all = having(there).word(word);
    const int count = std::min(nodes, count_bits(all));
    const Block block{word, count == count_bits(all) ? all : lowest_bits(all, count), there};
    move(block, there, 0);
    places.add(block);
    nodes -= count;
  }
}

Places Nodes::take(int cores) {
  Places places;
  while (cores > 0) {
    const int there = fullest_with(cores);
    if (there <= cores) {
      const int nodes = std::min(having(there).size(), cores / there);
      take_whole(there, nodes, places);
      cores -= nodes * there;
    } else {
      const int word = having(there).lowest_word();
      const Block block{word, lowest_bits(having(there).word(word), 1), std::exchange(cores, 0)};
      move(block, there, there - block.cores);
      places.add(block);
    }
  }
  return places;
}

void Nodes::give(const Places& places) {
  for (const Block& block : places.blocks()) {
    std::uint64_t rest = block.nodes;
    for (int free = cores_ - block.cores; free >= 0 && rest != 0; --free) {
      const std::uint64_t here = rest & having(free).word(block.word);
      if (here != 0) move({block.word, here, block.cores}, free, free + block.cores);
      rest &= ~here;
    }
  }
}

void Nodes::fail(int node) {
  if (state(node) == State::spare)
    spares_.erase(node);
  else
    withdraw(node);
  state(node) = State::down;
  ++down_;
}

std::optional<int> Nodes::replace(int node) {
  if (spares_.empty()) return std::nullopt;
  const int spare = *spares_.begin();
  spares_.erase(spares_.begin());
  state(spare) = State::up;
  enter(spare, withdraw(node));
  state(node) = State::down;
  ++down_;
  return spare;
}

void Nodes::repair(int node) {
  --down_;
  if (spares() < all_spares_) {
    state(node) = State::spare;
    spares_.insert(node);
    return;
  }
  state(node) = State::up;
  enter(node, cores_);
}

} // namespace daruma::batch
