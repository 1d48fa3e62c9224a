/* In C++ an exception out of main is the end of that one process; one that is caught is nobody's business.

   ranks 3
   0: caught here
   0: receive PROC_FAILED
   1 dies: SIGABRT (Aborted)
   2: caught here
   2: receive PROC_FAILED */
#include "outcomes.h"

#include <stdexcept>

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank == 1) throw std::runtime_error("nobody catches this");
  try {
    throw std::runtime_error("caught here");
  } catch (const std::exception& error) { line("%s", error.what()); }
  say("receive", notice(1, MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
}
