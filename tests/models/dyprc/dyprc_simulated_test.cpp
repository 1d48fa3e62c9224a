#include "tests/models/simulated_jobs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <set>

namespace daruma::models {
namespace {

using scenario::CheckpointPlace;
using scenario::RecoveryStyle;
using scenario::Scenario;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const results::JobRow& job(const results::Result& result) { return result.jobs.front(); }

Scenario sendrecv(int ranks, RecoveryStyle recovery = RecoveryStyle::shrink) {
  Scenario scenario = one_job("dyprc-sendrecv", ranks, recovery);
  scenario.jobs.front().arguments = {{"loops", 3.0}, {"largest_message", std::string("8B")}};
  return scenario;
}

/// Iterations of 10 ms.
Scenario iterate(int ranks, RecoveryStyle recovery = RecoveryStyle::shrink) {
  Scenario scenario = one_job("dyprc-iterate", ranks, recovery);
  scenario.jobs.front().arguments = {{"iterations", 12.0}, {"work", std::string("10Mf")}};
  return scenario;
}

void checkpoint(Scenario& scenario, int every, CheckpointPlace place) {
  scenario.jobs.front().checkpoint = scenario::Checkpoint{every, Bytes(1e3), place};
}

/// The numbers of the iterations that rank 0 saw the end of, in order; the paper counts down.
std::vector<int> iterations_done(const results::Result& result) {
  std::vector<int> numbers;
  for (const std::string& line : printed(result))
    if (int number = 0; std::sscanf(line.c_str(), "==== MPI_main%d rank0", &number) == 1) numbers.push_back(number);
  return numbers;
}

struct Measured {
  int loop, ranks, length;
};

std::vector<Measured> measured(const results::Result& result) {
  std::vector<Measured> rows;
  for (const std::string& line : printed(result)) {
    Measured row{};
    if (std::sscanf(line.c_str(), "MPI_Sendrecv(%d/3) comm_size %d, len %d", &row.loop, &row.ranks, &row.length) == 3)
      rows.push_back(row);
  }
  return rows;
}

TEST(Sendrecv, RunsWithoutEvents) {
  const auto result = simulated(sendrecv(4));
  EXPECT_TRUE(job(result).finished);
  EXPECT_EQ(measured(result).size(), 12u);
  EXPECT_EQ(result.metrics.count("q.sendrecv_ms[loop=2,ranks=4,length=8]"), 1u);
}

TEST(Sendrecv, TimesTheExchangeOfItsNeighbours) {
  const auto result = simulated(sendrecv(4));
  const scenario::LinkClass loopback = Scenario{}.machine.loopback;
  const double expected_ms = (loopback.latency + Bytes(8) * 4 / loopback.bandwidth).count() * 1e3;
  EXPECT_NEAR(result.metrics.at("q.sendrecv_ms[loop=1,ranks=4,length=8]"), expected_ms, expected_ms * 0.01);
}

TEST(Sendrecv, GoesOnWithLoopAndLengthAcrossResizes) {
  Scenario scenario = sendrecv(8);
  Seconds time{0};
  for (const char* size : {"4", "6", "6", "2"}) command_at(scenario, time += Seconds(1e-6), size);
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_THAT(told(result, "answer"), ElementsAre("4 ranks", "6 ranks", "6 ranks", "2 ranks"));
  EXPECT_THAT(told(result, "restart"), ElementsAre("8->4", "4->6", "6->2"));
  const auto rows = measured(result);
  ASSERT_EQ(rows.size(), 12u);
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(rows[i].loop, i / 4);
    EXPECT_EQ(rows[i].length, 1 << (i % 4));
  }
  EXPECT_EQ(rows[0].ranks, 8);
  EXPECT_EQ(rows[1].ranks, 4);
  EXPECT_EQ(rows[2].ranks, 6);
  EXPECT_EQ(rows[4].ranks, 2);
}

TEST(Sendrecv, IsSlowFirstAfterASpawnWhereConnectingTakesTime) {
  Scenario scenario = sendrecv(4);
  scenario.runtime.connection_setup = Seconds(50e-6);
  command_at(scenario, Seconds(0), "8");
  const auto metrics = simulated(scenario).metrics;
  const double before = metrics.at("q.sendrecv_ms[loop=0,ranks=4,length=1]");
  EXPECT_GT(metrics.at("q.sendrecv_ms[loop=0,ranks=8,length=2]"), before + 0.05);
  EXPECT_NEAR(metrics.at("q.sendrecv_ms[loop=1,ranks=8,length=1]"), before, before * 0.1);
}

TEST(Command, WrongLinesAreAnsweredAndTheJobGoesOn) {
  Scenario scenario = sendrecv(4);
  for (const char* line : {"", "four", "k", "k9", "4"}) command_at(scenario, Seconds(0), line);
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_EQ(job(result).restarts, 0);
  EXPECT_EQ(told(result, "answer").size(), 5u);
  EXPECT_THAT(printed(result), Contains("rank 9 is not killed: ranks end at 3"));
  EXPECT_THAT(printed(result),
              Contains("command \"four\" is ignored: the number of processes must be a whole number, got \"four\""));
}

TEST(Command, KillsTheRanksAsNumberedNow) {
  Scenario scenario = iterate(6);
  command_at(scenario, Seconds(0), "k0,2");
  command_at(scenario, Seconds(0.05), "k0");
  const auto result = simulated(scenario);
  std::vector<int> dead;
  for (const auto& event : result.events)
    if (event.kind == "death") dead.push_back(event.process);
  EXPECT_THAT(dead, ElementsAre(0, 2, 1));
  EXPECT_THAT(told(result, "answer"), ElementsAre("4 ranks", "3 ranks"));
  EXPECT_TRUE(job(result).finished);
}

TEST(Command, TimedKillsComeAtTheFirstPollAfterTheirTime) {
  Scenario scenario = iterate(6);
  command_at(scenario, Seconds(0), "0.035:2");
  const auto result = simulated(scenario);
  const auto death = std::find_if(result.events.begin(), result.events.end(),
                                  [](const results::Event& event) { return event.kind == "death"; });
  ASSERT_NE(death, result.events.end());
  EXPECT_GE(death->time, Seconds(0.035));
  EXPECT_LT(death->time, Seconds(0.065));
  EXPECT_THAT(told(result, "answer"), ElementsAre("5 ranks"));
}

TEST(Command, TimedKillsOutliveTheRankThatReadThem) {
  Scenario scenario = iterate(6, RecoveryStyle::spawn);
  command_at(scenario, Seconds(0), "0.05:4");
  command_at(scenario, Seconds(0), "k0");
  const auto result = simulated(scenario);
  EXPECT_EQ(job(result).deaths, 2);
  EXPECT_THAT(told(result, "answer"), ElementsAre("6 ranks", "6 ranks"));
}

TEST(Command, RandomKillsHitAsManyAsAskedFor) {
  Scenario scenario = iterate(8);
  command_at(scenario, Seconds(0), "0.01:R8:3");
  const auto result = simulated(scenario);
  EXPECT_EQ(job(result).deaths, 3);
  EXPECT_EQ(job(result).ranks_at_end, 5);
}

TEST(Recovery, ShrinkGoesOnWithTheSurvivors) {
  Scenario scenario = iterate(6);
  kill_at(scenario, Seconds(0.055), {1, 4});
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_EQ(job(result).ranks_at_end, 4);
  EXPECT_THAT(told(result, "restart"), ElementsAre("6->4"));
  EXPECT_THAT(printed(result), Contains(HasSubstr("Change size(6->4): Error MPI_ERR_")));
}

TEST(Recovery, SpareTakesOverUntilNoneIsLeft) {
  Scenario scenario = iterate(4, RecoveryStyle::spare);
  scenario.jobs.front().spares = 2;
  kill_at(scenario, Seconds(0.025), {1});
  kill_at(scenario, Seconds(0.065), {0});
  kill_at(scenario, Seconds(0.105), {0});
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_THAT(told(result, "restart"), ElementsAre("4->4", "4->4", "4->3"));
  EXPECT_EQ(job(result).ranks_at_end, 3);
}

TEST(Recovery, UnneededSparesEndInOrder) {
  Scenario scenario = iterate(4, RecoveryStyle::spare);
  scenario.jobs.front().spares = 2;
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_EQ(job(result).deaths, 0);
  EXPECT_EQ(job(result).restarts, 0);
  EXPECT_EQ(job(result).ranks_at_end, 4);
}

TEST(Recovery, ADeadSpareDisturbsNobody) {
  Scenario scenario = iterate(4, RecoveryStyle::spare);
  scenario.jobs.front().spares = 2;
  kill_at(scenario, Seconds(0.055), {4});
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_EQ(job(result).restarts, 0);
  EXPECT_EQ(iterations_done(result).size(), 12u);
}

TEST(Recovery, SparesFollowAResize) {
  Scenario scenario = iterate(4, RecoveryStyle::spare);
  scenario.jobs.front().spares = 1;
  command_at(scenario, Seconds(0), "6");
  command_at(scenario, Seconds(0.03), "3");
  kill_at(scenario, Seconds(0.085), {0});
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_THAT(told(result, "restart"), ElementsAre("4->6", "6->3", "3->3"));
}

TEST(Recovery, SpawnReplacesTheDead) {
  Scenario scenario = iterate(4, RecoveryStyle::spawn);
  kill_at(scenario, Seconds(0.025), {0, 3});
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_THAT(told(result, "restart"), ElementsAre("4->4"));
  EXPECT_EQ(job(result).ranks_at_end, 4);
}

TEST(Recovery, SpawnShrinksWhenNoCoreIsFree) {
  Scenario scenario = iterate(32, RecoveryStyle::spawn);
  scenario::Event off;
  off.when.at = Seconds(0.025);
  off.action = scenario::NodeOff{1};
  scenario.events.push_back(off);
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_THAT(told(result, "restart"), ElementsAre("32->24"));
}

TEST(Recovery, RerunStartsAgainFromTheCheckpoint) {
  Scenario scenario = iterate(4, RecoveryStyle::rerun);
  checkpoint(scenario, 3, CheckpointPlace::file_system);
  kill_at(scenario, Seconds(0.085), {1});
  const auto result = simulated(scenario);
  EXPECT_TRUE(job(result).finished);
  EXPECT_EQ(job(result).reruns, 1);
  const auto done = iterations_done(result);
  const std::set<int> different(done.begin(), done.end());
  EXPECT_EQ(different.size(), 12u);
  EXPECT_LT(done.size(), 12u + 4u) << "at most what came after the last checkpoint is done twice";
}

TEST(Checkpoint, WithoutItSurvivorsGoOnFromMemory) {
  Scenario scenario = iterate(4);
  kill_at(scenario, Seconds(0.055), {2});
  EXPECT_THAT(iterations_done(simulated(scenario)), ElementsAre(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1));
}

TEST(Checkpoint, TakesTheJobBackToTheLastOne) {
  for (const RecoveryStyle recovery : {RecoveryStyle::shrink, RecoveryStyle::spawn}) {
    for (const CheckpointPlace place : {CheckpointPlace::file_system, CheckpointPlace::partner_memory}) {
      Scenario scenario = iterate(4, recovery);
      checkpoint(scenario, 3, place);
      kill_at(scenario, Seconds(0.062), {2});
      const auto wrong = complaints({scenario}, [](const results::Result& result) {
        const std::vector<int> expected{12, 11, 10, 9, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1};
        return iterations_done(result) == expected ? "" : ::testing::PrintToString(iterations_done(result));
      });
      EXPECT_THAT(wrong, IsEmpty());
    }
  }
}

TEST(Checkpoint, InLocalMemoryDiesWithItsOwner) {
  Scenario scenario = iterate(4);
  checkpoint(scenario, 3, CheckpointPlace::local_memory);
  kill_at(scenario, Seconds(0.085), {2});
  const auto result = simulated(scenario);
  EXPECT_THAT(told(result, "checkpoint"), ElementsAre("incomplete: back to the beginning"));
  EXPECT_EQ(iterations_done(result).back(), 1);
  EXPECT_TRUE(job(result).finished);
}

TEST(Checkpoint, ProtectsAgainAfterEveryChange) {
  Scenario scenario = iterate(6);
  checkpoint(scenario, 100, CheckpointPlace::partner_memory);
  kill_at(scenario, Seconds(0.062), {5});
  kill_at(scenario, Seconds(0.262), {2});
  const auto result = simulated(scenario);
  EXPECT_THAT(told(result, "checkpoint"), IsEmpty());
  EXPECT_TRUE(job(result).finished);
}

TEST(Checkpoint, IsNotNeededForAResize) {
  Scenario scenario = iterate(6);
  checkpoint(scenario, 5, CheckpointPlace::file_system);
  command_at(scenario, Seconds(0.03), "3");
  command_at(scenario, Seconds(0.07), "5");
  EXPECT_EQ(iterations_done(simulated(scenario)).size(), 12u);
}

/// 10 ms a loop: saved at 0, at 3, at the resize after 5, and 3 loops after that at 8.
TEST(Checkpoint, TheNextOneIsAPeriodAfterThatOfAResize) {
  Scenario scenario = iterate(6);
  checkpoint(scenario, 3, CheckpointPlace::file_system);
  command_at(scenario, Seconds(0.045), "4");
  kill_at(scenario, Seconds(0.105), {2});
  const auto done = iterations_done(simulated(scenario));
  EXPECT_THAT(done, ElementsAre(12, 11, 10, 9, 8, 7, 6, 5, 4, 4, 3, 2, 1));
}

TEST(Checkpoint, IsWrittenWhenTheJobIsPutAside) {
  Scenario scenario = iterate(4);
  checkpoint(scenario, 100, CheckpointPlace::file_system);
  command_at(scenario, Seconds(0.045), "checkpoint");
  const auto result = simulated(scenario);
  EXPECT_THAT(iterations_done(result), ElementsAre(12, 11, 10, 9, 8));
  EXPECT_FALSE(job(result).finished);
}

TEST(Simulated, SameSeedSameEvents) {
  Scenario scenario = iterate(8, RecoveryStyle::spawn);
  checkpoint(scenario, 2, CheckpointPlace::partner_memory);
  command_at(scenario, Seconds(0), "0.02:R8:2");
  command_at(scenario, Seconds(0), "0.06:r8");
  std::set<std::string> stories;
  const auto tell = [](const results::Result& result) {
    std::string story;
    for (const auto& event : result.events)
      story += std::to_string(event.time.count()) + event.kind + std::to_string(event.process) + event.text + "\n";
    return story;
  };
  for (int i = 0; i < 3; ++i) stories.insert(complaints({scenario}, tell).front());
  EXPECT_EQ(stories.size(), 1u);
}

std::string unfinished_business(const results::Result& result) {
  if (!job(result).finished) return "not finished: " + job(result).reason;
  const auto done = iterations_done(result);
  const std::set<int> different(done.begin(), done.end());
  return different.size() == 12 ? "" : "iterations " + ::testing::PrintToString(done);
}

class Death : public ::testing::TestWithParam<RecoveryStyle> {};

TEST_P(Death, AtAnyMomentOfTheJobIsSurvived) {
  constexpr Seconds end{0.18};
  constexpr Seconds step{1.05e-3 * sparseness}; // each iteration is struck at other moments than the one before
  std::vector<Scenario> scenarios;
  for (const int victim : {0, 3}) {
    for (Seconds moment = step; moment < end; moment += step) {
      scenarios.push_back(iterate(4, GetParam()));
      scenarios.back().jobs.front().spares = GetParam() == RecoveryStyle::spare ? 1 : 0;
      checkpoint(scenarios.back(), 4, CheckpointPlace::file_system);
      kill_at(scenarios.back(), moment, {victim});
    }
  }
  EXPECT_THAT(complaints(scenarios, unfinished_business), IsEmpty());
}

std::string style_name(const ::testing::TestParamInfo<RecoveryStyle>& tested) {
  constexpr const char* names[] = {"Shrink", "Spare", "Spawn", "Rerun"};
  return names[static_cast<int>(tested.param)];
}

INSTANTIATE_TEST_SUITE_P(Styles, Death,
                         ::testing::Values(RecoveryStyle::shrink, RecoveryStyle::spare, RecoveryStyle::spawn,
                                           RecoveryStyle::rerun),
                         style_name);

/// A second death at any moment of a change: another round, never a standstill.
struct Change {
  const char* name;
  RecoveryStyle recovery;
  int spares;
  const char* command; ///< what starts the change; the first death if empty
};

class SecondDeath : public ::testing::TestWithParam<Change> {};

Scenario change(const Change& parameters) {
  Scenario scenario = iterate(6, parameters.recovery);
  scenario.jobs.front().spares = parameters.spares;
  checkpoint(scenario, 2, CheckpointPlace::partner_memory);
  if (*parameters.command)
    command_at(scenario, Seconds(0.02), parameters.command);
  else
    kill_at(scenario, Seconds(0.025), {3});
  return scenario;
}

TEST_P(SecondDeath, AtAnyMomentOnlyMeansAnotherRound) {
  constexpr Seconds begin{0.02};
  constexpr Seconds end{0.06};
  constexpr Seconds step{0.3e-3 * sparseness}; // a step of a recovery takes 1 ms
  std::vector<Scenario> scenarios;
  for (const std::vector<int>& victims : {std::vector<int>{0}, {2}, {5, 1}}) {
    for (Seconds moment = begin; moment < end; moment += step) {
      scenarios.push_back(change(GetParam()));
      kill_at(scenarios.back(), moment, victims);
    }
  }
  EXPECT_THAT(complaints(scenarios, unfinished_business), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Changes, SecondDeath,
                         ::testing::Values(Change{"Shrink", RecoveryStyle::shrink, 0, ""},
                                           Change{"Spare", RecoveryStyle::spare, 2, ""},
                                           Change{"Spawn", RecoveryStyle::spawn, 0, ""},
                                           Change{"ResizeDown", RecoveryStyle::shrink, 0, "4"},
                                           Change{"ResizeUp", RecoveryStyle::shrink, 0, "9"},
                                           Change{"ResizeUpWithSpares", RecoveryStyle::spare, 2, "8"}),
                         [](const auto& tested) { return tested.param.name; });

} // namespace
} // namespace daruma::models
