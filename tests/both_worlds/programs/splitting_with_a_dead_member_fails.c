/* MPI_Comm_split and MPI_Comm_create are collective over all of the communicator, dead or alive.

   ranks 4
   0, 1, 2: split PROC_FAILED
   0, 1, 2: create PROC_FAILED
   3 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Group group;
  begin(&argc, &argv);
  let_die(3);
  notice(3, MPI_COMM_WORLD);
  say("split", MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &made));
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  say("create", MPI_Comm_create(MPI_COMM_WORLD, group, &made));
  MPI_Group_free(&group);
  MPI_Finalize();
  return 0;
}
