/* MPI_Cart_create is collective; over the shrunk communicator it works.

   ranks 5
   0, 1, 2, 3: with the dead PROC_FAILED
   0, 1, 2, 3: without SUCCESS
   0: coordinates 0 0
   1: coordinates 0 1
   2: coordinates 1 0
   3: coordinates 1 1
   4 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  const int row[1] = {5};
  const int square[2] = {2, 2};
  const int open[2] = {0, 0};
  int place[2];
  MPI_Comm grid = MPI_COMM_NULL;
  MPI_Comm survivors;
  begin(&argc, &argv);
  let_die(4);
  notice(4, MPI_COMM_WORLD);
  say("with the dead", MPI_Cart_create(MPI_COMM_WORLD, 1, row, open, 0, &grid));
  MPIX_Comm_shrink(MPI_COMM_WORLD, &survivors);
  say("without", MPI_Cart_create(survivors, 2, square, open, 0, &grid));
  MPI_Cart_coords(grid, rank_in(grid), 2, place);
  line("coordinates %d %d", place[0], place[1]);
  MPI_Comm_free(&grid);
  MPI_Comm_free(&survivors);
  MPI_Finalize();
  return 0;
}
