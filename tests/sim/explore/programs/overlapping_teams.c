/* Two teams share all ranks but the first and the last. Whoever is in both repairs its own team first, that of its half
   of the ranks, where its neighbours wait: two ranks of both teams then wait for each other in different shrinks.

   To be found: a hang in which a rank waits for another in MPIX_Comm_shrink, which waits for it in that of the other
   team. */
#include "recovery.h"

struct Team {
  MPI_Comm comm; /* null for who is none of it */
  int done;      /* steps */
  long total;
  int is_broken;
};

static int is_at_work(const struct Team* team) { return team->comm != MPI_COMM_NULL && team->done < steps; }

/* All but the last one, and all but the first one, of those who live until both teams are made. */
static void make_teams(MPI_Comm all, struct Team teams[2]) {
  for (;;) {
    const int rank = rank_in(all);
    const int size = size_of(all);
    const int is_member[2] = {rank<size - 1, rank> 0};
    int ok = 1;
    for (int i = 0; i < 2; ++i) {
      teams[i].comm = MPI_COMM_NULL;
      ok &= MPI_Comm_split(all, is_member[i] ? 0 : MPI_UNDEFINED, rank, &teams[i].comm) == MPI_SUCCESS;
    }
    const int are_made = all_say(all, ok);
    for (int i = 0; i < 2; ++i)
      if (teams[i].comm != MPI_COMM_NULL) {
        if (are_made)
          MPI_Comm_set_errhandler(teams[i].comm, MPI_ERRORS_RETURN);
        else
          MPI_Comm_free(&teams[i].comm);
      }
    if (are_made) break;
    repair(&all);
  }
  MPI_Comm_free(&all);
}

/* One step of each team, in the same order everywhere. What is printed in the last one is known to be by all. */
static void step(struct Team teams[2]) {
  long sums[2] = {0, 0};
  int ok[2] = {0, 0};
  for (int i = 0; i < 2; ++i)
    if (is_at_work(&teams[i])) {
      const long part = part_of(teams[i].comm, teams[i].done);
      ok[i] = MPI_Allreduce(&part, &sums[i], 1, MPI_LONG, MPI_SUM, teams[i].comm) == MPI_SUCCESS;
      if (ok[i] && teams[i].done + 1 == steps && rank_in(teams[i].comm) == 0) {
        printf("team %d has %ld\n", i, teams[i].total + sums[i]);
        fflush(stdout);
      }
    }
  for (int i = 0; i < 2; ++i)
    if (is_at_work(&teams[i])) {
      teams[i].is_broken = !all_say(teams[i].comm, ok[i]);
      if (teams[i].is_broken) continue;
      teams[i].total += sums[i];
      ++teams[i].done;
    }
}

int main(int argc, char** argv) {
  MPI_Comm all = begin(&argc, &argv);
  struct Team teams[2] = {{.comm = MPI_COMM_NULL}, {.comm = MPI_COMM_NULL}};
#ifdef MENDED
  const int first = 0;
#else
  const int first = rank_in(all) >= size_of(all) / 2; /* where my neighbours are */
#endif
  make_teams(all, teams);
  while (is_at_work(&teams[0]) || is_at_work(&teams[1])) {
    step(teams);
    for (int i = 0; i < 2; ++i) {
      struct Team* team = &teams[(first + i) % 2];
      if (team->is_broken) repair(&team->comm);
      team->is_broken = 0;
    }
  }
  for (int i = 0; i < 2; ++i)
    if (teams[i].comm != MPI_COMM_NULL) MPI_Comm_free(&teams[i].comm);
  MPI_Finalize();
  return 0;
}
