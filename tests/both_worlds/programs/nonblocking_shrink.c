/* MPIX_Comm_ishrink, which is in ULFM's chapter but not in Open MPI 5.0.7: its <mpi-ext.h> declares none.

   ranks 3
   0, 1: wait SUCCESS | openmpi: there is no MPIX_Comm_ishrink
   0, 1: size 2
   2 dies: SIGKILL */
#include "outcomes.h"

static void shrink(MPI_Comm comm, MPI_Comm* survivors) {
#ifdef OPEN_MPI
  line("there is no MPIX_Comm_ishrink");
  MPIX_Comm_shrink(comm, survivors);
#else
  MPI_Request request;
  MPIX_Comm_ishrink(comm, survivors, &request);
  say("wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
#endif
}

int main(int argc, char** argv) {
  MPI_Comm survivors;
  begin(&argc, &argv);
  let_die(2);
  shrink(MPI_COMM_WORLD, &survivors);
  count("size", size_of(survivors));
  MPI_Comm_free(&survivors);
  MPI_Finalize();
  return 0;
}
