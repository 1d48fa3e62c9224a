/* A solver keeps a communicator of its own. After a repair the main loop has a new one, the solver still the old: its
   sums fail from then on, which nobody looks at, as the agreement on the new one says that all is well.

   To be found: a wrong answer after a death that is repaired. */
#include "recovery.h"

struct solver {
  MPI_Comm comm;
  long total;
};

/* Adds a step's sum. Whether somebody has failed, the main loop asks. */
static void solve(struct solver* solver, int step) {
  const long part = part_of(solver->comm, step);
  long sum = 0;
  if (MPI_Allreduce(&part, &sum, 1, MPI_LONG, MPI_SUM, solver->comm) == MPI_SUCCESS) solver->total += sum;
}

int main(int argc, char** argv) {
  MPI_Comm comm = begin(&argc, &argv);
  struct solver solver = {survivors_of(comm), 0};
  for (int step = 0; step < steps;) {
    const long before = solver.total;
    solve(&solver, step);
    if (all_say(comm, 1)) {
      ++step;
      continue;
    }
    repair(&comm);
    solver.total = before;
#ifdef MENDED
    MPI_Comm_free(&solver.comm);
    solver.comm = survivors_of(comm);
#endif
  }
  MPI_Comm_free(&solver.comm);
  end(comm, solver.total);
  return 0;
}
