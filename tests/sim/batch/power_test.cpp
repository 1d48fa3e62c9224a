// What nodes draw, and a cap on it: how many cores it leaves, schedules by hand and as naive versions have them, where
// a cap is the same as processors that are not to be had at times.
#include "sim/batch/centre.hpp"
#include "sim/batch/centre_observer.hpp"
#include "sim/batch/centre_tables.hpp"
#include "sim/batch/power_cap.hpp"
#include "tests/sim/batch/mixed_centre.hpp"
#include "tests/sim/batch/naive_centre.hpp"
#include "tests/sim/batch/starts.hpp"

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>

namespace daruma::batch {
namespace {

using scenario::CentrePower;
using scenario::QueueParameters;
using test::Busy;
using test::job;
using test::seconds_of;
using test::starts_of;
using testing::ElementsAre;

CentrePower power(double idle_w, double busy_w, std::vector<CentrePower::Cap> caps, double off_w = 0) {
  return {Watts(idle_w), Watts(busy_w), Watts(off_w), std::move(caps)};
}

std::vector<double> starts_under(const CentrePower& power, const std::vector<Job>& jobs, int nodes, const char* policy,
                                 const QueueParameters& parameters = {}) {
  Rules rules;
  rules.power = power;
  return seconds_of(starts_of(jobs, nodes, policy, parameters, {}, rules));
}

TEST(PowerCap, HoldsByTimeOfDay) {
  const PowerCap cap(power(100, 300, {{Seconds(6 * 3600), Watts(2000)}, {Seconds(20 * 3600), Watts(3000)}}), 4);
  EXPECT_EQ(cap.at(Seconds(0)), Watts(3000)) << "before the first the last";
  EXPECT_EQ(cap.at(Seconds(6 * 3600)), Watts(2000));
  EXPECT_EQ(cap.at(Seconds(86400 * 9 + 19 * 3600)), Watts(2000));
  EXPECT_EQ(cap.next_change(Seconds(0)), Seconds(6 * 3600));
  EXPECT_EQ(cap.next_change(Seconds(6 * 3600)), Seconds(20 * 3600));
  EXPECT_EQ(cap.next_change(Seconds(20 * 3600)), Seconds(86400 + 6 * 3600));
  EXPECT_EQ(PowerCap(power(100, 300, {{Seconds(0), Watts(1)}}), 4).next_change(Seconds(5)), never);
}

TEST(PowerCap, SaysHowManyCoresMayWork) {
  // Ten nodes draw 1000 W when idle, a core 50 W more.
  const PowerCap cap(power(100, 300, {{Seconds(0), Watts(2000)}, {Seconds(3600), Watts(1049)}}), 4);
  EXPECT_EQ(cap.cores(Seconds(0), Watts(1000)), 20);
  EXPECT_EQ(cap.cores(Seconds(3600), Watts(1000)), 0);
  EXPECT_EQ(cap.cores(Seconds(3600), Watts(1100)), 0) << "never fewer";
  EXPECT_EQ(cap.fewest_cores(Seconds(0), Seconds(3600), Watts(1000)), 20) << "it is over when the other one begins";
  EXPECT_EQ(cap.fewest_cores(Seconds(0), Seconds(3601), Watts(1000)), 0);
  EXPECT_EQ(cap.fewest_cores(Seconds(5000), never, Watts(1000)), 0);
  EXPECT_EQ(cap.most_cores(Seconds(3600), Watts(1000)), 20);
  EXPECT_EQ(cap.most_cores(Seconds(3601), Watts(1000)), 0);
  EXPECT_EQ(PowerCap(power(0, 0.3, {{Seconds(0), Watts(0.9)}}), 1).cores(Seconds(0), Watts(0)), 3) << "rounding";
  EXPECT_GT(PowerCap(power(5, 5, {{Seconds(0), Watts(99)}}), 1).cores(Seconds(0), Watts(20)), 1000000);
}

TEST(Power, ACapIsKeptBySchedules) {
  // Four nodes of 1 W each; from 10 to 20 s two may work. The second job could be over at 9 s and may take until 11 s.
  const CentrePower two = power(0, 1, {{Seconds(0), Watts(4)}, {Seconds(10), Watts(2)}, {Seconds(20), Watts(4)}});
  const std::vector<Job> jobs{job(0, 5, 5, 4), job(1, 3, 6, 3), job(2, 5, 5, 2), job(12, 8, 8, 2)};
  for (const char* policy : {"easy", "easy-sjbf", "conservative", "lookahead", "slack"})
    EXPECT_THAT(starts_under(two, jobs, 4, policy), ElementsAre(0, 20, 5, 12)) << policy;
  EXPECT_THAT(starts_under(two, jobs, 4, "fcfs"), ElementsAre(0, 20, 23, 23)) << "nobody overtakes the second";
}

TEST(Power, EnergyByHand) {
  // Two nodes of two cores, 10 W when idle and 50 W when busy. A job of three cores for 4 s, then nobody for 2 s, then
  // one of one core for 4 s; node 1 is off from 5 to 7 s and draws 1 W.
  Rules rules;
  rules.nodes = 2;
  rules.cores = 2;
  rules.power = power(10, 50, {}, 1);
  const History history =
      simulate({job(0, 4, 4, 3), job(6, 4, 4, 1)}, rules, list_faults({{Seconds(5), 1, Seconds(2)}}));
  EXPECT_EQ(history.outcomes[0].occupied, Seconds(12));
  EXPECT_EQ(history.outcomes[1].occupied, Seconds(4));
  EXPECT_DOUBLE_EQ(history.energy.of_jobs, 16 * 25);
  EXPECT_DOUBLE_EQ(history.energy.off, 2);
  EXPECT_DOUBLE_EQ(history.energy.idle, 5 * (4 * 1 + 1 * 4 + 1 * 2 + 1 * 1 + 3 * 3));
  EXPECT_DOUBLE_EQ(history.energy.most_power, 20 + 3 * 20);
  EXPECT_EQ(history.energy.beyond_cap, Seconds(0));
}

TEST(Power, IsInTheTablesWhereItIsKnown) {
  Rules rules;
  rules.power = power(1, 5, {{Seconds(0), Watts(5)}});
  const std::vector<Job> jobs{job(0, 4, 4, 1)};
  const std::vector<std::string> names{"1"};
  CentreTables tables(jobs, names, "x.swf", {}, Watts(5));
  simulate(jobs, rules, nullptr, &tables);
  const std::map<std::string, results::LongText> all = tables.take();
  const auto text_of = [&all](const char* name) {
    std::string text;
    all.at(name).read([&text](std::string_view part) { text += part; });
    return text;
  };
  EXPECT_THAT(text_of("jobs.csv"), testing::HasSubstr(",used_core_s,consumed_energy\n"));
  EXPECT_THAT(text_of("jobs.csv"), testing::EndsWith(",4,20\n"));
  EXPECT_EQ(text_of("series.csv"), "time,used,free,reserved,down,spare,waiting_jobs,waiting_cores,closed,held,power_w,"
                                   "cap_w\n0,1,0,0,0,0,0,0,0,0,5,5\n4,0,1,0,0,0,0,0,0,0,1,5\n");
}

TEST(Power, WhoRunsBeyondItsLimitIsNotEndedAndCounts) {
  // The node fails at 3 s, and a checkpoint each second lets the job run into the time of the lower cap.
  Rules rules = test::with_period(test::rules_of(1, "rerun"), 1);
  rules.power = power(0, 1, {{Seconds(0), Watts(1)}, {Seconds(6), Watts(0.5)}, {Seconds(20), Watts(1)}});
  const History history = simulate({job(0, 5, 5, 1), job(1, 1, 1, 1)}, rules);
  EXPECT_EQ(history.outcomes[0].end, Seconds(9)) << "four checkpoints";
  EXPECT_EQ(history.outcomes[1].start, Seconds(20));
  EXPECT_EQ(history.energy.beyond_cap, Seconds(3));
}

TEST(Power, WhatNeverFitsUnderTheCapIsToldAtOnce) {
  Rules rules;
  rules.nodes = 4;
  rules.power = power(1, 2, {{Seconds(0), Watts(7)}, {Seconds(40000), Watts(6)}});
  const History history = simulate({job(0, 5, 5, 4), job(0, 5, 5, 3), job(0, 86400, 86400, 3)}, rules);
  EXPECT_EQ(history.outcomes[0].fate, JobOutcome::Fate::lost);
  EXPECT_EQ(history.outcomes[1].start, Seconds(0));
  EXPECT_EQ(history.outcomes[2].fate, JobOutcome::Fate::lost) << "no day leaves it three cores all the time";
}

TEST(Power, UrgentJobsHeedTheCapAsItIsAndTakeRoom) {
  // Two of four nodes may work, which jobs have that were there before: one of them is ended.
  Rules rules;
  rules.nodes = 4;
  rules.preemption = &preemption::kill;
  rules.power = power(0, 1, {{Seconds(0), Watts(2)}});
  Job urgent = job(1, 2, 2, 1);
  urgent.is_urgent = true;
  const History history = simulate({job(0, 5, 5, 1), job(0, 5, 5, 1), urgent}, rules);
  EXPECT_EQ(history.outcomes[2].start, Seconds(1));
  EXPECT_EQ(history.outcomes[0].interruptions + history.outcomes[1].interruptions, 1);
  EXPECT_EQ(history.energy.beyond_cap, Seconds(0));
}

// --- Against naive versions

/// Caps at times that fall among the jobs, in processors of 1 W.
std::vector<CentrePower::Cap> random_caps(std::uint64_t seed, int nodes) {
  RandomStream random(seed, 0, "caps");
  std::vector<CentrePower::Cap> caps;
  double time = 0;
  for (int i = 0; i < 8; ++i) {
    const auto most = static_cast<double>(nodes / 2 + random.below(static_cast<std::uint64_t>(nodes - nodes / 2 + 1)));
    caps.push_back({Seconds(time), Watts(i == 7 ? nodes : std::max(1.0, most))});
    time += static_cast<double>(5 + random.below(40));
  }
  return caps;
}

template <class Make> void compare_capped(const char* policy, const QueueParameters& parameters, Make make) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const int nodes = 4 + static_cast<int>(seed % 13);
    const std::vector<Job> jobs = test::random_jobs(seed, 40, nodes);
    const std::vector<CentrePower::Cap> caps = random_caps(seed, nodes);
    std::vector<Busy> missing;
    for (std::size_t i = 0; i + 1 < caps.size(); ++i)
      missing.push_back(
          {caps[i].from.count(), caps[i + 1].from.count(), nodes - static_cast<int>(caps[i].most.value())});
    const auto naive = make(jobs, nodes);
    naive->close(missing);
    ASSERT_EQ(starts_under(power(0, 1, caps), jobs, nodes, policy, parameters), seconds_of(naive->run()))
        << policy << ", seed " << seed;
  }
}

TEST(Power, EveryDisciplineKeepsToTheCapAsANaiveOneDoes) {
  for (const char* order : {"sjf", "ljf", "smallest-area", "f1", "f2", "f3", "f4", "unicef", "wfp3"}) {
    const auto rank = test::naive_rank(order);
    compare_capped(order, {}, [&](const auto& jobs, int nodes) {
      return std::make_unique<test::NaiveInOrder>(jobs, nodes, rank);
    });
  }
  test::each_by_arrival([](auto... discipline) { compare_capped(discipline...); });
  QueueParameters parameters;
  parameters.depth = 3;
  compare_capped("easy", parameters, [rank = test::naive_rank("arrival")](const auto& jobs, int nodes) {
    return std::make_unique<test::NaiveEasy>(jobs, nodes, rank, 3, test::Among::queue_order);
  });
}

// --- What is guaranteed

/// Sees to it that no more is drawn than the cap allows.
class Meter : public CentreObserver {
public:
  void stayed(const Stay& /*stay*/) override {}
  void ended(std::size_t /*job*/, const JobOutcome& /*outcome*/) override {}
  void node_down(int /*node*/, Seconds /*since*/) override {}
  void node_up(int /*node*/, Seconds /*since*/) override {}
  void stands(const CentreState& state) override { EXPECT_LE(state.power.value(), state.cap.value() + 1e-9); }
};

TEST(Power, TheCapIsKeptUnderAnyDiscipline) {
  for (const QueuePolicy* policy : queue_policies())
    for (std::uint64_t seed = 500; seed < 515; ++seed) {
      const int nodes = 4 + static_cast<int>(seed % 9);
      std::vector<Job> jobs = test::random_jobs(seed, 40, nodes);
      RandomStream random(seed, 0, "kinds");
      for (Job& one : jobs) {
        one.account.user = static_cast<int>(1 + random.below(4));
        if (random.below(4) != 0) continue;
        one.flexibility = Flexibility::mouldable;
        one.fewest = 1;
      }
      Rules rules;
      rules.nodes = nodes;
      rules.queue = policy;
      rules.power = power(0, 1, random_caps(seed, nodes));
      Meter meter;
      const History history = simulate(jobs, rules, nullptr, &meter);
      EXPECT_EQ(history.energy.beyond_cap, Seconds(0)) << policy->name;
      for (const JobOutcome& one : history.outcomes) EXPECT_EQ(one.fate, JobOutcome::Fate::finished) << policy->name;
    }
}

class EnergyOfAll : public testing::TestWithParam<test::Policies> {};

TEST_P(EnergyOfAll, IsThatOfJobsAndOfTheRest) {
  Rules rules = test::rules_of(GetParam());
  rules.power = power(1, 4, {{Seconds(0), Watts(42)}, {Seconds(100), Watts(36)}, {Seconds(300), Watts(48)}}, 0.5);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const History history = simulate(test::mixed_jobs(seed), rules, list_faults(test::mixed_faults(seed)));
    EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-12 * history.capacity.count());
    double occupied = 0;
    for (const JobOutcome& one : history.outcomes) occupied += one.occupied.count();
    EXPECT_NEAR(history.energy.of_jobs, occupied * 4 / test::cores_of_mixed, 1e-6 * history.energy.of_jobs);
    EXPECT_NEAR(history.energy.off, 0.5 * history.ledger.down.count() / test::cores_of_mixed, 1e-6);
    const double of_nodes = history.capacity.count() / test::cores_of_mixed;
    EXPECT_LE(sum(history.energy), 4 * of_nodes);
    for (const JobOutcome& one : history.outcomes) EXPECT_NE(one.fate, JobOutcome::Fate::pending);
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, EnergyOfAll, testing::ValuesIn(test::all_pairs()));

} // namespace
} // namespace daruma::batch
