/* longjmp out of an error handler, into the repair: the way of programs that were written without failures in mind.

   ranks 3
   0, 1: jumped PROC_FAILED
   0, 1: size 2
   2 dies: SIGKILL */
#include "outcomes.h"

#include <setjmp.h>

static jmp_buf repair;
static int what;

static void jump(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  what = *code;
  longjmp(repair, 1);
}

int main(int argc, char** argv) {
  MPI_Errhandler handler;
  MPI_Comm survivors;
  begin(&argc, &argv);
  let_die(2);
  MPI_Comm_create_errhandler(jump, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  if (setjmp(repair) == 0) {
    notice(2, MPI_COMM_WORLD);
    line("nothing happened");
  }
  say("jumped", what);
  MPIX_Comm_shrink(MPI_COMM_WORLD, &survivors);
  count("size", size_of(survivors));
  MPI_Comm_free(&survivors);
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
  return 0;
}
