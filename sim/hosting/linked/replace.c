/* MPIX_Comm_replace(comm, newcomm), which no library has: ULFM's examples bring it along as a function of the program,
   and mpi-ext.h must not declare it, as theirs may be static. This one is for programs that declare it and have none;
   the linker takes it out of an archive for these alone.

   Survivors of `comm` make a communicator of its size in which each has its old rank, and copies of the program have
   those of the dead. A copy calls it with MPI_COMM_NULL. Who dies meanwhile makes the survivors begin again; the copies
   of a round that was given up end, killed by themselves. Where nobody can be started, the error of MPI_Comm_spawn is
   raised on `comm`. */
#define _GNU_SOURCE
#include <mpi-ext.h>
#include <signal.h>
#include <stdlib.h>

enum { tag_of_rank = 1, tag_of_end };

static char** words;

__attribute__((constructor(101))) static void begin_words(int count, char** given) {
  (void)count;
  words = given;
}

/* What survivors have of a round. */
struct Round {
  MPI_Comm survivors;
  MPI_Comm copies; /* both */
  MPI_Comm merged;
  MPI_Comm ordered;
};

static int is_of_deaths(int error) {
  int class;
  MPI_Error_class(error, &class);
  return class == MPIX_ERR_PROC_FAILED || class == MPIX_ERR_PROC_FAILED_PENDING || class == MPIX_ERR_REVOKED;
}

static void give_up(MPI_Comm* comm) {
  if (*comm == MPI_COMM_NULL) return;
  MPIX_Comm_revoke(*comm);
  MPI_Comm_free(comm);
}

static void begin(struct Round* round, MPI_Comm comm) {
  round->copies = round->merged = round->ordered = MPI_COMM_NULL;
  MPIX_Comm_shrink(comm, &round->survivors);
  MPI_Comm_set_errhandler(round->survivors, MPI_ERRORS_RETURN);
}

static int missing(const struct Round* round, MPI_Comm comm) {
  int before, now;
  MPI_Comm_size(comm, &before);
  MPI_Comm_size(round->survivors, &now);
  return before - now;
}

/* Whether all survivors have come so far. */
static int agreed(const struct Round* round, int own) {
  MPIX_Comm_agree(round->survivors, &own);
  return own;
}

/* The first survivor tells each copy whose rank it has. */
static int tell_ranks(const struct Round* round, MPI_Comm comm, int count) {
  MPI_Group all, alive, dead;
  int rank, error = MPI_SUCCESS;
  MPI_Comm_rank(round->survivors, &rank);
  if (rank != 0) return MPI_SUCCESS;
  MPI_Comm_group(comm, &all);
  MPI_Comm_group(round->survivors, &alive);
  MPI_Group_difference(all, alive, &dead);
  for (int i = 0; i < count && error == MPI_SUCCESS; i++) {
    int old;
    MPI_Group_translate_ranks(dead, 1, &i, all, &old);
    error = MPI_Send(&old, 1, MPI_INT, i, tag_of_rank, round->copies);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&alive);
  MPI_Group_free(&dead);
  return error;
}

static void tell_end(const struct Round* round, int count) {
  int rank;
  MPI_Comm_rank(round->survivors, &rank);
  for (int i = 0; i < count && rank == 0; i++) MPI_Send(NULL, 0, MPI_BYTE, i, tag_of_end, round->copies);
}

/* Both sides: merged, and ordered by the old ranks. */
static int join(struct Round* round, int is_copy, int rank) {
  int error = MPI_Intercomm_merge(round->copies, is_copy, &round->merged);
  if (error != MPI_SUCCESS) return error;
  MPI_Comm_set_errhandler(round->merged, MPI_ERRORS_RETURN);
  error = MPI_Comm_split(round->merged, 0, rank, &round->ordered);
  return error;
}

static int join_survivors(MPI_Comm* newcomm) {
  struct Round round = {MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL};
  int rank;
  MPI_Comm_get_parent(&round.copies);
  if (round.copies == MPI_COMM_NULL) return MPI_ERR_COMM;
  MPI_Comm_set_errhandler(round.copies, MPI_ERRORS_RETURN);
  if (MPI_Recv(&rank, 1, MPI_INT, 0, tag_of_rank, round.copies, MPI_STATUS_IGNORE) != MPI_SUCCESS ||
      join(&round, 1, rank) != MPI_SUCCESS ||
      MPI_Recv(NULL, 0, MPI_BYTE, 0, tag_of_end, round.copies, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    raise(SIGKILL);
  MPI_Comm_free(&round.merged);
  *newcomm = round.ordered;
  return MPI_SUCCESS;
}

/* Whether the round came to its end; `error` of one that no other follows. */
static int replace(struct Round* round, MPI_Comm comm, int* error) {
  const int count = missing(round, comm);
  int rank;
  *error = MPI_Comm_spawn(words[0], words + 1, count, MPI_INFO_NULL, 0, round->survivors, &round->copies,
                          MPI_ERRCODES_IGNORE);
  if (*error != MPI_SUCCESS) round->copies = MPI_COMM_NULL;
  if (!agreed(round, *error == MPI_SUCCESS || is_of_deaths(*error))) {
    if (*error == MPI_SUCCESS) *error = MPI_ERR_SPAWN;
    return 1;
  }
  if (!agreed(round, *error == MPI_SUCCESS)) return 0;
  MPI_Comm_set_errhandler(round->copies, MPI_ERRORS_RETURN);
  MPI_Comm_rank(comm, &rank);
  *error = tell_ranks(round, comm, count);
  if (*error == MPI_SUCCESS) *error = join(round, 0, rank);
  if (!agreed(round, *error == MPI_SUCCESS)) return 0;
  tell_end(round, count);
  return 1;
}

__attribute__((weak)) int MPIX_Comm_replace(MPI_Comm comm, MPI_Comm* newcomm) {
  struct Round round;
  MPI_Errhandler handler;
  int error = MPI_SUCCESS;
  if (comm == MPI_COMM_NULL) return join_survivors(newcomm);
  for (begin(&round, comm); missing(&round, comm) > 0 && !replace(&round, comm, &error); begin(&round, comm)) {
    give_up(&round.copies);
    give_up(&round.merged);
    give_up(&round.ordered);
    MPI_Comm_free(&round.survivors);
  }
  if (error != MPI_SUCCESS) {
    give_up(&round.copies);
    MPI_Comm_free(&round.survivors);
    MPI_Comm_call_errhandler(comm, error);
    return error;
  }
  if (round.ordered == MPI_COMM_NULL) {
    *newcomm = round.survivors;
  } else {
    *newcomm = round.ordered;
    MPI_Comm_free(&round.merged);
    MPI_Comm_free(&round.survivors);
  }
  MPI_Comm_get_errhandler(comm, &handler);
  MPI_Comm_set_errhandler(*newcomm, handler);
  return MPI_SUCCESS;
}
