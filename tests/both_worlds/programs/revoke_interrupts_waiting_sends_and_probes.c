/* A synchronous send that nobody receives and a probe for what nobody sends. On Open MPI 5.0.7 the send came back as if
   it had been received in 1 of 50 runs, on a loaded machine.

   ranks 3
   1: send REVOKED | openmpi: send SUCCESS
   2: probe REVOKED */
#include "outcomes.h"

int main(int argc, char** argv) {
  int word = 0;
  MPI_Comm comm;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (rank == 0) MPIX_Comm_revoke(comm);
  if (rank == 1) say("send", MPI_Ssend(&word, 1, MPI_INT, 2, 0, comm));
  if (rank == 2) say("probe", MPI_Probe(0, 0, comm, MPI_STATUS_IGNORE));
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
