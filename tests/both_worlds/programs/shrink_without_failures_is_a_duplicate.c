/* Nobody has died; on a revoked communicator it works, too.

   ranks 3
   0, 1, 2: shrink SUCCESS
   0, 1, 2: size 3
   0, 1, 2: of the revoked SUCCESS
   0, 1, 2: barrier SUCCESS */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm same;
  MPI_Comm repaired;
  begin(&argc, &argv);
  say("shrink", MPIX_Comm_shrink(MPI_COMM_WORLD, &same));
  count("size", size_of(same));
  MPIX_Comm_revoke(same);
  say("of the revoked", MPIX_Comm_shrink(same, &repaired));
  say("barrier", MPI_Barrier(repaired));
  MPI_Comm_free(&repaired);
  MPI_Comm_free(&same);
  MPI_Finalize();
  return 0;
}
