// What the C library keeps for a process: each rank has its own, and it is what glibc gives.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

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

} // namespace
} // namespace daruma::hosting::test
