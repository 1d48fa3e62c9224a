// Several deaths, and deaths in the middle of what follows a death: shrink, agree, spawn, merge, the spread of a
// revocation. All but one die; the first error comes right after MPI_Init; the kill hits who has left already.
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>
#include <set>
#include <tuple>

namespace daruma::mpi::test {
namespace {

using testing::AnyOf;

/// What must hold after any simulation in which `survivors` processes are left.
void expect_survived(const Outcome& outcome, int survivors) {
  ASSERT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
  EXPECT_EQ(outcome.count("goes on with " + std::to_string(survivors)), survivors)
      << testing::PrintToString(outcome.told);
  for (const std::string& told : outcome.told) EXPECT_THAT(told, testing::Not(testing::HasSubstr("aborted")));
}

Simulation simulation_of(int processes, Watch watch) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.profile = profile_with(watch);
  simulation.child_program = [](int) { be_child(); };
  return simulation;
}

// --- Two deaths at once, in every call

enum class Pair { at_once, neighbours_in_turn, node_and_process };

constexpr Pair every_pair[] = {Pair::at_once, Pair::neighbours_in_turn, Pair::node_and_process};

const char* name(Pair pair) {
  switch (pair) {
  case Pair::at_once:
    return "at once";
  case Pair::neighbours_in_turn:
    return "in turn";
  case Pair::node_and_process:
    return "a node and a process";
  }
  return "";
}

void expect_survival(const Call& call, Pair pair, Watch watch) {
  SCOPED_TRACE(name(pair));
  constexpr int processes = 8;
  constexpr int straggler = 5;
  constexpr double inside = 1.1;
  Simulation simulation = simulation_of(processes, watch);
  simulation.bandwidth = slow_bandwidth;
  simulation.program = [&call](int) { call_and_recover(call, straggler); };
  switch (pair) {
  case Pair::at_once: // the root and a leaf
    simulation.kills = {{inside, 0}, {inside, 7}};
    break;
  case Pair::neighbours_in_turn: // the second while the first is being found out and mended
    simulation.kills = {{inside, 2}, {1.2005, 3}};
    break;
  case Pair::node_and_process:
    simulation.nodes_off = {{inside, 4}};
    simulation.kills = {{inside, 6}};
    break;
  }

  const Outcome outcome = simulate(simulation);

  expect_survived(outcome, processes - 2);
  for (const Line& line : outcome.lines)
    EXPECT_THAT(line.text, AnyOf("success", "failed", "revoked", "then success", "then failed", "then revoked",
                                 "goes on with 6", "goes on with 7"))
        << "process " << line.process;
}

using CallCase = std::tuple<std::size_t, Watch>;

class TwoDeaths : public testing::TestWithParam<CallCase> {};

TEST_P(TwoDeaths, AreSurvived) {
  const auto& [call, watch] = GetParam();
  for (const Pair pair : every_pair) expect_survival(calls()[call].call, pair, watch);
}

std::string call_title(const testing::TestParamInfo<CallCase>& info) {
  const auto& [call, watch] = info.param;
  return std::string(calls()[call].name) + "_" + name(watch);
}

INSTANTIATE_TEST_SUITE_P(InEveryCall, TwoDeaths,
                         testing::Combine(testing::Range(std::size_t{0}, calls().size()),
                                          testing::ValuesIn(most_watches)),
                         call_title);

// --- Programs that get through whatever happens

/// Uniform: true at all live members or at none.
bool all_well(MPI_Comm comm, bool here) {
  int well = here;
  return MPIX_Comm_agree(comm, &well) == MPI_SUCCESS && well != 0;
}

/// Adds up ones over whoever is left, as often as needed until all agree that it went well.
void settle(MPI_Comm comm) {
  const int one = 1;
  int sum = 0;
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  while (true) {
    const bool here = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS;
    if (!here) MPIX_Comm_revoke(comm);
    if (all_well(comm, here)) break;
    MPI_Comm survivors = MPI_COMM_NULL;
    MPIX_Comm_shrink(comm, &survivors);
    MPI_Comm_set_errhandler(survivors, MPI_ERRORS_RETURN);
    comm = survivors;
  }
  say("goes on with " + std::to_string(sum));
}

void settle_at(double time_s) {
  MPI_Init(nullptr, nullptr);
  rest_until(time_s);
  settle(MPI_COMM_WORLD);
  MPI_Finalize();
}

/// Spawns two and merges with them, again with two others if that goes wrong.
MPI_Comm grow(MPI_Comm comm) {
  while (true) {
    MPI_Comm inter = MPI_COMM_NULL;
    MPI_Comm merged = MPI_COMM_NULL;
    int code = MPI_Comm_spawn("child", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, comm, &inter, MPI_ERRCODES_IGNORE);
    if (all_well(comm, code == MPI_SUCCESS)) {
      MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
      code = MPI_Intercomm_merge(inter, 0, &merged);
      if (code != MPI_SUCCESS) MPIX_Comm_revoke(inter);
      int well = code == MPI_SUCCESS;
      MPIX_Comm_agree(comm, &well); // a parent's death does not matter here: settle() gets over it
      if (well) return merged;
    } else if (inter != MPI_COMM_NULL) {
      MPIX_Comm_revoke(inter);
    }
    MPIX_Comm_shrink(comm, &merged);
    MPI_Comm_set_errhandler(merged, MPI_ERRORS_RETURN);
    comm = merged;
  }
}

void grow_and_settle() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  rest_until(1.0);
  settle(grow(MPI_COMM_WORLD));
  MPI_Finalize();
}

void be_newcomer() {
  rest_for(2e-3); // so that there is something between its start and its MPI_Init
  MPI_Init(nullptr, nullptr);
  MPI_Comm parents = MPI_COMM_NULL;
  MPI_Comm merged = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parents);
  MPI_Comm_set_errhandler(parents, MPI_ERRORS_RETURN);
  if (MPI_Intercomm_merge(parents, 1, &merged) == MPI_SUCCESS) settle(merged);
  MPI_Finalize();
}

/// Nobody waits for ever, and all who say how many go on say the same.
void expect_agreement(const Outcome& outcome, int at_least) {
  ASSERT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
  std::set<std::string> said;
  for (const Line& line : outcome.lines) said.insert(line.text);
  EXPECT_EQ(said.size(), 1u) << testing::PrintToString(said);
  EXPECT_GE(static_cast<int>(outcome.lines.size()), at_least);
}

struct Phase {
  const char* name;
  Simulation simulation;
  double from, to;          ///< when the second death may come
  std::vector<int> victims; ///< each in a simulation of its own
  int survivors;            ///< at least
};

Phase recovery(Watch watch) {
  Simulation simulation = simulation_of(8, watch);
  simulation.program = [](int) { settle_at(1.0); };
  simulation.kills = {{0.99, 3}};
  const double end = simulate(simulation).end_s; // shrink 3 ms, agreement and revocation 0.3 ms each
  return {"Recovery", simulation, end - 6e-3, end, {0, 1, 2, 7}, 6};
}

Phase growth(Watch watch) {
  Simulation simulation = simulation_of(6, watch);
  simulation.spare_hosts = 8;
  simulation.program = [](int) { grow_and_settle(); };
  simulation.child_program = [](int) { be_newcomer(); };
  return {"Growth", simulation, 1.0, simulate(simulation).end_s, {0, 3, 6, 7}, 5};
}

class SecondDeath : public testing::TestWithParam<std::tuple<Phase (*)(Watch), Watch>> {};

TEST_P(SecondDeath, AtAnyMomentMeansAnotherRound) {
  constexpr int moments = takes_fewer_cases ? 5 : 15;
  const auto& [make, watch] = GetParam();
  const Phase phase = make(watch);
  for (const int victim : phase.victims)
    for (int i = 0; i < moments; ++i) {
      const double moment = phase.from + (phase.to - phase.from) * (i + 0.5) / moments;
      SCOPED_TRACE(std::string(phase.name) + ": process " + std::to_string(victim) + " at " + std::to_string(moment));
      Simulation simulation = phase.simulation;
      simulation.kills.emplace(moment, victim);
      expect_agreement(simulate(simulation), phase.survivors);
    }
}

INSTANTIATE_TEST_SUITE_P(Phases, SecondDeath,
                         testing::Combine(testing::Values(&recovery, &growth), testing::ValuesIn(most_watches)),
                         [](const auto& tested) {
                           const bool recovers = std::get<0>(tested.param) == &recovery;
                           return std::string(recovers ? "Recovery_" : "Growth_") + name(std::get<1>(tested.param));
                         });

// --- What is left at the edges

class Edge : public testing::TestWithParam<Watch> {};

TEST_P(Edge, TheLastSurvivorGoesOnAlone) {
  for (const int processes : {2, 8, 16})
    for (const int last : {0, processes / 2, processes - 1}) {
      SCOPED_TRACE(std::to_string(last) + " of " + std::to_string(processes));
      Simulation simulation = simulation_of(processes, GetParam());
      simulation.program = [](int) { settle_at(1.0); };
      for (int i = 0; i < processes; ++i)
        if (i != last) simulation.kills.emplace(0.999, i);
      const Outcome outcome = simulate(simulation);
      expect_survived(outcome, 1);
      EXPECT_EQ(outcome.count("goes on with 1"), 1);
    }
}

TEST_P(Edge, OneAfterTheOtherUntilOneIsLeft) {
  Simulation simulation = simulation_of(10, GetParam());
  simulation.program = [](int) { settle_at(1.0); };
  for (int i = 0; i < 9; ++i) simulation.kills.emplace(1.0 + 1.3e-3 * i, (i * 7) % 10);
  expect_agreement(simulate(simulation), 1);
}

TEST_P(Edge, TheFirstErrorComesRightAfterInit) {
  for (const double moment : {0.0, 1e-9}) {
    Simulation simulation = simulation_of(8, GetParam());
    simulation.program = [](int) { settle_at(0); };
    simulation.kills = {{moment, 0}, {moment, 5}};
    expect_agreement(simulate(simulation), 6);
  }
}

TEST_P(Edge, WhoLeftIsBeyondHarm) {
  Simulation simulation = simulation_of(8, GetParam());
  simulation.program = [](int number) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm rest = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, number < 3 ? MPI_UNDEFINED : 0, number, &rest);
    if (rest != MPI_COMM_NULL) {
      rest_until(3.0);
      settle(rest);
    }
    MPI_Finalize();
    if (number == 2) rest_until(2.5); // left MPI, not yet its program
  };
  simulation.kills = {{2.0, 0}, {2.0, 2}, {2.0, 6}};
  const Outcome outcome = simulate(simulation);
  expect_survived(outcome, 4);
  EXPECT_THAT(outcome.told, testing::Not(testing::Contains("died 0")));
  EXPECT_THAT(outcome.told, testing::Not(testing::Contains(testing::StartsWith("detected 2"))));
}

INSTANTIATE_TEST_SUITE_P(Watches, Edge, testing::ValuesIn(every_watch),
                         [](const auto& tested) { return std::string(name(tested.param)); });

TEST(Spawn, ChildrenOfAnAbortedJobNeverStart) {
  Simulation simulation = simulation_of(4, Watch::perfect);
  simulation.program = [](int number) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm inter = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, number % 2, 0, &half);
    if (number % 2 == 0) MPI_Comm_spawn("c", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, half, &inter, MPI_ERRCODES_IGNORE);
    rest_until(0.06); // a spawn takes 50 ms, the split before it 40 ms
    MPI_Abort(MPI_COMM_WORLD, 1);
  };
  simulation.child_program = [](int) { say("lives"); };
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_EQ(outcome.count("lives"), 0);
  EXPECT_LT(outcome.end_s, 0.1);
}

TEST(Spawn, AChildKilledBeforeItsStartNeverStarts) {
  Simulation simulation = simulation_of(2, Watch::perfect);
  simulation.program = [](int) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm inter = MPI_COMM_NULL;
    MPI_Comm_spawn("c", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    MPI_Finalize();
  };
  simulation.child_program = [](int) {
    say("lives");
    MPI_Init(nullptr, nullptr);
    MPI_Finalize();
  };
  simulation.kills = {{0.02, 3}};
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_EQ(outcome.said_by(2).size(), 1u);
  EXPECT_THAT(outcome.said_by(3), testing::IsEmpty());
  EXPECT_THAT(outcome.told, testing::Not(testing::Contains("returned 3")));
}

} // namespace
} // namespace daruma::mpi::test
