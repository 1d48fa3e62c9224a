// The names of MPI 1 that later standards replaced, which old programs use: they do what the new ones do.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Where the integers of an element of the datatype lie, of twenty of them.
std::vector<int> integers_in(MPI_Datatype type) {
  std::vector<int> all(20);
  for (int i = 0; i < 20; ++i) all[static_cast<std::size_t>(i)] = i;
  std::vector<int> got(20, -1);
  int bytes = 0;
  MPI_Type_commit(&type);
  MPI_Type_size(type, &bytes);
  MPI_Sendrecv(all.data(), 1, type, 0, 0, got.data(), 20, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  got.resize(static_cast<std::size_t>(bytes) / sizeof(int));
  MPI_Type_free(&type);
  return got;
}

TEST(Mpi1Names, OfDatatypesMakeThem) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  using Ints = std::vector<int>;
                                  MPI_Datatype made = MPI_DATATYPE_NULL;
                                  int lengths[] = {2, 1};
                                  MPI_Aint bytes[] = {4, 20};
                                  MPI_Datatype members[] = {MPI_INT, MPI_INT};
                                  MPI_Type_hvector(2, 1, 12, MPI_INT, &made);
                                  check(integers_in(made) == Ints{0, 3}, "MPI_Type_hvector");
                                  MPI_Type_hindexed(2, lengths, bytes, MPI_INT, &made);
                                  check(integers_in(made) == Ints{1, 2, 5}, "MPI_Type_hindexed");
                                  int places[] = {4, 0};
                                  MPI_Type_create_indexed(2, lengths, places, MPI_INT, &made); // SMPI's
                                  check(integers_in(made) == Ints{4, 5, 0}, "MPI_Type_create_indexed");
                                  MPI_Type_struct(2, lengths, bytes, members, &made);
                                  MPI_Aint extent = 0;
                                  MPI_Aint lower = 0;
                                  MPI_Aint upper = 0;
                                  MPI_Type_extent(made, &extent);
                                  MPI_Type_lb(made, &lower);
                                  MPI_Type_ub(made, &upper);
                                  check(lower == 4 && upper == 24 && extent == 20, "bounds");
                                  check(integers_in(made) == Ints{1, 2, 5}, "MPI_Type_struct");
                                }))
                  .lines,
              IsEmpty());
}

TEST(Mpi1Names, OfAddressesTellHowFarThingsLieApart) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  int data[5] = {};
                                  MPI_Aint first = 0;
                                  MPI_Aint third = 0;
                                  MPI_Aint same = 0;
                                  MPI_Address(&data[0], &first);
                                  MPI_Address(&data[2], &third);
                                  MPI_Get_address(&data[2], &same);
                                  check(third - first == 8 && third == same, "MPI_Address");
                                  check(MPI_Aint_diff(third, first) == 8, "MPI_Aint_diff");
                                  check(MPI_Aint_add(first, 8) == third, "MPI_Aint_add");
                                }))
                  .lines,
              IsEmpty());
}

int copy_value(MPI_Comm, int, void*, void* in, void* out, int* flag) {
  *static_cast<void**>(out) = in;
  *flag = 1;
  return MPI_SUCCESS;
}

int say_deleted(MPI_Comm, int, void* value, void* extra) {
  say("deletes " + std::to_string(*static_cast<int*>(value)) + *static_cast<std::string*>(extra));
  return MPI_SUCCESS;
}

TEST(Mpi1Names, OfAttributesHangValuesOnCommunicators) {
  const Outcome outcome = run(simulation_of(1, [](int) {
    int key = MPI_KEYVAL_INVALID;
    int value = 7;
    int* got = nullptr;
    int flag = 0;
    std::string extra = " with what its key has";
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Keyval_create(copy_value, say_deleted, &key, &extra);
    MPI_Attr_put(MPI_COMM_SELF, key, &value);
    MPI_Comm_dup(MPI_COMM_SELF, &copy);
    MPI_Attr_get(copy, key, static_cast<void*>(&got), &flag);
    check(flag && got == &value, "not copied");
    MPI_Attr_delete(copy, key);
    MPI_Attr_get(copy, key, static_cast<void*>(&got), &flag);
    check(!flag, "not deleted");
    MPI_Comm_free(&copy);
    MPI_Attr_delete(MPI_COMM_SELF, key);
    MPI_Keyval_free(&key);
    check(key == MPI_KEYVAL_INVALID, "the key is there still");
  }));
  EXPECT_THAT(outcome.lines.size(), 2);
  EXPECT_EQ(outcome.count("deletes 7 with what its key has"), 2);
}

void say_error(MPI_Comm*, int* error, ...) { say("handles " + std::to_string(*error)); }

TEST(Mpi1Names, OfErrorHandlersCallThem) {
  const Outcome outcome = run(simulation_of(1, [](int) {
    MPI_Errhandler own = MPI_ERRHANDLER_NULL;
    MPI_Errhandler found = MPI_ERRHANDLER_NULL;
    MPI_Errhandler_create(say_error, &own);
    MPI_Errhandler_set(MPI_COMM_SELF, own);
    MPI_Errhandler_get(MPI_COMM_SELF, &found);
    check(found == own, "another handler");
    const int data = 0;
    check(MPI_Send(&data, 1, MPI_INT, 5, 0, MPI_COMM_SELF) == MPI_ERR_RANK, "no error");
    MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER);
    MPI_Errhandler_free(&own);
    MPI_Errhandler_free(&found);
  }));
  EXPECT_THAT(outcome.said_by(0),
              ElementsAre("handles " + std::to_string(MPI_ERR_RANK), "handles " + std::to_string(MPI_ERR_OTHER)));
}

} // namespace
} // namespace daruma::mpi::test
