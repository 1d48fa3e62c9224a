/* The error comes back to all who spawn; the job goes on.

   ranks 2
   0, 1: spawned 0
   0, 1: barrier SUCCESS */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm children = MPI_COMM_NULL;
  begin(&argc, &argv);
  count("spawned", MPI_Comm_spawn("no such program", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                                  MPI_ERRCODES_IGNORE) == MPI_SUCCESS);
  say("barrier", MPI_Barrier(MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
}
