/* MPIX_Comm_ack_failed takes how many to acknowledge, in the order of get_failed, and says how many are now.

   ranks 4
   0: none 0
   0: one 1
   0: again 1
   0: all 2
   0: acked 1 3
   1, 3 die: SIGKILL */
#include "outcomes.h"

static int acknowledge(int number) {
  int now = -1;
  MPIX_Comm_ack_failed(MPI_COMM_WORLD, number, &now);
  return now;
}

int main(int argc, char** argv) {
  MPI_Group acked;
  begin(&argc, &argv);
  let_die(1);
  notice(1, MPI_COMM_WORLD);
  if (rank == 3) raise(SIGKILL);
  notice(3, MPI_COMM_WORLD);
  if (rank == 0) {
    count("none", acknowledge(0));
    count("one", acknowledge(1));
    count("again", acknowledge(0));
    count("all", acknowledge(size));
    MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &acked);
    list("acked", acked, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
