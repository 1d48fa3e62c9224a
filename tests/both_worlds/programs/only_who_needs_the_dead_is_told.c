/* Knowledge is local: rank 0 learns of the death, the others work together as if nothing had happened.

   ranks 4
   0: receive PROC_FAILED
   1, 2: talk SUCCESS
   1, 2: talk back SUCCESS
   3 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  let_die(3);
  if (rank == 0) say("receive", notice(3, MPI_COMM_WORLD));
  if (rank != 0) say("talk", talk(1, 2, MPI_COMM_WORLD));
  if (rank != 0) say("talk back", talk(2, 1, MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
}
