// Programs of users, hosted: each rank's own globals, simulated time, output told apart, deaths one by one.
#include "tests/sim/hosting/workbench.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using testing::UnorderedElementsAre;

std::vector<std::string> said(const std::string& source, int ranks, const std::string& job = "",
                              const std::string& rest = "") {
  return Workbench().said(source, ranks, job, rest);
}

TEST(Globals, AreEachRanksOwn) {
  EXPECT_THAT(said(R"(
    int counter = 40;
    static int hidden;
    int main(int argc, char** argv) {
      static int inside = 7;
      begin(&argc, &argv);
      counter += rank; hidden += rank; inside += rank;
      MPI_Barrier(MPI_COMM_WORLD);
      printf("%d %d %d\n", counter, hidden, inside);
      MPI_Finalize();
      return 0;
    })",
                   2),
              ElementsAre("0: 40 0 7", "1: 41 1 8"));
}

TEST(Globals, OfCppAreMadeAndDestroyedWithTheirRank) {
  EXPECT_THAT(said(R"(
    #include <iostream>
    struct Loud { int made = ++count; static inline int count = 0; ~Loud() { std::cout << "gone " << made << std::endl; } } loud;
    template <class T> struct Shared { static inline T value{}; };
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      Shared<int>::value += 1 + rank;
      MPI_Barrier(MPI_COMM_WORLD);
      std::cout << loud.made << Shared<int>::value << "\n";
      if (rank == 1) raise(SIGKILL);
      MPI_Finalize();
    })",
                   2),
              ElementsAre("0: 11", "0: gone 1", "1: 12", "1 died: SIGKILL (Killed) at p.cpp:10"));
}

TEST(Output, IsTheRanksThatWroteItWhateverItIsWrittenWith) {
  EXPECT_THAT(said(R"(
    #include <iostream>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      printf("half a line, ");
      MPI_Barrier(MPI_COMM_WORLD);
      std::cout << "and the rest of " << rank << "\n";
      fprintf(stderr, "error %d\n", rank);
      (void)!write(1, "raw\n", 4);
      MPI_Finalize();
      printf("no end");
    })",
                   2),
              UnorderedElementsAre("0: half a line, and the rest of 0", "0: error 0", "0: raw", "0: no end",
                                   "1: half a line, and the rest of 1", "1: error 1", "1: raw", "1: no end"));
}

TEST(Time, IsSimulatedForEveryClockAndSleep) {
  EXPECT_THAT(said(R"(
    #include <chrono>
    #include <thread>
    static void at(const char* what, double seconds) { printf("%s %.3f\n", what, seconds); }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      struct timespec t; struct timeval v; struct timespec d = {0, 500000000};
      const auto steady = std::chrono::steady_clock::now();
      const auto days = std::chrono::system_clock::now();
      sleep(1); usleep(250000); nanosleep(&d, NULL);
      std::this_thread::sleep_for(std::chrono::milliseconds(250));
      at("MPI", MPI_Wtime());
      clock_gettime(CLOCK_MONOTONIC, &t); at("monotonic", t.tv_sec + 1e-9 * t.tv_nsec);
      clock_gettime(CLOCK_REALTIME, &t); at("real", t.tv_sec - 946684800 + 1e-9 * t.tv_nsec);
      gettimeofday(&v, NULL); at("day", v.tv_sec - 946684800 + 1e-6 * v.tv_usec);
      at("time", time(NULL) - 946684800);
      at("clock", (double)clock() / CLOCKS_PER_SEC);
      at("steady", std::chrono::duration<double>(std::chrono::steady_clock::now() - steady).count());
      at("system", std::chrono::duration<double>(std::chrono::system_clock::now() - days).count());
      t.tv_sec = 5; t.tv_nsec = 0;
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
      at("until", MPI_Wtime());
      daruma_compute(33.6e9);
      MPI_Finalize();
    })",
                   1),
              ElementsAre("0: MPI 2.000", "0: monotonic 2.000", "0: real 2.000", "0: day 2.000", "0: time 2.000",
                          "0: clock 2.000", "0: steady 2.000", "0: system 2.000", "0: until 5.000"));
}

TEST(Time, PassesForWhoOnlyLooksAtTheClock) {
  EXPECT_THAT(said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      struct timeval v;
      do gettimeofday(&v, NULL); while (v.tv_usec < 2000);
      const double start = MPI_Wtime();
      while (MPI_Wtime() - start < 0.001) {}
      printf("%.4f\n", MPI_Wtime());
      MPI_Finalize();
      return 0;
    })",
                   1),
              ElementsAre("0: 0.0030"));
}

TEST(Time, OfThisComputerCountsWhereItIsAskedFor) {
  const char* const source = R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      volatile double x = 0;
      const double start = MPI_Wtime();
      for (int i = 0; i < 20000000; i++) x += i;
      printf(MPI_Wtime() - start > 0.01 ? "took time\n" : "took none\n");
      MPI_Finalize();
      return 0;
    })";
  EXPECT_THAT(said(source, 1), ElementsAre("0: took none"));
  EXPECT_THAT(said(source, 1, R"(, "host_time_scale": 10)"), ElementsAre("0: took time"));
}

/// What kills ranks 1 to 7 one by one leaves 0 to count who is left.
TEST(Death, OfEveryKindIsOneRanks) {
  EXPECT_THAT(said(R"(
    #include <stdexcept>
    #include <cassert>
    int overflow(int n) { volatile char room[4096]; room[0] = (char)n; return overflow(n + 1) + room[0]; }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      usleep(1000 * rank);
      if (rank == 1) raise(SIGTERM);
      if (rank == 2) kill(getpid(), SIGKILL);
      if (rank == 3) abort();
      if (rank == 4) exit(3);
      if (rank == 5) _exit(0);
      if (rank == 6) { volatile int* nowhere = (int*)8; *nowhere = 1; }
      if (rank == 7) overflow(0);
      if (rank == 8) throw std::runtime_error("nobody catches this");
      if (rank == 9) assert(size == 1);
      if (rank == 10) return 0;
      if (rank == 11) { volatile int zero = 0; rank /= zero; }
      MPI_Comm rest;
      MPIX_Comm_shrink(MPI_COMM_WORLD, &rest);
      MPI_Comm_size(rest, &size);
      printf("%d left\n", size);
      MPI_Finalize();
    })",
                   12),
              ElementsAre("1 died: SIGTERM (Terminated) at p.cpp:8", "2 died: SIGKILL (Killed) at p.cpp:9",
                          "3 died: SIGABRT (Aborted) at p.cpp:10", "4 died: exit status 3 without MPI_Finalize",
                          "5 died: exit status 0 without MPI_Finalize",
                          "6 died: SIGSEGV (Segmentation fault) at p.cpp:13",
                          StartsWith("7 died: SIGSEGV (Segmentation fault) at p.cpp:4"),
                          "8: terminate called after throwing an instance of 'std::runtime_error'",
                          "8:   what():  nobody catches this", "8 died: SIGABRT (Aborted) at p.cpp:15",
                          AllOf(StartsWith("9: "), HasSubstr("p.cpp:16"), HasSubstr("Assertion `size == 1' failed")),
                          "9 died: SIGABRT (Aborted) at p.cpp:16", "10 died: exit status 0 without MPI_Finalize",
                          "11 died: SIGFPE (Floating point exception) at p.cpp:18", "0: 1 left"));
}

TEST(Death, RunsNoDestructorAndNoHandlerOfTheDead) {
  EXPECT_THAT(said(R"(
    #include <iostream>
    struct Loud { ~Loud() { std::cout << "destructor of " << rank << "\n"; } };
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      try {
        Loud loud;
        if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);
        sleep(2);
      } catch (...) { std::cout << "caught\n"; }
      MPI_Finalize();
    })",
                   2, "", R"("events": [{"at": "1s", "kill": "p", "ranks": [1]}],)"),
              ElementsAre("1 died: killed", "0: destructor of 0"));
}

TEST(Signals, AreHandledByWhoInstalledAHandler) {
  EXPECT_THAT(
      said(R"(
    static void on_signal(int number) { printf("got %d\n", number); }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      if (rank == 0) signal(SIGUSR1, on_signal);
      if (rank == 1) signal(SIGUSR1, SIG_IGN);
      raise(SIGUSR1);
      raise(SIGCHLD);
      printf("alive\n");
      MPI_Finalize();
      return 0;
    })",
           3),
      UnorderedElementsAre("0: got 10", "0: alive", "1: alive", StartsWith("2 died: SIGUSR1 (User defined signal 1)")));
}

TEST(Signals, TellHandlersWhereTheyAreFrom) {
  EXPECT_THAT(said(R"(
    static int values[4], count;
    static void on_signal(int number, siginfo_t* info, void* context) {
      printf("%d %d %d %d\n", info->si_code == SI_USER, info->si_code == SI_TKILL, info->si_pid == getpid(), context != NULL);
    }
    static void on_value(int number, siginfo_t* info, void* context) { values[count++] = info->si_value.sival_int; }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      struct sigaction action = {0};
      siginfo_t info;
      sigset_t held;
      action.sa_flags = SA_SIGINFO;
      action.sa_sigaction = on_signal;
      sigaction(SIGUSR1, &action, NULL);
      action.sa_sigaction = on_value;
      sigaction(SIGRTMIN, &action, NULL);
      kill(getpid(), SIGUSR1);
      raise(SIGUSR1);
      sigemptyset(&held);
      sigaddset(&held, SIGRTMIN);
      sigprocmask(SIG_BLOCK, &held, NULL);
      for (int i = 1; i <= 3; ++i) sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = i});
      const int first = sigwaitinfo(&held, &info);
      printf("%d waits for %d: %d\n", count, first == SIGRTMIN, info.si_value.sival_int);
      sigprocmask(SIG_UNBLOCK, &held, NULL);
      printf("%d: %d %d\n", count, values[0], values[1]);
      MPI_Finalize();
      return 0;
    })",
                   1),
              ElementsAre("0: 1 0 1 1", "0: 0 1 1 1", "0: 0 waits for 1: 1", "0: 2: 2 3"));
}

/// As programs do that save only the pages which have been written since the last checkpoint.
TEST(Signals, OfFaultsTellTheAddressAndLetTheProgramGoOn) {
  EXPECT_THAT(said(R"(
    enum { bytes = 4096, pages = 8 };
    static char* begin_of_pages;
    static int written[pages];
    static void on_fault(int number, siginfo_t* info, void* context) {
      const long page = ((char*)info->si_addr - begin_of_pages) / bytes;
      if (page < 0 || page >= pages || !context) _exit(1);
      ++written[page];
      mprotect(begin_of_pages + page * bytes, bytes, PROT_READ | PROT_WRITE);
    }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      struct sigaction action = {0};
      action.sa_flags = SA_SIGINFO;
      action.sa_sigaction = on_fault;
      sigaction(SIGSEGV, &action, NULL);
      begin_of_pages = mmap(NULL, pages * bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      begin_of_pages[rank * bytes + 5] = 1;
      begin_of_pages[rank * bytes + 6] = 2;
      begin_of_pages[7 * bytes] = 3;
      MPI_Barrier(MPI_COMM_WORLD);
      printf("%d %d %d\n", written[rank], written[1 - rank], written[7]);
      MPI_Finalize();
      return 0;
    })",
                   2),
              UnorderedElementsAre("0: 1 0 1", "1: 1 0 1"));
}

TEST(Signals, ToGroupsOfProcessesAreRefused) {
  EXPECT_THAT(said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      printf("%d\n", kill(0, SIGTERM));
      MPI_Finalize();
      return 0;
    })",
                   1),
              UnorderedElementsAre("0: -1", HasSubstr("a signal to a group of processes is not simulated")));
}

TEST(Signals, KillOtherRanksByTheirPid) {
  EXPECT_THAT(said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      int pids[3], mine = getpid();
      MPI_Allgather(&mine, 1, MPI_INT, pids, 1, MPI_INT, MPI_COMM_WORLD);
      if (rank == 0) {
        printf("%d", kill(pids[1], SIGKILL));
        printf(" %d", kill(pids[1], 0));
        printf(" %d\n", kill(pids[2], 0));
      }
      if (rank > 0) sleep(1);
      MPI_Finalize();
      return 0;
    })",
                   3),
              UnorderedElementsAre("1 died: SIGKILL from process 0", "0: 0 -1 0"));
}

TEST(Exit, RunsWhatWasLeftForIt) {
  EXPECT_THAT(said(R"(
    static void last(void) { printf("last words of %d\n", rank); }
    static void finalize(void) { MPI_Finalize(); }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      atexit(last);
      atexit(finalize);
      if (rank == 0) exit(0);
      return 0;
    })",
                   2),
              UnorderedElementsAre("0: last words of 0", "1: last words of 1"));
}

TEST(Exit, WithAnotherStatusThanZeroIsAFailedJob) {
  const Workbench bench;
  const auto events = bench.events(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      MPI_Finalize();
      return rank == 1 ? 7 : 0;
    })",
                                   2);
  EXPECT_THAT(events, Contains(HasSubstr("exit 1: exit status 7")));
  EXPECT_THAT(events, Contains(HasSubstr("end -1: process 1 ended with exit status 7")));
}

TEST(Exit, OfAProgramThatIsNoMpiProgramIsInOrder) {
  EXPECT_THAT(Workbench().events("int main() { printf(\"hello\\n\"); return 0; }", 2),
              Contains(HasSubstr("end -1: 2 ranks")));
}

TEST(Arguments, AreTheProgramsCommandLine) {
  EXPECT_THAT(said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      printf("%d %s %s\n", argc, argv[1], argv[2]);
      argv[1][0] = 'X';
      MPI_Finalize();
      return argv[argc] != NULL;
    })",
                   2, R"(, "arguments": ["--steps", "10"])"),
              UnorderedElementsAre("0: 3 --steps 10", "1: 3 --steps 10"));
}

TEST(Spawn, StartsTheProgramOfThatNameNextToIt) {
  EXPECT_THAT(said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      MPI_Comm parent, children;
      MPI_Comm_get_parent(&parent);
      if (parent == MPI_COMM_NULL) {
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
        printf("%d\n", MPI_Comm_spawn("missing.so", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children,
                                      MPI_ERRCODES_IGNORE) == MPI_ERR_SPAWN);
        char word[] = "to the child";
        char* words[] = {word, NULL};
        MPI_Comm_spawn("p.so", words, 2, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
        MPI_Comm_disconnect(&children);
      } else {
        printf("child %d of %d: %d %s\n", rank, size, argc, argv[1]);
        MPI_Comm_disconnect(&parent);
      }
      MPI_Finalize();
      return 0;
    })",
                   1),
              UnorderedElementsAre("0: 1", "1: child 0 of 2: 2 to the child", "2: child 1 of 2: 2 to the child"));
}

TEST(WhatIsNotSimulated, SaysSoAndFails) {
  EXPECT_THAT(said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      const int forked = fork();
      printf("%d %d\n", forked, system("true"));
      MPI_Finalize();
      return 0;
    })",
                   1),
              ElementsAre("0: daruma: fork is not simulated; it fails", "0: daruma: system is not simulated; it fails",
                          "0: -1 -1"));
}

TEST(Standstill, SaysWhereEachWaits) {
  EXPECT_THAT(Workbench().events(R"(
    int main(int argc, char** argv) {
      int x;
      begin(&argc, &argv);
      if (rank == 2) MPI_Barrier(MPI_COMM_WORLD);
      MPI_Recv(&x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Finalize();
      return 0;
    })",
                                 3),
              ElementsAre(AllOf(StartsWith("exit 3: daruma: deadlock"),
                                HasSubstr("rank 0 (process 0) in MPI_Recv at p.c:6 waits for rank 1"),
                                HasSubstr("rank 1 (process 1) in MPI_Recv at p.c:6 waits for rank 0"),
                                HasSubstr("rank 2 (process 2) in MPI_Barrier at p.c:5 waits for"))));
}

/// What a run of nine ranks says, of which four hang in two functions, or loop where `end` lets them.
Answer hang(const Workbench& bench, const std::string& end, const std::string& words) {
  bench.write("p.c", R"(#include <daruma.h>
#include <mpi.h>
int rank, x;
static void solve(int depth) {
  if (depth > 0) return solve(depth - 1);
  MPI_Barrier(MPI_COMM_WORLD);
}
static void exchange(void) {
  MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  daruma_compute(1e9);
  )" + end + R"(
  if (rank == 3) exchange();
  else solve(rank == 4 ? 30000 : 0);
  MPI_Finalize();
  return 0;
}
)");
  bench.write("p.json", R"({"name": "p", "machine": {"use": "laptop", "cores": 64, "core_speed": "1Gf/s"},
      "jobs": [{"name": "p", "program": "p.so", "ranks": 9, "patience": "1s"}]})");
  return bench.shell("daruma cc p.c -o p.so && daruma run p.json --out out " + words);
}

TEST(Standstill, TellsTheCallsThatLedThere) {
  const Workbench bench;
  const Answer answer = hang(bench, "", "");
  EXPECT_EQ(answer.status, 3);
  const std::string stacks = R"(
job  who                 where they stood
p    processes 0-2, 5-8  main at p.c:17 > solve at p.c:6 > MPI_Barrier
p    process 3           main at p.c:16 > exchange at p.c:9 > MPI_Recv
p    process 4           main at p.c:17 > solve at p.c:5 (30000 times) > solve at p.c:6 >
                         MPI_Barrier
)";
  EXPECT_THAT(answer.err, AllOf(StartsWith("daruma: deadlock"), testing::EndsWith(stacks)));
  EXPECT_THAT(bench.shell("cat out/table.txt").out, testing::EndsWith(stacks));
  const auto json = nlohmann::json::parse(bench.shell("cat out/result.json").out).at("stacks");
  ASSERT_EQ(json.size(), 3U);
  EXPECT_EQ(json[0], nlohmann::json::parse(R"({"job": "p", "processes": [0, 1, 2, 5, 6, 7, 8],
      "calls": ["main at p.c:17", "solve at p.c:6", "MPI_Barrier"]})"));
}

TEST(Standstill, IsToldAlikeWhereARunIsCut) {
  const Workbench bench;
  const Answer answer = hang(bench, "if (rank == 7) daruma_compute(1e12);", "--until 2s");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out, AllOf(HasSubstr("processes 0-2, 5-6, 8  main at p.c:17 > solve at p.c:6 > MPI_Barrier\n"),
                                HasSubstr("process 7              main at p.c:15\n")));
}

TEST(Standstill, IsToldAlikeWherePatienceEnds) {
  const Workbench bench;
  const Answer answer = hang(bench, "for (volatile int i = 0; rank == 7;) ++i;", "");
  EXPECT_EQ(answer.status, 3);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("its \"patience\", while it was at p.c:15"),
                                HasSubstr("process 7           main at p.c:15\n"),
                                HasSubstr("main at p.c:16 > exchange at p.c:9 > MPI_Recv\n")));
}

TEST(Standstill, IsToldWithTheNamesOfFunctionsThatWerePutInPlace) {
  const Workbench bench;
  bench.write("p.cpp", R"(#include <mpi.h>
namespace {
template <class T> struct Grid {
  void step(T) const { MPI_Barrier(MPI_COMM_WORLD); }
};
} // namespace
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) Grid<double>().step(1);
  MPI_Finalize();
}
)");
  for (const char* const flags : {"-O0", "-O2"})
    EXPECT_THAT(bench.shell(std::string("daruma c++ ") + flags + " p.cpp -o p && darumarun -np 2 ./p").err,
                HasSubstr("process 0  main at p.cpp:11 > "))
        << flags;
}

TEST(Misuse, NamesRankCallAndPlace) {
  const std::string source = R"(
    static int values[4];
    int main(int argc, char** argv) {
      MPI_Request request;
      begin(&argc, &argv);
      if (strcmp(argv[1], "mismatch") == 0) {
        if (rank == 1) MPI_Bcast(values, 1, MPI_INT, 0, MPI_COMM_WORLD);
        else MPI_Reduce(values, values + 1, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
      }
      if (strcmp(argv[1], "leak") == 0 && rank == 1) MPI_Irecv(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
      if (strcmp(argv[1], "refused") == 0) {
        MPI_Request flushed;
        MPI_Session_iflush_buffer(MPI_SESSION_NULL, &flushed);
      }
      MPI_Finalize();
      if (strcmp(argv[1], "late") == 0) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      return 0;
    })";
  const auto complaint = [&](const std::string& what) {
    return Workbench().events(source, 2, R"(, "arguments": [")" + what + R"("])");
  };
  EXPECT_THAT(complaint("mismatch"), ElementsAre(AllOf(StartsWith("exit 3: "), HasSubstr("MPI_Bcast at p.c:7"))));
  EXPECT_THAT(complaint("leak"), Contains(AllOf(HasSubstr("warning 1: MPI_Finalize at p.c:15: 1 request is neither"),
                                                HasSubstr("MPI_Irecv from rank 0 with tag 0"))));
  EXPECT_THAT(complaint("refused"),
              ElementsAre(AllOf(StartsWith("exit 3: "), HasSubstr("MPI_Session_iflush_buffer at p.c:13"))));
  EXPECT_THAT(complaint("late"), ElementsAre(AllOf(StartsWith("exit 3: "), HasSubstr("MPI_Comm_rank at p.c:16"))));
}

TEST(Windows, AreForProgramsToo) {
  const Workbench bench;
  const auto events = bench.events(R"(
    #include <stdlib.h>
    static int values[4];
    int main(int argc, char** argv) {
      MPI_Win win;
      int got = 0;
      begin(&argc, &argv);
      MPI_Win_create(values, sizeof values, sizeof values[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
      MPI_Win_fence(0, win);
      MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
      if (rank == 2)
        MPI_Get(&got, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
      MPI_Win_fence(0, win);
      if (rank == 0) printf("%d %d %d\n", values[0], values[1], values[2]);
      MPI_Win_free(&win);
      MPI_Finalize();
      return 0;
    })",
                                   3);
  EXPECT_THAT(events, Contains(HasSubstr("print 0: 0 1 2")));
  EXPECT_THAT(events, Contains(AllOf(HasSubstr("warning 2: "), HasSubstr("MPI_Get at p.c:12 conflicts with MPI_Put at "
                                                                         "p.c:10 of rank 1"))));
}

TEST(Windows, HaveThePlacesOfTheirConflictsLookedUpOnceEach) {
  const Workbench bench;
  bench.write("conflicts.c", R"(
    #include <mpi.h>
    int main(int argc, char** argv) {
      int rank, one = 1, of_window = 0;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      for (int i = 0; i < 5; ++i) {
        MPI_Win window;
        MPI_Win_create(&of_window, sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
        MPI_Win_fence(0, window);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_fence(0, window);
        MPI_Win_free(&window);
      }
      MPI_Finalize();
      return 0;
    })");
  bench.write("eu-addr2line", "#!/bin/sh\necho asked >>lookups\nexec /usr/bin/eu-addr2line \"$@\"\n");
  const Answer answer = bench.shell(
      "mkdir bin && chmod +x eu-addr2line && mv eu-addr2line bin && darumacc -g conflicts.c -o conflicts.so && "
      "PATH=$PWD/bin:$PATH darumarun -np 2 --out o ./conflicts.so");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_EQ(bench.shell("grep -c 'warning  .*MPI_Put at conflicts.c:11' o/table.txt").out, "5\n");
  EXPECT_EQ(bench.shell("cat lookups").out, "asked\n");
}

TEST(Spawn, SaysWhyItStartsNothing) {
  const Workbench bench;
  bench.write("words", "no program");
  const std::string source = R"(
    static void start(const char* what, int count, const char* key, const char* value) {
      char text[MPI_MAX_ERROR_STRING];
      int length, error;
      MPI_Info info;
      MPI_Comm children;
      MPI_Info_create(&info);
      if (key) MPI_Info_set(info, key, value);
      error = MPI_Comm_spawn(what, MPI_ARGV_NULL, count, info, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
      MPI_Error_string(error, text, &length);
      if (error) printf("%s\n", text);
      else MPI_Comm_remote_size(children, &length), printf("%d\n", length);
    }
    int main(int argc, char** argv) {
      MPI_Comm parent;
      begin(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
      MPI_Comm_get_parent(&parent);
      if (parent == MPI_COMM_NULL) {
        start("", 1, 0, 0);
        start("nosuch", 1, 0, 0);
        start("/", 1, 0, 0);
        start("words", 1, 0, 0);
        start("p.so", 99, 0, 0);
        start("p.so", 1, "host", "elsewhere");
        start("p.so", 1, "wdir", "/nowhere");
        start("p.so", 99, "soft", "1,200,4:9:3");
        start("p.so", 8, "soft", "1:2");
        start("./p", 1, 0, 0);
      }
      MPI_Finalize();
      return 0;
    })";
  EXPECT_THAT(bench.said(source, 1),
              ElementsAre("0: MPI_ERR_SPAWN: the command is empty", "0: MPI_ERR_SPAWN: there is no file \"nosuch\"",
                          "0: MPI_ERR_SPAWN: \"/\" is a folder",
                          StartsWith("0: MPI_ERR_SPAWN: \"words\" is not a shared object"),
                          "0: MPI_ERR_SPAWN: 99 processes are asked for, and so many cores are not free",
                          "0: MPI_ERR_SPAWN: the machine has no node of that name",
                          "0: MPI_ERR_SPAWN: there is no folder \"/nowhere\" to begin in", "0: 7", "0: 2", "0: 1"));
}

TEST(Spawn, BeginsInTheFolderThatIsNamed) {
  EXPECT_THAT(said(R"(
    int main(int argc, char** argv) {
      char here[512];
      MPI_Comm parent, children;
      MPI_Info info;
      begin(&argc, &argv);
      MPI_Comm_get_parent(&parent);
      if (parent == MPI_COMM_NULL) {
        MPI_Info_create(&info);
        MPI_Info_set(info, "wdir", "/usr/..");
        MPI_Comm_spawn("p.so", MPI_ARGV_NULL, 1, info, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
        printf("%d\n", strcmp(getcwd(here, sizeof here), "/") == 0);
      } else {
        printf("%s\n", getcwd(here, sizeof here));
      }
      MPI_Finalize();
      return 0;
    })",
                   1),
              UnorderedElementsAre("0: 0", "1: /"));
}

TEST(Spawn, PutsProcessesOnTheNodeThatIsNamedAndTheUniverseHasRoomForThem) {
  EXPECT_THAT(said(R"(
    int main(int argc, char** argv) {
      char name[MPI_MAX_PROCESSOR_NAME];
      int length, flag, *universe, *number;
      MPI_Comm parent, children;
      MPI_Info info;
      begin(&argc, &argv);
      MPI_Comm_get_parent(&parent);
      MPI_Get_processor_name(name, &length);
      MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &flag);
      MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &flag);
      if (parent == MPI_COMM_NULL) {
        char* commands[] = {"p.so", "p.so"};
        int counts[] = {1, 1};
        MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
        MPI_Info_create(&info);
        MPI_Info_set(info, "host", name);
        printf("%d cores\n", *universe > 1);
        MPI_Comm_spawn("p.so", MPI_ARGV_NULL, 1, info, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
        MPI_Send(name, length + 1, MPI_CHAR, 0, 0, children);
        MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts, infos, 0, MPI_COMM_SELF, &children,
                                MPI_ERRCODES_IGNORE);
        for (int i = 0; i < 2; ++i) MPI_Send(name, length + 1, MPI_CHAR, i, 0, children);
      } else {
        char other[MPI_MAX_PROCESSOR_NAME];
        MPI_Recv(other, sizeof other, MPI_CHAR, 0, 0, parent, MPI_STATUS_IGNORE);
        printf("command %d, %d\n", *number, strcmp(name, other) == 0);
      }
      MPI_Finalize();
      return 0;
    })",
                   1),
              UnorderedElementsAre("0: 1 cores", StartsWith("1: command 0, 1"), StartsWith("2: command 0"),
                                   StartsWith("3: command 1")));
}

/// Open MPI's programs name the computer that they are on so.
TEST(Spawn, BeginsOnTheParentsNodeWhereThatIsCalledLocalhost) {
  const std::string source = R"(
    int main(int argc, char** argv) {
      char name[MPI_MAX_PROCESSOR_NAME];
      int length;
      MPI_Comm parent, children;
      MPI_Info info;
      begin(&argc, &argv);
      MPI_Comm_get_parent(&parent);
      MPI_Get_processor_name(name, &length);
      if (parent == MPI_COMM_NULL && rank == 1) {
        MPI_Info_create(&info);
        MPI_Info_set(info, "host", "localhost");
        MPI_Comm_spawn("p.so", MPI_ARGV_NULL, 1, info, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
      }
      puts(name);
      MPI_Finalize();
      return 0;
    })";
  Workbench bench;
  bench.machine = R"({"use": "oakbridge-cx", "nodes": 2})";
  EXPECT_THAT(bench.said(source, 2, R"(, "placement": "round-robin")"),
              UnorderedElementsAre("0: node-0", "1: node-1", "2: node-1"));
}

constexpr const char* tells_error_handlers = R"(
    static const char* handler_of(MPI_Comm comm) {
      MPI_Errhandler handler;
      MPI_Comm_get_errhandler(comm, &handler);
      if (handler == MPI_ERRORS_ARE_FATAL) return "fatal";
      if (handler == MPI_ERRORS_ABORT) return "abort";
      return handler == MPI_ERRORS_RETURN ? "return" : "none";
    }
    static void tell(void) {
      char value[99] = "nothing";
      int flag;
      MPI_Comm parent;
      MPI_Comm_get_parent(&parent);
      MPI_Info_get(MPI_INFO_ENV, "mpi_initial_errhandler", 98, value, &flag);
      printf("%s %s %s %s\n", value, handler_of(MPI_COMM_WORLD), handler_of(MPI_COMM_SELF),
             parent == MPI_COMM_NULL ? "-" : handler_of(parent));
    })";

TEST(InitialErrhandler, OfAJobIsThatOfItsPredefinedCommunicators) {
  const std::string source = tells_error_handlers + std::string(R"(
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      tell();
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(said(source, 1), ElementsAre("0: nothing fatal fatal -"));
  EXPECT_THAT(Workbench().said(source, 1, R"(, "initial_errhandler": "mpi_errors_return")"),
              ElementsAre("0: mpi_errors_return return return -"));
  EXPECT_THAT(Workbench().said(source, 1, R"(, "initial_errhandler": "mpi_errors_abort")"),
              ElementsAre("0: mpi_errors_abort abort abort -"));
}

TEST(InitialErrhandler, OfASpawnIsThatOfItsCommand) {
  const std::string source = tells_error_handlers + std::string(R"(
    int main(int argc, char** argv) {
      MPI_Comm parent, children;
      char* commands[] = {"p.so", "p.so"};
      int counts[] = {1, 1};
      MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
      MPI_Init(&argc, &argv);
      MPI_Comm_get_parent(&parent);
      tell();
      if (parent == MPI_COMM_NULL) {
        MPI_Info_create(&infos[1]);
        MPI_Info_set(infos[1], "mpi_initial_errhandler", "MPI_Errors_Return");
        MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts, infos, 0, MPI_COMM_SELF, &children,
                                MPI_ERRCODES_IGNORE);
        MPI_Info_set(infos[1], "mpi_initial_errhandler", "mpi_errors_raise");
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
        char text[MPI_MAX_ERROR_STRING];
        int length;
        MPI_Error_string(MPI_Comm_spawn("p.so", MPI_ARGV_NULL, 1, infos[1], 0, MPI_COMM_SELF, &children,
                                        MPI_ERRCODES_IGNORE), text, &length);
        puts(text);
      }
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(said(source, 1),
              UnorderedElementsAre("0: nothing fatal fatal -", "1: nothing fatal fatal fatal",
                                   "2: mpi_errors_return return return return",
                                   "0: MPI_ERR_SPAWN: mpi_initial_errhandler takes mpi_errors_are_fatal, "
                                   "mpi_errors_abort or mpi_errors_return, and not \"mpi_errors_raise\""));
}

TEST(Hang, OfAComputingOrAPollingProgramIsFoundByItsPatience) {
  const std::string source = R"(
    int main(int argc, char** argv) {
      int flag = 0;
      begin(&argc, &argv);
      if (argc > 1 && rank == 1)
        while (argc) rank = 1;
      while (!flag) MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      MPI_Finalize();
      return 0;
    })";
  const auto polls = Workbench().events(source, 2, R"(, "patience": "500ms")");
  EXPECT_THAT(polls, ElementsAre(AllOf(StartsWith("exit 3: "), HasSubstr("500ms"), HasSubstr("at p.c:7"))));
  const auto computes = Workbench().events(source, 2, R"(, "patience": "500ms", "arguments": ["forever"])");
  EXPECT_THAT(computes, ElementsAre(AllOf(StartsWith("exit 3: "), HasSubstr("process 1"), HasSubstr("at p.c:6"))));
}

/// Loops that ask whether somebody has failed, or a communicator was revoked, until it is so.
TEST(Hang, OfWhoAsksUntilItHearsOfAFailureThereIsNone) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi-ext.h>
    #include <mpi.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <unistd.h>
    static int failed(int how) {
      MPI_Group group;
      int count = 0;
      switch (how) {
      case 0: MPIX_Comm_get_failed(MPI_COMM_WORLD, &group); break;
      case 1: MPIX_Comm_failure_ack(MPI_COMM_WORLD), MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &group); break;
      case 2: MPIX_Comm_ack_failed(MPI_COMM_WORLD, 1, &count); return count;
      default: MPIX_Comm_is_revoked(MPI_COMM_WORLD, &count); return count;
      }
      MPI_Group_size(group, &count);
      MPI_Group_free(&group);
      return count;
    }
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      const int how = atoi(argv[1]);
      if (rank == 1) {
        usleep(1000);
        if (how < 3) raise(SIGKILL);
        MPIX_Comm_revoke(MPI_COMM_WORLD);
      }
      while (!failed(how)) continue;
      if (rank == 0) printf("%d\n", MPI_Wtime() > 0.001 && MPI_Wtime() < 0.0011);
      MPI_Finalize();
      return 0;
    })");
  ASSERT_EQ(bench.shell("darumacc p.c -o p").status, 0);
  for (const char* const how : {"0", "1", "2", "3"})
    EXPECT_EQ(bench.shell(fmt::format("darumarun -np 2 --set '/jobs/0/patience=\"2s\"' ./p {}", how)).out, "1\n")
        << how;
}

TEST(Hang, CountsAllProcessorTimeWithoutProgress) {
  const std::string source = R"(
    #include <stdlib.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      while (rank == 1)
        if (atoi(argv[1])) sleep(1);
        else MPI_Wtime();
      MPI_Barrier(MPI_COMM_WORLD);
      return 0;
    })";
  for (const char* const sleeps : {"0", "1"}) {
    const auto waits =
        Workbench().events(source, 2, R"(, "patience": "500ms", "arguments": [")" + std::string(sleeps) + R"("])");
    EXPECT_THAT(waits, ElementsAre(AllOf(StartsWith("exit 3: "), HasSubstr("process 1"), HasSubstr("500ms"))));
  }
}

/// They are in a library or in the system nearly all of the time. Ten times its patience is more than enough.
TEST(Hang, IsFoundInLibrariesAndInTheSystemAsSoon) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "nobody is led through what the sanitizer has in the place of libraries";
#endif
  const auto processor_time = [] {
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  };
  const Workbench bench;
  bench.write("p.cpp", R"(
    #include <csignal>
    #include <cstdio>
    #include <fcntl.h>
    #include <mpi.h>
    #include <sys/stat.h>
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      struct stat seen;
      switch (argv[1][0]) {
      case 's': for (;;) stat("/", &seen);
      case 'o': while (open("never.comes", O_RDONLY) < 0) {}
      case 'f': while (!fopen("never.comes", "r")) {}
      case 't': for (;;) try { throw 1; } catch (int) {}
      case 'b': for (sigset_t all;;) sigfillset(&all), pthread_sigmask(SIG_BLOCK, &all, nullptr), stat("/", &seen);
      }
    })");
  ASSERT_EQ(bench.shell("darumac++ -g p.cpp -o p").status, 0);
  for (const char* const loop : {"s", "o", "f", "t", "b"}) {
    const double before = processor_time();
    const Answer answer = bench.shell(std::string("darumarun -np 2 --set '/jobs/0/patience=\"500ms\"' ./p ") + loop);
    EXPECT_EQ(answer.status, 3) << loop;
    EXPECT_THAT(answer.err, AllOf(HasSubstr("its \"patience\", while it was at"), HasSubstr("p.cpp:"))) << loop;
    EXPECT_LT(processor_time() - before, 5) << loop;
  }
}

TEST(Endless, PrintingIsStoppedAtItsLimitWhetherMpiIsCalledOrNot) {
  const std::string source = R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      if (argc > 1 && rank == 1)
        for (;;)
          printf("on and on\n");
      for (;;) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) printf("again and again\n");
      }
    })";
  const std::string told = "stopped with an error: its job has printed lines of 1MiB, its \"output_limit\"";
  const auto calls = Workbench().events(source, 2, R"(, "output_limit": "1MiB")");
  EXPECT_THAT(calls, ElementsAre(AllOf(StartsWith("exit 3: "), HasSubstr("process 1 " + told), HasSubstr("at p.c:"))));
  const auto never = Workbench().events(source, 2, R"(, "output_limit": "1MiB", "arguments": ["forever"])");
  EXPECT_THAT(never, ElementsAre(AllOf(StartsWith("exit 3: "), HasSubstr("process 1 " + told),
                                       HasSubstr(", while it was at p."))));
}

TEST(Compiler, PassesOptionsOnAndLinksSeveralSources) {
  const Workbench bench;
  bench.write("a.c", "#include <mpi.h>\n#include \"own.h\"\nint half(int);\n"
                     "int main(int c, char** v) { MPI_Init(&c, &v); MPI_Finalize(); return half(OWN) - VALUE; }\n");
  bench.write("b.cpp", "#include <cmath>\nextern \"C\" int half(int x) { return (int)std::floor(x / 2.0); }\n");
  bench.write("own.h", "#define OWN 9\n");
  const Answer answer = bench.call("cc a.c b.cpp -I . -DVALUE=4 -O3 -Wall -lm -o both.so");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_EQ(answer.out, "");
  bench.write("s.json", R"({"name": "s", "machine": "laptop",
                            "jobs": [{"name": "p", "program": "both.so", "ranks": 2}],
                            "expect": [{"metric": "p.finished", "is": true}]})");
  EXPECT_EQ(bench.call("run s.json").status, 0);
}

TEST(Compiler, SaysWhatIsWrong) {
  const Workbench bench;
  bench.write("broken.c", "int main() { return x; }\n");
  bench.write("no_main.c", "int f() { return 1; }\n");
  bench.write("missing.c", "int nowhere(void);\nint main() { return nowhere(); }\n");
  const auto complaint = [&](const std::string& words) {
    const Answer answer = bench.call(words);
    return std::to_string(answer.status) + " " + answer.err;
  };
  EXPECT_THAT(complaint("cc"), StartsWith("2 daruma: cc needs a source"));
  EXPECT_THAT(complaint("cc broken.c -o"), StartsWith("2 daruma: cc: -o needs a value"));
  EXPECT_THAT(complaint("cc notes.txt -o p.so"), AllOf(StartsWith("2 "), HasSubstr("notes.txt")));
  EXPECT_THAT(complaint("cc broken.c -o p.so"), AllOf(StartsWith("2 "), HasSubstr("broken.c:1")));
  EXPECT_THAT(complaint("cc no_main.c -o p.so"), AllOf(StartsWith("2 "), HasSubstr("undefined reference to `main'")));
  EXPECT_THAT(complaint("cc missing.c -o p.so"),
              AllOf(StartsWith("2 "), HasSubstr("missing.c:2:"), HasSubstr("undefined reference to `nowhere'")));
  EXPECT_THAT(complaint("cc -static broken.c"), StartsWith("2 daruma: cc: a program that has the C library in itself"));
  EXPECT_THAT(complaint("cc -m32 broken.c"), StartsWith("2 daruma: cc: programs of 32 bits cannot be simulated"));
}

TEST(Scenario, WhoseProgramIsMissingOrNoProgramIsRefused) {
  const Workbench bench;
  const auto complaint = [&](const std::string& program) {
    bench.write("s.json", R"({"name": "s", "machine": "laptop", "jobs": [{"name": "p", "ranks": 1, "program": ")" +
                              program + "\"}]}");
    const Answer answer = bench.call("run s.json");
    return std::to_string(answer.status) + " " + answer.err;
  };
  EXPECT_THAT(complaint("nothing.so"), AllOf(StartsWith("2 "),
                                             HasSubstr("/jobs/0/program: nothing.so cannot be read: "
                                                       "No such file"),
                                             HasSubstr("daruma cc")));
  bench.write("text.so", "this is no program");
  EXPECT_THAT(complaint("text.so"), AllOf(StartsWith("2 "), HasSubstr("text.so is not a shared object for x86-64")));
}

} // namespace
} // namespace daruma::hosting::test
