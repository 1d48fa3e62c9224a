/* Nobody has noticed the death before the agreement: it does, for all in the same way.

   ranks 4
   0, 2, 3: agree PROC_FAILED
   0, 2, 3: flag 1
   1 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  int flag = 1;
  begin(&argc, &argv);
  let_die(1);
  say("agree", MPIX_Comm_agree(MPI_COMM_WORLD, &flag));
  count("flag", flag);
  MPI_Finalize();
  return 0;
}
