/* MPIX_Comm_iagree: the outcome comes with the wait; other messages pass meanwhile.

   ranks 4
   0, 2, 3: talk SUCCESS
   0, 2, 3: wait PROC_FAILED
   0, 2, 3: flag 2
   1 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Request request;
  begin(&argc, &argv);
  let_die(1);
  notice(1, MPI_COMM_WORLD);
  int flag = rank == 3 ? 2 : 3;
  MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request);
  say("talk", talk(0, 2, MPI_COMM_WORLD));
  say("wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
  count("flag", flag);
  MPI_Finalize();
  return 0;
}
