/* A revocation by one side interrupts the other side's receive.

   ranks 4
   1: revoke SUCCESS
   2, 3: receive REVOKED */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm side;
  MPI_Comm between;
  int word = 0;
  begin(&argc, &argv);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &between);
  MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
  if (rank == 1) say("revoke", MPIX_Comm_revoke(between));
  if (rank > 1) say("receive", MPI_Recv(&word, 1, MPI_INT, 0, 0, between, MPI_STATUS_IGNORE));
  MPI_Comm_free(&between);
  MPI_Comm_free(&side);
  MPI_Finalize();
  return 0;
}
