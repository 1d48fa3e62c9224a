/* A communicator made by dup, split or create has its parent's handler, which is called with it and the error.

   ranks 3
   0: handled PROC_FAILED for dup
   0: returned PROC_FAILED
   0: handled PROC_FAILED for split
   0: returned PROC_FAILED
   0: handled PROC_FAILED for create
   0: returned PROC_FAILED
   2 dies: SIGKILL */
#include "outcomes.h"

static MPI_Comm made[3];

static void handle(MPI_Comm* comm, int* code, ...) {
  const char* const names[3] = {"dup", "split", "create"};
  for (int i = 0; i < 3; ++i)
    if (*comm == made[i]) line("handled %s for %s", name_of(*code), names[i]);
}

int main(int argc, char** argv) {
  MPI_Errhandler handler;
  MPI_Group group;
  begin(&argc, &argv);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Comm_dup(MPI_COMM_WORLD, &made[0]);
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &made[1]);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Comm_create(MPI_COMM_WORLD, group, &made[2]);
  let_die(2);
  for (int i = 0; i < 3 && rank == 0; ++i) say("returned", notice(2, made[i]));
  MPI_Group_free(&group);
  for (int i = 0; i < 3; ++i) MPI_Comm_free(&made[i]);
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
  return 0;
}
