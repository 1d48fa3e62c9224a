// Which algorithm carries out a collective operation: a library's decision table.
//
// Libraries choose by the size of the communicator and of the data. A table lists, for each collective, rules in the
// order in which they are looked at; the first whose conditions all hold names the algorithm. What a table says nothing
// of goes by default_choice. Vocabulary shared by the scenario layer, which reads tables from
// platforms/collectives/*.json, where their sources stand, and by sim/mpi/collective, which carries them out.
#pragma once

#include "sim/core/units.hpp"
#include "sim/core/words.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace daruma {

enum class Collective {
  barrier,
  bcast,
  reduce,
  allreduce,
  reduce_scatter,
  reduce_scatter_block,
  gather, ///< of equal blocks
  scatter,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  scan,
  exscan
};

/// What each does: sim/mpi/collective, in the header of the collective's name.
enum class Algorithm {
  binary,
  binomial,
  bruck,
  butterfly,
  chain,
  dissemination,
  double_ring,
  gather_bcast,
  hierarchical,
  in_order_binary,
  k_nomial,
  linear,
  linear_sync,
  neighbour_exchange,
  pairwise,
  pipeline,
  rabenseifner,
  recursive_doubling,
  recursive_halving,
  reduce_bcast,
  reduce_scatter,
  ring,
  scatter_allgather,
  scatter_ring_allgather,
  split_binary
};

const Choices<Collective>& collectives();
const Choices<Algorithm>& algorithms();
/// Those that carry out the collective, the default one first.
const std::vector<Algorithm>& algorithms_of(Collective);

struct AlgorithmChoice {
  Algorithm algorithm = Algorithm::linear;
  Bytes segment{0}; ///< what is sent goes in pieces of so much; 0: in one
  int degree = 0;   ///< of a k-nomial tree, the number of chains, or of partners at a time; 0: the algorithm's own
};

/// A call, as far as libraries look at it; all its ranks see the same.
struct CollectiveCall {
  Collective which = Collective::barrier;
  int ranks = 1;
  /// Of bcast, reduce, allreduce and scans: the buffer. Of gather, scatter, allgather, alltoall, reduce_scatter_block:
  /// a block. Of allgatherv: the blocks' mean, rounded down. Of reduce_scatter: all blocks.
  std::int64_t bytes = 0;
  std::int64_t elements = 0; ///< of what is reduced, all blocks together
  bool commutes = true;      ///< what reduces it
  bool is_predefined = true; ///< the operator is one of MPI's
  /// There are several nodes, and several of the ranks are on one of them.
  bool has_shared_nodes = false;

  /// Of all ranks' blocks together, where there are blocks.
  std::int64_t total_bytes() const;
};

/// Conditions that are not there hold.
struct CollectiveRule {
  std::optional<int> ranks_below;
  std::optional<Bytes> bytes_below;
  std::optional<Bytes> total_below;
  std::optional<bool> power_of_two;              ///< the number of ranks is one
  std::optional<bool> commutative;               ///< the operator
  std::optional<bool> predefined;                ///< the operator is one of MPI's
  std::optional<bool> fewer_elements_than_ranks; ///< than the largest power of two that is no more than the ranks
  std::optional<bool> shared_nodes;              ///< CollectiveCall::has_shared_nodes
  AlgorithmChoice choice;

  bool holds_for(const CollectiveCall&) const;
};

using CollectiveTables = std::map<Collective, std::vector<CollectiveRule>>;

/// Whether it combines in the order of ranks, which an operator that does not commute needs.
bool keeps_order(Collective, Algorithm);

AlgorithmChoice default_choice(Collective);
/// Rules are passed over whose algorithm cannot carry the call out: those by nodes where none are shared, those that do
/// not keep the order of ranks where the operator does not commute.
AlgorithmChoice choose(const CollectiveTables&, const CollectiveCall&);

/// The largest power of two that is no more than n >= 1.
int power_of_two_within(int n);

} // namespace daruma
