/* Three deaths, one after the other, each followed by a restart with those who are left.

   ranks 6
   0: restart with 5, I was 0
   0: restart with 4, I was 0
   0: restart with 3, I was 0
   1: restart with 5, I was 1
   1: restart with 4, I was 1
   1: restart with 3, I was 1
   2: restart with 5, I was 2
   2: restart with 4, I was 2
   2: restart with 3, I was 2
   3: restart with 5, I was 3
   3: restart with 4, I was 3
   4: restart with 5, I was 4
   3, 4, 5 die: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm comm;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  let_die(5);
  for (int last = 5; last > 2; --last) {
    MPI_Comm survivors;
    if (rank_in(comm) == last) raise(SIGKILL);
    notice(last, comm);
    MPIX_Comm_revoke(comm);
    MPIX_Comm_shrink(comm, &survivors);
    line("restart with %d, I was %d", size_of(survivors), rank_in(comm));
    MPI_Comm_free(&comm);
    comm = survivors;
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
