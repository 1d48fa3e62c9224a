/* A collective need not fail alike for all: who has already had what it needs may return SUCCESS. After revoking and
   shrinking all are of one mind again.

   ranks 4
   0: barrier PROC_FAILED | barrier REVOKED | barrier SUCCESS
   1: barrier PROC_FAILED | barrier REVOKED | barrier SUCCESS
   3: barrier PROC_FAILED | barrier REVOKED | barrier SUCCESS
   0, 1, 3: somebody failed 1
   0, 1, 3: size 3
   2 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm comm;
  MPI_Comm survivors;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  let_die(2);
  const int code = MPI_Barrier(comm);
  say("barrier", code);
  int all_succeeded = code == MPI_SUCCESS;
  MPIX_Comm_agree(comm, &all_succeeded);
  count("somebody failed", !all_succeeded);
  MPIX_Comm_revoke(comm);
  MPIX_Comm_shrink(comm, &survivors);
  count("size", size_of(survivors));
  MPI_Comm_free(&survivors);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
