/* Three spawns, one after the other; each new process learns how many there were before it.

   ranks 2
   0: 3 together
   0: 4 together
   0: 5 together
   1: 3 together
   1: 4 together
   1: 5 together
   2: new, 3 together
   2: 4 together
   2: 5 together
   3: new, 4 together
   3: 5 together
   4: new, 5 together */
#include "outcomes.h"

static MPI_Comm bridges[4]; /* between those who were there and the new one, spawn by spawn */
static int number_of_bridges;

static MPI_Comm merge(MPI_Comm bridge, int is_new) {
  MPI_Comm all;
  bridges[number_of_bridges++] = bridge;
  MPI_Intercomm_merge(bridge, is_new, &all);
  line("%s%d together", is_new ? "new, " : "", size_of(all));
  return all;
}

int main(int argc, char** argv) {
  MPI_Comm bridge;
  MPI_Comm all;
  begin(&argc, &argv);
  MPI_Comm_get_parent(&bridge);
  if (bridge == MPI_COMM_NULL)
    MPI_Comm_dup(MPI_COMM_WORLD, &all);
  else
    all = merge(bridge, 1);
  while (size_of(all) < 5) {
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, all, &bridge, MPI_ERRCODES_IGNORE);
    MPI_Comm_free(&all);
    all = merge(bridge, 0);
  }
  MPI_Comm_free(&all);
  while (number_of_bridges > 0) MPI_Comm_disconnect(&bridges[--number_of_bridges]);
  MPI_Finalize();
  return 0;
}
