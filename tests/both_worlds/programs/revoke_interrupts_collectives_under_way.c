/* Ranks 1 to 3 are in a collective that rank 0 never enters: it revokes instead. The communicator of the non-blocking
   one is left alone: Open MPI 5.0.7 hangs in MPI_Finalize after freeing it, unless it was shrunk before.

   ranks 4
   1, 2, 3: allreduce REVOKED
   1, 2, 3: barrier REVOKED */
#include "outcomes.h"

int main(int argc, char** argv) {
  int word = 1;
  int sum = 0;
  MPI_Comm first;
  MPI_Comm second;
  MPI_Request request;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_dup(MPI_COMM_WORLD, &second);
  if (rank == 0) {
    MPIX_Comm_revoke(first);
    MPIX_Comm_revoke(second);
  } else {
    say("allreduce", MPI_Allreduce(&word, &sum, 1, MPI_INT, MPI_SUM, first));
    int code = MPI_Ibarrier(second, &request);
    if (code == MPI_SUCCESS) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    say("barrier", code);
  }
  MPI_Comm_free(&first);
  MPI_Finalize();
  return 0;
}
