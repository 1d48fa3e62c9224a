/* A master gives every worker its tasks and folds the results into a checksum in the order in which they come. The
   workers' speeds fix that order until one dies and another does its tasks.

   To be found: a wrong answer after the death of a worker, by the order of its results alone. */
#include "recovery.h"

enum { tasks = 4 };

/* What a task is worth; later ones take less time. */
static long result_of(int task) {
  daruma_compute(1e7 * (tasks - task));
  return 7L * task + 3;
}

static long fold(long checksum, long result) { return checksum * 31 + result; }

/* The results of all tasks, in whatever order they come; task t is done by the t-th worker, round and round. */
static int master(MPI_Comm comm, long* checksum) {
  long results[tasks];
  *checksum = 0;
  for (int got = 0; got < tasks; ++got) {
    MPI_Status status;
    long result = 0;
    if (size_of(comm) == 1) {
      status.MPI_TAG = got;
      result = result_of(got);
    } else if (MPI_Recv(&result, 1, MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status) != MPI_SUCCESS) {
      return 0;
    }
    results[status.MPI_TAG] = result;
#ifndef MENDED
    *checksum = fold(*checksum, result);
#endif
  }
#ifdef MENDED
  for (int task = 0; task < tasks; ++task) *checksum = fold(*checksum, results[task]);
#else
  (void)results;
#endif
  return 1;
}

static int work(MPI_Comm comm) {
  for (int task = rank_in(comm) - 1; task < tasks; task += size_of(comm) - 1) {
    const long result = result_of(task);
    if (MPI_Send(&result, 1, MPI_LONG, 0, task, comm) != MPI_SUCCESS) return 0;
  }
  return 1;
}

int main(int argc, char** argv) {
  MPI_Comm comm = begin(&argc, &argv);
  long checksum = 0;
  for (;;) {
    int ok = rank_in(comm) == 0 ? master(comm, &checksum) : work(comm);
    if (!ok) MPIX_Comm_revoke(comm);
    if (ok) ok = MPI_Bcast(&checksum, 1, MPI_LONG, 0, comm) == MPI_SUCCESS;
    if (all_say(comm, ok)) break;
    repair(&comm);
  }
  end(comm, checksum);
  return 0;
}
