/* On an intercommunicator a receive from the dead of the other side fails, and others are reached.

   ranks 4
   0: from the dead PROC_FAILED
   0: from the living SUCCESS
   3 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm side;
  MPI_Comm between;
  int word = 1;
  begin(&argc, &argv);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &between);
  MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
  let_die(3);
  if (rank == 0) {
    say("from the dead", notice(1, between));
    say("from the living", MPI_Recv(&word, 1, MPI_INT, 0, talk_tag, between, MPI_STATUS_IGNORE));
  }
  if (rank == 2) MPI_Send(&word, 1, MPI_INT, 0, talk_tag, between);
  MPI_Comm_free(&between);
  MPI_Comm_free(&side);
  MPI_Finalize();
  return 0;
}
