/* What a process sent and completed before its death may still be received; then nothing more comes.

   ranks 2
   0: first SUCCESS
   0: second PROC_FAILED
   1 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int word = 0;
  begin(&argc, &argv);
  if (rank == 1) {
    MPI_Ssend(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    raise(SIGKILL);
  }
  say("first", MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  say("second", MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  MPI_Finalize();
  return 0;
}
