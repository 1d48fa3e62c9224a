// Shared libraries of a program's own: each process has them as it has the program.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

/// The lines that the processes of `./p` print, or what was complained of.
std::vector<std::string> lines_of(const Workbench& bench, const std::string& build, int processes) {
  const Answer built = bench.shell("set -e; " + build);
  if (built.status != 0) return {built.err};
  const Answer run = bench.shell("darumarun -np " + std::to_string(processes) + " ./p");
  if (run.status != 0) return {run.err};
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < run.out.size();) {
    const std::size_t end = run.out.find('\n', at);
    lines.push_back(run.out.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

constexpr const char* main_of_counter = R"(
#include <mpi.h>
#include <stdio.h>
extern int counter;
extern int* where;
int count(int by);
int from_program(void) { return 100; }
int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  count(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  counter += 10;
  printf("%d: %d %d %d\n", rank, counter, *where, count(0));
  MPI_Finalize();
  return 0;
})";

constexpr const char* counter = R"(
#include <mpi.h>
int counter = 1;
int* where = &counter;
static __thread int calls;
int from_program(void);
int count(int by) { return (counter += by) + from_program() + 1000 * ++calls; })";

TEST(OwnLibrary, HasGlobalsOfEachProcess) {
  const Workbench bench;
  bench.write("p.c", main_of_counter);
  bench.write("counter.c", counter);
  EXPECT_THAT(lines_of(bench,
                       "darumacc -shared -fPIC counter.c -o libcounter.so; "
                       "darumacc p.c -o p -L. -lcounter -Wl,-rpath,'$ORIGIN'",
                       3),
              UnorderedElementsAre("0: 11 11 2111", "1: 12 12 2112", "2: 13 13 2113"));
}

TEST(OwnLibrary, MayBeLookedForWhenItIsRun) {
  const Workbench bench;
  bench.write("p.c", "#include <mpi.h>\n#include <stdio.h>\nint two(void);\nint main(int argc, char** argv) {\n"
                     "MPI_Init(&argc, &argv);\nprintf(\"%d\\n\", two());\nreturn MPI_Finalize();\n}\n");
  bench.write("two.c", "int two(void) { return 2; }\n");
  const Answer linked = bench.shell("darumacc -shared -fPIC two.c -o libtwo.so && darumacc p.c -L. -ltwo -o p");
  EXPECT_EQ(linked.status, 0) << linked.err;
  EXPECT_THAT(linked.err, HasSubstr("p needs libtwo.so, to which nothing leads yet"));
  EXPECT_THAT(bench.shell("darumarun -np 1 ./p").err, HasSubstr("libtwo.so: cannot open shared object file"));
  EXPECT_THAT(bench.shell("LD_LIBRARY_PATH=. darumarun -np 1 ./p").out, "2\n");
}

TEST(OwnFunction, GoesBeforeTheSystemsOfItsName) {
  const Workbench bench;
  bench.write("own.c", "int poll(int a) { return 40 + a; }\nint kill(int a) { return -a; }\n");
  bench.write("p.c", R"(#include <mpi.h>
    #include <stdio.h>
    int poll(int);
    int kill(int);
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      printf("%d %d\n", poll(2), kill(7));
      return MPI_Finalize();
    })");
  const auto lines = testing::ElementsAre("42 -7");
  EXPECT_THAT(lines_of(bench, "darumacc -fno-builtin -w p.c own.c -o p", 1), lines);
  EXPECT_THAT(lines_of(bench, "darumacc -fno-builtin -w -c p.c own.c && darumacc p.o own.o -o p", 1), lines);
}

TEST(OwnLibrary, MayBeMadeByAnotherCompilerAndNeedAnother) {
  const Workbench bench;
  bench.write("p.c", main_of_counter);
  bench.write("counter.c", R"(
    int base(void);
    int counter = 1;
    int* where = &counter;
    int count(int by) { return (counter += by) + base(); })");
  bench.write("base.c", R"(
    static int begun;
    __attribute__((constructor)) static void begin(void) { ++begun; }
    int from_program(void);
    int base(void) { return 1000 * begun + from_program(); })");
  EXPECT_THAT(lines_of(bench,
                       "mkdir lib; gcc -shared -fPIC base.c -o lib/libbase.so; "
                       "gcc -shared -fPIC counter.c -o lib/libcounter.so -Llib -lbase; "
                       "darumacc p.c -o p -Llib -Wl,-rpath-link,lib -lcounter -Wl,-rpath,$PWD/lib "
                       "-Wl,--disable-new-dtags -lbase",
                       2),
              UnorderedElementsAre("0: 11 11 1111", "1: 12 12 1112"));
}

TEST(OwnLibrary, ThrowsWhatTheProgramCatchesAndSharesItsInlineVariables) {
  const Workbench bench;
  bench.write("shared.hpp", R"(
    #include <stdexcept>
    struct Broken : std::runtime_error { using runtime_error::runtime_error; };
    inline int& level() { static int value = 0; return value; }
    struct Shape { virtual ~Shape() = default; virtual int sides() const { return 0; } };
    void fail(int rank);
    Shape* square(); )");
  bench.write("l.cpp", R"(
    #include "shared.hpp"
    void fail(int rank) { ++level(); throw Broken("broken " + std::to_string(rank)); }
    struct Square : Shape { int sides() const override { return 4; } };
    Shape* square() { return new Square; })");
  bench.write("p.cpp", R"(
    #include "shared.hpp"
    #include <mpi.h>
    #include <cstdio>
    #include <memory>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      level() = rank;
      MPI_Barrier(MPI_COMM_WORLD);
      const std::unique_ptr<Shape> shape(square());
      try {
        fail(rank);
      } catch (const Broken& problem) { std::printf("%s %d %d\n", problem.what(), level(), shape->sides()); }
      MPI_Finalize();
    })");
  EXPECT_THAT(lines_of(bench, "darumac++ -shared l.cpp -o libl.so; darumac++ p.cpp -o p -L. -ll -Wl,-rpath,$PWD", 2),
              UnorderedElementsAre("broken 0 1 4", "broken 1 2 4"));
}

/// Its symbols are the simulator's, too, which has it as a shared library.
TEST(OwnLibrary, MayBeThatOfCppLinkedStatically) {
  const Workbench bench;
  bench.write("p.cpp", R"(
    #include <mpi.h>
    #include <iostream>
    #include <locale>
    #include <random>
    #include <sstream>
    #include <stdexcept>
    #include <thread>
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      int rank = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 1) std::cout << std::hex;
      MPI_Barrier(MPI_COMM_WORLD);
      std::ostringstream text;
      text << "number " << rank << " of " << 2.5;
      std::thread([&text] { text << ", thread"; }).join();
      try {
        MPI_Barrier(MPI_COMM_WORLD);
        throw std::runtime_error(text.str());
      } catch (const std::exception& problem) {
        MPI_Barrier(MPI_COMM_WORLD);
        std::cout << problem.what() << ", " << 255 << std::endl;
      }
      MPI_Finalize();
    })");
  const auto right = UnorderedElementsAre("number 0 of 2.5, thread, 255", "number 1 of 2.5, thread, ff");
  for (const char* words : {"-static-libstdc++", "-static-libstdc++ -static-libgcc"})
    EXPECT_THAT(printed(bench, std::string("darumac++ ") + words + " p.cpp -o p", 2), right) << words;
}

TEST(OwnLibrary, ForProfilingIsTakenHoweverItIsGiven) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Finalize();
      return 0;
    })");
  bench.write("profiler.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    int MPI_Barrier(MPI_Comm comm) {
      const int error = PMPI_Barrier(comm);
      printf("a barrier\n");
      return error;
    })");
  ASSERT_EQ(bench
                .shell("set -e; darumacc -fPIC -c profiler.c; ar rcs libarchive.a profiler.o; "
                       "darumacc -shared profiler.o -o libshared.so")
                .status,
            0);
  for (const std::string way : {"profiler.o", "-L. -larchive", "-L. -lshared -Wl,-rpath,'$ORIGIN'"})
    EXPECT_THAT(lines_of(bench, "darumacc p.c -o p " + way, 2), UnorderedElementsAre("a barrier", "a barrier")) << way;
  ASSERT_EQ(bench.shell("darumacc p.c -o p && darumacc -shared -fPIC p.c -Dmain=unused -o libother.so").status, 0);
  const std::string let_sanitizer_be_second = "export ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0; ";
  for (const std::string way :
       {"LD_PRELOAD=$PWD/libshared.so darumarun", "LD_PRELOAD='./libother.so ./libshared.so' darumarun",
        "LD_LIBRARY_PATH=. darumarun -x LD_PRELOAD=libshared.so"})
    EXPECT_EQ(bench.shell(let_sanitizer_be_second + way + " -np 2 ./p").out, "a barrier\na barrier\n") << way;
}

TEST(OwnLibrary, ThatOnlyTheSystemCanLoadIsSharedAndNamed) {
  const Workbench bench;
  bench.write("p.c", main_of_counter);
  bench.write("counter.c", R"(
    int counter = 1;
    int* where = &counter;
    int count_before(int by) { return counter += by; }
    int count_now(int by) { return counter += by; }
    __asm__(".symver count_before,count@V1");
    __asm__(".symver count_now,count@@V2");)");
  bench.write("versions", "V1 { global: count; }; V2 { global: count; counter; where; local: *; } V1;");
  const Answer built = bench.shell("gcc -shared -fPIC counter.c -o libcounter.so -Wl,--version-script=versions && "
                                   "darumacc p.c -o p -L. -lcounter -Wl,-rpath,$PWD");
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_THAT(built.err, HasSubstr("libcounter.so is shared by all processes: it has several versions of a symbol"));
}

/// As wrappers do that know nothing of PMPI.
TEST(OwnFunction, FindsTheNextOfItsName) {
  const Workbench bench;
  bench.write("p.c", R"(
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <mpi.h>
    #include <stdio.h>
    int MPI_Barrier(MPI_Comm comm) {
      int (*next)(MPI_Comm) = (int (*)(MPI_Comm))dlsym(RTLD_NEXT, "MPI_Barrier");
      printf("%d\n", next != MPI_Barrier && next(comm) == MPI_SUCCESS);
      return MPI_SUCCESS;
    }
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(lines_of(bench, "darumacc -rdynamic p.c -o p", 2), UnorderedElementsAre("1", "1"));
}

/// As programs do that call handlers by their names, in images and in copies.
TEST(OwnFunction, IsFoundByItsNameAndHasOne) {
  const Workbench bench;
  bench.write("other.c", "int other(void) { return 3; }\n");
  bench.write("p.c", R"(
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <mpi.h>
    #include <stdio.h>
    #include <string.h>
    int value = 1;
    static __thread int calls;
    int own(void) { return value += ++calls; }
    int other(void);
    int main(int argc, char** argv) {
      Dl_info info = {0};
      MPI_Init(&argc, &argv);
      int (*by_name)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "own");
      int (*by_handle)(void) = (int (*)(void))dlsym(dlopen(NULL, RTLD_NOW), "other");
      const int is_clean = dlerror() == NULL;
      const int is_known = dladdr((void*)own, &info) && strcmp(info.dli_sname, "own") == 0 && info.dli_saddr == (void*)own;
      by_name();
      printf("%d %d", by_name == own, value);
      printf(" %d %d", by_handle == other, by_handle());
      printf(" %d %d %d %d\n", is_clean, is_known, strcmp(info.dli_fname, argv[0]), dlsym(RTLD_DEFAULT, "none") == NULL);
      MPI_Finalize();
      return 0;
    })");
  for (const char* const option : {"", "-mtls-dialect=gnu2"}) {
    const std::string build = "darumacc -shared -fPIC other.c -o libother.so && darumacc -rdynamic " +
                              std::string(option) + " p.c -o p -L. -lother -Wl,-rpath,$PWD";
    EXPECT_THAT(lines_of(bench, build, 2), UnorderedElementsAre("1 2 1 3 1 1 0 1", "1 2 1 3 1 1 0 1")) << option;
  }
}

TEST(Libraries, ThatAreOpenedByTheProgramAreToldToBeShared) {
  const Workbench bench;
  bench.write("plugin.c", "int value;\n");
  bench.write("p.c", R"(
    #include <dlfcn.h>
    #include <mpi.h>
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      const int fails = dlopen("./plugin.so", RTLD_NOW) == NULL || dlopen("libm.so.6", RTLD_NOW) == NULL;
      MPI_Finalize();
      return fails;
    })");
  const Answer answer =
      bench.shell("gcc -shared -fPIC plugin.c -o plugin.so && darumacc p.c -o p && darumarun -np 3 ./p");
  EXPECT_EQ(answer.status, 0) << answer.err;
  const std::string told = "plugin.so, which dlopen has loaded, is shared by all processes";
  const auto first = answer.err.find(told);
  ASSERT_NE(first, std::string::npos) << answer.err;
  EXPECT_EQ(answer.err.find(told, first + 1), std::string::npos) << "once";
  EXPECT_THAT(answer.err, testing::Not(testing::HasSubstr("libm.so.6, which")));
}

} // namespace
} // namespace daruma::hosting::test
