/* The survivors get the same flag and the same return: PROC_FAILED as long as one of them has not acknowledged the
   failure, though the others have, SUCCESS when all have.

   ranks 4
   0, 1, 2: first PROC_FAILED
   0, 1, 2: flag 4
   0, 1, 2: some have acknowledged PROC_FAILED
   0, 1, 2: all have acknowledged SUCCESS
   0, 1, 2: flag 4
   3 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int acknowledged = 0;
  begin(&argc, &argv);
  let_die(3);
  notice(3, MPI_COMM_WORLD);
  int flag = 4 | 1 << (rank + 4);
  say("first", MPIX_Comm_agree(MPI_COMM_WORLD, &flag));
  count("flag", flag);
  if (rank != 1) MPIX_Comm_ack_failed(MPI_COMM_WORLD, size, &acknowledged);
  say("some have acknowledged", MPIX_Comm_agree(MPI_COMM_WORLD, &flag));
  if (rank == 1) MPIX_Comm_ack_failed(MPI_COMM_WORLD, size, &acknowledged);
  say("all have acknowledged", MPIX_Comm_agree(MPI_COMM_WORLD, &flag));
  count("flag", flag);
  MPI_Finalize();
  return 0;
}
