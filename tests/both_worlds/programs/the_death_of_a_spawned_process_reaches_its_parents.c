/* A child dies: its parents are told on the intercommunicator, and its sibling goes on with them.

   ranks 2
   0, 1: from the dead PROC_FAILED
   0: from the living SUCCESS
   3 dies: SIGKILL
   may need a second run: of runs that kill and spawn, 3 of 24 lost one process more on Open MPI 5.0.7 */
#include "outcomes.h"

static void parent(const char* program) {
  MPI_Comm children;
  int word = 0;
  MPI_Comm_spawn(program, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
  MPI_Comm_set_errhandler(children, MPI_ERRORS_RETURN);
  for (int child = 0; child < 2; ++child) MPI_Send(&word, 1, MPI_INT, child, ready_tag, children);
  say("from the dead", notice(1, children));
  if (rank == 0) say("from the living", MPI_Recv(&word, 1, MPI_INT, 0, talk_tag, children, MPI_STATUS_IGNORE));
  MPI_Comm_free(&children);
}

static void child(MPI_Comm parents) {
  int word = 0;
  MPI_Comm_set_errhandler(parents, MPI_ERRORS_RETURN);
  for (int from = 0; from < 2; ++from) MPI_Recv(&word, 1, MPI_INT, from, ready_tag, parents, MPI_STATUS_IGNORE);
  if (rank == 1) raise(SIGKILL);
  MPI_Send(&word, 1, MPI_INT, 0, talk_tag, parents);
  MPI_Comm_free(&parents);
}

int main(int argc, char** argv) {
  MPI_Comm parents;
  begin(&argc, &argv);
  MPI_Comm_get_parent(&parents);
  if (parents == MPI_COMM_NULL)
    parent(argv[0]);
  else
    child(parents);
  MPI_Finalize();
  return 0;
}
