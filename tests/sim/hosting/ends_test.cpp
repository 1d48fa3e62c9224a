// How a run ends that runs programs of users: its exit status, its first line, and what it leaves behind.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

/// A run of the program by two ranks, with what the scenario says besides.
Answer run(const Workbench& bench, const std::string& main, const std::string& rest = "") {
  bench.write("p.c", R"(
    #include <errno.h>
    #include <mpi.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    static int rank;
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);)" +
                         main + "}");
  const Answer compiled = bench.call("cc -g p.c -o p.so");
  if (compiled.status != 0) return compiled;
  bench.write("p.json", R"({"name": "p", "machine": {"use": "laptop", "cores": 64}, "jobs": [{"name": "p",
                         "program": "p.so", "ranks": 2}])" +
                            rest + "}");
  return bench.call("run p.json --out out");
}

constexpr const char* aborts = R"(
  if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Finalize();
  return 0;
)";

TEST(Failure, OfAJobThatAbortsIsTheFirstLineAndTheExitStatus) {
  const Answer answer = run(Workbench(), aborts);
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.out, StartsWith("p failed: process 1: MPI_Abort with code 3\n"));
  EXPECT_THAT(answer.err, HasSubstr("daruma: p failed: process 1: MPI_Abort with code 3\n"));
}

TEST(Failure, OfAFatalErrorIsAsAnAbort) {
  const Answer answer = run(Workbench(), R"(
    if (rank == 1) MPI_Send(NULL, 0, MPI_INT, 7, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
  )");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.out, StartsWith("p failed: process 1: MPI_Send under MPI_ERRORS_ARE_FATAL: MPI_ERR_RANK"));
}

TEST(Failure, OfAnExitStatusIsAsAnAbort) {
  const Answer answer = run(Workbench(), "MPI_Finalize(); return rank;");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.out, StartsWith("p failed: process 1 ended with exit status 1\n"));
}

TEST(Failure, IsNoneWhereTheScenarioExpectsIt) {
  const Answer expected = run(Workbench(), aborts, R"(, "expect": [{"metric": "p.finished", "is": false}])");
  EXPECT_EQ(expected.status, 0) << expected.err;
  EXPECT_THAT(expected.out, StartsWith("p failed: "));
  EXPECT_EQ(run(Workbench(), aborts, R"(, "expect": [{"metric": "p.deaths", "is": 0}])").status, 1);
}

TEST(Failure, IsAlsoThatNobodyIsLeft) {
  const Answer answer = run(Workbench(), "raise(SIGKILL);");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.out, StartsWith("p did not finish: all its processes died\n"));
  EXPECT_THAT(answer.err, HasSubstr("daruma: p did not finish: all its processes died\n"));
}

/// 0 and 1 leave without MPI_Finalize, which frees their attributes while they still print; 2 says that it failed, and
/// 3 leaves by the way that does nothing more.
TEST(Finalize, IsCalledAtASuccessfulExitWhereTheJobAsksForIt) {
  const std::string source = R"(
    #include <unistd.h>
    static int tell(MPI_Comm comm, int key, void* value, void* state) { return printf("freed\n"), MPI_SUCCESS; }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      int key;
      MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, tell, &key, NULL);
      MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
      if (rank == 1) exit(0);
      if (rank == 2) return 2;
      if (rank == 3) _exit(0);
      return 0;
    })";
  const std::string second = "2 died: exit status 2 without MPI_Finalize";
  const std::string third = "3 died: exit status 0 without MPI_Finalize";
  EXPECT_THAT(Workbench().said(source, 4, R"(, "finalize_at_exit": true)"),
              UnorderedElementsAre("0: freed", "1: freed", second, third));
  EXPECT_THAT(Workbench().said(source, 4),
              UnorderedElementsAre("0 died: exit status 0 without MPI_Finalize",
                                   "1 died: exit status 0 without MPI_Finalize", second, third));
}

/// On standard output, which is buffered by lines: 0 ends in order, 1 flushes before it is killed, 2 does not and waits
/// in between, 3 leaves in a way that flushes nothing, and 4 was told to have a larger buffer.
TEST(Output, OfALineThatAKilledProcessHasBegunIsLostUnlessItWasFlushed) {
  EXPECT_THAT(Workbench().said(R"(
    #include <unistd.h>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      if (rank == 4) setvbuf(stdout, NULL, _IOFBF, 65536);
      printf("whole line of %d\nbegun by %d", rank, rank);
      if (rank == 1) fflush(stdout);
      sleep(1);
      if (rank == 3) _exit(3);
      if (rank > 0) raise(SIGKILL);
      printf(", ended");
      MPI_Finalize();
      return 0;
    })",
                               5),
              UnorderedElementsAre("0: whole line of 0", "1: whole line of 1", "2: whole line of 2",
                                   "3: whole line of 3", "4: whole line of 4", "0: begun by 0, ended", "1: begun by 1",
                                   HasSubstr("1 died: SIGKILL"), HasSubstr("2 died: SIGKILL"),
                                   "3 died: exit status 3 without MPI_Finalize", HasSubstr("4 died: SIGKILL")));
}

TEST(Output, OfEachRankIsAFileOfItsOwn) {
  const Workbench bench;
  const char* const prints = R"(
    if (rank == 1) { printf("%0300d\n", 7); fprintf(stderr, "careful\n"); printf("no end"); }
    MPI_Finalize();
    return 0;
  )";
  ASSERT_EQ(run(bench, prints).status, 0);
  EXPECT_EQ(bench.shell("cat out/output/1.txt").out, std::string(299, '0') + "7\ncareful\nno end\n");
  EXPECT_EQ(bench.shell("ls out/output").out, "1.txt\n");
  EXPECT_THAT(bench.shell("cat out/table.txt").out, HasSubstr("stderr  process 1: careful"));
  ASSERT_EQ(run(bench, "MPI_Finalize(); return 0;").status, 0);
  EXPECT_EQ(bench.shell("ls out/output").out, "") << "of an earlier run";
}

TEST(Output, IsShownByDarumarunOfARunThatStandsStill) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      printf("said by %d\n", rank);
      fflush(stdout);
      if (rank == 0) MPI_Recv(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      return MPI_Barrier(MPI_COMM_WORLD);
    })");
  const Answer answer = bench.shell("darumacc p.c -o p && darumarun -np 2 ./p");
  EXPECT_EQ(answer.status, 3);
  EXPECT_EQ(answer.out, "said by 0\nsaid by 1\n");
}

TEST(Output, OfAKilledRankIsWhatItHadWrittenThoughNoLineEnds) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <signal.h>
    #include <stdio.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 0) fprintf(stderr, "by 0"), raise(SIGKILL);
      if (rank == 1) printf("by 1"), fflush(stdout), printf("lost"), raise(SIGKILL);
      if (rank == 2) write(1, "by 2", 4), sleep(10);
      MPI_Barrier(MPI_COMM_WORLD);
      return MPI_Finalize();
    })");
  const Answer answer = bench.shell("darumacc p.c -o p && darumarun -np 4 --kill 2@5s ./p");
  EXPECT_EQ(answer.out, "by 1\nby 2\n");
  EXPECT_THAT(answer.err, HasSubstr("by 0\n"));
}

TEST(Output, OfAProcessThatIsStoppedIsItsOwn) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 1) {
        printf("by 1\nbegun");
        fflush(stdout);
        for (;;) continue;
      }
      return MPI_Finalize();
    })");
  ASSERT_EQ(bench.call("cc p.c -o p.so").status, 0);
  bench.write("p.json", R"({"name": "p", "machine": "laptop",
                            "jobs": [{"name": "p", "program": "p.so", "ranks": 2, "patience": "500ms"}]})");
  EXPECT_EQ(bench.call("run p.json --out out").status, 3);
  EXPECT_EQ(bench.shell("cd out/output && grep . *").out, "by 1\nbegun\n") << "one file, with all lines";
}

TEST(Output, OfSeveralJobsIsInAFolderEach) {
  const Workbench bench;
  bench.write("p.c",
              "#include <mpi.h>\n#include <stdio.h>\nint main(int count, char** words) { MPI_Init(&count, &words);"
              "puts(words[1]); MPI_Finalize(); return 0; }");
  ASSERT_EQ(bench.call("cc p.c -o p.so").status, 0);
  bench.write("p.json", R"({"name": "p", "machine": {"use": "laptop", "cores": 64}, "jobs": [
    {"name": "a", "program": "p.so", "ranks": 1, "arguments": ["one"]},
    {"name": "b", "program": "p.so", "ranks": 1, "arguments": ["two"]}]})");
  ASSERT_EQ(bench.call("run p.json --out out").status, 0);
  EXPECT_EQ(bench.shell("cat out/output/a/0.txt out/output/b/0.txt").out, "one\ntwo\n");
}

TEST(Output, ToStandardErrorComesOutThereUnderDarumarun) {
  const Workbench bench;
  ASSERT_EQ(run(bench, R"(fprintf(stderr, "careful\n"); printf("result\n"); MPI_Finalize(); return 0;)").status, 0);
  const Answer answer = bench.shell("darumarun -np 1 ./p.so");
  EXPECT_EQ(answer.out, "result\n");
  EXPECT_THAT(answer.err, StartsWith("careful\n"));
}

#if !defined(__SANITIZE_ADDRESS__) // which tells of faults itself, and takes all addresses

/// What rank 1 does to the simulator is told with its name and place, and what was printed before is kept.
void expect_crash(const std::string& deed, const std::string& what) {
  const Workbench bench;
  const Answer answer = run(bench, "printf(\"begun\\n\"); MPI_Barrier(MPI_COMM_WORLD); if (rank == 1) {" + deed +
                                       "} MPI_Barrier(MPI_COMM_WORLD); MPI_Finalize(); return 0;");
  EXPECT_EQ(answer.status, 3) << answer.out;
  EXPECT_THAT(answer.err, AllOf(StartsWith("daruma: the simulator crashed at "), HasSubstr(what),
                                HasSubstr("; last at work was process 1 of p")));
  EXPECT_EQ(bench.shell("cat out/output/0.txt").out, "begun\n") << "results so far are kept";
}

TEST(Crash, OfTheHeapThatAllShareNamesWhoFoundIt) {
  expect_crash("size_t* room = malloc(5000); room[-1] = 17; free(room);", "free(): invalid size");
}

/// The simulator itself frees its arguments, after the program.
TEST(Crash, OfTheHeapIsToldAlsoWhereTheSimulatorFindsIt) {
  expect_crash("((size_t*)argv)[-1] = (1 << 30) | 1;", "double free or corruption (out)");
}

/// The simulator frees what it keeps of a communicator when all is over.
TEST(Crash, OfTheHeapKeepsTheResultsWhereItIsFoundAfterTheRun) {
  const Workbench bench;
  const Answer answer = run(bench, R"(
    MPI_Comm own;
    printf("begun\n");
    MPI_Comm_dup(MPI_COMM_SELF, &own);
    if (rank == 1) ((size_t*)own)[-1] = (1 << 30) | 1;
    MPI_Finalize();
    return 0;)");
  EXPECT_EQ(answer.status, 3) << answer.out;
  EXPECT_THAT(answer.err, AllOf(HasSubstr("daruma: the simulator crashed after the run: "),
                                HasSubstr("; last at work was process "), Not(HasSubstr("is lost"))));
  EXPECT_EQ(bench.shell("cat out/output/0.txt").out, "begun\n");
}

/// From the variable's end over the frames of main into those of the simulator.
TEST(Crash, OfAStackIsToldHoweverMuchOfItIsDestroyed) {
  for (const char* bytes : {"400", "4000", "20000"})
    expect_crash(std::string("char variable[16]; char* volatile at = variable; memset(at, 'A', atoi(\"") + bytes +
                     "\"));",
                 "a process wrote past the end of a variable and destroyed its stack");
}

TEST(Crash, OfWhatThisComputersThreadKeepsForItselfIsTold) {
  for (const char* byte : {"0", "65"})
    expect_crash(std::string("memset((char*)&errno - 500, ") + byte + ", 2500); *(volatile int*)8 = 1;",
                 "SIGSEGV (Segmentation fault)");
}

TEST(Crash, OfAStackThatWasGivenBackIsTold) {
  expect_crash("munmap((void*)((long)__builtin_frame_address(0) & ~4095L), 4096);",
               "a process gave back memory that its stack was in");
}

TEST(Crash, IsNotWhatALimitOfAddressesLeadsTo) {
  const Workbench bench;
  ASSERT_EQ(run(bench, "MPI_Finalize(); return 0;").status, 0);
  const Answer answer = bench.shell("ulimit -v 1500000; daruma run p.json");
  EXPECT_EQ(answer.status, 4) << answer.out;
  EXPECT_THAT(answer.err, AllOf(HasSubstr("2 processes need 2.2 GiB of addresses"), HasSubstr("ulimit -v")));
  const Answer enough = bench.shell("ulimit -v 4000000; daruma run p.json");
  EXPECT_EQ(enough.status, 0) << enough.err;
}

/// As libraries of the system's do, the program starts its thread by the system's own function.
TEST(Crash, OfAThreadOfTheSystemsNamesWhatItDid) {
  const Workbench bench;
  bench.write("t.c", R"(
    #include <dlfcn.h>
    #include <mpi.h>
    #include <pthread.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <unistd.h>
    static void* work(void* what) {
      switch (atoi(what)) {
      case 0: *(volatile int*)8 = 1; break;
      case 1: usleep(1); break;
      case 2: MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); break;
      case 3: raise(SIGTERM);
      }
      return NULL;
    }
    int main(int count, char** words) {
      pthread_t thread;
      int (*create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) = dlsym(RTLD_DEFAULT, "pthread_create");
      int (*join)(pthread_t, void**) = dlsym(RTLD_DEFAULT, "pthread_join");
      MPI_Init(&count, &words);
      create(&thread, NULL, work, words[1]);
      join(thread, NULL);
      MPI_Finalize();
      return 0;
    })");
  ASSERT_EQ(bench.call("cc -g t.c -o t -pthread").status, 0);
  const std::vector<std::string> told{"SIGSEGV", "usleep, which is not simulated there", "a call of MPI",
                                      "raise, which is not simulated there"};
  for (std::size_t deed = 0; deed < told.size(); ++deed) {
    const Answer answer = bench.shell("darumarun -np 2 ./t " + std::to_string(deed));
    EXPECT_EQ(answer.status, 3);
    EXPECT_THAT(answer.err, HasSubstr("in a thread that a library of the system's started: " + told[deed]));
  }
}

TEST(Crash, OfARankIsItsOwnThoughAllHaveReadByFscanf) {
  const Workbench bench;
  const std::string source = R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      FILE* const file = fopen("/etc/passwd", "r");
      if (fscanf(file, "%*s") != 0) return 1;
      fclose(file);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 1) *(volatile int*)0 = 1;
      MPI_Barrier(MPI_COMM_WORLD);
      printf("goes on\n");
      return MPI_Finalize();
    })";
  for (const int ranks : {2, 3, 5}) {
    const auto said = bench.said(source, ranks);
    EXPECT_THAT(said, testing::Contains(HasSubstr("1 died: SIGSEGV"))) << ranks;
    EXPECT_EQ(static_cast<int>(said.size()), ranks) << "the others go on";
  }
}

TEST(Crash, OfALibraryThatCallsExit) {
  const Workbench bench;
  bench.write("e.c", R"(
    #include <mpi.h>
    #include <argp.h>
    int main(int count, char** words) {
      const struct argp none = {0};
      MPI_Init(&count, &words);
      argp_parse(&none, count, words, 0, 0, 0);
      MPI_Finalize();
      return 0;
    })");
  ASSERT_EQ(bench.call("cc -g e.c -o e").status, 0);
  const Answer answer = bench.shell("darumarun -np 2 ./e --nosuch");
  EXPECT_EQ(answer.status, 3);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("a library of the system's called exit; last at work was process"),
                                HasSubstr("at e.c:7")));
}

TEST(Crash, IsNoneWhereAPointerThatIsNoneIsFreed) {
  const Answer answer = run(Workbench(), R"(
    char* pointer = (char*)calloc(1, 100); /* else what is before it says where it is from */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 1) free(pointer + 8);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
  )");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("process 1: SIGABRT (Aborted) at p.c:"));
}

#endif

} // namespace
} // namespace daruma::hosting::test
