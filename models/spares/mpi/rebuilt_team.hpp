// A team whose communicator is rebuilt: processes that are started take the ranks of the dead, and all others keep
// theirs. That is FT-MPI's mode REBUILD (Fagg and Dongarra, EuroPVM/MPI 2000).
//
// FT-MPI's runtime does it; here it is put together from what ULFM offers: the survivors shrink, start as many
// processes as are missing, merge with them, and order all by their ranks. Which nodes the processes go to is up to the
// launcher. Whoever dies meanwhile is one more that is missing: a process that was started and has no rank yet is as
// good as another one, and one that was started for nothing ends itself.
#pragma once

#include "models/spares/mpi/team.hpp"

#include <optional>
#include <vector>

namespace daruma::models::spares {

class RebuiltTeam final : public Team {
public:
  /// A job of so many ranks, one for each process that it begins with.
  explicit RebuiltTeam(int ranks);

  bool is_started_late() const override { return parents_ != MPI_COMM_NULL; }
  bool has_rank() const override { return rank_ >= 0; }
  int rank() const override { return rank_; }
  int process_of(int rank) const override { return processes_[static_cast<std::size_t>(rank)]; }
  int failures() const override { return failures_; }
  bool is_witness() const override;
  MPI_Comm world() const override { return everyone_; }

  [[nodiscard]] bool assemble() override { return true; }
  [[nodiscard]] bool conclude(bool well) override;
  std::optional<int> recover() override;
  void disband() override;

private:
  /// A member of `everyone_`, as all know it.
  struct Member {
    int rank; ///< negative: none yet
    int process;
    int failures;
  };
  using Members = std::vector<Member>;
  enum class Start { started, refused, broken };

  bool enter();
  void leave_dead_behind();
  std::optional<Members> take_stock();
  std::vector<int> vacant_ranks(const Members&) const;
  Start start(int count);
  MPI_Comm merge(MPI_Comm children);
  bool settle(Members members, const std::vector<int>& vacant);

  MPI_Comm parents_ = MPI_COMM_NULL;
  MPI_Comm everyone_ = MPI_COMM_NULL; ///< in the ranks' order but within recover()
  int rank_ = -1;
  std::vector<int> processes_; ///< by rank
  int failures_ = 0;
};

} // namespace daruma::models::spares
