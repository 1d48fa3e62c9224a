/* MPI_Test reports the failure as MPI_Wait does, and frees the request; MPI_Waitany takes the living's.

   ranks 3
   0: test PROC_FAILED
   0: request is gone 1
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int word = 0;
  int is_done = 0;
  int code = MPI_SUCCESS;
  MPI_Request request;
  begin(&argc, &argv);
  let_die(2);
  if (rank == 0) {
    MPI_Irecv(&word, 1, MPI_INT, 2, talk_tag, MPI_COMM_WORLD, &request);
    while (code == MPI_SUCCESS && !is_done) code = MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    say("test", code);
    count("request is gone", request == MPI_REQUEST_NULL);
  }
  MPI_Finalize();
  return 0;
}
