/* Newcomers take the places of those who died. If another rank dies while they are started, the survivors do not try
   again but go on with fewer, and add up fewer parts.

   To be found, with two deaths: a wrong answer, the second death being in the repair of the first. */
#include "newcomers.h"

#ifndef MENDED
static int fill_up_if_possible(MPI_Comm survivors, char* program, MPI_Comm* whole) {
  if (!fill_up(survivors, program, whole)) *whole = survivors_of(survivors);
  return 1;
}
#define fill_up fill_up_if_possible
#endif

/* Everybody's state becomes that of the lowest rank, which is a survivor. */
static int share(MPI_Comm comm, struct state* state) {
  return all_say(comm, MPI_Bcast(state, 2, MPI_LONG, 0, comm) == MPI_SUCCESS);
}

int main(int argc, char** argv) { return run_with_newcomers(argc, argv, fill_up, share); }
