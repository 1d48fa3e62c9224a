/* Neither the parent nor a sibling of a revoked communicator is touched.

   ranks 2
   0, 1: revoked 1
   0, 1: parent revoked 0
   0, 1: parent SUCCESS
   0, 1: sibling SUCCESS */
#include "outcomes.h"

int main(int argc, char** argv) {
  int is_revoked = 0;
  MPI_Comm revoked;
  MPI_Comm sibling;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &revoked);
  MPI_Comm_dup(MPI_COMM_WORLD, &sibling);
  if (rank == 0) MPIX_Comm_revoke(revoked);
  if (rank == 1) notice(0, revoked);
  MPIX_Comm_is_revoked(revoked, &is_revoked);
  count("revoked", is_revoked);
  MPIX_Comm_is_revoked(MPI_COMM_WORLD, &is_revoked);
  count("parent revoked", is_revoked);
  say("parent", MPI_Barrier(MPI_COMM_WORLD));
  say("sibling", MPI_Barrier(sibling));
  MPI_Comm_free(&revoked);
  MPI_Comm_free(&sibling);
  MPI_Finalize();
  return 0;
}
