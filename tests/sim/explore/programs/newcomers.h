/* How newcomers take the places of those who died, and how to share what all know. */
#ifndef NEWCOMERS_H
#define NEWCOMERS_H

#include "recovery.h"

enum { wanted = 3 }; /* ranks */

/* What every rank holds a copy of. */
struct state {
  long step;
  long value;
};

/* Whether all on both sides of an intercommunicator say yes: an agreement on one tells each side what the other says,
   so that it takes a second one for both to know it all. */
static inline int both_sides_say(MPI_Comm inter, int yes) { return all_say(inter, all_say(inter, yes) && yes); }

/* A newcomer's way to the others; false if they have given up on it. */
static inline int join(MPI_Comm parents, MPI_Comm* comm) {
  MPI_Comm_set_errhandler(parents, MPI_ERRORS_RETURN);
  int is_merged = MPI_Intercomm_merge(parents, 1, comm) == MPI_SUCCESS;
  if (is_merged) MPI_Comm_set_errhandler(*comm, MPI_ERRORS_RETURN);
  const int is_in = both_sides_say(parents, is_merged);
  if (is_merged && !is_in) MPI_Comm_free(comm);
  MPI_Comm_free(&parents);
  return is_in;
}

/* One try to fill up the survivors' communicator; whether it worked is the same at all. MPI_Comm_spawn starts the
   newcomers for all or for none; they are told, too, if it is for nothing. */
static inline int fill_up(MPI_Comm survivors, char* program, MPI_Comm* whole) {
  MPI_Comm children;
  const int is_there = MPI_Comm_spawn(program, MPI_ARGV_NULL, wanted - size_of(survivors), MPI_INFO_NULL, 0, survivors,
                                      &children, MPI_ERRCODES_IGNORE) == MPI_SUCCESS;
  const int is_well = all_say(survivors, is_there);
  if (!is_there) return 0;
  MPI_Comm_set_errhandler(children, MPI_ERRORS_RETURN);
  if (!is_well) MPIX_Comm_revoke(children);
  const int is_merged = is_well && MPI_Intercomm_merge(children, 0, whole) == MPI_SUCCESS;
  if (is_merged) MPI_Comm_set_errhandler(*whole, MPI_ERRORS_RETURN);
  const int is_done = both_sides_say(children, is_merged);
  if (is_merged && !is_done) MPI_Comm_free(whole);
  MPI_Comm_free(&children);
  return is_done;
}

typedef int (*filling)(MPI_Comm survivors, char* program, MPI_Comm* whole);

/* As many ranks as wanted, survivors first. */
static inline void replace(MPI_Comm* comm, char* program, filling fill) {
  for (;;) {
    MPI_Comm whole;
    repair(comm);
    if (size_of(*comm) == wanted) return;
    if (!fill(*comm, program, &whole)) continue;
    MPI_Comm_free(comm);
    *comm = whole;
    return;
  }
}

/* What a step does to the state, and how a newcomer gets it; each says whether it worked, which is the same at all. */
typedef int (*stage)(MPI_Comm comm, struct state* state);

/* Adds up what all have. */
static inline int advance(MPI_Comm comm, struct state* state) {
  long sum = 0;
  daruma_compute(1e7);
  const int ok = MPI_Allreduce(&state->value, &sum, 1, MPI_LONG, MPI_SUM, comm) == MPI_SUCCESS;
  if (!all_say(comm, ok)) return 0;
  state->value += sum;
  ++state->step;
  return 1;
}

/* The program: all steps, with newcomers for whoever dies. */
static inline int run_with_newcomers(int argc, char** argv, filling fill, stage share) {
  struct state state = {0, 1};
  MPI_Comm parents;
  MPI_Comm comm = begin(&argc, &argv);
  MPI_Comm_get_parent(&parents);
  const int is_first = parents == MPI_COMM_NULL;
  if (!is_first) {
    MPI_Comm_free(&comm);
    if (!join(parents, &comm)) return MPI_Finalize();
  }
  int is_whole = size_of(comm) == wanted;
  int is_shared = is_first;
  while (state.step < steps || !is_shared) {
    if (!is_whole) {
      replace(&comm, argv[0], fill);
      is_shared = 0;
    }
    is_whole = is_shared ? advance(comm, &state) : share(comm, &state);
    is_shared = is_shared || is_whole;
  }
  end(comm, state.value);
  return 0;
}

#endif
