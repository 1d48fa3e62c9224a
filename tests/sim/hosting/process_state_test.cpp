// What the C library keeps for a process: each rank has its own, and it is what glibc gives.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

/// What the program prints on both streams where gcc compiles it, and where daruma does; it calls no MPI.
void expect_same_as_on_glibc(const std::string& source) {
  const Workbench bench;
  bench.write("p.c", source);
  const Answer glibcs = bench.shell("gcc p.c -o here && ./here 2>&1");
  const Answer ours = bench.shell("darumacc p.c -o there && ./there 2>&1");
  EXPECT_FALSE(glibcs.out.empty()) << glibcs.err;
  EXPECT_EQ(ours.out, glibcs.out);
}

/// Command lines drawn at random, read by each of the three functions, under all orders and complaints.
TEST(ProcessState, OptionsAreReadAsByGlibc) {
  expect_same_as_on_glibc(R"C(
    #include <getopt.h>
    #include <stdio.h>
    #include <string.h>
    static unsigned seed = 1;
    static int below(int most) { seed = seed * 1103515245u + 12345u; return (int)(seed >> 16) % most; }
    int main(void) {
      static const char* const drawn[] = {"-a", "-b", "-bx", "-c", "-cy", "-ab", "-abz", "--", "-", "file", "other", "-z",
        "--alpha", "--alp", "--al", "--beta", "--beta=1", "--be", "--gamma", "--gamma=2", "--alpha=3", "--delta", "--nothing",
        "--bet=4", "-alpha", "-beta=5", "-gamma", "-g", "--ga", "", "-:", "-al"};
      static const char* const wanted[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "+:ab:c::", "", "gab:"};
      int flag = 0;
      const struct option all[] = {{"alpha", no_argument, NULL, 'A'}, {"beta", required_argument, NULL, 'B'},
        {"gamma", optional_argument, NULL, 'G'}, {"delta", no_argument, &flag, 7}, {"alpine", no_argument, NULL, 'P'},
        {NULL, 0, NULL, 0}};
      for (int run = 0; run < 3000; run++) {
        char* words[10] = {"p"};
        const int count = 1 + below(8);
        for (int i = 1; i < count; i++) words[i] = (char*)drawn[below(sizeof drawn / sizeof *drawn)];
        const char* letters = wanted[below(sizeof wanted / sizeof *wanted)];
        const int kind = below(3);
        opterr = below(2);
        optind = 0;
        printf("%d:", run);
        for (int left = 20; left > 0; left--) {
          int index = -9;
          fflush(stdout);
          const int found = kind == 0 ? getopt(count, words, letters)
                          : kind == 1 ? getopt_long(count, words, letters, all, &index)
                                      : getopt_long_only(count, words, letters, all, &index);
          if (found == -1) break;
          printf(" %d(%s,%d,%d,%d)",
                          found, optarg ? optarg : "-", optind, index, found == '?' || found == ':' ? optopt : 0);
}
printf(" at %d flag %d:", optind, flag);
for (int i = 1; i < count; i++) printf(" %s", words[i]);
printf("\n");
}
return 0;
})C");
}

TEST(ProcessState, NumbersAndTextsAreGlibcs) {
  expect_same_as_on_glibc(R"(
    #define _GNU_SOURCE
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <time.h>
    extern char** environ;
    int main(void) {
      static char state[64];
      printf("%d %ld %f %ld\n", rand(), random(), drand48(), lrand48());
      srand(7); srand48(9);
      printf("%d %ld %f %ld\n", rand(), random(), drand48(), mrand48());
      char* before = initstate(3, state, sizeof state);
      printf("%ld ", random()); setstate(before); printf("%ld\n", random());
      char text[] = "a,b;;c";
      for (char* word = strtok(text, ",;"); word; word = strtok(NULL, ",;")) printf("%s ", word);
      const time_t at = 1e9;
      printf("%s %s %s", strerror(2), asctime(gmtime(&at)), ctime(&at));
      printf("%d %d\n", getenv("PATH") != NULL, environ != NULL);
      setenv("ANIMAL", "ant", 1); setenv("ANIMAL", "bee", 0); printf("%s ", getenv("ANIMAL"));
      setenv("ANIMAL", "cat", 1); printf("%s ", getenv("ANIMAL"));
      putenv("ANIMAL=dog"); printf("%s ", getenv("ANIMAL"));
      unsetenv("ANIMAL"); printf("%d %d ", getenv("ANIMAL") == NULL, setenv("A=B", "c", 1));
      clearenv(); printf("%d ", getenv("PATH") == NULL);
      setenv("X", "y", 1); printf("%s %s\n", getenv("X"), environ[0]);
      return 0;
    })");
}

TEST(ProcessState, IsOfEachRank) {
  EXPECT_THAT(Workbench().said(R"(
    #include <getopt.h>
    int main(int argc, char** argv) {
      char* words[] = {"p", "-a", "-b", "1", "-c", NULL};
      char text[] = "x y z";
      begin(&argc, &argv);
      srand((unsigned)rank);
      setenv("WHO", rank == 0 ? "zero" : "one", 1);
      char* word = strtok(text, " ");
      for (int option = getopt(5, words, "ab:c"); option != -1; option = getopt(5, words, "ab:c"))
        MPI_Barrier(MPI_COMM_WORLD);
      word = strtok(NULL, " ");
      const int number = rand();
      srand((unsigned)rank);
      MPI_Barrier(MPI_COMM_WORLD);
      printf("%d %s %s %d\n", optind, word, getenv("WHO"), number == rand());
      MPI_Finalize();
      return 0;
    })",
                               2),
              UnorderedElementsAre("0: 5 y zero 1", "1: 5 y one 1"));
}

TEST(ProcessState, BeginsWithoutExceptionsOfArithmetic) {
  EXPECT_THAT(Workbench().said("#include <fenv.h>\nint main(int argc, char** argv) {\n"
                               "const int raised = fetestexcept(FE_ALL_EXCEPT);\nbegin(&argc, &argv);\n"
                               "printf(\"%d\\n\", raised);\nreturn MPI_Finalize();\n}",
                               3),
              testing::UnorderedElementsAre("0: 0", "1: 0", "2: 0"));
}

TEST(ProcessState, MayBeAProgramsOwn) {
  EXPECT_THAT(Workbench().said(R"(
    int getopt(int count, char* const* words, const char* wanted) { return count + (wanted != words[0]); }
    int rand(void) { return 4; }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      printf("%d %d\n", getopt(2, argv, "a"), rand());
      MPI_Finalize();
      return 0;
    })",
                               1),
              UnorderedElementsAre("0: 3 4"));
}

TEST(ProcessState, OfLinuxIsOfEachRank) {
  EXPECT_THAT(Workbench().said(R"(
    #define check(what, is_well) do { if (!(is_well)) printf("wrong: %s\n", what); } while (0)
    #include <fenv.h>
    #include <locale.h>
    #include <sys/stat.h>
    int main(int argc, char** argv) {
      char home[256], folder[300], here[300];
      begin(&argc, &argv);
      getcwd(home, sizeof home);
      snprintf(folder, sizeof folder, "%s/of-%d", home, rank);
      mkdir(folder, 0777);
      if (rank != 2) chdir(folder);
      umask(rank == 1 ? 077 : 022);
      if (rank == 1) { setlocale(LC_ALL, "C.UTF-8"); fesetround(FE_UPWARD); feraiseexcept(FE_DIVBYZERO); }
      MPI_Barrier(MPI_COMM_WORLD);
      check("folder", strcmp(getcwd(here, sizeof here), rank == 2 ? home : folder) == 0);
      check("umask", umask(0) == (rank == 1 ? 077 : 022));
      check("locale", strcmp(setlocale(LC_ALL, NULL), rank == 1 ? "C.UTF-8" : "C") == 0);
      check("unknown locale", setlocale(LC_ALL, "nowhere") == NULL);
      check("rounding", fegetround() == (rank == 1 ? FE_UPWARD : FE_TONEAREST));
      check("exceptions", (fetestexcept(FE_DIVBYZERO) != 0) == (rank == 1));
      fclose(fopen("mine", "w"));
      printf("%d\n", access("mine", R_OK));
      MPI_Finalize();
      return 0;
    })",
                               3),
              UnorderedElementsAre("0: 0", "1: 0", "2: 0"));
}

TEST(ProcessState, OfStreamsIsOfEachRank) {
  const Workbench bench;
  EXPECT_THAT(bench.said(R"(
    #include <fstream>
    #include <iostream>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      std::ofstream mine("cout-" + std::to_string(rank));
      if (rank == 1) std::cout << std::hex;
      MPI_Barrier(MPI_COMM_WORLD);
      std::cout << 255 << std::endl;
      std::streambuf* const before = std::cout.rdbuf(mine.rdbuf());
      MPI_Barrier(MPI_COMM_WORLD);
      std::cout << "of " << rank << std::endl;
      std::cout.rdbuf(before);
      const std::string name = "stdout-" + std::to_string(rank);
      if (rank < 2) (void)!freopen(name.c_str(), "w", stdout);
      MPI_Barrier(MPI_COMM_WORLD);
      printf("printed by %d\n", rank);
      MPI_Barrier(MPI_COMM_WORLD);
      std::cout << "and more" << std::endl;
      if (rank == 0) fclose(stdout);
      MPI_Barrier(MPI_COMM_WORLD);
      puts("last");
      MPI_Finalize();
    })",
                         3),
              UnorderedElementsAre("0: 255", "1: ff", "2: 255", "2: printed by 2", "2: and more", "2: last"));
  EXPECT_EQ(bench.shell("cat cout-0 cout-1 cout-2").out, "of 0\nof 1\nof 2\n");
  EXPECT_EQ(bench.shell("cat stdout-0 stdout-1").out, "printed by 0\nand more\nprinted by 1\nand more\nlast\n");
}

TEST(ProcessState, TheNamesOfStandardStreamsAreOfEachRank) {
  const Workbench bench;
  EXPECT_THAT(bench.said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      char name[] = "file-0";
      name[5] += rank;
      FILE* const file = fopen(name, "w+");
      FILE* const output = stdout;
      FILE* const error = stderr;
      printf("begun by %d, ", rank);
      if (rank < 2) stdout = stderr = file;
      MPI_Barrier(MPI_COMM_WORLD);
      printf("printed by %d\n", rank);
      if (rank < 2) fprintf(stderr, "told by %d\n", rank);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) fclose(stdout);
      stdout = output;
      stderr = error;
      MPI_Barrier(MPI_COMM_WORLD);
      printf("ended by %d\n", rank);
      if (rank == 1) {
        char word[9] = "";
        rewind(file);
        stdin = file;
        MPI_Barrier(MPI_COMM_WORLD);
        scanf("%8s", word);
        fprintf(stderr, "read %s\n", word);
      } else {
        MPI_Barrier(MPI_COMM_WORLD);
        fprintf(stderr, "read %d\n", getchar());
      }
      stdout = file;
      MPI_Finalize();
    })",
                         3),
              UnorderedElementsAre("0: begun by 0, ended by 0", "1: begun by 1, ended by 1",
                                   "2: begun by 2, printed by 2", "2: ended by 2", "0: read -1", "1: read printed",
                                   "2: read -1"));
  EXPECT_EQ(bench.shell("cat file-0 file-1").out, "printed by 0\ntold by 0\nprinted by 1\ntold by 1\n");
}

TEST(ProcessState, AStreamThatCannotBeReopenedIsClosedForThatRankAlone) {
  const Workbench bench;
  EXPECT_THAT(bench.said(R"(
    #include <errno.h>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      if (rank == 1 && freopen("no-such-folder/file", "w", stdout) == NULL && errno == ENOENT)
        fprintf(stderr, "cannot\n");
      if (rank == 2) (void)!freopen("end-2", "a", stdout);
      MPI_Barrier(MPI_COMM_WORLD);
      printf("printed by %d\n", rank);
      MPI_Finalize();
    })",
                         3),
              UnorderedElementsAre("1: cannot", "0: printed by 0"));
  EXPECT_EQ(bench.shell("cat end-2").out, "printed by 2\n");
}

TEST(ProcessState, APlaceInTheProgramIsFoundFromAnotherFolder) {
  EXPECT_THAT(Workbench().said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      chdir("/");
      raise(SIGKILL);
    })",
                               1),
              ElementsAre("0 died: SIGKILL (Killed) at p.c:5"));
}

TEST(ProcessState, WhatAKilledRankHasNotFlushedIsLost) {
  const Workbench bench;
  bench.said(R"(
    int main(int argc, char** argv) {
      char name[] = "file-0";
      begin(&argc, &argv);
      name[5] += rank;
      FILE* const file = fopen(name, "w");
      fprintf(file, "first\n");
      if (rank == 1) fflush(file);
      fprintf(file, "second\n");
      if (rank < 2) raise(SIGKILL);
      if (rank == 2) _exit(0);
      MPI_Finalize();
      return 0;
    })",
             4);
  EXPECT_EQ(bench.shell("cat file-0; echo -; cat file-1; echo -; cat file-2; echo -; cat file-3").out,
            "-\nfirst\n-\n-\nfirst\nsecond\n");
}

/// What rank 1 of two does, and what is said then.
std::vector<std::string> said_when(const std::string& deed) {
  return Workbench().said(R"(
    #define _GNU_SOURCE
    #include <err.h>
    #include <errno.h>
    #include <error.h>
    #include <pthread.h>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      if (rank == 1) { )" + deed +
                              R"( }
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) printf("goes on\n");
      MPI_Finalize();
      return 0;
    })",
                          2);
}

TEST(EndOfARank, ByWhateverCallIsItsOwn) {
  const auto died = [](const std::string& what) { return "1 died: exit status " + what + " without MPI_Finalize"; };
  EXPECT_THAT(said_when(R"(errno = ENOENT; err(7, "no %s", "file");)"),
              UnorderedElementsAre("1: p.so: no file: No such file or directory", died("7"), "0: goes on"));
  EXPECT_THAT(said_when(R"(errx(7, "cannot go on");)"),
              UnorderedElementsAre("1: p.so: cannot go on", died("7"), "0: goes on"));
  EXPECT_THAT(said_when(R"(error(0, 0, "careful"); error(8, ENOENT, "stop");)"),
              UnorderedElementsAre(HasSubstr("p.so: careful"), HasSubstr("p.so: stop: No such file or directory"),
                                   died("8"), "0: goes on"));
  EXPECT_THAT(said_when("pthread_exit(NULL);"), UnorderedElementsAre(died("0"), "0: goes on"));
  EXPECT_THAT(said_when("pthread_kill(pthread_self(), SIGTERM);"),
              UnorderedElementsAre(HasSubstr("1 died: SIGTERM"), "0: goes on"));
}

TEST(EndOfARank, IsNoneWhereACallIsRefused) {
  for (const char* const deed :
       {R"(execl("/bin/true", "true", (char*)NULL);)", R"(char* words[] = {"true", NULL}; execvp("true", words);)",
        "struct itimerval soon = {{0, 0}, {0, 1000}}; setitimer(ITIMER_REAL, &soon, NULL);", "alarm(1);"})
    EXPECT_THAT(said_when(deed), UnorderedElementsAre(HasSubstr(" is not simulated; it fails"), "0: goes on")) << deed;
}

TEST(EndOfARank, APauseStopsItAlone) {
  EXPECT_THAT(Workbench().said(R"(
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      if (rank == 1) pause();
      printf("%d\n", MPI_Barrier(MPI_COMM_WORLD) != MPI_SUCCESS);
      return 0;
    })",
                               2, "", R"("events": [{"at": "1s", "kill": "p", "ranks": [1]}],)"),
              UnorderedElementsAre("1 died: killed", "0: 1", HasSubstr("0 died: exit status 0 without")));
}

TEST(Signals, ThatAreBlockedComeWhenTheyAreNotAnyMore) {
  EXPECT_THAT(Workbench().said(R"(
    static volatile int caught;
    static void on(int signal) { caught = signal; }
    int main(int argc, char** argv) {
      sigset_t set, pending;
      int got = 0;
      begin(&argc, &argv);
      sigemptyset(&set); sigaddset(&set, SIGUSR1); sigaddset(&set, SIGTERM);
      sigprocmask(SIG_BLOCK, &set, NULL);
      signal(SIGUSR1, on);
      raise(SIGUSR1);
      sigpending(&pending);
      printf("%d %d\n", caught, sigismember(&pending, SIGUSR1));
      sigprocmask(SIG_UNBLOCK, &set, NULL);
      printf("%d\n", caught == SIGUSR1);
      sigprocmask(SIG_BLOCK, &set, NULL);
      raise(SIGTERM);
      sigwait(&set, &got);
      printf("%d\n", got == SIGTERM);
      MPI_Finalize();
      return 0;
    })",
                               1),
              ElementsAre("0: 0 1", "0: 1", "0: 1"));
}

TEST(Time, PassesSimulatedWhileFilesOrThreadsAreWaitedFor) {
  EXPECT_THAT(Workbench().said(R"(
    #include <condition_variable>
    #include <mutex>
    #include <poll.h>
    #include <sys/resource.h>
    #include <sys/select.h>
    #include <sys/times.h>
    static double before;
    static void took(const char* what) { printf("%s %.2f\n", what, MPI_Wtime() - before); before = MPI_Wtime(); }
    int main(int argc, char** argv) {
      struct timeval tenth = {0, 100000};
      struct timespec now, soon = {0, 100000000};
      struct rusage usage;
      struct tms ticks;
      int ends[2];
      begin(&argc, &argv);
      select(0, NULL, NULL, NULL, &tenth); took("select");
      poll(NULL, 0, 100); took("poll");
      (void)!pipe(ends);
      struct pollfd file = {ends[0], POLLIN, 0};
      poll(&file, 1, 50); took("poll of a silent file");
      (void)!write(ends[1], "x", 1);
      poll(&file, 1, 50); took("poll of a ready file");
      pselect(0, NULL, NULL, NULL, &soon, NULL); took("pselect");
      std::mutex mutex;
      std::condition_variable condition;
      std::unique_lock<std::mutex> lock(mutex);
      condition.wait_for(lock, std::chrono::milliseconds(100)); took("wait_for");
      timespec_get(&now, TIME_UTC);
      getrusage(RUSAGE_SELF, &usage);
      printf("%d %d %d\n", now.tv_sec == time(NULL), usage.ru_utime.tv_usec / 10000, (int)times(&ticks));
      MPI_Finalize();
    })",
                               1),
              ElementsAre("0: select 0.10", "0: poll 0.10", "0: poll of a silent file 0.05",
                          "0: poll of a ready file 0.00", "0: pselect 0.10", "0: wait_for 0.10", "0: 1 45 45"));
}

TEST(Pipe, IsWaitedForWhileOtherThreadsGoOn) {
  EXPECT_THAT(Workbench().said(R"(
    #include <sys/socket.h>
    #include <thread>
    int main(int argc, char** argv) {
      int ends[2], sockets[2];
      char got[8] = "";
      begin(&argc, &argv);
      if (pipe(ends) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) return 1;
      std::thread writer([&] {
        usleep(20000);
        (void)!write(ends[1], "pipe", 4);
        usleep(20000);
        (void)!write(sockets[1], "pair", 4);
      });
      (void)!read(ends[0], got, sizeof got);
      printf("%s %.2f\n", got, MPI_Wtime());
      (void)!read(sockets[0], got, sizeof got);
      printf("%s %.2f\n", got, MPI_Wtime());
      writer.join();
      return MPI_Finalize();
    })",
                               1),
              ElementsAre("0: pipe 0.02", "0: pair 0.04"));
}

TEST(FileLock, ExcludesOtherRanks) {
  const Workbench bench;
  EXPECT_THAT(bench.said(R"(
    #include <errno.h>
    #include <fcntl.h>
    #include <sys/file.h>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      const int file = open("locked", O_RDWR | O_CREAT, 0600);
      struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
      const int ways = 3;
      for (int way = 0; way < ways; ++way) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) usleep(10000);
        const double before = MPI_Wtime();
        const int is_free = way != 0   ? -1
                            : rank == 0 ? 1
                                        : fcntl(file, F_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
        if (way == 0) fcntl(file, F_SETLKW, &lock);
        if (way == 1) (void)!lockf(file, F_LOCK, 0);
        if (way == 2) flock(file, LOCK_EX);
        if (rank == 0) usleep(50000);
        if (rank == 1) printf("%d waited %.2f, free %d\n", way, MPI_Wtime() - before, is_free);
        lock.l_type = F_UNLCK;
        if (way == 0) fcntl(file, F_SETLK, &lock);
        if (way == 1) (void)!lockf(file, F_ULOCK, 0);
        if (way == 2) flock(file, LOCK_UN);
        lock.l_type = F_WRLCK;
      }
      return MPI_Finalize();
    })",
                         2),
              ElementsAre("1: 0 waited 0.04, free 0", "1: 1 waited 0.04, free -1", "1: 2 waited 0.04, free -1"));
}

TEST(RandomDevice, GivesTheSameInEachRun) {
  const char* const source = R"(
    #include <random>
    #include <sys/random.h>
    int main(int argc, char** argv) {
      std::random_device device;
      unsigned number = 0;
      begin(&argc, &argv);
      (void)!getrandom(&number, sizeof number, 0);
      printf("%u %u\n", device(), number);
      MPI_Finalize();
    })";
  const auto first = Workbench().said(source, 2);
  ASSERT_EQ(first.size(), 2u);
  EXPECT_NE(first[0].substr(2), first[1].substr(2));
  EXPECT_EQ(Workbench().said(source, 2), first);
}

/// Of message queues and semaphores, POSIX and System V: who waits there waits for another process of the simulation.
TEST(Queues, OfTheSystemLetTheSimulationGoOn) {
  const auto lines = Workbench().said(R"(
    #include <errno.h>
    #include <fcntl.h>
    #include <mqueue.h>
    #include <sys/ipc.h>
    #include <sys/msg.h>
    #include <sys/sem.h>
    #include <time.h>
    #include <unistd.h>
    static double begun;
    static void took(const char* what, int is_right) {
      const double taken = MPI_Wtime() - begun;
      printf("%s %s\n", what, is_right && taken > 0.0085 && taken < 0.0115 ? "right" : "wrong");
      begun = MPI_Wtime();
    }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      char name[32];
      int ids[3] = {0, 0, getpid()};
      if (rank == 0) ids[0] = msgget(IPC_PRIVATE, 0600), ids[1] = semget(IPC_PRIVATE, 1, 0600);
      MPI_Bcast(ids, 3, MPI_INT, 0, MPI_COMM_WORLD);
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      sprintf(name, "/daruma-test-%d-%d", ids[0], ids[1]);
      struct mq_attr attributes = {0, 1, 16};
      const mqd_t queue = mq_open(name, O_CREAT | O_RDWR, 0600, &attributes);
      struct { long type; char text[8]; } message = {1, "hi"};
      struct sembuf down = {0, -1, 0};
      struct sembuf up = {0, 1, 0};
      char room[16];
      MPI_Barrier(MPI_COMM_WORLD);
      begun = MPI_Wtime();
      if (rank == 1) {
        usleep(10000);
        mq_send(queue, "hi", 3, 0);
        usleep(10000);
        msgsnd(ids[0], &message, sizeof message.text, 0);
        usleep(10000);
        semop(ids[1], &up, 1);
      } else {
        took("mq_receive", mq_receive(queue, room, sizeof room, NULL) == 3);
        took("msgrcv", msgrcv(ids[0], &message, sizeof message.text, 1, 0) == sizeof message.text);
        took("semop", semop(ids[1], &down, 1) == 0);
        const struct timespec patience = {0, 10000000};
        took("semtimedop", semtimedop(ids[1], &down, 1, &patience) == -1 && errno == EAGAIN);
        clock_gettime(CLOCK_REALTIME, &now);
        now.tv_nsec += 10000000;
        if (now.tv_nsec >= 1000000000) now.tv_sec += 1, now.tv_nsec -= 1000000000;
        took("mq_timedreceive", mq_timedreceive(queue, room, sizeof room, NULL, &now) == -1 && errno == ETIMEDOUT);
        down.sem_flg = IPC_NOWAIT;
        printf("at once %d\n", semop(ids[1], &down, 1) == -1 && errno == EAGAIN && MPI_Wtime() - begun < 0.001);
      }
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) mq_unlink(name), msgctl(ids[0], IPC_RMID, NULL), semctl(ids[1], 0, IPC_RMID);
      MPI_Finalize();
      return 0;
    })",
                                      2);
  EXPECT_THAT(lines, ElementsAre("0: mq_receive right", "0: msgrcv right", "0: semop right", "0: semtimedop right",
                                 "0: mq_timedreceive right", "0: at once 1"));
}

} // namespace
} // namespace daruma::hosting::test
