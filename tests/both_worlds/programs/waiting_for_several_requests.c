/* MPI_Waitall says IN_STATUS, and each status says what became of its own request.

   ranks 3
   0: waitall IN_STATUS
   0: of the dead PROC_FAILED
   0: of the living SUCCESS | of the living PENDING
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int words[2];
  MPI_Request requests[2];
  MPI_Status statuses[2];
  begin(&argc, &argv);
  let_die(2);
  if (rank == 0) {
    MPI_Irecv(&words[0], 1, MPI_INT, 2, talk_tag, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&words[1], 1, MPI_INT, 1, talk_tag, MPI_COMM_WORLD, &requests[1]);
    say("waitall", MPI_Waitall(2, requests, statuses));
    say("of the dead", statuses[0].MPI_ERROR);
    say("of the living", statuses[1].MPI_ERROR);
    if (requests[1] != MPI_REQUEST_NULL) MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  } else {
    MPI_Send(words, 1, MPI_INT, 0, talk_tag, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
