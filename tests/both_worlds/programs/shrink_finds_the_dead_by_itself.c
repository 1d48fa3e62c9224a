/* Nobody has noticed anything; the shrunk communicator is without the dead all the same.

   ranks 4
   0, 1, 3: shrink SUCCESS
   0, 1, 3: size 3
   0, 1, 3: barrier SUCCESS
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm survivors;
  begin(&argc, &argv);
  let_die(2);
  say("shrink", MPIX_Comm_shrink(MPI_COMM_WORLD, &survivors));
  count("size", size_of(survivors));
  say("barrier", MPI_Barrier(survivors));
  MPI_Comm_free(&survivors);
  MPI_Finalize();
  return 0;
}
