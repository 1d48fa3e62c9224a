// What a program on DyProReconf does about its checkpoints (DyProReconf section 5.4: the application
// saves, the runtime says when to restart).
//
// A program is known by its position, a count of steps that all ranks complete together. After a
// resize nothing is lost, and the job goes on from the position its processes hold in memory. After a
// loss it goes back to the newest position that every rank of the time saved, those of the dead
// included, which the others read in their place; without checkpoints it goes on from the lowest
// position that a survivor holds. After every change the state is saved anew under the new ranks.
#pragma once

#include "models/dyprc/logic/checkpoint_versions.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace daruma::models::dyprc {

class Checkpoint {
public:
  static constexpr std::int64_t unknown = -1;

  /// At the start of the job: 0, or where an earlier run of it came to. Collective.
  std::int64_t begin(MPI_Comm world);
  /// After each completed loop; saves when the scenario's period is over, which begins with every save.
  void completed(MPI_Comm world, std::int64_t position);
  /// At a restart: where to go on. `position` is this process's own, `unknown` in a newcomer; `lost` the
  /// number of ranks lost. Collective.
  std::int64_t resume(MPI_Comm world, std::int64_t position, int lost);
  /// Saves the position, the same in all, for the next run of the job, if the scenario asks for checkpoints.
  /// Collective.
  void put_aside(MPI_Comm world, std::int64_t position) { protect(world, position); }

private:
  void find_earlier_run(MPI_Comm world);
  void learn_numbering(MPI_Comm world);
  std::int64_t restore(MPI_Comm world);
  std::int64_t newest_saved(std::int64_t at_most);
  void protect(MPI_Comm world, std::int64_t position);

  /// Ranks as they were numbered when a generation of checkpoints was saved.
  struct Numbering {
    std::int64_t generation = 0;
    int owners = 0;
    int carried = nobody; ///< the owner that this process was
  };
  Numbering complete_; ///< everyone is known to have saved under it
  Numbering latest_;   ///< this process has, the others perhaps
  int partner_ = 0;
  int loops_ = 0; ///< since the last save

  // Kept here because a failure in the middle leaves the functions by longjmp.
  std::vector<int> carried_by_all_;
  std::vector<int> to_read_;
};

} // namespace daruma::models::dyprc
