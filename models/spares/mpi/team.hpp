// The processes of a stencil job: which of them carry ranks, and how they go on without the dead.
//
// Two communicators: everyone, and the world of those who carry ranks, in the ranks' order. Idle
// spares wait in the agreement that ends each stretch of work, which no failure of others interrupts.
// Every decision is made by each process from what all know alike: who is missing.
#pragma once

#include "models/port/ulfm.hpp"
#include "models/spares/logic/rank_places.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::models::spares {

class Team {
public:
  /// `layout` outlives it and has as many nodes as MPI_COMM_WORLD processes.
  Team(const Layout& layout, Policy policy);

  bool has_rank() const { return placement().at(node_) >= 0; }
  /// This process's; of those that have one.
  int rank() const { return placement().at(node_); }
  /// The process that carries a rank.
  int process_of(int rank) const { return placement().node_of(rank); }
  int failures() const { return standing_->places.failures(); }
  /// Whether this process is the one that has seen most: of those that have carried a rank all along, the one with the
  /// lowest; that of rank 0 if there are none.
  bool is_witness() const;
  MPI_Comm world() const { return world_; }

  /// Makes the world of those who carry ranks now. False if somebody failed meanwhile.
  [[nodiscard]] bool assemble();
  /// Whether it went well for everybody and nobody has failed: all get the same answer. Collective over everyone.
  [[nodiscard]] bool conclude(bool well);
  /// Leaves the dead behind and fills their places. The number of ranks that moved; nothing if a rank's place cannot
  /// be filled.
  std::optional<int> recover();
  void disband();

private:
  /// What follows from the failures so far, the same for all.
  struct Standing {
    std::string failed; ///< the nodes, as they failed
    RankPlaces places;
    std::vector<bool> has_always_carried; ///< by node: a rank, whichever
    std::optional<int> moved;             ///< ranks, upon the last failures; nothing: they could not be answered
  };

  const Placement& placement() const { return standing_->places.placement(); }
  static Standing begin(const Layout& layout, Policy policy);
  Standing after(const std::vector<int>& missing, std::string failed) const;
  /// The nodes of the dead.
  std::vector<int> leave_dead_behind();

  std::shared_ptr<const Standing> standing_;
  int node_;
  MPI_Comm everyone_ = MPI_COMM_WORLD;
  MPI_Comm world_ = MPI_COMM_NULL;
};

} // namespace daruma::models::spares
