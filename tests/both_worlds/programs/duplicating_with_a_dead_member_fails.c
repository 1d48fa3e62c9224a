/* MPI_Comm_dup is collective: with a dead member that all know of it fails for all.

   ranks 3
   0, 1: dup PROC_FAILED
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm made = MPI_COMM_NULL;
  begin(&argc, &argv);
  let_die(2);
  notice(2, MPI_COMM_WORLD);
  say("dup", MPI_Comm_dup(MPI_COMM_WORLD, &made));
  MPI_Finalize();
  return 0;
}
