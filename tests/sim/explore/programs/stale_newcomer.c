/* A newcomer takes the place of a rank that died. The survivors tell it at which step they are, but not what they have
   computed so far: it goes on with the initial state.

   To be found: a wrong answer after a death in any step but the first. */
#include "newcomers.h"

/* Everybody's state becomes that of the lowest rank, which is a survivor. */
static int share(MPI_Comm comm, struct state* state) {
#ifdef MENDED
  const int count = 2;
#else
  const int count = 1; /* the step alone */
#endif
  return all_say(comm, MPI_Bcast(state, count, MPI_LONG, 0, comm) == MPI_SUCCESS);
}

int main(int argc, char** argv) { return run_with_newcomers(argc, argv, fill_up, share); }
