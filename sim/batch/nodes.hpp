// The cores of a machine's nodes: which are free, which are taken, which nodes are down, and which wait as spares.
//
// A job's cores lie wherever there are some: whole nodes first, the rest on the fullest node with room. All choices go
// to the lowest number. Nodes with as many free cores are a set of bits, so that a job costs a step per 64 of its
// nodes, or of all where few are free.
#pragma once

#include "sim/batch/places.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace daruma::batch {

/// Nodes, of which the lowest are at hand.
class NodeSet {
public:
  explicit NodeSet(int nodes) : words_(static_cast<std::size_t>(nodes + 63) / 64) {}

  int size() const { return size_; }
  std::uint64_t word(int index) const { return words_[static_cast<std::size_t>(index)]; }
  bool has(int node) const { return (word(word_of(node)) & bit_of(node)) != 0; }
  /// Some of a word's nodes that are not there yet, or that are.
  void add(int word, std::uint64_t nodes);
  void remove(int word, std::uint64_t nodes);
  /// The word that has the lowest node; the set is not empty.
  int lowest_word() const;

private:
  std::vector<std::uint64_t> words_;
  int size_ = 0;
  mutable std::size_t first_ = 0; ///< all words before it are empty
};

class Nodes {
public:
  /// The last `spares` nodes are out of use until one of them takes another's place.
  Nodes(int nodes, int cores, int spares);

  int free() const { return free_; } ///< cores
  int down() const { return down_; } ///< nodes
  int spares() const { return static_cast<int>(spares_.size()); }
  bool is_down(int node) const { return state_[static_cast<std::size_t>(node)] == State::down; }

  /// No more than are free.
  Places take(int cores);
  /// What is on nodes that are down is gone.
  void give(const Places&);
  /// A node that is up; its free cores are gone, and whoever is on it has lost its own.
  void fail(int node);
  /// It fails, and a spare has its cores, free and taken, in its stead: which one. Nothing happens without spares.
  std::optional<int> replace(int node);
  /// A node that is down; it becomes a spare if there are fewer than there were.
  void repair(int node);

private:
  enum class State { up, down, spare };

  State& state(int node) { return state_[static_cast<std::size_t>(node)]; }
  NodeSet& having(int cores) { return having_[static_cast<std::size_t>(cores)]; }
  int fullest_with(int cores) const;
  void take_whole(int there, int nodes, Places&);
  void move(const Block&, int from, int to);
  void enter(int node, int cores);
  int withdraw(int node);

  int cores_;
  int all_spares_;
  int free_ = 0;
  int down_ = 0;
  std::vector<State> state_;
  std::vector<NodeSet> having_; ///< so many free cores, nodes that are up
  std::set<int> spares_;
};

} // namespace daruma::batch
