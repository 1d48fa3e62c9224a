/* Every rank keeps a field, and adds it up step by step. MENDED has a second copy of it and a checksum, by which it
   repairs whichever of both is damaged before it is used.

   To be found: a bit that flips in the field makes a wrong answer that nobody notices. */
#include <daruma.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { cells = 64, steps = 3 };

#ifdef MENDED
static long checksum_of(const long* field) {
  long sum = 0;
  for (int i = 0; i < cells; ++i) sum += field[i];
  return sum;
}
#endif

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long* const field = malloc(cells * sizeof *field);
  if (!field) MPI_Abort(MPI_COMM_WORLD, 4);
  for (int i = 0; i < cells; ++i) field[i] = 1000 * rank + i;
  daruma_array("field", field, cells * sizeof *field);
#ifdef MENDED
  long copy[cells];
  memcpy(copy, field, sizeof copy);
  daruma_array("copy", copy, sizeof copy);
  const long checksum = checksum_of(field);
#endif
  long sum = 0, all = 0;
  for (int step = 0; step < steps; ++step) {
    MPI_Barrier(MPI_COMM_WORLD);
#ifdef MENDED
    if (checksum_of(field) != checksum) memcpy(field, copy, sizeof copy);
    if (checksum_of(copy) != checksum) memcpy(copy, field, sizeof copy);
#endif
    for (int i = 0; i < cells; ++i) sum += field[i];
  }
  daruma_array("copy", NULL, 0);
  daruma_array("field", NULL, 0);
  free(field);
  MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("the answer is %ld\n", all);
  MPI_Finalize();
  return 0;
}
