/* Whoever waits for a message of a dead process is told so; messages between the living go on.

   ranks 3
   0, 1: receive PROC_FAILED
   0, 1: talk SUCCESS
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  let_die(2);
  say("receive", notice(2, MPI_COMM_WORLD));
  say("talk", talk(0, 1, MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
}
