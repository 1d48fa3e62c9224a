/* MPIX_Comm_agree on an intercommunicator: each side gets the AND of the other side's flags or of all, as the
   implementation has it; here all give the same. The dead of either side counts for both.

   ranks 4
   0, 1, 2: agree PROC_FAILED
   0, 1, 2: flag 6
   3 dies: SIGKILL */
#include "scene.h"

int main(int argc, char** argv) {
  MPI_Comm side;
  MPI_Comm between;
  int flag = 6;
  begin(&argc, &argv);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &between);
  MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
  let_die(3);
  say("agree", MPIX_Comm_agree(between, &flag));
  count("flag", flag);
  MPI_Comm_free(&between);
  MPI_Comm_free(&side);
  MPI_Finalize();
  return 0;
}
