// Nodes that are closed for a while, to all or to all but some users: schedules by hand and as naive versions have
// them, and what becomes of the time.
#include "sim/batch/centre.hpp"
#include "sim/batch/centre_observer.hpp"
#include "tests/sim/batch/mixed_centre.hpp"
#include "tests/sim/batch/naive_windows.hpp"
#include "tests/sim/batch/starts.hpp"

#include <gmock/gmock.h>

#include <memory>

namespace daruma::batch {
namespace {

using scenario::QueueParameters;
using test::Busy;
using test::job;
using test::seconds_of;
using test::starts_of;
using testing::ElementsAre;

std::vector<int> first_nodes(int count, int first = 0) {
  std::vector<int> nodes;
  for (int node = first; node < first + count; ++node) nodes.push_back(node);
  return nodes;
}

Window window(std::vector<int> nodes, double from_s, double until_s) {
  return {std::move(nodes), {Seconds(from_s), Seconds(until_s)}};
}

Window repeated(Window one, double every_s) {
  one.every = Seconds(every_s);
  return one;
}

Window for_user(Window one, int user) {
  one.users = {user};
  return one;
}

Job of_user(Job one, int user) {
  one.account.user = user;
  return one;
}

std::vector<double> starts(const std::vector<Job>& jobs, const char* policy, const std::vector<Window>& windows) {
  return seconds_of(starts_of(jobs, 4, policy, {}, windows));
}

TEST(Window, SaysItsNextTimeHoweverOftenItComes) {
  const Window weekly = repeated(window({0}, 10, 13), 7);
  EXPECT_EQ(weekly.next(Seconds(0)).from, Seconds(10));
  EXPECT_EQ(weekly.next(Seconds(12.5)).from, Seconds(10));
  EXPECT_EQ(weekly.next(Seconds(13)).from, Seconds(17)) << "it is over when it ends";
  EXPECT_EQ(weekly.next(Seconds(10 + 7e6)).from, Seconds(10 + 7e6));
  EXPECT_EQ(window({0}, 10, 13).next(Seconds(13)).from, never);
}

TEST(Windows, NobodyStartsWhoseLimitReachesIntoMaintenance) {
  // The second could be over at 9 s, and might take until 11 s. The third is over when the window begins.
  const std::vector<Job> jobs{job(0, 5, 5, 4), job(1, 3, 6, 2), job(2, 5, 5, 2), job(12, 1, 1, 1)};
  const std::vector<Window> all{window(first_nodes(4), 10, 15)};
  for (const char* policy : {"easy", "easy-sjbf", "conservative", "lookahead", "slack"})
    EXPECT_THAT(starts(jobs, policy, all), ElementsAre(0, 15, 5, 15)) << policy;
  EXPECT_THAT(starts(jobs, "fcfs", all), ElementsAre(0, 15, 15, 18)) << "nobody overtakes the second";
}

TEST(Windows, WhoIsOverInTimeGoesToNodesThatCloseSoon) {
  // Nodes 0 and 1 are closed from 10 to 20 s. The first is over at 8 s and takes them, so that the others have the
  // rest: the third from 16 s on, when the second ends early, the last from 20 s on.
  const std::vector<Job> jobs{job(0, 8, 8, 2), job(1, 15, 30, 2), job(2, 30, 30, 2), job(9, 1, 2, 1)};
  const std::vector<Window> half{window({0, 1}, 10, 20)};
  for (const char* policy : {"easy", "lookahead", "slack"})
    EXPECT_THAT(starts(jobs, policy, half), ElementsAre(0, 1, 16, 20)) << policy;
  // The last is promised a processor of the second's at 31 s: so the third cannot move to these before it has.
  EXPECT_THAT(starts(jobs, "conservative", half), ElementsAre(0, 1, 17, 16));
}

TEST(Windows, AReservationIsForItsUsers) {
  // Of four nodes two are user 7's from 10 to 20 s: its second job finds them though others have waited before.
  const std::vector<Job> jobs{of_user(job(0, 25, 25, 2), 1), of_user(job(1, 12, 12, 2), 2),
                              of_user(job(5, 12, 12, 2), 7)};
  const std::vector<Window> held{for_user(window({2, 3}, 10, 20), 7)};
  EXPECT_THAT(starts(jobs, "easy", {}), ElementsAre(0, 1, 13));
  EXPECT_THAT(starts(jobs, "easy", held), ElementsAre(0, 20, 5)) << "the second would be there until 13 s";
}

TEST(Windows, MaintenanceMayComeAgainAndAgain) {
  // Each tenth second one of two nodes is off for four: six seconds are left in between, and a job of seven has to be
  // on the other. A job of two nodes and seven seconds never finds its time.
  const std::vector<Window> often{repeated(window({0}, 6, 10), 10)};
  const std::vector<Job> jobs{job(0, 7, 7, 1), job(0, 6, 6, 1), job(1, 6, 6, 2), job(2, 7, 7, 1)};
  EXPECT_THAT(seconds_of(starts_of(jobs, 2, "easy", {}, often)), ElementsAre(0, 0, 10, 16));
  Rules rules;
  rules.nodes = 2;
  rules.windows = often;
  const History history = simulate({job(0, 7, 7, 2), job(1, 6, 6, 2)}, rules);
  EXPECT_EQ(history.outcomes[0].fate, JobOutcome::Fate::lost);
  EXPECT_EQ(history.outcomes[0].end, Seconds(0)) << "it is told at once";
  EXPECT_EQ(history.outcomes[1].start, Seconds(10));
}

TEST(Windows, WhatBecomesOfTheirTimeByHand) {
  // Node 0 is closed from 4 to 10 s, node 1 is user 7's from 6 to 12 s; the job of user 7 comes at 8 s for 2 s, the
  // last one comes at 3 s and has to wait for both nodes until 12 s.
  Rules rules;
  rules.nodes = 2;
  rules.windows = {window({0}, 4, 10), for_user(window({1}, 6, 12), 7)};
  const History history = simulate({job(0, 3, 3, 2), job(3, 5, 5, 2), of_user(job(8, 2, 2, 1), 7)}, rules);
  EXPECT_EQ(history.outcomes[1].start, Seconds(12));
  EXPECT_EQ(history.outcomes[2].start, Seconds(8));
  const Ledger& ledger = history.ledger;
  EXPECT_EQ(ledger.maintenance, Seconds(6));
  EXPECT_EQ(ledger.held, Seconds(4));
  EXPECT_EQ(ledger.finished, Seconds(6 + 10 + 2));
  EXPECT_EQ(ledger.beside_queue, Seconds(1 + 3 + 2)) << "node 0 from 3 to 4 and 10 to 12 s, node 1 from 3 to 6 s";
  EXPECT_EQ(ledger.idle, Seconds(0));
  EXPECT_EQ(sum(ledger), history.capacity);
  ASSERT_EQ(history.events.size(), 2U);
  EXPECT_EQ(history.events[0].kind, "maintenance");
  EXPECT_EQ(history.events[1].kind, "reservation");
  EXPECT_EQ(history.events[1].text, "of 1 node for 6s");
}

TEST(Windows, WhoRunsBeyondItsLimitIsNotEnded) {
  // The job's node fails at 3 s and it starts again; a checkpoint each second lets it run into the window.
  Rules rules = test::with_period(test::rules_of(1, "rerun"), 1);
  rules.windows = {window({0}, 6, 8)};
  const History history = simulate({job(0, 5, 5, 1), job(1, 1, 1, 1)}, rules);
  EXPECT_EQ(history.outcomes[0].end, Seconds(9)) << "four checkpoints";
  EXPECT_EQ(history.outcomes[1].start, Seconds(9));
  EXPECT_EQ(history.ledger.maintenance, Seconds(0)) << "the node was never there for it";
}

TEST(Windows, UrgentJobsKeepToThemAndTakeRoomWhereTheyMayBe) {
  // Node 0 closes at 10 s. The urgent job of 9 s comes at 2 s: it ends the job on node 1 and not the one on node 0.
  Rules rules;
  rules.nodes = 2;
  rules.preemption = &preemption::kill;
  rules.windows = {window({0}, 10, 20)};
  Job urgent = job(2, 9, 9, 1);
  urgent.is_urgent = true;
  const History history = simulate({job(0, 8, 8, 1), job(1, 8, 8, 1), urgent}, rules);
  EXPECT_EQ(history.outcomes[2].start, Seconds(2));
  EXPECT_EQ(history.outcomes[0].interruptions, 0) << "it had been put on node 0, which closes first";
  EXPECT_EQ(history.outcomes[1].interruptions, 1);
}

TEST(Windows, WhoWasShrunkGrowsOnlyWhereItMayBe) {
  // At 10 s the urgent job gives two nodes back, but node 0 closes at 15 s and the job may take until 40 s and longer.
  Rules rules;
  rules.nodes = 4;
  rules.preemption = &preemption::shrink;
  Job flexible = job(0, 20, 40, 4);
  flexible.flexibility = Flexibility::malleable;
  flexible.fewest = 1;
  Job urgent = job(5, 5, 5, 2);
  urgent.is_urgent = true;
  EXPECT_EQ(simulate({flexible, urgent}, rules).outcomes[0].end, Seconds(22.5));
  rules.windows = {window({0}, 15, 100)};
  flexible.processors = 3; // so that it starts on the others
  const History history = simulate({flexible, urgent}, rules);
  EXPECT_EQ(history.outcomes[0].start, Seconds(0));
  EXPECT_EQ(history.outcomes[1].start, Seconds(5)) << "on node 0 and one that was given up";
  EXPECT_EQ(history.outcomes[0].end, Seconds(5 + 5 + (60 - 15 - 10) / 3.0));
}

// --- Against naive versions

struct Closing {
  std::vector<Job> jobs;
  int nodes;
  std::vector<Window> windows;
};

/// A few windows, some that come again, some for one of four users.
Closing random_closing(std::uint64_t seed) {
  const int nodes = 4 + static_cast<int>(seed % 9);
  Closing closing{test::random_jobs(seed, 40, nodes / 2), nodes, {}};
  RandomStream random(seed, 0, "windows");
  for (Job& one : closing.jobs) one.account.user = static_cast<int>(1 + random.below(4));
  const int count = static_cast<int>(1 + random.below(4));
  for (int i = 0; i < count; ++i) {
    const auto first = static_cast<int>(random.below(static_cast<std::uint64_t>(nodes / 2)));
    const auto width = static_cast<int>(1 + random.below(static_cast<std::uint64_t>(nodes / 2)));
    const auto from = static_cast<double>(random.below(120));
    const auto length = static_cast<double>(1 + random.below(20));
    Window one = window(first_nodes(width, first), from, from + length);
    if (random.below(3) == 0) one.every = Seconds(length + 30);
    if (random.below(3) == 0) one.users = {static_cast<int>(1 + random.below(4))};
    closing.windows.push_back(one);
  }
  return closing;
}

TEST(Windows, EasyIsWhatANaiveOneIs) {
  for (const int depth : {0, 1, 3})
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const Closing closing = random_closing(seed);
      QueueParameters parameters;
      parameters.depth = std::max(1, depth);
      const char* policy = depth == 0 ? "fcfs" : "easy";
      test::NaiveWindows naive(closing.jobs, closing.nodes, closing.windows, depth);
      ASSERT_EQ(seconds_of(starts_of(closing.jobs, closing.nodes, policy, parameters, closing.windows)),
                seconds_of(naive.run()))
          << policy << ", depth " << depth << ", seed " << seed;
    }
}

/// The whole machine is closed at times, of which some come again and again.
template <class Make> void compare_closed(const char* policy, const QueueParameters& parameters, Make make) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const int nodes = 4 + static_cast<int>(seed % 13);
    const std::vector<Job> jobs = test::random_jobs(seed, 40, nodes);
    const std::vector<Window> windows{window(first_nodes(nodes), 20, 31),
                                      repeated(window(first_nodes(nodes), 60, 65), 40)};
    std::vector<Busy> times{{20, 31, nodes}};
    for (int i = 0; i < 30; ++i) times.push_back({60.0 + 40 * i, 65.0 + 40 * i, nodes});
    const auto naive = make(jobs, nodes);
    naive->close(times);
    ASSERT_EQ(seconds_of(starts_of(jobs, nodes, policy, parameters, windows)), seconds_of(naive->run()))
        << policy << ", seed " << seed;
  }
}

TEST(Windows, EveryDisciplineKeepsToThemAsANaiveOneDoes) {
  test::each_by_arrival([](auto... discipline) { compare_closed(discipline...); });
}

// --- What is guaranteed

/// Sees to it that nobody is on a node in a window that does not admit it.
class Watchman : public CentreObserver {
public:
  Watchman(const std::vector<Job>& jobs, const std::vector<Window>& windows) : jobs_(jobs), windows_(windows) {}

  void stayed(const Stay& stay) override {
    for (const Window& window : windows_) {
      if (window.admits(jobs_[stay.job].account.user) || window.next(stay.begin).from >= stay.end) continue;
      for (const int node : window.nodes)
        EXPECT_FALSE(stay.places.has(node)) << "job " << stay.job << " on node " << node << " from "
                                            << stay.begin.count() << " to " << stay.end.count() << " s";
    }
  }
  void ended(std::size_t /*job*/, const JobOutcome& /*outcome*/) override {}
  void node_down(int /*node*/, Seconds /*since*/) override {}
  void node_up(int /*node*/, Seconds /*since*/) override {}
  void stands(const CentreState& state) override { EXPECT_GE(state.free, state.held + state.reserved); }

private:
  const std::vector<Job>& jobs_;
  const std::vector<Window>& windows_;
};

TEST(Windows, NobodyIsThereUnderAnyDiscipline) {
  for (const QueuePolicy* policy : queue_policies())
    for (std::uint64_t seed = 500; seed < 515; ++seed) {
      Closing closing = random_closing(seed);
      RandomStream random(seed, 0, "kinds");
      for (Job& one : closing.jobs) {
        one.is_urgent = random.below(8) == 0;
        if (one.is_urgent || random.below(4) != 0) continue;
        one.flexibility = Flexibility::mouldable;
        one.fewest = 1;
      }
      Rules rules;
      rules.nodes = closing.nodes;
      rules.queue = policy;
      rules.preemption = &preemption::kill;
      rules.windows = closing.windows;
      Watchman watchman(closing.jobs, closing.windows);
      const History history = simulate(closing.jobs, rules, nullptr, &watchman);
      EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-9) << policy->name << ", seed " << seed;
      for (const JobOutcome& one : history.outcomes) EXPECT_NE(one.fate, JobOutcome::Fate::pending);
    }
}

class TimeWithWindows : public testing::TestWithParam<test::Policies> {};

TEST_P(TimeWithWindows, ComesToAllOfIt) {
  Rules rules = test::rules_of(GetParam());
  rules.windows = {repeated(window({0, 1, 2}, 50, 60), 90), window(first_nodes(test::nodes_of_mixed), 200, 240),
                   for_user(window({2, 3, 4, 11}, 100, 400), 7)};
  Seconds closed{0};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const std::vector<Job> jobs = test::mixed_jobs(seed);
    const History history = simulate(jobs, rules, list_faults(test::mixed_faults(seed)));
    EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-12 * history.capacity.count());
    closed += history.ledger.maintenance;
    for (const JobOutcome& one : history.outcomes) EXPECT_NE(one.fate, JobOutcome::Fate::pending);
  }
  EXPECT_GT(closed, Seconds(1000));
}

INSTANTIATE_TEST_SUITE_P(Policies, TimeWithWindows, testing::ValuesIn(test::all_pairs()));

} // namespace
} // namespace daruma::batch
