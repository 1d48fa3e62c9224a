// Below as few levels of switches as can be: the switch of the lowest level that has enough free nodes below it, of
// several the one with the fewest. Where that has switches below it, those with most free nodes are emptied first, and
// the rest comes from the one that it fills best (as Slurm's topology/tree does it at its leaves).
#include "sim/batch/node_choice.hpp"

#include "sim/batch/bits.hpp"

#include <algorithm>

namespace daruma::batch::node_choice {

namespace {

class Tree {
public:
  Tree(const NodeSet& free, const NodeLayout& layout) : free_(free), layout_(layout) {}

  /// The first switch of the lowest level with enough free nodes, the fullest of them; level 0 has the nodes.
  std::vector<int> take(int count) {
    const auto levels = static_cast<int>(layout_.levels.size());
    for (int level = 1; level <= levels; ++level)
      if (const int best = fullest_with(level, {0, layout_.nodes}, count); best >= 0) {
        take_below(level, best, count);
        return sorted();
      }
    take_within(levels, {0, layout_.nodes}, count);
    return sorted();
  }

private:
  struct Range {
    int first;
    int end;
  };

  Range below(int level, int index) const {
    const int nodes = level == 0 ? 1 : layout_.levels[static_cast<std::size_t>(level) - 1].nodes;
    return {index * nodes, std::min(layout_.nodes, (index + 1) * nodes)};
  }
  int count_free(Range range) const {
    int sum = 0;
    for (int word = word_of(range.first); 64 * word < range.end; ++word) {
      std::uint64_t bits = free_.word(word);
      if (64 * word < range.first) bits &= ~(bit_of(range.first) - 1);
      if (64 * word + 64 > range.end) bits &= bit_of(range.end) - 1;
      sum += count_bits(bits);
    }
    return sum;
  }
  template <class Use> void each_switch(int level, Range range, Use use) const {
    const int nodes = layout_.levels[static_cast<std::size_t>(level) - 1].nodes;
    for (int index = range.first / nodes; index * nodes < range.end; ++index)
      use(index, count_free(below(level, index)));
  }

  /// The one with the fewest free nodes that has enough; -1: none has.
  int fullest_with(int level, Range range, int count) const {
    int best = -1;
    int fewest = 0;
    each_switch(level, range, [&](int index, int there) {
      if (there < count || (best >= 0 && there >= fewest)) return;
      best = index;
      fewest = there;
    });
    return best;
  }

  void take_below(int level, int index, int count) { take_within(level - 1, below(level, index), count); }

  /// From the switches of that level, or the nodes, that are in the range.
  void take_within(int level, Range range, int count) {
    if (level == 0) {
      for (int node = range.first; node < range.end && count > 0; ++node)
        if (free_.has(node)) {
          nodes_.push_back(node);
          --count;
        }
      return;
    }
    std::vector<std::pair<int, int>> by_most; // free nodes below it, negative, and its number
    each_switch(level, range, [&](int index, int there) { by_most.emplace_back(-there, index); });
    std::sort(by_most.begin(), by_most.end());
    for (auto one = by_most.begin(); count > 0; ++one) {
      const int there = -one->first;
      if (there > count) {
        take_below(level, fullest_of(one, by_most.end(), count), count);
        return;
      }
      take_below(level, one->second, there);
      count -= there;
    }
  }

  /// Of those from the one with most free nodes on, the last that has enough, and of equals the first.
  template <class Place> static int fullest_of(Place from, Place end, int count) {
    auto last = from;
    for (auto one = from; one != end && -one->first >= count; ++one)
      if (one->first != last->first) last = one;
    return last->second;
  }

  std::vector<int> sorted() {
    std::sort(nodes_.begin(), nodes_.end());
    return std::move(nodes_);
  }

  const NodeSet& free_;
  const NodeLayout& layout_;
  std::vector<int> nodes_{};
};

} // namespace

const NodeChoice by_switch{"by-switch", "free nodes below as few levels of switches as can be",
                           NodeChoice::Needs::switches,
                           [](const NodeSet& free, int count, const NodeLayout& layout, RandomStream) {
                             return Tree(free, layout).take(count);
                           }};

} // namespace daruma::batch::node_choice
