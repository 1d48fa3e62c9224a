/* The same for the blocking receive, which cannot stay posted: it fails, and works after MPIX_Comm_failure_ack.

   ranks 3
   0: receive PROC_FAILED | receive PROC_FAILED_PENDING
   0: acknowledge SUCCESS
   0: receive again SUCCESS
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int word = 1;
  begin(&argc, &argv);
  let_die(2);
  if (rank == 0) {
    say("receive", MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, talk_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    say("acknowledge", MPIX_Comm_failure_ack(MPI_COMM_WORLD));
    MPI_Send(&word, 1, MPI_INT, 1, ready_tag, MPI_COMM_WORLD);
    say("receive again", MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, talk_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  } else {
    MPI_Recv(&word, 1, MPI_INT, 0, ready_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&word, 1, MPI_INT, 0, talk_tag, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
