#include "sim/batch/places.hpp"

#include "sim/batch/bits.hpp"

#include <algorithm>
#include <utility>

namespace daruma::batch {

namespace {

bool is_on(const Block& block, int node) { return block.word == word_of(node) && (block.nodes & bit_of(node)) != 0; }

} // namespace

void Places::add(const Block& block) { blocks_.push_back(block); }

void Places::append(int node, int cores) {
  const bool joins = !blocks_.empty() && blocks_.back().word == word_of(node) && blocks_.back().cores == cores &&
                     blocks_.back().nodes < bit_of(node);
  if (joins)
    blocks_.back().nodes |= bit_of(node);
  else
    add(node, cores);
}

Places::Position Places::find(int node) {
  return std::find_if(blocks_.begin(), blocks_.end(), [=](const Block& one) { return is_on(one, node); });
}

/// Makes the node a block of its own, where it is.
Places::Position Places::isolate(int node) {
  Position place = find(node);
  const Block all = *place;
  const std::uint64_t below = all.nodes & (bit_of(node) - 1);
  const std::uint64_t above = all.nodes & ~below & ~bit_of(node);
  place->nodes = bit_of(node);
  if (below != 0) place = blocks_.insert(place, {all.word, below, all.cores}) + 1;
  if (above != 0) place = blocks_.insert(place + 1, {all.word, above, all.cores}) - 1;
  return place;
}

Places Places::split(int cores) {
  Places apart;
  while (cores > 0) {
    Block& last = blocks_.back();
    if (count_bits(last.nodes) * last.cores <= cores) {
      cores -= count_bits(last.nodes) * last.cores;
      apart.add(last);
      blocks_.pop_back();
    } else if (last.cores <= cores) {
      const std::uint64_t whole = highest_bits(last.nodes, cores / last.cores);
      cores %= last.cores;
      last.nodes &= ~whole;
      apart.add({last.word, whole, last.cores});
    } else {
      const Position node = isolate(64 * last.word + highest_bit(last.nodes));
      node->cores -= cores;
      apart.add({node->word, node->nodes, std::exchange(cores, 0)});
    }
  }
  return apart;
}

void Places::join(const Places& more) {
  for (const Block& block : more.blocks_)
    for (std::uint64_t rest = block.nodes; rest != 0; rest &= rest - 1) {
      const int node = 64 * block.word + lowest_bit(rest);
      if (has(node))
        isolate(node)->cores += block.cores;
      else
        add(node, block.cores);
    }
}

int Places::remove(int node) {
  const Position place = find(node);
  const int cores = place->cores;
  place->nodes &= ~bit_of(node);
  if (place->nodes == 0) blocks_.erase(place);
  return cores;
}

void Places::replace(int node, int by) {
  const Position place = isolate(node);
  place->word = word_of(by);
  place->nodes = bit_of(by);
}

bool Places::has(int node) const {
  return std::any_of(blocks_.begin(), blocks_.end(), [=](const Block& one) { return is_on(one, node); });
}

int Places::nodes() const {
  int sum = 0;
  for (const Block& block : blocks_) sum += count_bits(block.nodes);
  return sum;
}

std::vector<int> Places::list() const {
  std::vector<int> nodes;
  for (const Block& block : blocks_)
    for (std::uint64_t rest = block.nodes; rest != 0; rest &= rest - 1)
      nodes.push_back(64 * block.word + lowest_bit(rest));
  return nodes;
}

int Places::rows() const {
  std::vector<int> nodes = list();
  std::sort(nodes.begin(), nodes.end());
  int rows = nodes.empty() ? 0 : 1;
  for (std::size_t i = 1; i < nodes.size(); ++i)
    if (nodes[i] != nodes[i - 1] + 1) ++rows;
  return rows;
}

} // namespace daruma::batch
