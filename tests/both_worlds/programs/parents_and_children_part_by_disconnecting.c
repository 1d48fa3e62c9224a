/* After MPI_Comm_disconnect the two jobs are on their own; each finalizes when it likes.

   ranks 2
   0, 1: disconnect SUCCESS
   0, 1: the handle is null 1
   0, 1: barrier SUCCESS
   2, 3: disconnect SUCCESS
   2, 3: the handle is null 1
   2, 3: barrier SUCCESS */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm between;
  begin(&argc, &argv);
  MPI_Comm_get_parent(&between);
  if (between == MPI_COMM_NULL)
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between, MPI_ERRCODES_IGNORE);
  say("disconnect", MPI_Comm_disconnect(&between));
  count("the handle is null", between == MPI_COMM_NULL);
  say("barrier", MPI_Barrier(MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
}
