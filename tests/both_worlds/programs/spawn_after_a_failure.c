/* The survivors shrink, spawn one in the place of the dead, and go on with as many as before.

   ranks 3
   0: spawn SUCCESS
   0: rank 0 of 3, sum 3
   1: spawn SUCCESS
   1: rank 1 of 3, sum 3
   3: rank 2 of 3, sum 3
   2 dies: SIGKILL
   may need a second run: of runs that kill and spawn, 3 of 24 lost one process more on Open MPI 5.0.7 */
#include "outcomes.h"

static void join(MPI_Comm between, int is_new) {
  MPI_Comm all;
  int sum = 0;
  MPI_Intercomm_merge(between, is_new, &all);
  const int me = rank_in(all);
  MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, all);
  line("rank %d of %d, sum %d", me, size_of(all), sum);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&between);
}

int main(int argc, char** argv) {
  MPI_Comm between;
  MPI_Comm survivors;
  begin(&argc, &argv);
  MPI_Comm_get_parent(&between);
  if (between == MPI_COMM_NULL) {
    let_die(2);
    MPIX_Comm_shrink(MPI_COMM_WORLD, &survivors);
    say("spawn", MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, survivors, &between, MPI_ERRCODES_IGNORE));
    MPI_Comm_free(&survivors);
    join(between, 0);
  } else {
    join(between, 1);
  }
  MPI_Finalize();
  return 0;
}
