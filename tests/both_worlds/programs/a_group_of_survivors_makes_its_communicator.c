/* MPI_Comm_create_group is collective over the group only: without the dead in it, it works. Open MPI 5.0.7 fails it
   all the same, as long as somebody of the communicator is dead.

   ranks 4
   0, 2, 3: create_group SUCCESS | openmpi: create_group PROC_FAILED
   0, 2, 3: size 3 | openmpi: there is none
   1 dies: SIGKILL */
#include "outcomes.h"

int main(int argc, char** argv) {
  const int dead = 1;
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Group all;
  MPI_Group living;
  begin(&argc, &argv);
  let_die(dead);
  notice(dead, MPI_COMM_WORLD);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_excl(all, 1, &dead, &living);
  const int code = MPI_Comm_create_group(MPI_COMM_WORLD, living, 0, &made);
  say("create_group", code);
  if (code != MPI_SUCCESS) {
    line("there is none");
  } else {
    count("size", size_of(made));
    MPI_Comm_free(&made);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&living);
  MPI_Finalize();
  return 0;
}
