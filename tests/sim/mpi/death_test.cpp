// A rank that dies in every call: before it, while it waits inside it, in the middle of its messages;
// as first rank (root), as one in between, as last. Whatever happens, nobody hangs, nothing aborts,
// errors are those of ULFM, and the job goes on after revoke and shrink.
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

namespace daruma::mpi::test {
namespace {

constexpr int processes = 5;
constexpr int straggler = 3; // comes late to every call; never the victim

enum class Moment { before, waiting_inside, in_mid_transfer, node_off_inside };

constexpr Moment every_moment[] = {Moment::before, Moment::waiting_inside, Moment::in_mid_transfer,
                                   Moment::node_off_inside};

const char* name(Moment moment) {
  switch (moment) {
  case Moment::before:
    return "before it";
  case Moment::waiting_inside:
    return "waiting inside";
  case Moment::in_mid_transfer:
    return "in mid transfer";
  case Moment::node_off_inside:
    return "inside, with its node";
  }
  return "";
}

double death_of(Moment moment) {
  switch (moment) {
  case Moment::before:
    return 0.9;
  case Moment::waiting_inside:
    return 1.1;
  case Moment::in_mid_transfer:
    return 1.2003; // 80 kB take 0.8 ms on the way
  case Moment::node_off_inside:
    return 1.1;
  }
  return 0;
}

void expect_survival(const Call& call, int victim, Moment moment, Watch watch) {
  SCOPED_TRACE("process " + std::to_string(victim) + " dies " + name(moment));
  Simulation simulation;
  simulation.processes = processes;
  simulation.bandwidth = slow_bandwidth;
  simulation.file_system = slow_bandwidth;
  simulation.profile = profile_with(watch);
  simulation.program = [&call](int) { call_and_recover(call, straggler); };
  simulation.child_program = [](int) { be_child(); };
  if (moment == Moment::node_off_inside)
    simulation.nodes_off.emplace(death_of(moment), victim);
  else
    simulation.kills.emplace(death_of(moment), victim);

  const Outcome outcome = simulate(simulation);

  ASSERT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
  EXPECT_EQ(outcome.count("goes on with 4"), processes - 1);
  for (const Line& line : outcome.lines)
    EXPECT_THAT(line.text, testing::AnyOf("success", "failed", "revoked", "then success", "then failed", "then revoked",
                                          "goes on with 4"))
        << "process " << line.process;
  EXPECT_GE(outcome.count("then failed"), 1) << "nobody was told that a process failed";
}

/// Few tests of many deaths: what each test leaves in the heap is copied to each simulation.
using Case = std::tuple<std::size_t, Watch>;

class Death : public testing::TestWithParam<Case> {};

/// Those who die in a call: each, or one call after the other one of them.
std::vector<int> victims(std::size_t call) {
  const std::vector<int> all{0, 2, processes - 1};
  return takes_fewer_cases ? std::vector{all[call % all.size()]} : all;
}

TEST_P(Death, IsSurvived) {
  const auto& [call, watch] = GetParam();
  for (const int victim : victims(call))
    for (const Moment moment : every_moment) expect_survival(calls()[call].call, victim, moment, watch);
}

std::string title(const testing::TestParamInfo<Case>& info) {
  const auto& [call, watch] = info.param;
  return std::string(calls()[call].name) + "_" + name(watch);
}

INSTANTIATE_TEST_SUITE_P(InEveryCall, Death,
                         testing::Combine(testing::Range(std::size_t{0}, calls().size()),
                                          testing::ValuesIn(most_watches)),
                         title);

} // namespace
} // namespace daruma::mpi::test