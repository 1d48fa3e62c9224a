// Every function that MPI's header declares has an answer of sim/mpi's: its own, or a refusal that says what to use
// instead. None reaches SMPI's bindings, which die in our processes.
#include "tests/sim/mpi/simulation.hpp"

#include <dlfcn.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

namespace {
int sends_seen = 0;
}

/// What a profiling library does.
extern "C" int MPI_Send(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  ++sends_seen;
  return PMPI_Send(buf, count, type, dest, tag, comm);
}

namespace daruma::mpi::test {
namespace {

using Names = std::set<std::string>;

Names declared_in(const char* path, const std::string& pattern) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string all = text.str();
  const std::regex expression(pattern);
  Names names;
  for (std::sregex_iterator match(all.begin(), all.end(), expression), end; match != end; ++match)
    names.insert((*match)[1]);
  return names;
}

Names declared() {
  Names names = declared_in(SMPI_HEADER, R"(MPI_CALL\(XBT_PUBLIC\s+\w+,\s*(MPI_\w+))");
  names.merge(declared_in(DARUMA_SOURCE_DIR "/sim/mpi/include/mpi-ext.h", R"(int (MPIX_\w+)\()"));
  for (const char* header : {"mpi.h", "daruma-large-counts.h", "daruma-mpi-4.h", "daruma-mpi-t.h"})
    for (const std::string& own : declared_in((DARUMA_SOURCE_DIR "/sim/mpi/include/" + std::string(header)).c_str(),
                                              R"(DARUMA_MPI_CALL\((\w+),\s*\()"))
      names.insert("MPI_" + own);
  return names;
}

/// What the library refuses, as its list of calls says.
Names refused() { return declared_in(DARUMA_SOURCE_DIR "/sim/mpi/api/calls.def", R"(REFUSED\((MPI_\w+), )"); }

void* function(const std::string& name) { return dlsym(RTLD_DEFAULT, name.c_str()); }

bool is_in_this_program(const std::string& name) {
  Dl_info here{};
  Dl_info there{};
  dladdr(reinterpret_cast<void*>(&is_in_this_program), &here);
  return function(name) && dladdr(function(name), &there) && there.dli_fbase == here.dli_fbase;
}

TEST(Answers, AreThereForEveryFunctionOfTheHeader) {
  const Names all = declared();
  EXPECT_GT(all.size(), 380u);
  for (const std::string& name : all) EXPECT_TRUE(is_in_this_program(name)) << name << " would be SMPI's";
}

TEST(Answers, AreTheSameForProfilingLibraries) {
  for (const std::string& name : declared()) {
    EXPECT_TRUE(is_in_this_program("P" + name)) << "P" << name;
    EXPECT_NE(function(name), function("P" + name)) << name << " cannot be taken over";
  }
}

TEST(Answers, CanBeTakenOverByProfilingLibraries) {
  Simulation simulation;
  simulation.processes = 2;
  simulation.program = [](int rank) {
    int value = rank == 0 ? 7 : 0;
    MPI_Init(nullptr, nullptr);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1) say(std::to_string(value) + " after " + std::to_string(sends_seen));
    MPI_Finalize();
  };
  EXPECT_THAT(simulate(simulation).said_by(1), testing::ElementsAre("7 after 1"));
}

Outcome simulate_alone(const std::function<void()>& program) {
  Simulation simulation;
  simulation.processes = 1;
  simulation.program = [program](int) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    program();
    MPI_Finalize();
  };
  return simulate(simulation);
}

TEST(Answers, OfWhatIsNotSimulatedNameTheCallAndTheWayOut) {
  const Names names = refused();
  EXPECT_FALSE(names.empty());
  for (const std::string& name : names) {
    const Outcome outcome = simulate_alone([&name] { reinterpret_cast<void (*)()>(function(name))(); });
    ASSERT_FALSE(outcome.crashed) << name;
    EXPECT_THAT(outcome.told, testing::Contains(testing::MatchesRegex(
                                  "misused: job: rank 0 \\(process 0\\) in " + name +
                                  " at simulation.c:10: .* (is|are) not simulated; (use|pass on) .*")))
        << name;
  }
}

void use_datatypes() {
  MPI_Datatype made[12];
  const int lengths[] = {1, 2};
  const int places[] = {0, 3};
  const MPI_Aint offsets[] = {0, 16};
  const MPI_Datatype parts[] = {MPI_INT, MPI_DOUBLE};
  const int sizes[] = {4, 4};
  const int parts_of_it[] = {2, 2};
  const int starts[] = {1, 1};
  int n = 0;
  MPI_Type_contiguous(3, MPI_INT, &made[n++]);
  MPI_Type_vector(2, 1, 2, MPI_INT, &made[n++]);
  MPI_Type_create_hvector(2, 1, 8, MPI_INT, &made[n++]);
  MPI_Type_indexed(2, lengths, places, MPI_INT, &made[n++]);
  MPI_Type_create_hindexed(2, lengths, offsets, MPI_INT, &made[n++]);
  MPI_Type_create_indexed_block(2, 1, places, MPI_INT, &made[n++]);
  MPI_Type_create_hindexed_block(2, 1, offsets, MPI_INT, &made[n++]);
  MPI_Type_create_struct(2, lengths, offsets, parts, &made[n++]);
  MPI_Type_create_resized(MPI_INT, 0, 12, &made[n++]);
  MPI_Type_create_subarray(2, sizes, parts_of_it, starts, MPI_ORDER_C, MPI_INT, &made[n++]);
  MPI_Type_dup(made[0], &made[n++]);
  MPI_Type_hvector(2, 1, 8, MPI_INT, &made[n++]);
  const int wanted[] = {12, 8, 8, 12, 12, 8, 8, 20, 4, 16, 12, 8};
  for (int i = 0; i < n; ++i) {
    int size = -1;
    MPI_Aint lower = -1;
    MPI_Aint extent = -1;
    MPI_Type_commit(&made[i]);
    MPI_Type_size(made[i], &size);
    MPI_Type_get_extent(made[i], &lower, &extent);
    if (size != wanted[i] || extent < 8)
      say(std::to_string(i) + " has " + std::to_string(size) + " of " + std::to_string(extent));
    MPI_Type_free(&made[i]);
  }
}

/// The part that starts at (1, 2, ...) of an array with extents 4, 5, ..., twice in a row.
void pack_subarrays() {
  const int sizes[] = {4, 5, 3};
  const int parts[] = {2, 3, 1};
  const int starts[] = {1, 2, 1};
  for (int n = 1, whole = 4; n <= 3; whole *= sizes[n < 3 ? n : 0], ++n) {
    MPI_Datatype part = MPI_DATATYPE_NULL;
    MPI_Aint lower = -1;
    MPI_Aint extent = -1;
    std::vector<int> array(static_cast<std::size_t>(2 * whole));
    std::vector<int> packed(100, -1);
    std::vector<int> wanted;
    std::iota(array.begin(), array.end(), 0);
    for (const int number : array) {
      int rest = number % whole;
      bool is_inside = true;
      for (int d = n - 1; d >= 0; rest /= sizes[d], --d)
        is_inside = is_inside && rest % sizes[d] >= starts[d] && rest % sizes[d] < starts[d] + parts[d];
      if (is_inside) wanted.push_back(number);
    }
    int position = 0;
    MPI_Type_create_subarray(n, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &part);
    MPI_Type_commit(&part);
    MPI_Type_get_extent(part, &lower, &extent);
    MPI_Pack(array.data(), 2, part, packed.data(), 400, &position, MPI_COMM_WORLD);
    packed.resize(static_cast<std::size_t>(position) / sizeof(int));
    if (packed != wanted || extent != whole * 4)
      say(std::to_string(n) + " dimensions gave " + testing::PrintToString(packed) + " of " + std::to_string(extent));
    MPI_Type_free(&part);
  }
}

void ask_datatypes() {
  MPI_Count size = -1;
  MPI_Count lower = -1;
  MPI_Count extent = -1;
  MPI_Aint old_extent = -1;
  MPI_Aint bound = -1;
  MPI_Datatype copy = MPI_DATATYPE_NULL;
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  int key = -1;
  int flag = -1;
  void* value = nullptr;
  MPI_Type_size_x(MPI_DOUBLE, &size);
  MPI_Type_get_extent_x(MPI_DOUBLE, &lower, &extent);
  MPI_Type_get_true_extent(MPI_DOUBLE, &bound, &old_extent);
  MPI_Type_extent(MPI_DOUBLE, &old_extent);
  MPI_Type_ub(MPI_DOUBLE, &bound);
  check(size == 8 && extent == 8 && old_extent == 8 && bound == 8, "wrong extents");
  MPI_Type_contiguous(2, MPI_INT, &copy);
  MPI_Type_set_name(copy, "pair");
  MPI_Type_get_name(copy, name, &length);
  check(std::string(name) == "pair" && length == 4, "wrong name");
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, nullptr);
  MPI_Type_set_attr(copy, key, &length);
  MPI_Type_get_attr(copy, key, static_cast<void*>(&value), &flag);
  check(flag && value == &length, "wrong attribute");
  MPI_Type_delete_attr(copy, key);
  MPI_Type_free_keyval(&key);
  check(MPI_Type_f2c(MPI_Type_c2f(copy)) == copy, "wrong Fortran handle");
  check(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD && MPI_Comm_c2f(MPI_COMM_NULL) == 0,
        "wrong Fortran handle of a communicator");
  MPI_Type_free(&copy);
}

void add_up(void* in, void* inout, int* length, MPI_Datatype*) {
  for (int i = 0; i < *length; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}

void use_operators() {
  MPI_Op op = MPI_OP_NULL;
  int commutes = -1;
  const int in = 3;
  int inout = 4;
  MPI_Op_create(add_up, 1, &op);
  MPI_Op_commutative(op, &commutes);
  MPI_Reduce_local(&in, &inout, 1, MPI_INT, op);
  check(commutes == 1 && inout == 7, "wrong reduction");
  check(MPI_Op_f2c(MPI_Op_c2f(op)) == op, "wrong Fortran handle of an operator");
  MPI_Op_free(&op);
}

void use_infos() {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info copy = MPI_INFO_NULL;
  char key[MPI_MAX_INFO_KEY];
  char value[MPI_MAX_INFO_VAL];
  int flag = -1;
  int keys = -1;
  int length = -1;
  MPI_Info_create(&info);
  MPI_Info_set(info, "host", "a");
  MPI_Info_dup(info, &copy);
  MPI_Info_delete(info, "host");
  MPI_Info_get_nkeys(info, &keys);
  check(keys == 0, "wrong number of keys");
  MPI_Info_get(copy, "host", MPI_MAX_INFO_VAL - 1, value, &flag);
  MPI_Info_get_valuelen(copy, "host", &length, &flag);
  MPI_Info_get_nthkey(copy, 0, key);
  check(flag && length == 1 && std::string(value) == "a" && std::string(key) == "host", "wrong info");
  check(MPI_Info_f2c(MPI_Info_c2f(copy)) == copy, "wrong Fortran handle of an info");
  MPI_Info_free(&info);
  MPI_Info_free(&copy);
}

void use_statuses_and_addresses() {
  MPI_Status status{};
  int count = -1;
  int flag = -1;
  MPI_Aint first = 0;
  MPI_Aint second = 0;
  const int numbers[2] = {};
  MPI_Status_set_elements(&status, MPI_INT, 3);
  MPI_Get_count(&status, MPI_INT, &count);
  MPI_Status_set_cancelled(&status, 1);
  MPI_Test_cancelled(&status, &flag);
  check(count == 3 && flag == 1, "wrong status");
  MPI_Get_address(&numbers[0], &first);
  MPI_Address(&numbers[1], &second);
  check(MPI_Aint_diff(second, first) == 4 && MPI_Aint_add(first, 4) == second, "wrong address");
}

TEST(Answers, OnDatatypesOperatorsAndInfosWork) {
  const Outcome outcome = simulate_alone([] {
    use_datatypes();
    pack_subarrays();
    ask_datatypes();
    use_operators();
    use_infos();
    use_statuses_and_addresses();
    say("done");
  });
  EXPECT_FALSE(outcome.crashed);
  EXPECT_THAT(outcome.said_by(0), testing::ElementsAre("done"));
}

TEST(Answers, OnDatatypesRaiseErrorsAsOthersDo) {
  const Outcome outcome = simulate_alone([] {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    int size = 0;
    const double before = MPI_Wtime();
    check(MPI_Type_vector(-1, 1, 1, MPI_INT, &made) == MPI_ERR_COUNT, "negative count taken");
    check(MPI_Type_size(MPI_DATATYPE_NULL, &size) == MPI_ERR_TYPE, "no datatype taken");
    check(MPI_Type_create_hvector(-1, 1, 8, MPI_INT, &made) == MPI_ERR_COUNT, "negative count taken");
    check(MPI_Wtime() > before, "errors take no time");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Type_size(MPI_DATATYPE_NULL, &size);
    say("still here");
  });
  EXPECT_FALSE(outcome.crashed);
  EXPECT_THAT(outcome.lines, testing::IsEmpty());
  EXPECT_THAT(outcome.told, testing::Contains(testing::HasSubstr("MPI_Type_size under MPI_ERRORS_ARE_FATAL")));
}

} // namespace
} // namespace daruma::mpi::test
