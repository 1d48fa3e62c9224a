/* Every rank takes room for its numbers, which rank 0 adds up. MENDED looks whether there is any, and ends the job if
   not.

   To be found: a crash where there is none. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  long sum = 0, all = 0;
  for (int step = 0; step < 2; ++step) {
    volatile long* const room = malloc(100 * sizeof *room);
#ifdef MENDED
    if (!room) MPI_Abort(MPI_COMM_WORLD, 5);
#endif
    for (int i = 0; i < 100; ++i) room[i] = rank + i;
    for (int i = 0; i < 100; ++i) sum += room[i];
    free((void*)room);
  }
  MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("the answer is %ld\n", all);
  MPI_Finalize();
  return 0;
}
