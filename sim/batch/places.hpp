// Where a job's cores lie: sets of nodes, 64 in a row as the bits of a word, and how many cores of each.
//
// Jobs of many nodes are what large machines are for: a job costs a word per 64 nodes, not an entry per node. The order
// is that in which the nodes were taken, within a word ascending; cores are given up from its end.
#pragma once

#include <cstdint>
#include <vector>

namespace daruma::batch {

/// As many cores of each of these nodes: bit i is node 64 * word + i.
struct Block {
  int word;
  std::uint64_t nodes;
  int cores; ///< of each node
};

constexpr int word_of(int node) { return node / 64; }
constexpr std::uint64_t bit_of(int node) { return std::uint64_t{1} << (node % 64); }

class Places {
public:
  /// None of its nodes is among them yet.
  void add(const Block&);
  void add(int node, int cores) { add({word_of(node), bit_of(node), cores}); }
  /// As add, for many nodes one after the other: those that may be are entered together.
  void append(int node, int cores);
  /// Takes the last `cores` cores out.
  Places split(int cores);
  /// Adds the cores of others; a node may be among both.
  void join(const Places&);
  /// The node is there no more: how many cores it had.
  int remove(int node);
  /// Another node has the place of one that is there.
  void replace(int node, int by);

  bool has(int node) const;
  int nodes() const;
  /// Which, in that order.
  std::vector<int> list() const;
  /// In how many rows of nodes, by number, it lies.
  int rows() const;
  const std::vector<Block>& blocks() const { return blocks_; }

private:
  using Position = std::vector<Block>::iterator;
  Position find(int node);
  Position isolate(int node);

  std::vector<Block> blocks_;
};

} // namespace daruma::batch
