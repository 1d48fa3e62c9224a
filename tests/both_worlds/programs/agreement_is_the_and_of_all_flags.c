/* Bit by bit, with everybody alive.

   ranks 4
   0, 1, 2, 3: agree SUCCESS
   0, 1, 2, 3: flag 12 */
#include "outcomes.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int flag = rank == 2 ? 12 : 14 | rank;
  say("agree", MPIX_Comm_agree(MPI_COMM_WORLD, &flag));
  count("flag", flag);
  MPI_Finalize();
  return 0;
}
