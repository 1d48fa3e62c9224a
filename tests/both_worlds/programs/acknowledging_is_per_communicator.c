/* An acknowledgement on one communicator does not count for its duplicate.

   ranks 3
   0: on the duplicate PROC_FAILED_PENDING
   0: on the world SUCCESS
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int word = 1;
  int acknowledged = 0;
  MPI_Comm duplicate;
  MPI_Request request;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  let_die(2);
  notice(2, MPI_COMM_WORLD);
  MPIX_Comm_ack_failed(MPI_COMM_WORLD, size, &acknowledged);
  if (rank == 0) {
    MPI_Irecv(&word, 1, MPI_INT, MPI_ANY_SOURCE, talk_tag, duplicate, &request);
    say("on the duplicate", MPI_Wait(&request, MPI_STATUS_IGNORE));
    MPI_Send(&word, 1, MPI_INT, 1, ready_tag, MPI_COMM_WORLD);
    say("on the world", MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, talk_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    MPI_Send(&word, 1, MPI_INT, 1, ready_tag, MPI_COMM_WORLD);
    MPIX_Comm_ack_failed(duplicate, size, &acknowledged);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&word, 1, MPI_INT, 0, ready_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&word, 1, MPI_INT, 0, talk_tag, MPI_COMM_WORLD);
    MPI_Recv(&word, 1, MPI_INT, 0, ready_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&word, 1, MPI_INT, 0, talk_tag, duplicate);
  }
  MPI_Comm_free(&duplicate);
  MPI_Finalize();
  return 0;
}
