// The stacks of hosted programs: their size, who overflows one, and that there can be many.
#include "tests/sim/hosting/workbench.hpp"
#include "tests/sim/mpi/old_kernel.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::StartsWith;

constexpr const char* recursion = R"(
    static int use(int kibibytes) { volatile char room[1024]; room[0] = 1; return kibibytes ? use(kibibytes - 1) + room[0] : 0; }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      if (rank == 1) printf("%d\n", use(atoi(argv[1])));
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) printf("end\n");
      MPI_Finalize();
      return 0;
    })";

std::vector<std::string> said_with_stack(const std::string& size, int kibibytes) {
  return Workbench().said(recursion, 3,
                          R"(, "stack": ")" + size + R"(", "arguments": [")" + std::to_string(kibibytes) + "\"]");
}

TEST(Stack, IsAsLargeAsTheScenarioSays) {
  EXPECT_THAT(said_with_stack("256KiB", 100), ElementsAre("1: 100", "0: end"));
  EXPECT_THAT(said_with_stack("32MiB", 20000), ElementsAre("1: 20000", "0: end"));
}

TEST(Stack, ThatIsFullIsItsRanksDeathAlone) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer tells of faults itself";
#endif
  EXPECT_THAT(
      said_with_stack("256KiB", 300),
      ElementsAre(AllOf(StartsWith("1 died: SIGSEGV (Segmentation fault) at p.c:2"), EndsWith("\"stack\", is full")),
                  "0: end"));
}

/// Functions within functions, whose addresses are code on the stack.
TEST(Stack, IsExecutableWhereTheProgramWantsIt) {
  const std::vector<std::string> lines = Workbench().said(R"(
    static int apply(int (*function)(int), int number) { return function(number); }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      int base = 40 + rank;
      int add(int number) { return base + number; }
      void largest(void* in, void* inout, int* count, MPI_Datatype* type) {
        for (int i = 0; i < *count; i++) ((int*)inout)[i] += base + ((int*)in)[i];
      }
      MPI_Op op;
      MPI_Op_create(largest, 1, &op);
      int one = 1, all = 0;
      MPI_Reduce(&one, &all, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
      if (rank == 0) printf("%d %d\n", apply(add, 2), all >= 42);
      MPI_Finalize();
      return 0;
    })",
                                                          2);
  EXPECT_THAT(lines, ElementsAre("0: 42 1"));
}

TEST(Stack, IsExecutableForContainedProceduresOfFortran) {
  const Workbench bench;
  bench.write("p.f90", R"(subroutine all()
    use mpi
    integer :: rank, op, mine, sums, calls, ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Op_create(add, .true., op, ierr)
    mine = rank + 1
    calls = 0
    call MPI_Allreduce(mine, sums, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
    print '(I0)', sums
    call MPI_Finalize(ierr)
  contains
    subroutine add(in, inout, length, type)
      integer :: length, type, in(length), inout(length)
      calls = calls + 1
      inout = inout + in
    end subroutine
end subroutine
program p
  call all()
end program
)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 4), ElementsAre("10", "10", "10", "10"));
}

TEST(Stack, IsExecutableWhereALibraryWantsIt) {
  const Workbench bench;
  bench.write("own.c", R"(
    static int apply(int (*function)(int), int number) { return function(number); }
    int sum(int a, int b) {
      int add(int number) { return a + number; }
      return apply(add, b);
    })");
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    int sum(int a, int b);
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      printf("%d\n", sum(40, 2));
      return MPI_Finalize();
    })");
  EXPECT_THAT(printed(bench, "darumacc -shared own.c -o libown.so && darumacc p.c -L. -lown -Wl,-rpath,$PWD -o p", 1),
              ElementsAre("42"));
}

/// What came of a program of that many ranks.
Answer run_trivial(int ranks) {
  const Workbench bench;
  bench.write("p.c", "#include <mpi.h>\nint main(int c, char** v) { MPI_Init(&c, &v); return MPI_Finalize(); }\n");
  bench.call("cc p.c -o p.so");
  const std::string count = std::to_string(ranks);
  bench.write("s.json", R"({"name": "s", "machine": {"nodes": )" + count +
                            R"(}, "jobs": [{"name": "p", "program": "p.so", "ranks": )" + count +
                            R"(}], "expect": [{"metric": "p.finished", "is": true}]})");
  return bench.call("run s.json");
}

TEST(ManyRanks, NeedNoMoreMappingsThanThereAre) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "so many take more memory, sanitized, than there may be";
#endif
  const Answer answer = run_trivial(20'000);
  EXPECT_EQ(answer.status, 0) << answer.err;
}

TEST(ManyRanks, DoSoAlsoWithoutGuardsInPageTables) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "so many take more memory, sanitized, than there may be";
#endif
  mpi::test::pretend_old_kernel();
  EXPECT_THAT(said_with_stack("256KiB", 300), testing::Contains(StartsWith("1 died: SIGSEGV")));
  const Answer answer = run_trivial(20'000);
  EXPECT_EQ(answer.status, 0) << answer.err;
}

} // namespace
} // namespace daruma::hosting::test
