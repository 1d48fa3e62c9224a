/* The root of a broadcast dies while it is under way. Who has got nothing repairs at once; who has got the data goes on
   to the agreement at the end of the step: neither a shrink nor an agreement is interrupted by a revoke.

   To be found: some ranks are in MPIX_Comm_shrink and others in MPIX_Comm_agree after a death in MPI_Bcast. */
#include "recovery.h"

enum { numbers = 4096 };

/* What the root knows and all need for a step; anybody could work it out again. */
static void parameters_of(int step, long* values) {
  for (int i = 0; i < numbers; ++i) values[i] = (long)step * i;
}

int main(int argc, char** argv) {
  static long values[numbers];
  MPI_Comm comm = begin(&argc, &argv);
  long total = 0;
  for (int step = 0; step < steps;) {
    if (rank_in(comm) == 0) parameters_of(step, values);
    int ok = MPI_Bcast(values, numbers, MPI_LONG, 0, comm) == MPI_SUCCESS;
#ifndef MENDED
    if (!ok) {
      repair(&comm); /* no data, no step */
      continue;
    }
#endif
    if (!all_say(comm, ok)) {
      repair(&comm);
      continue;
    }
    total += values[numbers - 1];
    ++step;
  }
  end(comm, total);
  return 0;
}
