/* A signal of one's own, abort, exit and a return from main before MPI_Finalize.

   ranks 6
   0: from 1 PROC_FAILED
   0: from 2 PROC_FAILED
   0: from 3 PROC_FAILED
   0: from 4 PROC_FAILED
   0: from 5 PROC_FAILED
   1 dies: SIGTERM (Terminated)
   2 dies: SIGABRT (Aborted)
   3 dies: exit status 3 without MPI_Finalize
   4 dies: exit status 0 without MPI_Finalize
   5 dies: SIGSEGV (Segmentation fault) */
#include "outcomes.h"

int main(int argc, char** argv) {
  volatile int* volatile nowhere = (int*)8;
  begin(&argc, &argv);
  if (rank == 1) raise(SIGTERM);
  if (rank == 2) abort();
  if (rank == 3) exit(3);
  if (rank == 4) return 0;
  if (rank == 5) *nowhere = 1;
  for (int dead = 1; dead < size; ++dead) line("from %d %s", dead, name_of(notice(dead, MPI_COMM_WORLD)));
  MPI_Finalize();
  return 0;
}
