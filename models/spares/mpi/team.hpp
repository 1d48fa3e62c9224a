// The processes of a stencil job: which of them carry ranks, and how they go on without the dead.
//
// Who takes the places of the dead is what teams differ in: spare processes that stand by (spare_team.hpp), or
// processes that are started for it (rebuilt_team.hpp). Every decision is made by each process from what all know
// alike.
#pragma once

#include <mpi.h>

#include <optional>

namespace daruma::models::spares {

class Team {
public:
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  virtual ~Team() = default;

  /// Whether this process was started to take a dead one's place: it has to recover with the others before it begins.
  virtual bool is_started_late() const = 0;
  virtual bool has_rank() const = 0;
  /// This process's; of those that have one.
  virtual int rank() const = 0;
  /// The process that carries a rank, as Port::process_id() has it.
  virtual int process_of(int rank) const = 0;
  virtual int failures() const = 0;
  /// Whether this process is the one that has seen most: of those that have carried a rank all along, the one with the
  /// lowest; that of rank 0 if there are none.
  virtual bool is_witness() const = 0;
  /// Of those who carry ranks, in the ranks' order.
  virtual MPI_Comm world() const = 0;

  /// Makes the world of those who carry ranks now. False if somebody failed meanwhile.
  [[nodiscard]] virtual bool assemble() = 0;
  /// Whether it went well for everybody and nobody has failed: all get the same answer. Collective over all processes.
  [[nodiscard]] virtual bool conclude(bool well) = 0;
  /// Leaves the dead behind and fills their places. The number of ranks that are elsewhere; nothing if a rank's place
  /// cannot be filled.
  virtual std::optional<int> recover() = 0;
  virtual void disband() = 0;

protected:
  static void free(MPI_Comm& comm) {
    if (comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
    comm = MPI_COMM_NULL;
  }
};

} // namespace daruma::models::spares
