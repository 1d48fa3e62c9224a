// Memory that a program asks for and does not get, and bits that flip in its arrays and messages.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

namespace daruma::hosting::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string events(const std::string& list) { return "\"events\": [" + list + "],"; }

/// From the beginning of process 0 on.
std::string denied(int nth) {
  return events(fmt::format(R"({{"at": "0s", "deny_memory": "p", "processes": [0], "nth": {}}})", nth));
}

std::vector<std::string> said(const std::string& before, const std::string& body, int ranks, const std::string& rest) {
  const Workbench bench;
  return bench.said(before + "\nint main(int argc, char** argv) {\nbegin(&argc, &argv);\n" + body +
                        "\nMPI_Finalize();\nreturn 0;\n}",
                    ranks, "", rest);
}

constexpr const char* every_c_function = R"(
    errno = 0;
    void* a = malloc(10);
    if (!a) printf("malloc: %d\n", errno == ENOMEM);
    errno = 0;
    void* b = calloc(2, 10);
    if (!b) printf("calloc: %d\n", errno == ENOMEM);
    char* c = malloc(10);
    if (!c) return 0;
    strcpy(c, "kept");
    char* d = realloc(c, 1000);
    if (!d) printf("realloc: %s\n", c);
    void* e = NULL;
    const int code = posix_memalign(&e, 64, 10);
    if (code != 0) printf("posix_memalign: %d\n", code == ENOMEM && !e);
    void* f = aligned_alloc(64, 64);
    if (!f) printf("aligned_alloc\n");
    free(a), free(b), free(e), free(f), free(d ? d : c);)";

TEST(ProgramMemory, IsMissingOnceAndTheProgramIsToldSo) {
  const std::string before = "#include <errno.h>\n#include <stdlib.h>\n#include <string.h>\n";
  const auto with = [&](int nth) { return said(before, every_c_function, 1, denied(nth)); };
  EXPECT_THAT(with(1), ElementsAre("0: malloc: 1"));
  EXPECT_THAT(with(2), ElementsAre("0: calloc: 1"));
  EXPECT_THAT(with(4), ElementsAre("0: realloc: kept"));
  EXPECT_THAT(with(5), ElementsAre("0: posix_memalign: 1"));
  EXPECT_THAT(with(6), ElementsAre("0: aligned_alloc"));
  EXPECT_THAT(with(7), IsEmpty()) << "only the program's own calls count";
}

TEST(ProgramMemory, IsTheNamedProcessesAlone) {
  EXPECT_THAT(said("#include <stdlib.h>\n", R"(void* a = malloc(10); if (!a) printf("none\n"); free(a);)", 3,
                   events(R"({"at": "0s", "deny_memory": "p", "processes": [0, 2]})")),
              testing::UnorderedElementsAre("0: none", "2: none"));
}

TEST(ProgramMemory, ThatMpiCannotHaveIsAnErrorOfTheWorlds) {
  const std::string body = R"(
    void* a = NULL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const int error = MPI_Alloc_mem(10, MPI_INFO_NULL, &a);
    if (error == MPI_ERR_NO_MEM && !a) printf("none\n");
    if (error == MPI_SUCCESS) MPI_Free_mem(a);
    if (MPI_Alloc_mem(10, MPI_INFO_NULL, &a) == MPI_SUCCESS && a) printf("some\n");
    MPI_Free_mem(a);)";
  EXPECT_THAT(said("", body, 1, denied(1)), ElementsAre("0: none", "0: some"));
}

TEST(ProgramMemory, ThatNewCannotHaveThrowsAndVectorsPassItOn) {
  const std::string before = "#include <new>\n#include <vector>\n";
  const std::string body = R"(
    try { delete new int(1); } catch (const std::bad_alloc&) { printf("new\n"); }
    try { std::vector<double> many(1000); } catch (const std::bad_alloc&) { printf("vector\n"); }
    int* const maybe = new (std::nothrow) int;
    if (!maybe) printf("nothrow\n");
    delete maybe;)";
  EXPECT_THAT(said(before, body, 1, denied(1)), ElementsAre("0: new"));
  EXPECT_THAT(said(before, body, 1, denied(2)), ElementsAre("0: vector"));
  EXPECT_THAT(said(before, body, 1, denied(3)), ElementsAre("0: nothrow"));
}

TEST(ProgramMemory, OfAnAllocatorOfItsOwnIsItsOwnAffair) {
  const std::string before = R"(#include <new>
    #include <stdlib.h>
    static int asked = 0;
    void* operator new(std::size_t size) { ++asked; return malloc(size); }
    void operator delete(void* place) noexcept { free(place); }
    void operator delete(void* place, size_t) noexcept { free(place); })";
  EXPECT_THAT(said(before, R"(int* volatile one = new int(7); printf("%d %d\n", one != NULL, asked); delete one;)", 1,
                   denied(2)),
              ElementsAre("0: 1 1"));
}

TEST(ProgramMemory, IsMissingToAProgramOfWhichEachProcessHasACopy) {
  const std::string of_a_thread = "static __thread int own __attribute__((tls_model(\"initial-exec\")));";
  EXPECT_THAT(
      said(of_a_thread, R"(own = 1; void* a = malloc(10); printf("%d %d\n", own, a != NULL); free(a);)", 2, denied(1)),
      testing::IsSupersetOf({"0: 1 0", "1: 1 1"}));
}

TEST(ProgramMemory, ThatAllocateCannotHaveSetsStat) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    integer :: code, first, second
    real, allocatable :: x(:), y(:)
    call MPI_Init(code)
    allocate (x(1000), stat=first)
    allocate (y(1000), stat=second)
    print *, first == 0, second == 0, allocated(y)
    call MPI_Finalize(code)
  end program)");
  ASSERT_EQ(bench.shell("darumaf90 p.f90 -o p").status, 0);
  bench.write("p.json", R"({"name": "p", "machine": "laptop", "runtime": "ideal", )" + denied(2) +
                            R"("jobs": [{"name": "p", "program": "p", "ranks": 1}]})");
  EXPECT_THAT(bench.call("run p.json").out, HasSubstr(" T F F\n"));
}

TEST(ProgramMemory, IsToldOfWithItsPlace) {
  const Workbench bench;
  const auto all = bench.events("#include <stdlib.h>\nint main(int argc, char** argv) {\nbegin(&argc, &argv);\n"
                                "free(malloc(12345));\nMPI_Finalize();\nreturn 0;\n}",
                                1, "", denied(1));
  EXPECT_THAT(all, Contains(testing::AllOf(HasSubstr("no_memory 0: does not get 12345 bytes at p."))));
}

TEST(NamedArray, HasTheGivenBitTurnedOver) {
  const std::string before = "#include <daruma.h>\nstatic unsigned char field[4];\n";
  const std::string body = R"(
    daruma_array("field", field, sizeof field);
    usleep(2000000);
    printf("%d %d %d %d\n", field[0], field[1], field[2], field[3]);)";
  const auto flip = [&](const std::string& rest) {
    return said(before, body, 2, events(R"({"at": "1s", "flip_array": "p", "processes": [1], "array": )" + rest + "}"));
  };
  EXPECT_THAT(flip(R"("field", "bit": 10)"), testing::UnorderedElementsAre("0: 0 0 0 0", "1: 0 4 0 0"));
  EXPECT_THAT(flip(R"("field", "bit": 32)"), testing::UnorderedElementsAre("0: 0 0 0 0", "1: 0 0 0 0"))
      << "it has 32 bits";
  EXPECT_THAT(flip(R"("other", "bit": 1)"), testing::UnorderedElementsAre("0: 0 0 0 0", "1: 0 0 0 0"));
}

TEST(NamedArray, IsForgottenWhenItIsSaidSoAndNamesAreChecked) {
  const std::string before = "#include <daruma.h>\nstatic long one, two;\n";
  const auto with = [&](const std::string& body) {
    return said(before, body + R"(usleep(2000000); printf("%ld %ld\n", one, two);)", 1,
                events(R"({"at": "1s", "flip_array": "p", "processes": [0], "array": "a", "bit": 3})"));
  };
  EXPECT_THAT(with("daruma_array(\"a\", &one, sizeof one);"), ElementsAre("0: 8 0"));
  EXPECT_THAT(with("daruma_array(\"a\", &one, sizeof one); daruma_array(\"a\", &two, sizeof two);"),
              ElementsAre("0: 0 8"));
  EXPECT_THAT(with("daruma_array(\"a\", &one, sizeof one); daruma_array(\"a\", NULL, 0);"), ElementsAre("0: 0 0"));
  EXPECT_THAT(with("if (daruma_array(\"a b\", &one, sizeof one) != DARUMA_INVALID) printf(\"taken\\n\");"),
              ElementsAre(HasSubstr("daruma_array: a name has"), "0: 0 0"));
}

/// Rank 1 sends `type` of 0; rank 0 prints what comes.
std::string flipped(int nth, int bit) {
  return events(
      fmt::format(R"({{"at": "0s", "flip_message": "p", "processes": [1], "nth": {}, "bit": {}}})", nth, bit));
}

TEST(FlippedMessage, ArrivesWithThatBitTurnedOverAndItsSenderKeepsItsOwn) {
  const std::string body = R"(
    long value = 0;
    for (int i = 0; i < 3; ++i) {
      if (rank == 1) MPI_Send(&value, 1, MPI_LONG, 0, i, MPI_COMM_WORLD);
      if (rank == 0) MPI_Recv(&value, 1, MPI_LONG, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf("%ld\n", value);
    })";
  EXPECT_THAT(said("", body, 2, flipped(2, 5)),
              testing::UnorderedElementsAre("0: 0", "1: 0", "0: 32", "1: 0", "0: 0", "1: 0"));
}

TEST(FlippedMessage, IsItsNthWithData) {
  const std::string body = R"(
    long value = 0;
    if (rank == 1) MPI_Send(NULL, 0, MPI_LONG, 0, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Send(&value, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) MPI_Recv(NULL, 0, MPI_LONG, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Recv(&value, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) printf("%ld\n", value);)";
  EXPECT_THAT(said("", body, 2, flipped(1, 6)), ElementsAre("0: 64"));
  EXPECT_THAT(said("", body, 2, flipped(1, 64)), ElementsAre("0: 0")) << "it has 64 bits";
}

TEST(FlippedMessage, MayBeUnexpectedOrLongOrInPieces) {
  const std::string body = R"(
    static int many[200000];
    int pieces[6] = {0}, sum = 0;
    MPI_Datatype every_second;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Send(pieces, 1, every_second, 0, 1, MPI_COMM_WORLD);
    if (rank == 1) MPI_Send(many, 200000, MPI_INT, 0, 2, MPI_COMM_WORLD);
    if (rank == 0) sleep(1);
    if (rank == 0) MPI_Recv(many, 200000, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Recv(pieces, 1, every_second, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 200000; ++i) sum += many[i] * (i + 1);
    if (rank == 0) printf("%d %d %d %d %d %d, %d\n", pieces[0], pieces[1], pieces[2], pieces[3], pieces[4], pieces[5], sum);
    MPI_Type_free(&every_second);)";
  EXPECT_THAT(said("", body, 2, flipped(1, 33)), ElementsAre("0: 0 0 2 0 0 0, 0"));
  EXPECT_THAT(said("", body, 2, flipped(2, 32 * 1000)), ElementsAre("0: 0 0 0 0 0 0, 1001"));
}

TEST(FlippedMessage, MayBeOfACollectiveCall) {
  const std::string body = R"(
    long value = rank, sum = 0;
    MPI_Reduce(&value, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%ld\n", sum);)";
  EXPECT_THAT(said("", body, 2, flipped(1, 4)), ElementsAre("0: 17"));
}

TEST(FlippedMessage, MayGoToAWindow) {
  const std::string body = R"(
    int field[2] = {0, 0}, before = -1, zero = 0, one = 1;
    static int many[100000], theirs[100000];
    MPI_Win win, large;
    MPI_Win_create(field, sizeof field, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(theirs, sizeof theirs, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &large);
    MPI_Win_fence(0, win), MPI_Win_fence(0, large);
    if (rank == 1) MPI_Put(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (rank == 1) MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 1, MPI_SUM, win);
    if (rank == 1) MPI_Put(many, 100000, MPI_INT, 0, 0, 100000, MPI_INT, large);
    MPI_Win_fence(0, win), MPI_Win_fence(0, large);
    if (rank == 0) printf("%d %d %d\n", field[0], field[1], theirs[5]);
    if (rank == 1) printf("%d %d %d\n", zero, before, many[5]);
    MPI_Win_free(&win), MPI_Win_free(&large);)";
  const auto of_two = [](const char* arrived) { return testing::UnorderedElementsAre(arrived, "1: 0 0 0"); };
  EXPECT_THAT(said("", body, 2, flipped(1, 4)), of_two("0: 16 1 0"));
  EXPECT_THAT(said("", body, 2, flipped(2, 4)), of_two("0: 0 17 0"));
  EXPECT_THAT(said("", body, 2, flipped(3, 32 * 5 + 1)), of_two("0: 0 1 2"));
}

TEST(FlippedMessage, HasABitThatTheSeedDraws) {
  const std::string body = R"(
    unsigned long value = 0;
    if (rank == 1) MPI_Send(&value, 1, MPI_UNSIGNED_LONG, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) MPI_Recv(&value, 1, MPI_UNSIGNED_LONG, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) printf("%d %lu\n", __builtin_popcountl(value), value);)";
  const auto with = [&](int seed) {
    return said("", body, 2,
                fmt::format(R"("seed": {}, )", seed) +
                    events(R"({"at": "0s", "flip_message": "p", "processes": [1]})"));
  };
  const auto first = with(1);
  EXPECT_THAT(first, ElementsAre(HasSubstr("0: 1 "))) << "one bit";
  EXPECT_EQ(with(1), first);
  EXPECT_NE(with(2), first);
}

} // namespace
} // namespace daruma::hosting::test
