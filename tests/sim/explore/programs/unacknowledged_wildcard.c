/* A gatherer takes parts from MPI_ANY_SOURCE. When a sender dies, the receive is not over but pending, until the
   failure is acknowledged; the gatherer only tries again for a while, until it takes the job for lost.

   To be found: the job gives up after one death before MPI_Send. */
#include "recovery.h"

/* The largest of all ranks' values; MPI's error if one of them is not to come. */
static int gather(MPI_Comm comm, long mine, long* largest) {
#ifndef MENDED
  int patience = 10;
#endif
  *largest = mine;
  for (int got = 1; got < size_of(comm); ++got) {
    long value = 0;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_LONG, MPI_ANY_SOURCE, 0, comm, &request);
    for (;;) {
      const int error = MPI_Wait(&request, MPI_STATUS_IGNORE);
      int class = MPI_SUCCESS;
      if (error == MPI_SUCCESS) break;
      MPI_Error_class(error, &class);
      if (class != MPIX_ERR_PROC_FAILED_PENDING) return error;
#ifdef MENDED
      MPIX_Comm_failure_ack(comm);
      MPI_Cancel(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      return error;
#else
      daruma_compute(1e7); /* it is pending: the message may still come */
      if (--patience == 0) MPI_Abort(comm, 3);
#endif
    }
    if (value > *largest) *largest = value;
  }
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Comm comm = begin(&argc, &argv);
  long total = 0;
  for (int step = 0; step < steps;) {
    long largest = step + 1;
    int ok;
    daruma_compute(1e7);
    if (rank_in(comm) == 0)
      ok = gather(comm, step + 1, &largest) == MPI_SUCCESS;
    else
      ok = MPI_Send(&largest, 1, MPI_LONG, 0, 0, comm) == MPI_SUCCESS;
    if (!ok) MPIX_Comm_revoke(comm);
    if (ok) ok = MPI_Bcast(&largest, 1, MPI_LONG, 0, comm) == MPI_SUCCESS;
    if (all_say(comm, ok)) {
      total += largest;
      ++step;
    } else {
      repair(&comm);
    }
  }
  end(comm, total);
  return 0;
}
