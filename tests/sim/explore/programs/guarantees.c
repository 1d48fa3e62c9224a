/* What ULFM guarantees, told by the survivors to each other: an agreement ends in the same way everywhere, with the
   bits that all survivors gave and none but those that all gave; a shrink leaves the same group everywhere; a
   revocation reaches whoever waits for somebody who lives and says nothing. MPI_Abort with the number of the one that
   is broken; that no call waits for ever is seen from outside.

   With SPOILT the end of an MPI_Allreduce is held for as uniform as that of an agreement, which it is not. */
#include "recovery.h"

enum { rounds = 2, most_ranks = 16, revokers = 3, uniform_agreement = 2, right_agreement, same_group, revocation };

/* Whether all who are left have the same numbers. Whoever dies meanwhile is left out, and it is asked again. */
static int all_have(const MPI_Comm comm, const long* numbers, int count) {
  long both[2 * most_ranks], least[2 * most_ranks];
  for (int i = 0; i < count; ++i) {
    both[i] = numbers[i];
    both[count + i] = -numbers[i];
  }
  MPI_Comm asked = survivors_of(comm);
  while (!all_say(asked, MPI_Allreduce(both, least, 2 * count, MPI_LONG, MPI_MIN, asked) == MPI_SUCCESS))
    repair(&asked);
  MPI_Comm_free(&asked);
  int are_same = 1;
  for (int i = 0; i < count; ++i) are_same &= least[i] == -least[count + i];
  return are_same;
}

static void demand(int guarantee, int is_kept) {
  if (!is_kept) MPI_Abort(MPI_COMM_WORLD, guarantee);
}

static int class_of(int error) {
  int class = MPI_SUCCESS;
  MPI_Error_class(error, &class);
  return class;
}

/* Each gives all bits but its own. */
static void agree(MPI_Comm comm) {
  const int all = (1 << most_ranks) - 1;
  int bits = all & ~(1 << rank_in(comm));
#ifdef SPOILT
  const int error = MPI_Allreduce(MPI_IN_PLACE, &bits, 1, MPI_INT, MPI_BAND, comm);
#else
  const int error = MPIX_Comm_agree(comm, &bits);
#endif
  const long end[] = {bits, class_of(error)};
  demand(uniform_agreement, all_have(comm, end, 2));
  const int none_of_all = all & ~((1 << size_of(comm)) - 1);
  demand(right_agreement, !(bits & 1 << rank_in(comm)) && (bits & none_of_all) == none_of_all);
}

/* Those of a communicator who are left, by their ranks in the first one. */
static MPI_Comm shrink(MPI_Comm comm) {
  const MPI_Comm left = survivors_of(comm);
  MPI_Group group, world;
  MPI_Comm_group(left, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  long ranks[most_ranks];
  int size = size_of(left);
  for (int i = 0; i < size; ++i) {
    int rank = -1;
    MPI_Group_translate_ranks(group, 1, &i, world, &rank);
    ranks[i] = rank;
  }
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  const long sizes[] = {size};
  demand(same_group, all_have(left, sizes, 1) && all_have(left, ranks, size));
  return left;
}

/* Some revoke; each other one waits for the one that waits for it. */
static void interrupt(MPI_Comm comm) {
  const int rank = rank_in(comm);
  const int first = revokers < size_of(comm) ? revokers : size_of(comm);
  if (rank < first) {
    MPIX_Comm_revoke(comm);
    return;
  }
  const int waiting = size_of(comm) - first;
  int nothing = 0;
  const int error = MPI_Recv(&nothing, 1, MPI_INT, first + (rank - first + 1) % waiting, 0, comm, MPI_STATUS_IGNORE);
  demand(revocation, class_of(error) == MPIX_ERR_REVOKED || class_of(error) == MPIX_ERR_PROC_FAILED);
}

int main(int argc, char** argv) {
  MPI_Comm comm = begin(&argc, &argv);
  for (int round = 0; round < rounds; ++round) {
    daruma_compute(1e7);
    agree(comm);
    interrupt(comm);
    const MPI_Comm left = shrink(comm);
    MPI_Comm_free(&comm);
    comm = left;
  }
  end(comm, rounds);
  return 0;
}
