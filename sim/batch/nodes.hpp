// The cores of a machine's nodes: which are free, which are taken, which nodes are down, and which wait as spares.
//
// A job's cores lie wherever there are some: whole nodes first, the rest on the fullest node with room. All choices go
// to the lowest number. Nodes with as many free cores are a set of bits, so that a job costs a step per 64 of its
// nodes, or of all where few are free. Where nodes are of several pools (pools.hpp), each has such sets of its own.
#pragma once

#include "sim/batch/places.hpp"
#include "sim/batch/pools.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace daruma::batch {

/// Nodes, of which the lowest are at hand.
class NodeSet {
public:
  explicit NodeSet(int nodes) : words_(static_cast<std::size_t>(nodes + 63) / 64) {}

  int size() const { return size_; }
  int words() const { return static_cast<int>(words_.size()); }
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

/// So many of the nodes of a set that has at least as many, in the order in which they are taken.
using ChooseNodes = std::function<std::vector<int>(const NodeSet&, int count)>;

class Nodes {
public:
  /// The last `spares` nodes are out of use until one of them takes another's place. Without pools there is but one.
  /// Without a choice those of the lowest numbers are taken of the nodes that are wholly free.
  Nodes(int nodes, int cores, int spares, const Pools* pools = nullptr, ChooseNodes choose = nullptr);

  int free() const { return free_; } ///< cores
  int free(int pool) const { return pools_[static_cast<std::size_t>(pool)].free; }
  /// Of each pool; empty if there is but one.
  CoresByPool free_by_pool() const;
  int down() const { return down_; } ///< nodes
  int spares() const { return static_cast<int>(spares_.size()); }
  /// How much of the wholly free nodes lies outside of the longest row of them, from 0 to 1.
  double fragmentation() const;
  bool is_down(int node) const { return state_[static_cast<std::size_t>(node)] == State::down; }

  /// No more than are free, on a machine of one pool or of several.
  Places take(int cores);
  Places take(const CoresByPool&);
  /// These, which are free.
  void take(const Places&);
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

  struct Pool {
    std::vector<NodeSet> having; ///< so many free cores, nodes that are up
    int free = 0;                ///< cores
  };

  State& state(int node) { return state_[static_cast<std::size_t>(node)]; }
  Pool& pool_of(int node) { return pools_[layout_ == nullptr ? 0 : static_cast<std::size_t>(layout_->of(node))]; }
  void shift(const Places&, int times);
  static NodeSet& having(Pool& pool, int cores) { return pool.having[static_cast<std::size_t>(cores)]; }
  int fullest_with(const Pool&, int cores) const;
  void take_from(Pool&, int cores, Places&);
  void take_whole(Pool&, int there, int nodes, Places&);
  void take_chosen(Pool&, int nodes, Places&);
  void move(Pool&, const Block&, int from, int to);
  void enter(int node, int cores);
  int withdraw(int node);

  int cores_;
  int all_spares_;
  int free_ = 0;
  int down_ = 0;
  std::vector<State> state_;
  const Pools* layout_; ///< none: one pool
  std::vector<Pool> pools_;
  ChooseNodes choose_; ///< none: the lowest
  std::set<int> spares_;
};

} // namespace daruma::batch
