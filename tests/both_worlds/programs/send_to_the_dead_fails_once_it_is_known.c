/* A send to a process that is known to be dead fails, small or large. One that needs no answer may still succeed
   (ULFM: completion of a send does not mean that it was received), a synchronous one may not.

   ranks 2
   0: send PROC_FAILED | send SUCCESS
   0: synchronous send PROC_FAILED
   0: large send PROC_FAILED
   1 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  static char much[1 << 20];
  begin(&argc, &argv);
  let_die(1);
  notice(1, MPI_COMM_WORLD);
  say("send", MPI_Send(much, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD));
  say("synchronous send", MPI_Ssend(much, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD));
  say("large send", MPI_Send(much, sizeof much, MPI_CHAR, 1, 0, MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
}
