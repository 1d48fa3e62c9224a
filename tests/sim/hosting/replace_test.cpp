// MPIX_Comm_replace for programs that declare it and have none: the survivors' ranks are what they were, copies of the
// program have those of the dead, and more deaths at any moment make it begin again.
#include "tests/sim/hosting/workbench.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* replacing_program = R"(
#include <mpi.h>
#include <daruma.h>
#include <mpi-ext.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int MPIX_Comm_replace(MPI_Comm comm, MPI_Comm* newcomm);
static void* die_later(void* when) {
  usleep(atoi(when) * 1000u);
  kill(getpid(), SIGKILL);
  return when;
}
int main(int argc, char** argv) {
  MPI_Comm world, repaired;
  int rank, size, sum = 0, first, error;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&world);
  if (world != MPI_COMM_NULL) {
    pthread_t death;
    if (argc > 1 && daruma_process() == 5) pthread_create(&death, NULL, die_later, argv[1]);
    MPIX_Comm_replace(MPI_COMM_NULL, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    first = 0;
  } else {
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    MPI_Comm_rank(world, &rank);
    if (rank == 1 || rank == 3) raise(SIGKILL);
    MPI_Barrier(world);
    first = 1;
  }
  for (;;) {
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    error = first ? MPI_ERR_OTHER : MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, world);
    int good = error == MPI_SUCCESS;
    first = 0;
    MPIX_Comm_agree(world, &good);
    if (good) break;
    MPIX_Comm_revoke(world);
    MPIX_Comm_replace(world, &repaired);
    MPI_Comm_free(&world);
    world = repaired;
  }
  printf("%d of %d: %d\n", rank, size, sum);
  fflush(stdout);
  MPI_Finalize();
  return 0;
}
)";

TEST(Replace, GivesCopiesTheRanksOfTheDead) {
  const Workbench bench;
  bench.write("p.c", replacing_program);
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 5, "--machine laptop --set /machine/cores=16"),
              ElementsAre("0 of 5: 10", "1 of 5: 10", "2 of 5: 10", "3 of 5: 10", "4 of 5: 10"));
}

constexpr const char* slow = "darumarun -np 5 --machine laptop --set /machine/cores=64 "
                             "--runtime openmpi-4.0-ulfm-detector-thread ";

void expect_whole(const Answer& answer, const std::string& what) {
  EXPECT_EQ(answer.status, 0) << what << answer.err;
  for (const char* line : {"0 of 5: 10", "1 of 5: 10", "2 of 5: 10", "3 of 5: 10", "4 of 5: 10"})
    EXPECT_THAT(answer.out, HasSubstr(line)) << what << answer.err;
}

/// On a runtime on which the call takes 4.6 s: of the survivors one more dies, at many moments of it.
TEST(Replace, BeginsAgainWhenSurvivorsDie) {
  const Workbench bench;
  bench.write("p.c", replacing_program);
  ASSERT_EQ(bench.shell("darumacc p.c -o p").status, 0);
  for (const int victim : {0, 2, 4})
    for (int moment = 1; moment < 4600; moment += 328) {
      const std::string kill = fmt::format("--kill {}@{}ms", victim, moment);
      expect_whole(bench.shell(slow + kill + " ./p"), kill + ": ");
    }
}

TEST(Replace, BeginsAgainWhenCopiesDie) {
  const Workbench bench;
  bench.write("p.c", replacing_program);
  ASSERT_EQ(bench.shell("darumacc p.c -o p").status, 0);
  for (int moment = 0; moment < 4000; moment += 250) {
    const std::string words = fmt::format("./p {}", moment);
    expect_whole(bench.shell(slow + words), words + ": ");
  }
}

TEST(Replace, RaisesWhatKeepsItFromStartingCopies) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <signal.h>
    #include <stdio.h>
    int MPIX_Comm_replace(MPI_Comm comm, MPI_Comm* newcomm);
    int main(int argc, char** argv) {
      int rank, class;
      MPI_Comm repaired;
      MPI_Init(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 1) raise(SIGKILL);
      MPI_Barrier(MPI_COMM_WORLD);
      argv[0] = "no such program";
      MPI_Error_class(MPIX_Comm_replace(MPI_COMM_WORLD, &repaired), &class);
      if (class == MPI_ERR_SPAWN) puts("nobody to start");
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 2, "--machine laptop --set /machine/cores=2"),
              ElementsAre("nobody to start"));
}

/// As in ULFM's examples, static or not.
TEST(Replace, IsTheProgramsOwnWhereItHasOne) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <mpi-ext.h>
    #include <stdio.h>
    static int MPIX_Comm_replace(MPI_Comm comm, MPI_Comm* newcomm) { *newcomm = comm; return 7; }
    int main(int argc, char** argv) {
      MPI_Comm same;
      MPI_Init(&argc, &argv);
      printf("%d\n", MPIX_Comm_replace(MPI_COMM_WORLD, &same));
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 1), ElementsAre("7"));
}

} // namespace
} // namespace daruma::hosting::test
