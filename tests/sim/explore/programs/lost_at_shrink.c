/* Every rank hands each step's part on to its right neighbour and counts it as delivered once MPI_Send returns. A
   message that is on its way when the communicator is shrunk never arrives on the new one, and nobody sends it again.

   To be found: a hang in MPI_Recv after a death in a step. */
#include "recovery.h"

static int largest_of(MPI_Comm comm, long mine, long* all) {
  return MPI_Allreduce(&mine, all, 1, MPI_LONG, MPI_MAX, comm) == MPI_SUCCESS;
}

/* One hop of the token round the ring, revoked if it fails: nobody may go on waiting. */
static int pass_on(MPI_Comm comm, int step, int* is_sent, long* token) {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  const long mine = step + 1;
  long got = 0;
  int ok = *is_sent || MPI_Send(&mine, 1, MPI_LONG, (rank + 1) % size, 0, comm) == MPI_SUCCESS;
  if (ok) *is_sent = 1;
  daruma_compute(1e7);
  if (ok) ok = MPI_Recv(&got, 1, MPI_LONG, (rank + size - 1) % size, 0, comm, MPI_STATUS_IGNORE) == MPI_SUCCESS;
  if (!ok) MPIX_Comm_revoke(comm);
  *token = got;
  return ok;
}

int main(int argc, char** argv) {
  MPI_Comm comm = begin(&argc, &argv);
  long total = 0;
  int is_sent = 0;
  for (int step = 0; step < steps;) {
    long token = 0;
    long largest = 0;
    int ok = pass_on(comm, step, &is_sent, &token);
    if (ok) ok = largest_of(comm, token, &largest);
    if (all_say(comm, ok)) {
      total += largest;
      is_sent = 0;
      ++step;
      continue;
    }
    repair(&comm);
#ifdef MENDED
    is_sent = 0; /* whatever was under way is gone with the old communicator */
#endif
  }
  end(comm, total);
  return 0;
}
