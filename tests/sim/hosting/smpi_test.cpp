// Programs that were written for SMPI, and include its header.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

#include <string>

namespace daruma::hosting::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* summing = R"(
#include <stdio.h>
int main(int argc, char** argv) {
  int rank, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("%d of %d\n", rank, sum);
  MPI_Finalize();
  return 0;
})";

TEST(Smpi, ItsHeadersLeadToTheHandlesOfSimulation) {
  const Workbench bench;
  for (const std::string header : {"<smpi/smpi.h>", "<smpi/mpi.h>", "<smpi/smpi.h>\n#include <mpi.h>"})
    for (const std::string compile : {"darumacc p.c -o p", "cp p.c p.cpp && darumac++ p.cpp -o p",
                                      "darumacc -c -flto p.c -o p.o && darumacc -flto p.o -o p"}) {
      bench.write("p.c", "#include " + header + summing);
      EXPECT_THAT(printed(bench, compile, 3), ElementsAre("0 of 3", "1 of 3", "2 of 3")) << header << ", " << compile;
    }
}

TEST(Smpi, ItsHeaderBesideDarumasIsRefused) {
  const Workbench bench;
  bench.write("p.c", std::string("#include <smpi.h>\n") + summing);
  const Answer answer = bench.shell("darumacc -I/usr/include/smpi p.c -o p");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("MPI_COMM_WORLD"));
}

/// Of three processes on cores of 10 Gf/s.
constexpr const char* with_macros = R"(
static void* squared(int value) {
  int* result = (int*)malloc(sizeof *result);
  *result = value * value;
  return result;
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double* a = (double*)SMPI_SHARED_MALLOC(100 * sizeof(double));
  SMPI_SAMPLE_LOCAL(int i = 0, i < 100, i++, 10, 0.1) { a[i] = i; }
  double sum = 0;
  SMPI_SAMPLE_GLOBAL(int i = 0, i < 100, i++, 10, 0.1) { sum += a[i]; }
  SMPI_SHARED_FREE(a);
  const double start = MPI_Wtime();
  SMPI_SAMPLE_DELAY(1.25) { sum = 0; }
  const double delayed = MPI_Wtime();
  SMPI_SAMPLE_FLOPS(2e10) { sum = 0; }
  const double computed = MPI_Wtime();
  int* nine = (int*)SMPI_SHARED_CALL(squared, "3", 3);
  printf("%g, %.3f s, %.3f s, %d, %d\n", sum, delayed - start, computed - delayed, *nine, smpi_global_size());
  MPI_Finalize();
  return 0;
})";

TEST(Smpi, ItsMacrosComputeAndTakeTime) {
  const Workbench bench;
  const std::string headers = "#include <stdio.h>\n#include <stdlib.h>\n";
  bench.write("alone.c", headers + "#include <mpi.h>\n" + with_macros);
  bench.write("both.c", "#include <smpi/smpi.h>\n#include <mpi.h>\n" + headers + with_macros);
  bench.write("p.cpp", std::string("#include <smpi/smpi.h>\n") + with_macros);
  const std::string said = "4950, 1.250 s, 2.000 s, 9, 2";
  for (const char* const compile : {"darumacc alone.c -o p", "darumacc both.c -o p", "darumac++ p.cpp -o p"})
    EXPECT_THAT(printed(bench, compile, 2, "--set /machine/core_speed=10Gf/s"), ElementsAre(said, said)) << compile;
}

TEST(Smpi, ItsWorkTakesTimeInFortran) {
  const Workbench bench;
  bench.write("p.f90", R"(
    program p
      use mpi
      integer :: error
      call MPI_Init(error)
      call smpi_execute(1.5d0)
      call smpi_execute_flops(2d10)
      print '(f5.2)', MPI_Wtime()
      call MPI_Finalize(error)
    end program)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 1, "--set /machine/core_speed=10Gf/s"), ElementsAre(" 3.50"));
}

TEST(Smpi, ItsMacrosMayBeInALibrary) {
  const Workbench bench;
  bench.write("library.c", R"(
    #include <smpi/smpi.h>
    int counted(void) {
      int all = 0;
      SMPI_SAMPLE_LOCAL(int i = 0, i < 100, i++, 10, 0.1) { all++; }
      SMPI_SAMPLE_DELAY(0.5) {}
      return all;
    })");
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    int counted(void);
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      const int all = counted();
      printf("%d, %.1f s\n", all, MPI_Wtime());
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc -shared library.c -o library.so && darumacc p.c ./library.so -o p", 1),
              ElementsAre("100, 0.5 s"));
}

TEST(Smpi, ItsOtherFunctionsAreMissedWhenTheProgramIsLinked) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <smpi/smpi.h>
    int main(int argc, char** argv) {
      smpi_replay_run("0", 0, 0, "trace");
      return 0;
    })");
  const Answer answer = bench.shell("darumacc p.c -o p");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("undefined reference to `smpi_replay_run'"));
}

} // namespace
} // namespace daruma::hosting::test
