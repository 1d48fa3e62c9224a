// Failures and revocations around windows: whoever dies, in whatever call the others are, nobody hangs, all are told,
// and the memory of the dead and of those who were told stays as it was.
#include "tests/sim/mpi/survival.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <string>
#include <tuple>
#include <vector>

namespace daruma::mpi::test {
namespace {

using testing::Contains;
using testing::ElementsAre;

constexpr int origin = 0;
constexpr int target = 1;
constexpr int bystander = 2;
constexpr int holder = 3; // of the target's lock, where there is one
constexpr int ints = 20000;

struct Part {
  int rank = 0;
  MPI_Win win = MPI_WIN_NULL;
  std::vector<int> memory = std::vector<int>(ints, 0);
  std::vector<int> own = std::vector<int>(ints, 7);
};

int put(Part& part) { return MPI_Put(part.own.data(), ints, MPI_INT, target, 0, ints, MPI_INT, part.win); }

MPI_Group group_of(const Part& part, std::vector<int> ranks) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group some = MPI_GROUP_NULL;
  MPI_Win_get_group(part.win, &all);
  MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &some);
  MPI_Group_free(&all);
  return some;
}

/// The first error of calls that go on until one fails.
template <class... Calls> int first_error(Calls&&... calls) {
  int error = MPI_SUCCESS;
  ((error = error ? error : calls()), ...);
  return error;
}

struct Synchronisation {
  const char* name;
  int (*run)(Part&); ///< what all ranks do, the holder of a lock for a long time
};

const std::vector<Synchronisation>& synchronisations() {
  static const std::vector<Synchronisation> all{
      {"Fence",
       [](Part& p) {
         return first_error([&] { return MPI_Win_fence(0, p.win); }, [&] { return p.rank == origin ? put(p) : 0; },
                            [&] { return MPI_Win_fence(0, p.win); });
       }},
      {"PostStart",
       [](Part& p) {
         MPI_Group peers = group_of(p, {p.rank == origin ? target : origin});
         int error = MPI_SUCCESS;
         if (p.rank == origin)
           error = first_error([&] { return MPI_Win_start(peers, 0, p.win); }, [&] { return put(p); },
                               [&] { return MPI_Win_complete(p.win); });
         if (p.rank == target)
           error = first_error([&] { return MPI_Win_post(peers, 0, p.win); }, [&] { return MPI_Win_wait(p.win); });
         MPI_Group_free(&peers);
         return error;
       }},
      {"PostTest",
       [](Part& p) {
         MPI_Group peers = group_of(p, {p.rank == origin ? target : origin});
         int error = MPI_SUCCESS;
         int is_done = 0;
         if (p.rank == origin)
           error = first_error([&] { return MPI_Win_start(peers, 0, p.win); }, [&] { return put(p); },
                               [&] { return MPI_Win_complete(p.win); });
         if (p.rank == target) {
           error = MPI_Win_post(peers, 0, p.win);
           while (!error && !is_done) {
             error = MPI_Win_test(p.win, &is_done);
             rest_for(1e-3);
           }
         }
         MPI_Group_free(&peers);
         return error;
       }},
      {"Lock",
       [](Part& p) {
         if (p.rank == holder) rest_until(0.9);
         if (p.rank != origin && p.rank != holder) return +MPI_SUCCESS;
         return first_error([&] { return MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, p.win); },
                            [&] {
                              if (p.rank == holder) rest_until(1.19);
                              return put(p);
                            },
                            [&] { return MPI_Win_unlock(target, p.win); });
       }},
      {"LockAllFlush",
       [](Part& p) {
         if (p.rank != origin) return +MPI_SUCCESS;
         return first_error([&] { return MPI_Win_lock_all(0, p.win); }, [&] { return put(p); },
                            [&] { return MPI_Win_flush(target, p.win); }, [&] { return put(p); },
                            [&] { return MPI_Win_flush_local_all(p.win); }, [&] { return MPI_Win_unlock_all(p.win); });
       }},
      {"Rget",
       [](Part& p) {
         if (p.rank != origin) return +MPI_SUCCESS;
         MPI_Request request = MPI_REQUEST_NULL;
         return first_error(
             [&] { return MPI_Win_lock_all(0, p.win); },
             [&] { return MPI_Rget(p.own.data(), ints, MPI_INT, target, 0, ints, MPI_INT, p.win, &request); },
             [&] { return MPI_Wait(&request, MPI_STATUS_IGNORE); }, [&] { return MPI_Win_unlock_all(p.win); });
       }},
      {"RgetUnlocked",
       [](Part& p) {
         if (p.rank != origin) return +MPI_SUCCESS;
         MPI_Request request = MPI_REQUEST_NULL;
         return first_error(
             [&] { return MPI_Win_lock_all(MPI_MODE_NOCHECK, p.win); },
             [&] { return MPI_Rget(p.own.data(), ints, MPI_INT, target, 0, ints, MPI_INT, p.win, &request); },
             [&] { return MPI_Wait(&request, MPI_STATUS_IGNORE); }, [&] { return MPI_Win_unlock_all(p.win); });
       }},
      {"Allocate", [](Part&) {
         MPI_Win made = MPI_WIN_NULL;
         void* base = nullptr;
         return MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &made);
       }}};
  return all;
}

/// Makes a window before anything happens; then all synchronise, meet in a fence, free the window and go on together.
void synchronise_and_recover(const Synchronisation& synchronisation, double begin_s) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  Part part;
  MPI_Comm_rank(MPI_COMM_WORLD, &part.rank);
  MPI_Win_create(part.memory.data(), ints * static_cast<int>(sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                 &part.win);
  MPI_Win_set_errhandler(part.win, MPI_ERRORS_RETURN);
  rest_until(begin_s);
  int error = synchronisation.run(part);
  say(word(error));
  if (!error) {
    rest_until(1.6);
    error = MPI_Win_fence(0, part.win);
  }
  say("then " + word(error));
  MPIX_Comm_revoke(MPI_COMM_WORLD);
  say("again " + word(MPI_Win_fence(0, part.win)));
  MPI_Win_free(&part.win);
  say(part.win == MPI_WIN_NULL ? "freed" : "not freed");
  const MPI_Comm survivors = recover(MPI_COMM_WORLD);
  int size = 0;
  MPI_Comm_size(survivors, &size);
  say("goes on with " + std::to_string(size));
  MPI_Finalize();
}

using Case = std::tuple<std::size_t, int, double, Watch>;
class WindowDeath : public testing::TestWithParam<Case> {};

TEST_P(WindowDeath, IsSurvived) {
  const auto& [which, victim, death_s, watch] = GetParam();
  Simulation simulation;
  simulation.processes = 5;
  simulation.bandwidth = slow_bandwidth;
  simulation.profile = profile_with(watch);
  simulation.program = [&chosen = synchronisations()[which], slow = victim](int rank) {
    synchronise_and_recover(chosen, rank == target && slow != target ? 1.2 : 1.0);
  };
  simulation.kills.emplace(death_s, victim);
  const Outcome outcome = simulate(simulation);
  ASSERT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
  EXPECT_EQ(outcome.count("goes on with 4"), 4);
  EXPECT_EQ(outcome.count("freed"), 4);
  EXPECT_EQ(outcome.count("again success"), 0);
  EXPECT_EQ(outcome.count("then success"), 0);
  EXPECT_GE(outcome.count("then failed"), 1);
}

std::string title(const testing::TestParamInfo<Case>& info) {
  const auto& [which, victim, death_s, watch] = info.param;
  const std::array<const char*, 4> roles{"Origin", "Target", "Bystander", "Holder"};
  return std::string(synchronisations()[which].name) + "_" + roles[static_cast<std::size_t>(victim)] + "_" +
         std::to_string(std::lround(death_s * 1e4)) + "_" + name(watch);
}

INSTANTIATE_TEST_SUITE_P(InEverySynchronisation, WindowDeath,
                         testing::Combine(testing::Range(std::size_t{0}, synchronisations().size()),
                                          testing::Values(origin, target, bystander, holder),
                                          testing::Values(0.9, 1.0003, 1.1, 1.2003), testing::ValuesIn(most_watches)),
                         title);

/// Ranks 0 to 2 have a window; memory lies where the test can look at it when its owner is dead.
Simulation with_window(std::vector<int>* memories, const std::function<void(int, MPI_Win)>& program) {
  return simulation_of(3, [memories, program](int rank) {
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create(memories[rank].data(), ints * static_cast<int>(sizeof(int)), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    program(rank, win);
    MPI_Win_free(&win);
  });
}

TEST(WindowDeath, TheMemoryOfTheDeadIsNotTouched) {
  std::vector<int> memories[3];
  for (auto& memory : memories) memory.assign(ints, 0);
  Simulation simulation = with_window(memories, [&](int rank, MPI_Win win) {
    const std::vector<int> own(ints, 7);
    rest_until(1);
    if (rank != origin) return rest_until(2);
    MPI_Win_lock(MPI_LOCK_SHARED, target, MPI_MODE_NOCHECK, win);
    MPI_Put(own.data(), ints, MPI_INT, target, 0, ints, MPI_INT, win);
    say(word(MPI_Win_unlock(target, win)));
    say(std::to_string(memories[target].front()));
  });
  simulation.kills.emplace(1 + 5e-5, target); // 80 kB take 82 us
  EXPECT_THAT(simulate(simulation).said_by(origin), ElementsAre("failed", "0"));
}

TEST(WindowDeath, NothingComesIntoMemoryWhoseOwnerWasTold) {
  std::vector<int> memories[3];
  for (auto& memory : memories) memory.assign(ints, 0);
  Simulation simulation = with_window(memories, [&](int rank, MPI_Win win) {
    const std::vector<int> own(ints, 7);
    rest_until(1);
    if (rank == bystander) return rest_until(2);
    if (rank == target) {
      say(word(MPI_Win_fence(0, win)));
      rest_until(1.5);
      return say(std::to_string(memories[target].front()));
    }
    MPI_Win_lock(MPI_LOCK_SHARED, target, MPI_MODE_NOCHECK, win);
    MPI_Put(own.data(), ints, MPI_INT, target, 0, ints, MPI_INT, win);
    say(word(MPI_Win_unlock(target, win)));
  });
  simulation.kills.emplace(1 + 5e-5, bystander);
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(origin), ElementsAre("failed"));
  EXPECT_THAT(outcome.said_by(target), ElementsAre("failed", "0"));
}

TEST(WindowRevocation, EndsWhateverOthersWaitForOnTheWindow) {
  std::vector<int> memories[3];
  for (auto& memory : memories) memory.assign(ints, 0);
  for (const auto& wait :
       std::vector<std::function<int(MPI_Win)>>{[](MPI_Win win) { return MPI_Win_fence(0, win); },
                                                [](MPI_Win win) {
                                                  MPI_Group all = MPI_GROUP_NULL;
                                                  MPI_Win_get_group(win, &all);
                                                  const int error = MPI_Win_start(all, 0, win);
                                                  MPI_Group_free(&all);
                                                  return error;
                                                },
                                                [](MPI_Win win) { return MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win); },
                                                [](MPI_Win win) { return MPI_Win_free(&win); }}) {
    Simulation simulation = with_window(memories, [wait](int rank, MPI_Win win) {
      if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        rest_until(1);
        MPIX_Comm_revoke(MPI_COMM_WORLD);
        say("after it " + word(MPI_Win_unlock(2, win)));
      } else {
        rest_until(0.5);
        say(word(wait(win)));
      }
    });
    const Outcome outcome = simulate(simulation);
    EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
    EXPECT_THAT(outcome.said_by(0), ElementsAre("revoked"));
    EXPECT_THAT(outcome.said_by(1), ElementsAre("revoked"));
    EXPECT_THAT(outcome.said_by(2), ElementsAre("after it revoked"));
  }
}

} // namespace
} // namespace daruma::mpi::test
