/* A sum goes round a ring. Who sees a neighbour's failure leaves the ring to agree and shrink, and does not revoke:
   those whose neighbours live wait for messages of ranks that wait for them.

   To be found: a hang in MPI_Sendrecv after any death before it. */
#include "recovery.h"

/* All parts pass by every rank once; an error of MPI if a neighbour failed on the way. */
static int ring_sum(MPI_Comm comm, long part, long* sum) {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  *sum = part;
  for (int hop = 1; hop < size; ++hop) {
    long passing = part;
    const int error = MPI_Sendrecv(&passing, 1, MPI_LONG, (rank + 1) % size, 0, &part, 1, MPI_LONG,
                                   (rank + size - 1) % size, 0, comm, MPI_STATUS_IGNORE);
    if (error != MPI_SUCCESS) return error;
    *sum += part;
  }
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Comm comm = begin(&argc, &argv);
  long total = 0;
  for (int step = 0; step < steps;) {
    long sum = 0;
    const int ok = ring_sum(comm, part_of(comm, step), &sum) == MPI_SUCCESS;
#ifdef MENDED
    if (!ok) MPIX_Comm_revoke(comm); /* nobody may go on waiting in the ring */
#endif
    if (all_say(comm, ok)) {
      total += sum;
      ++step;
      continue;
    }
    const MPI_Comm survivors = survivors_of(comm);
    MPI_Comm_free(&comm);
    comm = survivors;
  }
  end(comm, total);
  return 0;
}
