// Windows as objects: how they are made, what hangs on them, what they refuse.
#include "tests/sim/mpi/simulation.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <string>
#include <vector>

namespace daruma::mpi::test {
namespace {

using testing::Each;
using testing::ElementsAre;

Simulation simulation_of(int processes, const std::function<void(int)>& program) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.program = [program](int rank) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    program(rank);
    MPI_Finalize();
  };
  return simulation;
}

/// A window of one int, with errors that come back.
MPI_Win window_of(int& memory) {
  MPI_Win win = MPI_WIN_NULL;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  return win;
}

/// Says the names of error classes.
void say_error(int error) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(error, text, &length);
  const std::string all = text;
  say(all.substr(0, all.find(':')));
}

template <class T> T attribute_of(MPI_Win win, int key) {
  T* value = nullptr;
  int flag = 0;
  MPI_Win_get_attr(win, key, &value, &flag);
  return flag ? *value : T{};
}

TEST(Window, HasTheAttributesThatMpiGivesIt) {
  const Outcome outcome = simulate(simulation_of(2, [](int rank) {
    MPI_Win win = MPI_WIN_NULL;
    int* base = nullptr;
    MPI_Win_allocate(8 * (rank + 1), 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    void* found = nullptr;
    int flag = 0;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &found, &flag);
    say(std::to_string(flag && found == base) + " " + std::to_string(attribute_of<MPI_Aint>(win, MPI_WIN_SIZE)) + " " +
        std::to_string(attribute_of<int>(win, MPI_WIN_DISP_UNIT)) + " " +
        std::to_string(attribute_of<int>(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_ALLOCATE) + " " +
        std::to_string(attribute_of<int>(win, MPI_WIN_MODEL) == MPI_WIN_UNIFIED) + " " + std::to_string(base[1]));
    MPI_Win_free(&win);
    say(win == MPI_WIN_NULL ? "freed" : "there");
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("1 8 4 1 1 0", "freed"));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("1 16 4 1 1 0", "freed"));
}

int removed = 0;

TEST(Window, KeepsWhatTheProgramHangsOnIt) {
  const Outcome outcome = simulate(simulation_of(1, [](int) {
    int memory = 0;
    MPI_Win win = window_of(memory);
    int key = MPI_KEYVAL_INVALID;
    const auto remove = [](MPI_Win, int, void* value, void*) {
      removed += *static_cast<int*>(value);
      return +MPI_SUCCESS;
    };
    int value = 5;
    void* found = nullptr;
    int flag = 0;
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, remove, &key, nullptr);
    MPI_Win_set_attr(win, key, &value);
    MPI_Win_get_attr(win, key, &found, &flag);
    say(flag && found == &value ? "found" : "lost");
    MPI_Win_delete_attr(win, key);
    MPI_Win_get_attr(win, key, &found, &flag);
    say(flag ? "there" : "gone");
    MPI_Win_set_attr(win, key, &value);
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Win_get_name(win, name, &length);
    say(std::to_string(length));
    MPI_Win_set_name(win, "halo");
    MPI_Win_get_name(win, name, &length);
    say(name);
    MPI_Group group = MPI_GROUP_NULL;
    int size = 0;
    MPI_Win_get_group(win, &group);
    MPI_Group_size(group, &size);
    MPI_Group_free(&group);
    say(std::to_string(size) + (MPI_Win_f2c(MPI_Win_c2f(win)) == win ? " same" : " other"));
    MPI_Win_free(&win);
    MPI_Win_free_keyval(&key);
    say(std::to_string(removed));
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("found", "gone", "0", "halo", "1 same", "10"));
}

TEST(Window, KeepsTheHintsThatMpiKnows) {
  const Outcome outcome = simulate(simulation_of(1, [](int) {
    int memory = 0;
    MPI_Win win = window_of(memory);
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Info_set(info, "colour", "red");
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
    MPI_Win_get_info(win, &info);
    char value[64] = "";
    int flag = 0;
    MPI_Info_get(info, "no_locks", 63, value, &flag);
    say(value);
    MPI_Info_get(info, "accumulate_ops", 63, value, &flag);
    say(value);
    MPI_Info_get(info, "colour", 63, value, &flag);
    say(flag ? "red" : "unknown");
    MPI_Info_free(&info);
    MPI_Win_free(&win);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("true", "same_op_no_op", "unknown"));
}

MPI_Win told = MPI_WIN_NULL;
void tell(MPI_Win* win, int* error, ...) {
  told = *win;
  say_error(*error);
}

TEST(Window, HasAnErrorHandlerOfItsOwn) {
  const Outcome outcome = simulate(simulation_of(1, [](int) {
    int memory = 0;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Win_get_errhandler(win, &handler);
    say(handler == MPI_ERRORS_ARE_FATAL ? "fatal" : "other");
    MPI_Win_create_errhandler(tell, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Put(&memory, 1, MPI_INT, -5, 0, 1, MPI_INT, win);
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
    say(told == win ? "its own" : "another");
    MPI_Errhandler_free(&handler);
    MPI_Win_free(&win);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("fatal", "MPI_ERR_RANK", "MPI_ERR_OTHER", "its own"));
}

TEST(Window, RefusesWhatDoesNotFit) {
  const Outcome outcome = simulate(simulation_of(1, [](int) {
    int memory = 0;
    MPI_Win win = window_of(memory);
    int value = 1;
    say_error(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win)); // no epoch
    MPI_Win_fence(0, win);
    say_error(MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win));
    say_error(MPI_Get(&value, 2, MPI_INT, 0, 0, 2, MPI_INT, win));
    say_error(MPI_Put(&value, -1, MPI_INT, 0, 0, 1, MPI_INT, win));
    say_error(MPI_Put(&value, 1, MPI_INT, 0, -1, 1, MPI_INT, win));
    say_error(MPI_Put(&value, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win));
    MPI_Op made = MPI_OP_NULL;
    MPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, 1, &made);
    say_error(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, made, win));
    MPI_Op_free(&made);
    say_error(MPI_Win_fence(1 << 20, win));
    say_error(MPI_Win_lock(77, 0, 0, win));
    say_error(MPI_Win_attach(win, &value, sizeof value));
    MPI_Aint size = 0;
    int unit = 0;
    void* base = nullptr;
    say_error(MPI_Win_shared_query(win, 1, &size, &unit, &base));
    say_error(MPI_Win_fence(0, MPI_WIN_NULL));
    MPI_Win_free(&win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    say_error(MPI_Win_shared_query(win, 0, &size, &unit, &base));
    MPI_Win_free(&win);
  }));
  EXPECT_THAT(outcome.said_by(0),
              ElementsAre("MPI_ERR_RMA_SYNC", "MPI_ERR_RMA_RANGE", "MPI_ERR_RMA_RANGE", "MPI_ERR_COUNT", "MPI_ERR_DISP",
                          "MPI_ERR_TYPE", "MPI_ERR_OP", "MPI_ERR_ASSERT", "MPI_ERR_LOCKTYPE", "MPI_ERR_RMA_FLAVOR",
                          "MPI_ERR_RANK", "MPI_ERR_WIN", "MPI_ERR_RMA_FLAVOR"));
}

/// Says of each member how many bytes of its part the caller can load and store, and its first int.
void say_shared_parts(MPI_Win win) {
  for (const int rank : {0, 1, 2, MPI_PROC_NULL}) {
    MPI_Aint size = -1;
    int unit = 0;
    int* base = nullptr;
    MPI_Win_shared_query(win, rank, &size, &unit, &base);
    say(std::to_string(size) + " bytes" + (size > 0 ? " from " + std::to_string(*base) : ""));
  }
}

// MPI 4.1 (the Forum's issue 23): also of windows that were not made to be shared, as far as there is shared memory.
TEST(Window, TellsWhatOfItIsSharedMemory) {
  Simulation simulation = simulation_of(3, [](int rank) {
    int memory = 10 + rank;
    MPI_Win win = window_of(memory);
    say_shared_parts(win);
    MPI_Win_free(&win);
    int* base = nullptr;
    MPI_Win_allocate(rank == 0 ? 0 : 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    if (rank > 0) *base = 20 + rank;
    MPI_Barrier(MPI_COMM_WORLD);
    say_shared_parts(win);
    MPI_Win_free(&win);
  });
  simulation.processes_on_a_host = 2;
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(0), ElementsAre("4 bytes from 10", "0 bytes", "0 bytes", "4 bytes from 10", //
                                              "0 bytes", "8 bytes from 21", "0 bytes", "8 bytes from 21"));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("0 bytes", "4 bytes from 11", "0 bytes", "4 bytes from 11", //
                                              "0 bytes", "8 bytes from 21", "0 bytes", "8 bytes from 21"));
  EXPECT_THAT(outcome.said_by(2), ElementsAre("0 bytes", "0 bytes", "4 bytes from 12", "4 bytes from 12", //
                                              "0 bytes", "0 bytes", "8 bytes from 22", "8 bytes from 22"));
}

TEST(Window, RefusesCallsOutOfTheirOrder) {
  const Outcome outcome = simulate(simulation_of(1, [](int) {
    int memory = 0;
    MPI_Win win = window_of(memory);
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Win_get_group(win, &group);
    const int unlocked = MPI_Win_unlock(0, win) + MPI_Win_flush(0, win) + MPI_Win_flush_all(win) +
                         MPI_Win_unlock_all(win) + MPI_Win_complete(win) + MPI_Win_wait(win);
    say(unlocked == 6 * MPI_ERR_RMA_SYNC ? "refused" : "allowed");
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    const int locked = MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win) + MPI_Win_lock_all(0, win) +
                       MPI_Win_start(group, 0, win) + MPI_Win_fence(0, win) + MPI_Win_free(&win);
    say(locked == 5 * MPI_ERR_RMA_SYNC ? "refused" : "allowed");
    MPI_Win_unlock(0, win);
    MPI_Win_post(group, 0, win);
    const int posted = MPI_Win_post(group, 0, win) + MPI_Win_fence(0, win) + MPI_Win_free(&win);
    say(posted == 3 * MPI_ERR_RMA_SYNC ? "refused" : "allowed");
    MPI_Win_start(group, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&group);
    MPI_Win_free(&win);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("refused", "refused", "refused"));
}

TEST(Window, ThatIsDynamicLetsAccessWhatIsAttached) {
  const Outcome outcome = simulate(simulation_of(2, [](int rank) {
    int memory[4] = {0, 0, 0, 0};
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 1) {
      MPI_Win_attach(win, memory, 8);
      say_error(MPI_Win_attach(win, memory + 1, 8));
      MPI_Win_attach(win, memory + 2, 4); // goes on where the first one ends
    }
    MPI_Aint address = 0;
    MPI_Get_address(memory, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    if (rank == 0) {
      const int values[4] = {1, 2, 3, 4};
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      say_error(MPI_Put(values, 3, MPI_INT, 1, address, 3, MPI_INT, win));
      say_error(MPI_Put(values, 4, MPI_INT, 1, address, 4, MPI_INT, win));
      MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
      say(std::to_string(memory[0]) + std::to_string(memory[2]) + std::to_string(memory[3]));
      MPI_Win_detach(win, memory);
      say_error(MPI_Win_detach(win, memory));
    }
    MPI_Win_free(&win);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("MPI_SUCCESS", "MPI_ERR_RMA_RANGE"));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("MPI_ERR_RMA_ATTACH", "130", "MPI_ERR_RMA_ATTACH"));
}

TEST(Window, ThatIsSharedNeedsANodeInCommon) {
  const Outcome outcome = simulate(simulation_of(2, [](int) {
    MPI_Win win = MPI_WIN_NULL;
    void* base = nullptr;
    say_error(MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("MPI_ERR_RMA_SHARED"));
}

TEST(Window, CallsThatDoNotMatchAreFound) {
  const Outcome outcome = simulate(simulation_of(2, [](int rank) {
    int memory = 0;
    MPI_Win win = window_of(memory);
    if (rank == 0)
      MPI_Win_fence(0, win);
    else
      MPI_Win_free(&win);
  }));
  EXPECT_THAT(outcome.told, testing::Contains(testing::HasSubstr("misused: ")));
}

TEST(Window, ARankThatWaitsForALockForEverIsNamed) {
  const Outcome outcome = simulate(simulation_of(2, [](int rank) {
    int memory = 0;
    MPI_Win win = window_of(memory);
    rest_until(1 + rank);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    if (rank == 0) MPI_Recv(&memory, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_unlock(0, win);
  }));
  EXPECT_TRUE(outcome.stood_still);
  EXPECT_THAT(outcome.waits,
              testing::Contains(testing::HasSubstr("in MPI_Win_lock at simulation.c:11 waits for rank 0")));
}

} // namespace
} // namespace daruma::mpi::test
