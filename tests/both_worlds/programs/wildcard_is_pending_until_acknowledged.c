/* A non-blocking receive from anybody cannot know whether the dead was meant: it says PENDING, stays posted, and
   completes once the failure is acknowledged and somebody else sends.

   ranks 3
   0: wait PROC_FAILED_PENDING
   0: acknowledge SUCCESS
   0: acknowledged 1
   0: wait again SUCCESS
   0: from 1
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int word = 1;
  int acknowledged = 0;
  MPI_Request request;
  MPI_Status status;
  begin(&argc, &argv);
  let_die(2);
  if (rank == 0) {
    MPI_Irecv(&word, 1, MPI_INT, MPI_ANY_SOURCE, talk_tag, MPI_COMM_WORLD, &request);
    say("wait", MPI_Wait(&request, &status));
    say("acknowledge", MPIX_Comm_ack_failed(MPI_COMM_WORLD, size, &acknowledged));
    count("acknowledged", acknowledged);
    MPI_Send(&word, 1, MPI_INT, 1, ready_tag, MPI_COMM_WORLD);
    say("wait again", MPI_Wait(&request, &status));
    count("from", status.MPI_SOURCE);
  } else {
    MPI_Recv(&word, 1, MPI_INT, 0, ready_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&word, 1, MPI_INT, 0, talk_tag, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
