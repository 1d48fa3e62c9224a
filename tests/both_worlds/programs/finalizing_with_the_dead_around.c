/* Some know of the deaths and some do not; all survivors come to their end in order.

   ranks 5
   0: knows PROC_FAILED
   0, 1, 4: finalize SUCCESS
   2, 3 die: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  let_die(2);
  if (rank == 3) raise(SIGKILL);
  if (rank == 0) say("knows", notice(2, MPI_COMM_WORLD));
  say("finalize", MPI_Finalize());
  return 0;
}
