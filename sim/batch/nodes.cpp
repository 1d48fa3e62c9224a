#include "sim/batch/nodes.hpp"

#include "sim/batch/bits.hpp"
#include "sim/batch/node_choice.hpp"

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

Nodes::Nodes(int nodes, int cores, int spares, const Pools* layout, ChooseNodes choose)
    : cores_(cores), all_spares_(spares), state_(static_cast<std::size_t>(nodes), State::up), layout_(layout),
      pools_(layout == nullptr ? 1 : static_cast<std::size_t>(layout->count()),
             Pool{std::vector<NodeSet>(static_cast<std::size_t>(cores) + 1, NodeSet(nodes)), 0}),
      choose_(std::move(choose)) {
  for (int node = 0; node < nodes - spares; ++node) enter(node, cores);
  for (int node = nodes - spares; node < nodes; ++node) {
    state(node) = State::spare;
    spares_.insert(spares_.end(), node);
  }
}

CoresByPool Nodes::free_by_pool() const {
  CoresByPool free;
  if (layout_ == nullptr) return free;
  for (const Pool& pool : pools_) free.push_back(pool.free);
  return free;
}

void Nodes::enter(int node, int cores) {
  Pool& pool = pool_of(node);
  having(pool, cores).add(word_of(node), bit_of(node));
  pool.free += cores;
  free_ += cores;
}

/// How many free cores it had.
int Nodes::withdraw(int node) {
  Pool& pool = pool_of(node);
  int cores = 0;
  while (!having(pool, cores).has(node)) ++cores;
  having(pool, cores).remove(word_of(node), bit_of(node));
  pool.free -= cores;
  free_ -= cores;
  return cores;
}

void Nodes::move(Pool& pool, const Block& block, int from, int to) {
  having(pool, from).remove(block.word, block.nodes);
  having(pool, to).add(block.word, block.nodes);
  const int more = (to - from) * count_bits(block.nodes);
  pool.free += more;
  free_ += more;
}

/// The number of free cores of the node to take from: of those that have enough the fewest, else the most there are.
int Nodes::fullest_with(const Pool& pool, int cores) const {
  const auto is_any = [&pool](int some) { return pool.having[static_cast<std::size_t>(some)].size() > 0; };
  for (int some = std::min(cores, cores_); some <= cores_; ++some)
    if (is_any(some)) return some;
  int most = std::min(cores, cores_);
  while (!is_any(most)) --most;
  return most;
}

/// All that is free of the lowest nodes that have so much.
void Nodes::take_whole(Pool& pool, int there, int nodes, Places& places) {
  while (nodes > 0) {
    const int word = having(pool, there).lowest_word();
    const std::uint64_t all = having(pool, there).word(word);
    const int count = std::min(nodes, count_bits(all));
    const Block block{word, count == count_bits(all) ? all : lowest_bits(all, count), there};
    move(pool, block, there, 0);
    places.add(block);
    nodes -= count;
  }
}

void Nodes::take_chosen(Pool& pool, int nodes, Places& places) {
  for (const int node : choose_(having(pool, cores_), nodes)) {
    move(pool, {word_of(node), bit_of(node), cores_}, cores_, 0);
    places.append(node, cores_);
  }
}

double Nodes::fragmentation() const {
  NodeSet free(static_cast<int>(state_.size()));
  for (const Pool& pool : pools_) {
    const NodeSet& whole = pool.having[static_cast<std::size_t>(cores_)];
    for (int word = 0; word < whole.words(); ++word) free.add(word, whole.word(word));
  }
  int longest = 0;
  for (const NodeRow& row : rows_of(free)) longest = std::max(longest, row.length);
  return free.size() == 0 ? 0 : 1 - static_cast<double>(longest) / free.size();
}

void Nodes::take_from(Pool& pool, int cores, Places& places) {
  while (cores > 0) {
    const int there = fullest_with(pool, cores);
    if (there <= cores) {
      const int nodes = std::min(having(pool, there).size(), cores / there);
      if (there == cores_ && choose_)
        take_chosen(pool, nodes, places);
      else
        take_whole(pool, there, nodes, places);
      cores -= nodes * there;
    } else {
      const int word = having(pool, there).lowest_word();
      const Block block{word, lowest_bits(having(pool, there).word(word), 1), std::exchange(cores, 0)};
      move(pool, block, there, there - block.cores);
      places.add(block);
    }
  }
}

Places Nodes::take(int cores) {
  Places places;
  take_from(pools_.front(), cores, places);
  return places;
}

Places Nodes::take(const CoresByPool& cores) {
  Places places;
  for (std::size_t pool = 0; pool < cores.size(); ++pool) take_from(pools_[pool], cores[pool], places);
  return places;
}

/// Each of these nodes that is up has so many times the cores that are here free beside those that are.
void Nodes::shift(const Places& places, int times) {
  for (const Block& block : places.blocks()) {
    std::uint64_t rest = block.nodes;
    const int more = times * block.cores;
    for (Pool& pool : pools_)
      for (int free = std::min(cores_, cores_ - more); free >= std::max(0, -more) && rest != 0; --free) {
        const std::uint64_t here = rest & having(pool, free).word(block.word);
        if (here != 0) move(pool, {block.word, here, block.cores}, free, free + more);
        rest &= ~here;
      }
  }
}

void Nodes::take(const Places& places) { shift(places, -1); }
void Nodes::give(const Places& places) { shift(places, 1); }

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
