/* Without the root there is nothing to distribute: who waits for it fails, those behind them when the communicator is
   revoked. Then the next of the survivors is root.

   ranks 4
   1, 2, 3: bcast PROC_FAILED | bcast REVOKED
   1, 2, 3: again SUCCESS
   1, 2, 3: value 42
   0 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm comm;
  MPI_Comm survivors;
  int value = 0;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  let_die(0);
  say("bcast", MPI_Bcast(&value, 1, MPI_INT, 0, comm));
  MPIX_Comm_revoke(comm);
  MPIX_Comm_shrink(comm, &survivors);
  if (rank_in(survivors) == 0) value = 42;
  say("again", MPI_Bcast(&value, 1, MPI_INT, 0, survivors));
  count("value", value);
  MPI_Comm_free(&survivors);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
