/* Ranks 1 and 2 wait for messages that never come, though nobody has died; rank 0 revokes the communicator.

   ranks 3
   0: revoke SUCCESS
   1: receive REVOKED
   2: wait REVOKED */
#include "outcomes.h"

int main(int argc, char** argv) {
  int word = 0;
  MPI_Comm comm;
  MPI_Request request;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (rank == 0) say("revoke", MPIX_Comm_revoke(comm));
  if (rank == 1) say("receive", MPI_Recv(&word, 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE));
  if (rank == 2) {
    MPI_Irecv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &request);
    say("wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
