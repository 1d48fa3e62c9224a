/* Whoever has the last step's sum prints and leaves. If a rank dies in that step, some have the sum and are in
   MPI_Finalize, while others wait for them to repair.

   To be found: a hang after a death in the last MPI_Allreduce. */
#include "recovery.h"

int main(int argc, char** argv) {
  MPI_Comm comm = begin(&argc, &argv);
  long total = 0;
  for (int step = 0; step < steps;) {
    const long part = part_of(comm, step);
    long sum = 0;
    int ok = MPI_Allreduce(&part, &sum, 1, MPI_LONG, MPI_SUM, comm) == MPI_SUCCESS;
#ifdef MENDED
    const int is_over = 0;
#else
    const int is_over = ok && step + 1 == steps; /* one round trip less at the end */
#endif
    if (is_over || all_say(comm, ok)) {
      total += sum;
      ++step;
    } else {
      repair(&comm);
    }
  }
#ifdef MENDED
  end(comm, total);
#else
  if (rank_in(comm) == 0) printf("the answer is %ld\n", total);
  MPI_Comm_free(&comm);
  MPI_Finalize();
#endif
  return 0;
}
