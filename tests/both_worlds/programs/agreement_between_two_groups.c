/* MPIX_Comm_agree on an intercommunicator: each side gets the AND of the other side's flags, and the dead of either
   side counts for both.

   ranks 4
   0, 1, 2: agree PROC_FAILED
   0, 1: flag 12
   2: flag 5
   3 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm side;
  MPI_Comm between;
  begin(&argc, &argv);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &between);
  MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
  let_die(3);
  int flag = rank == 0 ? 7 : rank == 1 ? 13 : 12;
  say("agree", MPIX_Comm_agree(between, &flag));
  count("flag", flag);
  MPI_Comm_free(&between);
  MPI_Comm_free(&side);
  MPI_Finalize();
  return 0;
}
