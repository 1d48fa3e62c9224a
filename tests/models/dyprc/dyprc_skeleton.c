/* The control structure of DyProReconf's Fig. 3 as a C program: it must compile as strict C99. */
#include "models/dyprc/mpi/ulfm_dyprc.h"

static MPI_Comm mworld;
static int restores;

static void call_restore(void* argument) { ++*(int*)argument; }

static int call_calc(void) {
  int rank = 0;
  for (int i = 0; i < 100; i++) {
    int sum = 0;
    MPI_Comm_rank(mworld, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, mworld);
    ulfm_dyprc_poll(mworld);
  }
  return 0;
}

static void main_loop(int newcomer) {
  int loop = 1;
  while (loop) {
    if (ulfm_dyprc_setjmp(mworld, newcomer) != 0) { restores += ulfm_dyprc_lost(); }
    loop = call_calc();
  }
  ulfm_dyprc_finalize(&mworld);
}

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  const int newcomer = ulfm_dyprc_merge_child(&mworld);
  ulfm_dyprc_on_restart(call_restore, &restores);
  main_loop(newcomer);
  return 0;
}
