/* An error handler repairs, and asserts that it is called for a failed process. Ranks that did not see the failure
   themselves hear of it by the revoke, which is another class of errors.

   To be found: a crash, SIGABRT, after a death in MPI_Sendrecv. */
#include "recovery.h"

#include <assert.h>

static int is_broken;

static void on_error(MPI_Comm* comm, int* error, ...) {
  int class = MPI_SUCCESS;
  MPI_Error_class(*error, &class);
#ifdef MENDED
  assert(class == MPIX_ERR_PROC_FAILED || class == MPIX_ERR_REVOKED);
#else
  assert(class == MPIX_ERR_PROC_FAILED);
#endif
  if (!is_broken) MPIX_Comm_revoke(*comm);
  is_broken = 1;
}

/* The neighbours' parts and one's own, all the way round. */
static long ring_sum(MPI_Comm comm, long part) {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  long sum = part;
  for (int hop = 1; hop < size && !is_broken; ++hop) {
    long passing = part;
    MPI_Sendrecv(&passing, 1, MPI_LONG, (rank + 1) % size, 0, &part, 1, MPI_LONG, (rank + size - 1) % size, 0, comm,
                 MPI_STATUS_IGNORE);
    sum += part;
  }
  return sum;
}

int main(int argc, char** argv) {
  MPI_Errhandler handler;
  MPI_Comm comm = begin(&argc, &argv);
  MPI_Comm_create_errhandler(on_error, &handler);
  long total = 0;
  for (int step = 0; step < steps;) {
    MPI_Comm_set_errhandler(comm, handler);
    is_broken = 0;
    const long sum = ring_sum(comm, part_of(comm, step));
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (all_say(comm, !is_broken)) {
      total += sum;
      ++step;
    } else {
      repair(&comm);
    }
  }
  MPI_Errhandler_free(&handler);
  end(comm, total);
  return 0;
}
