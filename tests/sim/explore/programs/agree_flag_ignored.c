/* After each step all agree on whether it went well, but each rank goes by its own result instead of the agreed one:
   some take the step for done that others do again.

   To be found: some ranks are in MPIX_Comm_shrink and others in MPIX_Comm_agree after a death in MPI_Allreduce. */
#include "recovery.h"

int main(int argc, char** argv) {
  MPI_Comm comm = begin(&argc, &argv);
  long total = 0;
  for (int step = 0; step < steps;) {
    const long part = part_of(comm, step);
    long sum = 0;
    const int error = MPI_Allreduce(&part, &sum, 1, MPI_LONG, MPI_SUM, comm);
    int ok = error == MPI_SUCCESS;
    const int failed = MPIX_Comm_agree(comm, &ok) != MPI_SUCCESS;
#ifdef MENDED
    const int is_done = ok && !failed;
#else
    const int is_done = error == MPI_SUCCESS;
    (void)failed;
#endif
    if (is_done) {
      total += sum;
      ++step;
    } else {
      repair(&comm);
    }
  }
  end(comm, total);
  return 0;
}
