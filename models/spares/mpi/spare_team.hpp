// A team with spare processes that stand by (the spare-node paper's section 4.2).
//
// Two communicators: everyone, and the world of those who carry ranks, in the ranks' order. Idle
// spares wait in the agreement that ends each stretch of work, which no failure of others interrupts.
// Who goes where follows from who is missing.
#pragma once

#include "models/spares/logic/rank_places.hpp"
#include "models/spares/mpi/team.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::models::spares {

class SpareTeam final : public Team {
public:
  /// `layout` outlives it and has as many nodes as MPI_COMM_WORLD processes.
  SpareTeam(const Layout& layout, Policy policy);

  bool is_started_late() const override { return false; }
  bool has_rank() const override { return placement().at(node_) >= 0; }
  int rank() const override { return placement().at(node_); }
  int process_of(int rank) const override { return placement().node_of(rank); }
  int failures() const override { return standing_->places.failures(); }
  bool is_witness() const override;
  MPI_Comm world() const override { return world_; }

  [[nodiscard]] bool assemble() override;
  [[nodiscard]] bool conclude(bool well) override;
  std::optional<int> recover() override;
  void disband() override;

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
