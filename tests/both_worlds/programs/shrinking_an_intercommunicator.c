/* The survivors of both sides are an intercommunicator again. Not on Open MPI 5.0.7: there the call returned an error
   of no class of ULFM's on one side and never came back on the other.

   ranks 5
   0, 1, 3, 4: local 2, remote 2 | openmpi: is not shrunk here
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm side;
  MPI_Comm between;
  begin(&argc, &argv);
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2, rank, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &between);
  MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
  let_die(2);
#ifdef OPEN_MPI
  line("is not shrunk here");
#else
  MPI_Comm survivors;
  int remote = 0;
  MPIX_Comm_shrink(between, &survivors);
  MPI_Comm_remote_size(survivors, &remote);
  line("local %d, remote %d", size_of(survivors), remote);
  MPI_Comm_free(&survivors);
#endif
  MPI_Comm_free(&between);
  MPI_Comm_free(&side);
  MPI_Finalize();
  return 0;
}
