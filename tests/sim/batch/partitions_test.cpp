// Partitions: who may be where and how much of it, schedules by hand and as naive versions have them.
#include "sim/batch/centre.hpp"
#include "sim/batch/centre_observer.hpp"
#include "sim/batch/partitions.hpp"
#include "tests/sim/batch/mixed_centre.hpp"
#include "tests/sim/batch/naive_partitions.hpp"
#include "tests/sim/batch/starts.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>

namespace daruma::batch {
namespace {

using scenario::QueueParameters;
using test::job;
using test::seconds_of;
using test::starts_of;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<int> nodes_from(int first, int count) {
  std::vector<int> nodes;
  for (int node = first; node < first + count; ++node) nodes.push_back(node);
  return nodes;
}

Job in(int partition, Job one, int user = 0) {
  one.partition = partition;
  one.account.user = user;
  return one;
}

std::vector<double> starts_in(const std::vector<Partition>& partitions, const std::vector<Job>& jobs, int nodes,
                              const char* policy, const QueueParameters& parameters = {}) {
  Rules rules;
  rules.partitions = partitions;
  return seconds_of(starts_of(jobs, nodes, policy, parameters, {}, rules));
}

TEST(Partitions, JobsAreOnTheirNodesOnly) {
  // Nodes 0 and 1 are of the first, 2 and 3 of the second: the second job waits for the first though two nodes are
  // free, the third does not wait for it.
  const std::vector<Partition> two{{"a", nodes_from(0, 2)}, {"b", nodes_from(2, 2)}};
  const std::vector<Job> jobs{in(0, job(0, 5, 5, 2)), in(0, job(1, 5, 5, 1)), in(1, job(2, 5, 5, 2))};
  for (const QueuePolicy* policy : queue_policies())
    EXPECT_THAT(starts_in(two, jobs, 4, policy->name.data()), ElementsAre(0, 5, 2)) << policy->name;
}

TEST(Partitions, WhereTheyOverlapAJobLeavesOthersWhatTheyNeed) {
  // Node 0 is of "debug" only together with "all": the job of one node of "all" goes to another one.
  const std::vector<Partition> two{{"all", nodes_from(0, 4)}, {"debug", nodes_from(0, 1)}};
  const std::vector<Job> jobs{in(0, job(0, 9, 9, 3)), in(1, job(1, 2, 2, 1)), in(0, job(2, 2, 2, 1))};
  EXPECT_THAT(starts_in(two, jobs, 4, "easy"), ElementsAre(0, 1, 3));
}

TEST(Partitions, NobodyStartsBeforeOneThatCameEarlierForTheSameNodes) {
  // The first of "all" waits for all four nodes. First come, first served keeps node 0 for it, under EASY a short job
  // of "debug" goes before it and a long one does not.
  const std::vector<Partition> three{
      {"all", nodes_from(0, 4)}, {"debug", nodes_from(0, 1)}, {"other", nodes_from(4, 1)}};
  const std::vector<Job> jobs{in(0, job(0, 9, 9, 3)), in(0, job(1, 9, 9, 4)), in(1, job(2, 2, 2, 1)),
                              in(1, job(3, 9, 9, 1)), in(2, job(4, 2, 2, 1))};
  EXPECT_THAT(starts_in(three, jobs, 5, "fcfs"), ElementsAre(0, 9, 18, 18 + 2, 4));
  EXPECT_THAT(starts_in(three, jobs, 5, "easy"), ElementsAre(0, 9, 2, 18, 4));
}

TEST(Partitions, EachHasItsReservation) {
  // In each of two partitions a wide job waits for two nodes; a long one behind it may not go before it in either.
  const std::vector<Partition> two{{"a", nodes_from(0, 2)}, {"b", nodes_from(2, 2)}};
  const std::vector<Job> jobs{in(0, job(0, 5, 5, 1)), in(1, job(0, 7, 7, 1)), in(0, job(1, 3, 3, 2)),
                              in(1, job(1, 3, 3, 2)), in(0, job(2, 9, 9, 1)), in(1, job(2, 9, 9, 1))};
  for (const char* policy : {"easy", "easy-sjbf", "lookahead", "conservative"})
    EXPECT_THAT(starts_in(two, jobs, 4, policy), ElementsAre(0, 0, 5, 7, 8, 10)) << policy;
}

TEST(Partitions, WhoWaitsForALimitIsPassedOver) {
  // User 1 may have two nodes at once, all together three: its second job waits, and nobody waits for it.
  const std::vector<Partition> one{{"a", nodes_from(0, 4), {3, 2}}};
  const std::vector<Job> jobs{in(0, job(0, 9, 9, 2), 1), in(0, job(1, 5, 5, 1), 1), in(0, job(2, 4, 4, 1), 2),
                              in(0, job(3, 4, 4, 1), 3)};
  for (const char* policy : {"fcfs", "easy", "easy-sjbf", "lookahead", "sjf"})
    EXPECT_THAT(starts_in(one, jobs, 4, policy), ElementsAre(0, 9, 2, 6)) << policy;
  // Plans of all jobs have it: the second is to start at 9 s, and until then there is room for both others in turn.
  for (const char* policy : {"conservative", "slack"})
    EXPECT_THAT(starts_in(one, jobs, 4, policy), ElementsAre(0, 9, 2, 6)) << policy;
}

TEST(Partitions, UrgentJobsMayBeOnAllNodesAndAreUnderNoLimit) {
  Rules rules;
  rules.nodes = 4;
  rules.preemption = &preemption::kill;
  rules.partitions = {{"a", nodes_from(0, 2), {1, 1}}, {"b", nodes_from(2, 2)}};
  Job urgent = job(1, 2, 2, 4);
  urgent.is_urgent = true;
  const History history = simulate({in(0, job(0, 5, 5, 1), 1), in(1, job(0, 5, 5, 2), 1), urgent}, rules);
  EXPECT_EQ(history.outcomes[2].start, Seconds(1));
  EXPECT_EQ(history.outcomes[0].end, Seconds(8)) << "it waited again";
}

TEST(Partitions, WhoNeverFitsIsToldAtOnce) {
  Rules rules;
  rules.nodes = 4;
  rules.partitions = {{"a", nodes_from(0, 2)}, {"b", nodes_from(0, 4), {3}}};
  const History history = simulate({in(0, job(0, 5, 5, 3)), in(1, job(0, 5, 5, 4)), in(1, job(1, 5, 5, 3))}, rules);
  EXPECT_EQ(history.outcomes[0].fate, JobOutcome::Fate::lost);
  EXPECT_EQ(history.outcomes[1].fate, JobOutcome::Fate::lost);
  EXPECT_EQ(history.outcomes[2].start, Seconds(1));
}

// --- Against naive versions

/// On two machines of their own every discipline does what it does in two partitions that share no node.
TEST(Partitions, ThatShareNothingAreMachinesOfTheirOwn) {
  QueueParameters parameters;
  parameters.lookahead = 6;
  for (const QueuePolicy* policy : queue_policies()) {
    // What changes with time is looked at whenever anything happens, there also in the other partition.
    if (policy->order->ranks == Ranks::changing || policy->run_times == RunTimes::predicted) continue;
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      const int first = 3 + static_cast<int>(seed % 7);
      const int second = 4 + static_cast<int>(seed % 5);
      RandomStream random(seed, 0, "partitions");
      std::vector<Job> jobs = test::random_jobs(seed, 60, std::min(first, second));
      std::vector<std::vector<Job>> apart(2);
      for (Job& one : jobs) {
        one.partition = static_cast<int>(random.below(2));
        one.account.user = 1 + 2 * static_cast<int>(random.below(3)) + one.partition; // each in one of them
        apart[static_cast<std::size_t>(one.partition)].push_back(one);
        apart[static_cast<std::size_t>(one.partition)].back().partition = no_partition;
      }
      const auto together = starts_in({{"a", nodes_from(0, first)}, {"b", nodes_from(first, second)}}, jobs,
                                      first + second, policy->name.data(), parameters);
      std::vector<double> expected;
      const std::vector<Seconds> alone[] = {starts_of(apart[0], first, policy->name, parameters),
                                            starts_of(apart[1], second, policy->name, parameters)};
      std::size_t next[] = {0, 0};
      for (const Job& one : jobs) expected.push_back(alone[one.partition][next[one.partition]++].count());
      ASSERT_EQ(together, expected) << policy->name << ", seed " << seed;
    }
  }
}

struct Shared {
  std::vector<Job> jobs;
  int nodes;
  std::vector<Partition> partitions;
};

/// Two to four partitions that share nodes, some with limits, and jobs of four users in them.
Shared random_shared(std::uint64_t seed) {
  const int nodes = 5 + static_cast<int>(seed % 9);
  Shared shared{test::random_jobs(seed, 60, nodes), nodes, {}};
  RandomStream random(seed, 0, "partitions");
  const auto count = static_cast<int>(2 + random.below(3));
  for (int i = 0; i < count; ++i) {
    const auto first = static_cast<int>(random.below(static_cast<std::uint64_t>(nodes)));
    const auto size = static_cast<int>(1 + random.below(static_cast<std::uint64_t>(nodes - first)));
    Partition one{"p" + std::to_string(i), i == 0 ? nodes_from(0, nodes) : nodes_from(first, size)};
    const auto width = static_cast<std::uint64_t>(one.nodes.size());
    if (random.below(2) == 0) one.quota.of_all = static_cast<int>(1 + random.below(width));
    if (random.below(2) == 0) one.quota.of_user = static_cast<int>(1 + random.below(width));
    shared.partitions.push_back(one);
  }
  for (Job& one : shared.jobs) {
    one.partition = static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
    one.account.user = static_cast<int>(1 + random.below(4));
    const Partition& own = shared.partitions[static_cast<std::size_t>(one.partition)];
    one.processors =
        std::min({one.processors, static_cast<int>(own.nodes.size()), own.quota.of_all, own.quota.of_user});
  }
  return shared;
}

TEST(Partitions, ThatOverlapAreAsANaiveVersionHasThem) {
  for (const int depth : {0, 1, 3})
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Shared shared = random_shared(seed);
      QueueParameters parameters;
      parameters.depth = std::max(1, depth);
      const char* policy = depth == 0 ? "fcfs" : "easy";
      test::NaivePartitions naive(shared.jobs, shared.nodes, shared.partitions, depth);
      ASSERT_EQ(starts_in(shared.partitions, shared.jobs, shared.nodes, policy, parameters), seconds_of(naive.run()))
          << policy << ", depth " << depth << ", seed " << seed;
    }
}

// --- What is guaranteed

/// Sees to it that nobody is where its partition is not, or has more at once than its limits allow.
class PartitionWatch : public CentreObserver {
public:
  explicit PartitionWatch(const Shared& shared) : shared_(shared) {}

  void stayed(const Stay& stay) override {
    const Job& job = shared_.jobs[stay.job];
    if (job.is_urgent) return;
    const Partition& own = shared_.partitions[static_cast<std::size_t>(job.partition)];
    for (int node = 0; node < shared_.nodes; ++node)
      EXPECT_TRUE(!stay.places.has(node) || std::count(own.nodes.begin(), own.nodes.end(), node) > 0)
          << "job " << stay.job << " on node " << node;
    stays_.push_back({stay.begin.count(), stay.end.count(), stay.cores, stay.job});
  }
  void ended(std::size_t /*job*/, const JobOutcome& /*outcome*/) override {}
  void node_down(int /*node*/, Seconds /*since*/) override {}
  void node_up(int /*node*/, Seconds /*since*/) override {}
  void stands(const CentreState& /*state*/) override {}

  void check() const {
    for (const Span& at : stays_) {
      const Job& job = shared_.jobs[at.job];
      const PartitionQuota& quota = shared_.partitions[static_cast<std::size_t>(job.partition)].quota;
      int all = 0;
      int own = 0;
      for (const Span& one : stays_) {
        const Job& other = shared_.jobs[one.job];
        if (one.from > at.from || one.to <= at.from || other.partition != job.partition) continue;
        all += one.cores;
        if (other.account.user == job.account.user) own += one.cores;
      }
      EXPECT_LE(all, quota.of_all);
      EXPECT_LE(own, quota.of_user);
    }
  }

private:
  struct Span {
    double from;
    double to;
    int cores;
    std::size_t job;
  };
  const Shared& shared_;
  std::vector<Span> stays_{};
};

TEST(Partitions, AreKeptToUnderAnyDiscipline) {
  for (const QueuePolicy* policy : queue_policies())
    for (std::uint64_t seed = 500; seed < 515; ++seed) {
      Shared shared = random_shared(seed);
      RandomStream random(seed, 0, "kinds");
      for (Job& one : shared.jobs) {
        one.is_urgent = random.below(8) == 0;
        if (one.is_urgent) one.partition = no_partition;
        if (one.is_urgent || random.below(4) != 0) continue;
        one.flexibility = random.below(2) == 0 ? Flexibility::mouldable : Flexibility::malleable;
        one.fewest = 1;
      }
      Rules rules;
      rules.nodes = shared.nodes;
      rules.queue = policy;
      rules.preemption = random.below(2) == 0 ? &preemption::kill : &preemption::shrink;
      rules.partitions = shared.partitions;
      PartitionWatch watch(shared);
      const History history = simulate(shared.jobs, rules, nullptr, &watch);
      watch.check();
      EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-9) << policy->name << ", seed " << seed;
      for (const JobOutcome& one : history.outcomes) EXPECT_EQ(one.fate, JobOutcome::Fate::finished) << policy->name;
    }
}

class TimeInPartitions : public testing::TestWithParam<test::Policies> {};

TEST_P(TimeInPartitions, ComesToAllOfIt) {
  Rules rules = test::rules_of(GetParam());
  rules.partitions = {{"all", nodes_from(0, test::nodes_of_mixed), {30, 20}}, {"left", nodes_from(0, 5)}};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    std::vector<Job> jobs = test::mixed_jobs(seed);
    for (Job& one : jobs) {
      one.account.user = 1 + static_cast<int>(seed + one.processors) % 3;
      one.partition = one.is_urgent ? no_partition : one.processors % 5 == 0 && one.processors <= 15 ? 1 : 0;
    }
    const History history = simulate(jobs, rules, list_faults(test::mixed_faults(seed)));
    EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-12 * history.capacity.count());
    for (const JobOutcome& one : history.outcomes) EXPECT_NE(one.fate, JobOutcome::Fate::pending);
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, TimeInPartitions, testing::ValuesIn(test::all_pairs()));

// --- What is refused

TEST(Partitions, RefuseAsSlurmDoesAtSubmission) {
  scenario::CentrePartition debug;
  debug.name = "debug";
  debug.number = 7;
  debug.nodes = {0, 1};
  debug.longest = Seconds(1800);
  debug.job_nodes = 1;
  scenario::CentrePartition batch;
  batch.name = "batch";
  batch.number = 2;
  batch.user_nodes = 3;
  const auto logged = [](int line, double asked, int processors, int partition) {
    LoggedJob one{line, Seconds(0), {}, Seconds(60), Seconds(asked), processors};
    one.account.partition = partition;
    return one;
  };
  auto log = std::make_shared<JobLog>();
  log->jobs = {logged(11, 1800, 4, 7), logged(12, 1801, 1, 7), logged(13, 60, 5, 7),  logged(14, 60, 9, 7),
               logged(15, 60, 12, 2),  logged(16, 60, 13, 2),  logged(17, 60, 17, 2), logged(18, 60, 1, 3)};
  const auto rest = taken(log, {debug, batch}, 4, 4);
  ASSERT_EQ(rest->jobs.size(), 2U);
  EXPECT_EQ(rest->jobs[0].line, 11);
  EXPECT_EQ(rest->jobs[1].line, 15);
  const std::string told = testing::PrintToString(rest->left_out.sentences("x.swf"));
  EXPECT_THAT(told, HasSubstr("a limit above 30min, the longest in partition debug is left out: line 12"));
  EXPECT_THAT(told, HasSubstr("more cores than the 1 node that a job has in partition debug is left out: line 13"));
  EXPECT_THAT(told, HasSubstr("more cores than the 2 nodes of partition debug have is left out: line 14"));
  EXPECT_THAT(told, HasSubstr("more cores than the 3 nodes that a user has at once in partition batch is left out: "
                              "line 16"));
  EXPECT_THAT(told, HasSubstr("more cores than the 4 nodes of partition batch have is left out: line 17"));
  EXPECT_THAT(told, HasSubstr("a partition that is none of the centre's is left out: line 18"));
  batch.is_default = true;
  EXPECT_EQ(taken(log, {debug, batch}, 4, 4)->jobs.size(), 3U) << "the default takes who is in none";
  EXPECT_EQ(taken(log, {}, 4, 4), log);
}

TEST(Partitions, HavePrioritiesByTheirNumbers) {
  scenario::CentrePartition high;
  high.number = 3;
  high.priority = 10;
  EXPECT_THAT(priorities_of({high}), ElementsAre(0, 0, 10));
  high.priority = 0;
  EXPECT_TRUE(priorities_of({high}).empty());
}

} // namespace
} // namespace daruma::batch
