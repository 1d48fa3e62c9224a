// mpi.h as programs of any age take it: for each standard of C and C++, with handles in static variables, and with
// functions of their own that are called as some of the system's.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* old_program = R"(
#include <mpi.h>
static MPI_Comm comms[] = {MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL};
static MPI_Datatype types[] = {MPI_INT, MPI_INTEGER, MPI_CXX_BOOL};
static MPI_Op op = MPI_SUM;
static MPI_Errhandler handler = MPI_ERRORS_ABORT;
static MPI_Info info = MPI_INFO_ENV;
int link(double x) { return x > 0; }
int access(void) { return 1; }
int dup(int a, int b) { return a + b; }
int sleep(double x, double y) { return x < y; }
#include <stdio.h>
int main(int argc, char** argv) {
  int sizes[2], sum = 0, number = dup(link(1.0), access()) - sleep(0.0, 1.0), maxprocs = 0;
  char value[MPI_MAX_INFO_VAL];
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(comms[0], handler);
  MPI_Comm_size(comms[0], &sizes[0]);
  MPI_Comm_size(comms[1], &sizes[1]);
  MPI_Allreduce(&number, &sum, 1, types[0], op, comms[0]);
  MPI_Info_get(info, "maxprocs", MPI_MAX_INFO_VAL - 1, value, &maxprocs);
  printf("%d %d %d %s %d\n", sizes[0], sizes[1], sum, maxprocs ? value : "-", types[1] == types[2]);
  MPI_Finalize();
  return 0;
}
)";

TEST(Header, IsForAllStandardsOfC) {
  for (const char* standard : {"c89", "gnu89", "c99", "c11", "gnu17"}) {
    const Workbench bench;
    bench.write("p.c", old_program);
    const std::string build = "darumacc -std=" + std::string(standard) + " -pedantic -Wall -Wextra -Werror p.c -o p";
    EXPECT_THAT(printed(bench, build, 2), ElementsAre("2 1 2 2 0", "2 1 2 2 0")) << standard;
  }
}

TEST(Header, IsForAllStandardsOfCpp) {
  for (const char* standard : {"c++98", "c++03", "c++11", "c++17", "c++20"}) {
    const Workbench bench;
    bench.write("p.cpp", old_program);
    const std::string build =
        "darumac++ -std=" + std::string(standard) + " -pedantic -Wall -Wextra -Wold-style-cast -Werror p.cpp -o p";
    EXPECT_THAT(printed(bench, build, 2), ElementsAre("2 1 2 2 0", "2 1 2 2 0")) << standard;
  }
}

/// Programs ask so whether the library is new enough, or tolerates failures.
TEST(Header, HasMacrosForWhatOtherLibrariesHaveMacrosFor) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #if !defined(MPI_SUCCESS) || !defined(MPI_ERR_NO_SUCH_FILE) || !defined(MPI_ERR_RMA_SHARED) || !defined(MPI_CART)
    #error "one of MPI 3"
    #endif
    #if !defined(MPI_ERR_PROC_ABORTED) || !defined(MPI_T_ERR_INVALID_NAME)
    #error "one of MPI 4"
    #endif
    #if !defined(MPIX_ERR_PROC_FAILED) || !defined(MPIX_ERR_PROC_FAILED_PENDING) || !defined(MPIX_ERR_REVOKED)
    #error "one of ULFM"
    #endif
    #include <mpi-ext.h>
    #if !OMPI_HAVE_MPIX_COMM_ISHRINK || !OMPI_HAVE_MPIX_COMM_GET_FAILED || !OMPI_HAVE_MPIX_COMM_ACK_FAILED
    #error "one by which programs ask for a call of ULFM's"
    #endif
    int main(void) { return MPI_SUCCESS == MPI_ERR_COMM; })");
  const Answer answer = bench.shell("darumacc -Wall -Werror p.c -o p");
  EXPECT_EQ(answer.status, 0) << answer.err;
}

/// MPICH's handles are numbers; a call that is given a variable's tells nothing of it in the object.
TEST(Header, OfMpichIsFoundOutByTheFirstCall) {
  const Workbench bench;
  bench.write("p.c", R"(
    int MPI_Init(int*, char***);
    int MPI_Comm_rank(int, int*);
    int world = 0x44000000;
    int main(int argc, char** argv) {
      int rank = 0;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(world, &rank);
      return rank;
    })");
  const Answer answer = bench.shell("gcc -g -c -fPIC p.c && darumacc p.o -o p && darumarun -np 2 ./p");
  EXPECT_EQ(answer.status, 3);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("in MPI_Comm_rank at p.c:8: the communicator is a number, as MPICH's are"),
                                HasSubstr("with darumacc")));
}

TEST(Header, OfMpichLeavesHalfOfAHandle) {
  const Workbench bench;
  bench.write("library.c", "int MPI_Comm_size(int, int*);\n"
                           "int size_of(int comm) { int size = 0; MPI_Comm_size(comm, &size); return size; }\n");
  bench.write("p.c", R"(
    #include <mpi.h>
    int size_of(MPI_Comm);
    int main(int argc, char** argv) {
      MPI_Comm copy;
      MPI_Init(&argc, &argv);
      MPI_Comm_dup(MPI_COMM_WORLD, &copy);
      return size_of(copy);
    })");
  const Answer answer = bench.shell("gcc -g -c -fPIC library.c && darumacc p.c library.o -o p && darumarun -np 2 ./p");
  EXPECT_EQ(answer.status, 3);
  EXPECT_THAT(answer.err, HasSubstr("in MPI_Comm_size at library.c:2: the communicator is a number, as MPICH's are"));
}

} // namespace
} // namespace daruma::hosting::test
