// What accesses to other ranks' memory do, how they are ordered, and what they take on links of 1 GB/s with 2 us from
// host to host.
#include "tests/sim/mpi/simulation.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <numeric>
#include <vector>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;

constexpr double route_latency_s = 2 * link_latency;

/// A rank's part of a window of ints.
struct Part {
  int rank = 0;
  int size = 0;
  std::vector<int> memory;
  MPI_Win win = MPI_WIN_NULL;
};

/// Each rank lets the others access so many ints, all of them its rank at first; errors come back.
Simulation with_window(int processes, int ints, const std::function<void(Part&)>& program) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.program = [ints, program](int) {
    MPI_Init(nullptr, nullptr);
    Part own;
    MPI_Comm_rank(MPI_COMM_WORLD, &own.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &own.size);
    own.memory.assign(static_cast<std::size_t>(ints), own.rank);
    MPI_Win_create(own.memory.data(), static_cast<MPI_Aint>(own.memory.size() * sizeof(int)), sizeof(int),
                   MPI_INFO_NULL, MPI_COMM_WORLD, &own.win);
    MPI_Win_set_errhandler(own.win, MPI_ERRORS_RETURN);
    program(own);
    MPI_Win_free(&own.win);
    MPI_Finalize();
  };
  return simulation;
}

std::string listed(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) text += (text.empty() ? "" : " ") + std::to_string(value);
  return text;
}

std::string nanoseconds(double time_s) { return std::to_string(std::llround(time_s * 1e9)) + " ns"; }

/// Says how long `code` took, in simulated time.
void say_duration(const std::function<void()>& code) {
  const double begin = MPI_Wtime();
  code();
  say(nanoseconds(MPI_Wtime() - begin));
}

// --- What accesses do

TEST(OneSided, APutIsThereAfterTheFence) {
  const Outcome outcome = simulate(with_window(3, 3, [](Part& own) {
    const int value = 10 * (own.rank + 1);
    MPI_Win_fence(0, own.win);
    for (int target = 0; target < own.size; ++target)
      MPI_Put(&value, 1, MPI_INT, target, own.rank, 1, MPI_INT, own.win);
    MPI_Win_fence(0, own.win);
    say(listed(own.memory));
  }));
  for (int rank = 0; rank < 3; ++rank) EXPECT_THAT(outcome.said_by(rank), ElementsAre("10 20 30"));
}

TEST(OneSided, AGetHasWhatIsAtTheTargetWhenItsRequestComes) {
  const Outcome outcome = simulate(with_window(2, 1, [](Part& own) {
    int value = -1;
    MPI_Win_fence(0, own.win);
    MPI_Get(&value, 1, MPI_INT, 1 - own.rank, 0, 1, MPI_INT, own.win);
    MPI_Win_fence(0, own.win);
    say(std::to_string(value));
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("1"));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("0"));
}

TEST(OneSided, AccumulatesOfAllRanksAddUp) {
  const Outcome outcome = simulate(with_window(4, 2, [](Part& own) {
    const int ones[2] = {1, 10};
    MPI_Win_fence(0, own.win);
    MPI_Accumulate(ones, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, own.win);
    MPI_Win_fence(0, own.win);
    if (own.rank == 0) say(listed(own.memory));
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("4 40"));
}

TEST(OneSided, FetchingTellsWhatWasThereBefore) {
  const Outcome outcome = simulate(with_window(2, 1, [](Part& own) {
    if (own.rank == 1) {
      const int five = 5;
      const int seven = 7;
      const int any = 0;
      std::array<int, 4> before{};
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, own.win);
      MPI_Fetch_and_op(&five, &before[0], MPI_INT, 0, 0, MPI_SUM, own.win);
      MPI_Get_accumulate(&seven, 1, MPI_INT, &before[1], 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, own.win);
      MPI_Fetch_and_op(&any, &before[2], MPI_INT, 0, 0, MPI_NO_OP, own.win);
      MPI_Get_accumulate(nullptr, 0, MPI_INT, &before[3], 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, own.win);
      MPI_Win_unlock(0, own.win);
      say(listed({before.begin(), before.end()}));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (own.rank == 0) say(listed(own.memory));
  }));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("0 5 7 7"));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("7"));
}

TEST(OneSided, CompareAndSwapReplacesWhatIsEqual) {
  const Outcome outcome = simulate(with_window(2, 1, [](Part& own) {
    if (own.rank == 1) {
      const int values[2] = {8, 9};
      const int zero = 0;
      int before[2] = {-1, -1};
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, own.win);
      for (int i = 0; i < 2; ++i) MPI_Compare_and_swap(values + i, &zero, before + i, MPI_INT, 0, 0, own.win);
      MPI_Win_unlock(0, own.win);
      say(listed({before[0], before[1]}));
      float real = 0;
      say(std::to_string(MPI_Compare_and_swap(&real, &real, &real, MPI_FLOAT, 0, 0, own.win) == MPI_ERR_TYPE));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (own.rank == 0) say(listed(own.memory));
  }));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("0 8", "1"));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("8"));
}

TEST(OneSided, DatatypesOfBothSidesSayWhereElementsLie) {
  const Outcome outcome = simulate(with_window(2, 6, [](Part& own) {
    MPI_Datatype every_second = MPI_DATATYPE_NULL;
    MPI_Datatype last_first = MPI_DATATYPE_NULL;
    const int places[3] = {5, 3, 0};
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
    MPI_Type_create_indexed_block(3, 1, places, MPI_INT, &last_first);
    MPI_Type_commit(&every_second);
    MPI_Type_commit(&last_first);
    const int values[6] = {1, -1, 2, -1, 3, -1};
    std::array<int, 6> back{};
    MPI_Win_fence(0, own.win);
    if (own.rank == 0) MPI_Put(values, 1, every_second, 1, 0, 1, last_first, own.win);
    MPI_Win_fence(0, own.win);
    if (own.rank == 0) MPI_Accumulate(values, 1, every_second, 1, 0, 1, last_first, MPI_SUM, own.win);
    MPI_Win_fence(0, own.win);
    if (own.rank == 0) MPI_Get(back.data(), 1, every_second, 1, 0, 1, last_first, own.win);
    MPI_Type_free(&every_second);
    MPI_Type_free(&last_first);
    MPI_Win_fence(0, own.win);
    say(listed(own.rank == 0 ? std::vector<int>(back.begin(), back.end()) : own.memory));
  }));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("6 1 1 4 1 2"));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("2 0 4 0 6 0"));
}

TEST(OneSided, PairsAreCombinedThoughTheyHaveGaps) {
  struct ShortInt {
    short value;
    int place;
  };
  Simulation simulation;
  simulation.processes = 3;
  simulation.program = [](int) {
    MPI_Init(nullptr, nullptr);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::array<ShortInt, 2> memory{{{0, 9}, {5, 9}}};
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create(memory.data(), sizeof memory, sizeof(ShortInt), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    const std::array<ShortInt, 2> own{{{static_cast<short>(rank), rank}, {static_cast<short>(rank), rank}}};
    MPI_Win_fence(0, win);
    MPI_Accumulate(own.data(), 2, MPI_SHORT_INT, 0, 0, 2, MPI_SHORT_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    if (rank == 0) say(listed({memory[0].value, memory[0].place, memory[1].value, memory[1].place}));
    MPI_Win_free(&win);
    MPI_Finalize();
  };
  EXPECT_THAT(simulate(simulation).said_by(0), ElementsAre("2 2 5 9"));
}

TEST(OneSided, AccumulatesAddNumbersOfAPrecisionAsWhatTheyAre) {
  struct Numbers {
    double real;
    std::complex<double> complex;
    int integers[3];
  };
  Simulation simulation;
  simulation.processes = 3;
  simulation.program = [](int) {
    MPI_Init(nullptr, nullptr);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Numbers memory{0.5, {1, 0}, {2, -1, 9}};
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Datatype real = MPI_DATATYPE_NULL;
    MPI_Datatype complex = MPI_DATATYPE_NULL;
    MPI_Datatype integer = MPI_DATATYPE_NULL;
    MPI_Datatype every_second = MPI_DATATYPE_NULL;
    MPI_Type_create_f90_real(10, MPI_UNDEFINED, &real);
    MPI_Type_create_f90_complex(10, MPI_UNDEFINED, &complex);
    MPI_Type_create_f90_integer(9, &integer);
    MPI_Type_vector(2, 1, 2, integer, &every_second);
    MPI_Type_commit(&every_second);
    const Numbers own{rank + 0.25, {0, 2}, {rank + 1, rank + 2, 0}};
    MPI_Win_fence(0, win);
    MPI_Accumulate(&own.real, 1, real, 0, offsetof(Numbers, real), 1, real, MPI_SUM, win);
    MPI_Accumulate(&own.complex, 1, complex, 0, offsetof(Numbers, complex), 1, complex, MPI_PROD, win);
    MPI_Accumulate(own.integers, 2, integer, 0, offsetof(Numbers, integers), 1, every_second, MPI_MAX, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
      check(memory.real == 4.25, "a sum of reals");                                 // 0.5 + 0.25 + 1.25 + 2.25
      check(memory.complex == std::complex<double>(0, -8), "a product of complex"); // 1 * (2i)^3
      say(listed({memory.integers[0], memory.integers[1], memory.integers[2]}));
    }
    MPI_Type_free(&every_second);
    MPI_Win_free(&win);
    MPI_Finalize();
  };
  EXPECT_THAT(simulate(simulation).said_by(0), ElementsAre("3 -1 9"));
}

TEST(OneSided, AccumulatesOfOneOriginAreAppliedInTheirOrder) {
  constexpr int ints = 100000;
  const Outcome outcome = simulate(with_window(2, ints, [](Part& own) {
    if (own.rank == 1) {
      const std::vector<int> many(ints, 3); // takes longer than what comes after it
      const int one = 4;
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, own.win);
      MPI_Accumulate(many.data(), ints, MPI_INT, 0, 0, ints, MPI_INT, MPI_REPLACE, own.win);
      MPI_Accumulate(&one, 1, MPI_INT, 0, 7, 1, MPI_INT, MPI_REPLACE, own.win);
      MPI_Win_unlock(0, own.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (own.rank == 0) say(listed({own.memory[6], own.memory[7]}));
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("3 4"));
}

TEST(OneSided, RequestsCompleteWithTheirAccesses) {
  const Outcome outcome = simulate(with_window(2, 2, [](Part& own) {
    if (own.rank == 0) {
      const int values[2] = {3, 4};
      int before = -1;
      int read = -1;
      std::array<MPI_Request, 4> requests{};
      MPI_Win_lock_all(0, own.win);
      MPI_Rput(values, 1, MPI_INT, 1, 0, 1, MPI_INT, own.win, &requests[0]);
      MPI_Raccumulate(values + 1, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, own.win, &requests[1]);
      MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
      MPI_Win_flush(1, own.win);
      MPI_Rget(&read, 1, MPI_INT, 1, 0, 1, MPI_INT, own.win, &requests[2]);
      MPI_Rget_accumulate(values, 1, MPI_INT, &before, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, own.win, &requests[3]);
      int is_done = 1;
      MPI_Test(&requests[2], &is_done, MPI_STATUS_IGNORE);
      say(is_done ? "done" : "under way");
      MPI_Waitall(2, &requests[2], MPI_STATUSES_IGNORE);
      MPI_Win_unlock_all(own.win);
      say(listed({read, before}));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (own.rank == 1) say(listed(own.memory));
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("under way", "3 5"));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("3 8"));
}

TEST(OneSided, WithProcNullNothingHappens) {
  const Outcome outcome = simulate(with_window(1, 1, [](Part& own) {
    int value = 1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Win_fence(0, own.win);
    int error = MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, own.win);
    error += MPI_Rget(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, own.win, &request);
    error += MPI_Wait(&request, MPI_STATUS_IGNORE);
    error += MPI_Win_fence(0, own.win);
    say(std::to_string(error));
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("0"));
}

// --- What they take

/// Rank 0 locks rank 1 and says how long `access` and what completes it takes.
Simulation timed(const std::function<void(Part&)>& access) {
  return with_window(2, 250000, [access](Part& own) {
    if (own.rank == 0) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, own.win);
      say_duration([&] { access(own); });
      MPI_Win_unlock(1, own.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  });
}

constexpr int many = 250000; // ints: 1 MB
constexpr double many_s = many * sizeof(int) / link_bandwidth;

TEST(OneSided, APutTakesItsWayAndAnAcknowledgement) {
  const Outcome outcome = simulate(timed([](Part& own) {
    const std::vector<int> values(many, 1);
    MPI_Put(values.data(), many, MPI_INT, 1, 0, many, MPI_INT, own.win);
    MPI_Win_flush(1, own.win);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre(nanoseconds(route_latency_s + many_s + route_latency_s)));
}

TEST(OneSided, AGetTakesARequestAndItsWayBack) {
  const Outcome outcome = simulate(timed([](Part& own) {
    std::vector<int> values(many);
    MPI_Get(values.data(), many, MPI_INT, 1, 0, many, MPI_INT, own.win);
    MPI_Win_flush_local(1, own.win);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre(nanoseconds(route_latency_s + route_latency_s + many_s)));
}

TEST(OneSided, WhatIsSmallIsCopiedSoThatItsBufferIsFreeAtOnce) {
  const Outcome outcome = simulate(timed([](Part& own) {
    const int value = 1;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, own.win);
    MPI_Win_flush_local(1, own.win);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("1000 ns")); // what reading the clock twice takes
}

TEST(OneSided, TwoPutsShareALink) {
  const Outcome outcome = simulate(timed([](Part& own) {
    const std::vector<int> values(many, 1);
    MPI_Put(values.data(), many / 2, MPI_INT, 1, 0, many / 2, MPI_INT, own.win);
    MPI_Put(values.data(), many / 2, MPI_INT, 1, many / 2, many / 2, MPI_INT, own.win);
    MPI_Win_flush(1, own.win);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre(nanoseconds(route_latency_s + many_s + route_latency_s)));
}

TEST(OneSided, ALockTakesARoundTripAndIsGrantedInTheOrderOfArrival) {
  const Outcome outcome = simulate(with_window(4, 1, [](Part& own) {
    if (own.rank > 0) {
      rest_until(1 + own.rank * 0.1);
      MPI_Win_lock(own.rank == 1 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, own.win);
      say(nanoseconds(MPI_Wtime()));
      rest_until(2);
      MPI_Win_unlock(0, own.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }));
  const std::string at_release = nanoseconds(2 + 2 * route_latency_s); // tells the target, which tells who waits
  EXPECT_THAT(outcome.said_by(1), ElementsAre(nanoseconds(1.1 + 2 * route_latency_s)));
  EXPECT_THAT(outcome.said_by(2), ElementsAre(at_release));
  EXPECT_THAT(outcome.said_by(3), ElementsAre(at_release)) << "shared locks are held together";
}

TEST(OneSided, WhoWaitsForAnExclusiveLockIsNotOvertaken) {
  const Outcome outcome = simulate(with_window(4, 1, [](Part& own) {
    if (own.rank > 0) {
      rest_until(1 + own.rank * 0.1);
      MPI_Win_lock(own.rank == 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, own.win);
      say(std::to_string(std::lround(MPI_Wtime() * 10)));
      rest_for(1);
      MPI_Win_unlock(0, own.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }));
  EXPECT_THAT(outcome.said_by(1), ElementsAre("11"));
  EXPECT_THAT(outcome.said_by(2), ElementsAre("21"));
  EXPECT_THAT(outcome.said_by(3), ElementsAre("31"));
}

TEST(OneSided, LockAllLocksARankWhenItIsAccessedFirst) {
  const Outcome outcome = simulate(with_window(2, 1, [](Part& own) {
    if (own.rank == 0) {
      int value = 0;
      const auto get = [&] {
        MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, own.win);
        MPI_Win_flush_all(own.win);
      };
      MPI_Win_lock_all(0, own.win);
      say_duration(get);
      say_duration(get);
      MPI_Win_unlock_all(own.win);
      MPI_Win_lock_all(MPI_MODE_NOCHECK, own.win);
      say_duration(get);
      MPI_Win_unlock_all(own.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }));
  const double get_s = 2 * route_latency_s + sizeof(int) / link_bandwidth;
  EXPECT_THAT(outcome.said_by(0),
              ElementsAre(nanoseconds(2 * route_latency_s + get_s), nanoseconds(get_s), nanoseconds(get_s)));
}

TEST(OneSided, ASharedWindowCostsNoNetwork) {
  Simulation simulation = with_window(1, 1, [](Part&) {});
  simulation.processes = 3;
  simulation.on_one_host = true;
  simulation.program = [](int rank) {
    MPI_Init(nullptr, nullptr);
    int* base = nullptr;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_allocate_shared(rank == 0 ? 0 : 8, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
      const double begin = MPI_Wtime();
      const int values[2] = {6, 7};
      MPI_Put(values, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
      MPI_Win_flush(1, win);
      say(nanoseconds(MPI_Wtime() - begin)); // a flush is something to poll with
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Aint size = 0;
    int unit = 0;
    int* first = nullptr;
    int* second = nullptr;
    MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &first);
    MPI_Win_shared_query(win, 2, &size, &unit, &second);
    if (rank == 2) say(listed({first[0], first[1], static_cast<int>(size), unit, static_cast<int>(second - first)}));
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
  };
  const Outcome outcome = simulate(simulation);
  EXPECT_THAT(outcome.said_by(0), ElementsAre("1000 ns"));
  EXPECT_THAT(outcome.said_by(2), ElementsAre("6 7 8 4 2"));
}

// --- Post and start

TEST(OneSided, PostAndStartOrderAccessesOfAGroup) {
  const Outcome outcome = simulate(with_window(3, 1, [](Part& own) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group others = MPI_GROUP_NULL;
    const int zero = 0;
    MPI_Win_get_group(own.win, &all);
    if (own.rank == 0) {
      MPI_Group_excl(all, 1, &zero, &others);
      rest_until(1);
      MPI_Win_post(others, 0, own.win);
      int is_done = 1;
      MPI_Win_test(own.win, &is_done);
      say(is_done ? "done" : "waits");
      MPI_Win_wait(own.win);
      say(nanoseconds(MPI_Wtime()));
      say(listed(own.memory));
    } else {
      MPI_Group_incl(all, 1, &zero, &others);
      MPI_Win_start(others, 0, own.win);
      MPI_Accumulate(&own.rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, own.win);
      rest_until(1 + own.rank);
      MPI_Win_complete(own.win);
    }
    MPI_Group_free(&others);
    MPI_Group_free(&all);
  }));
  EXPECT_THAT(outcome.said_by(0), ElementsAre("waits", nanoseconds(3 + route_latency_s), "3"));
}

// --- Conflicts

int conflicts(const Outcome& outcome) {
  int count = 0;
  for (const std::string& line : outcome.told) count += line.find(" conflicts with ") != std::string::npos;
  return count;
}

TEST(OneSided, ConflictingAccessesAreReportedWithBothPlaces) {
  const Outcome outcome = simulate(with_window(3, 4, [](Part& own) {
    const int values[2] = {1, 2};
    MPI_Win_set_name(own.win, "halo");
    MPI_Win_fence(0, own.win);
    if (own.rank > 0) MPI_Put(values, 2, MPI_INT, 0, own.rank, 2, MPI_INT, own.win); // 1, 2 and 2, 3
    MPI_Win_fence(0, own.win);
  }));
  EXPECT_EQ(conflicts(outcome), 1);
  EXPECT_THAT(
      outcome.told,
      testing::Contains("warned 2: MPI_Put at simulation.c conflicts with MPI_Put at simulation.c of rank 1: both "
                        "access the same memory of rank 0 in window \"halo\", one of them changes it, and nothing "
                        "comes between that orders them"));
}

TEST(OneSided, FetchesIntoOneBufferConflict) {
  const Outcome outcome = simulate(with_window(3, 4, [](Part& own) {
    int values[2] = {0, 0};
    MPI_Win_fence(0, own.win);
    if (own.rank == 0) {
      MPI_Get(&values[0], 1, MPI_INT, 1, 0, 1, MPI_INT, own.win);
      MPI_Get(&values[1], 1, MPI_INT, 1, 0, 1, MPI_INT, own.win);
      MPI_Get(values, 2, MPI_INT, 2, 0, 2, MPI_INT, own.win);
    }
    MPI_Win_fence(0, own.win);
    MPI_Get(values, 2, MPI_INT, 2, 0, 2, MPI_INT, own.win);
    MPI_Win_fence(0, own.win);
  }));
  EXPECT_EQ(conflicts(outcome), 1);
  EXPECT_THAT(outcome.told, testing::Contains(testing::HasSubstr("both fetch into the same buffer of this process from "
                                                                 "window ")));
}

TEST(OneSided, AccumulatesOfSeveralRanksByDifferentOperationsConflict) {
  const Outcome outcome = simulate(with_window(3, 4, [](Part& own) {
    MPI_Win_fence(0, own.win);
    if (own.rank > 0)
      MPI_Accumulate(&own.rank, 1, MPI_INT, 0, 0, 1, MPI_INT, own.rank == 1 ? MPI_SUM : MPI_MAX, own.win);
    MPI_Win_fence(0, own.win);
  }));
  EXPECT_EQ(conflicts(outcome), 1);
}

TEST(OneSided, AccessesOfAnyTwoRanksAreOrderedByAFence) {
  for (const int processes : {2, 3, 4})
    for (int first = 0; first < processes; ++first)
      for (int second = 0; second < processes; ++second) {
        const Outcome outcome = simulate(with_window(processes, 4, [=](Part& own) {
          const auto put = [&] { MPI_Put(&own.rank, 1, MPI_INT, 0, 0, 1, MPI_INT, own.win); };
          MPI_Win_fence(0, own.win);
          if (own.rank == first) put();
          MPI_Win_fence(0, own.win);
          if (own.rank == second) put();
          MPI_Win_fence(0, own.win);
        }));
        EXPECT_EQ(conflicts(outcome), 0) << "of " << processes << " ranks, " << first << " and then " << second;
      }
}

TEST(OneSided, OrderedOrCompatibleAccessesDoNotConflict) {
  const Outcome outcome = simulate(with_window(3, 4, [](Part& own) {
    int value = own.rank;
    MPI_Win_fence(0, own.win);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, own.win); // all read
    MPI_Accumulate(&own.rank, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, own.win);
    MPI_Put(&own.rank, 1, MPI_INT, 1, own.rank, 1, MPI_INT, own.win); // each elsewhere
    MPI_Win_fence(0, own.win);
    MPI_Put(&own.rank, 1, MPI_INT, 2, own.rank, 1, MPI_INT, own.win); // another epoch
    MPI_Win_fence(0, own.win);
    for (int turn = 0; turn < own.size; ++turn) {
      if (turn == own.rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, own.win);
        MPI_Put(&own.rank, 1, MPI_INT, 0, 0, 1, MPI_INT, own.win);
        MPI_Win_flush(0, own.win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, own.win);
        MPI_Win_flush_local(0, own.win); // what was read has come
        MPI_Put(&own.rank, 1, MPI_INT, 0, 0, 1, MPI_INT, own.win);
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Rget(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, own.win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Put(&own.rank, 1, MPI_INT, 0, 3, 1, MPI_INT, own.win);
        MPI_Win_unlock(0, own.win);
      }
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }));
  EXPECT_EQ(conflicts(outcome), 0) << testing::PrintToString(outcome.told);
}

TEST(OneSided, AnAccessConflictsWithItsOwnOriginsBeforeAFlush) {
  const Outcome outcome = simulate(with_window(2, 4, [](Part& own) {
    int value = own.rank;
    if (own.rank == 1) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, own.win);
      MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, own.win);
      MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, own.win);
      MPI_Win_unlock(0, own.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }));
  EXPECT_EQ(conflicts(outcome), 1);
}

TEST(OneSided, InAnExposureAccessesConflictUntilTheTargetHasWaited) {
  const Outcome outcome = simulate(with_window(3, 1, [](Part& own) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group others = MPI_GROUP_NULL;
    const int zero = 0;
    MPI_Win_get_group(own.win, &all);
    for (int round = 0; round < 2; ++round) {
      const bool is_single = round == 0; // then one origin at a time
      if (own.rank == 0) {
        const int origins[2] = {1, 2};
        if (is_single) {
          for (const int& origin : origins) {
            MPI_Group_incl(all, 1, &origin, &others);
            MPI_Win_post(others, 0, own.win);
            MPI_Win_wait(own.win);
            MPI_Group_free(&others);
          }
        } else {
          MPI_Group_incl(all, 2, origins, &others);
          MPI_Win_post(others, 0, own.win);
          MPI_Win_wait(own.win);
          MPI_Group_free(&others);
        }
      } else {
        MPI_Group_incl(all, 1, &zero, &others);
        rest_for(own.rank * 0.1);
        MPI_Win_start(others, 0, own.win);
        MPI_Put(&own.rank, 1, MPI_INT, 0, 0, 1, MPI_INT, own.win);
        MPI_Win_complete(own.win);
        MPI_Group_free(&others);
      }
      MPI_Barrier(MPI_COMM_WORLD);
      if (own.rank == 0) say("round");
    }
    MPI_Group_free(&all);
  }));
  EXPECT_EQ(conflicts(outcome), 1);
  EXPECT_EQ(outcome.count("round"), 2);
}

} // namespace
} // namespace daruma::mpi::test
