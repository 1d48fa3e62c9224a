/* Once a process knows of a failure in the communicator, collectives that need everybody fail for it.

   ranks 3
   0, 1: barrier PROC_FAILED
   0, 1: allreduce PROC_FAILED
   0, 1: allgather PROC_FAILED
   0, 1: alltoall PROC_FAILED
   0, 1: wait PROC_FAILED
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int in[3] = {1, 2, 3};
  int out[3] = {0, 0, 0};
  MPI_Request request;
  begin(&argc, &argv);
  let_die(2);
  notice(2, MPI_COMM_WORLD);
  say("barrier", MPI_Barrier(MPI_COMM_WORLD));
  say("allreduce", MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  say("allgather", MPI_Allgather(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD));
  say("alltoall", MPI_Alltoall(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD));
  int code = MPI_Iallreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  if (code == MPI_SUCCESS) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  say("wait", code);
  MPI_Finalize();
  return 0;
}
