/* A second process dies between the revocation and the shrink: the shrink is without both.

   ranks 5
   0, 1, 2: revoked
   0, 1, 2: size 3
   0, 1, 2: barrier SUCCESS
   3, 4 die: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm comm;
  MPI_Comm survivors;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  let_die(4);
  notice(4, comm);
  MPIX_Comm_revoke(comm);
  if (rank == 3) raise(SIGKILL);
  line("revoked");
  MPIX_Comm_shrink(comm, &survivors);
  count("size", size_of(survivors));
  say("barrier", MPI_Barrier(survivors));
  MPI_Comm_free(&survivors);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
