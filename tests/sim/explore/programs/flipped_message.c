/* Every rank sends its numbers to rank 0, which adds them up. MENDED sends a checksum along, and rank 0 ends the job
   where it does not fit.

   To be found: a bit that flips on the way makes a wrong answer that nobody notices. */
#include <mpi.h>
#include <stdio.h>

enum { numbers = 7 };

static long checksum_of(const long* all) {
  long sum = 0;
  for (int i = 0; i < numbers; ++i) sum += all[i];
  return sum;
}

static void send_numbers(int rank) {
  long all[numbers + 1];
  for (int i = 0; i < numbers; ++i) all[i] = 100 * rank + i;
  all[numbers] = checksum_of(all);
  MPI_Send(all, numbers + 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
}

static long receive_sum(int from) {
  long all[numbers + 1];
  MPI_Recv(all, numbers + 1, MPI_LONG, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef MENDED
  if (checksum_of(all) != all[numbers]) MPI_Abort(MPI_COMM_WORLD, 3);
#endif
  long sum = 0;
  for (int i = 0; i < numbers; ++i) sum += all[i];
  return sum;
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  long sum = 0;
  if (rank > 0) send_numbers(rank);
  for (int from = 1; rank == 0 && from < size; ++from) sum += receive_sum(from);
  if (rank == 0) printf("the answer is %ld\n", sum);
  MPI_Finalize();
  return 0;
}
