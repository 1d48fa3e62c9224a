// Orders of the queue: ranks by hand, and whole schedules as a naive version has them.
#include "tests/sim/batch/naive_centre.hpp"
#include "tests/sim/batch/random_jobs.hpp"
#include "tests/sim/batch/starts.hpp"

#include <gmock/gmock.h>

namespace daruma::batch {
namespace {

using test::job;
using test::seconds_of;
using test::starts_of;
using testing::DoubleNear;
using testing::ElementsAre;

Request request(int processors, double limit_s, double submit_s) {
  Request one{0, processors, Seconds(limit_s)};
  one.submit = one.eligible = Seconds(submit_s);
  return one;
}

double rank_of(const QueueOrder& order, const Request& one, double now_s) {
  const scenario::PriorityWeights weights;
  const FairShares shares(Seconds(1));
  return order.rank(one, {Seconds(now_s), 100, weights, shares});
}

TEST(Orders, RankByHand) {
  const Request one = request(16, 100, 1000); // has waited 50 s at 1050 s
  EXPECT_DOUBLE_EQ(rank_of(order::arrival, one, 1050), 1000);
  EXPECT_DOUBLE_EQ(rank_of(order::sjf, one, 1050), 100);
  EXPECT_DOUBLE_EQ(rank_of(order::ljf, one, 1050), -100);
  EXPECT_DOUBLE_EQ(rank_of(order::smallest_area, one, 1050), 1600);
  EXPECT_DOUBLE_EQ(rank_of(order::wfp3, one, 1050), -0.125 * 16);
  EXPECT_DOUBLE_EQ(rank_of(order::unicef, one, 1050), -50.0 / (4 * 100));
  EXPECT_DOUBLE_EQ(rank_of(order::f1, one, 1050), 2 * 16 + 870 * 3);
  EXPECT_DOUBLE_EQ(rank_of(order::f2, one, 1050), 10 * 16 + 25600 * 3);
  EXPECT_DOUBLE_EQ(rank_of(order::f3, one, 1050), 100 * 16 + 6860000.0 * 3);
  EXPECT_DOUBLE_EQ(rank_of(order::f4, one, 1050), 100 * 4 + 530000 * 3);
}

TEST(Orders, AtTheBeginningOfALogAndForOneProcessorNothingIsUndefined) {
  EXPECT_DOUBLE_EQ(rank_of(order::f1, request(4, 100, 0), 0), 8);
  EXPECT_EQ(rank_of(order::unicef, request(1, 100, 0), 0), -std::numeric_limits<double>::infinity());
}

TEST(FairShares, HalfIsForgottenAfterAHalfLife) {
  FairShares shares(Seconds(100));
  for (const int user : {1, 2}) shares.come(user);
  EXPECT_DOUBLE_EQ(shares.factor(1, Seconds(0)), 1) << "nobody has used anything";
  shares.change(1, 4, Seconds(0));
  shares.change(1, -4, Seconds(50));
  shares.change(2, 4, Seconds(100));
  shares.change(2, -4, Seconds(150));
  // What the first has used has halved since: a third of all. Each of two has a share of one half.
  EXPECT_THAT(shares.factor(1, Seconds(150)), DoubleNear(std::exp2(-2.0 / 3), 1e-12));
  EXPECT_THAT(shares.factor(2, Seconds(150)), DoubleNear(std::exp2(-4.0 / 3), 1e-12));
  EXPECT_THAT(shares.factor(2, Seconds(350)), DoubleNear(std::exp2(-4.0 / 3), 1e-12)) << "both are forgotten alike";
  EXPECT_DOUBLE_EQ(shares.factor(3, Seconds(150)), 1) << "who has not come";
}

TEST(Orders, CountWaitsFromWhenAJobIsEligible) {
  Request one = request(16, 100, 900);
  one.eligible = Seconds(1000);
  EXPECT_DOUBLE_EQ(rank_of(order::wfp3, one, 1050), -0.125 * 16);
  EXPECT_DOUBLE_EQ(rank_of(order::unicef, one, 1050), -50.0 / (4 * 100));
  EXPECT_DOUBLE_EQ(rank_of(order::arrival, one, 1050), 900) << "who came first keeps its place";
}

TEST(Orders, SlurmsPriorityByHand) {
  scenario::PriorityWeights weights;
  weights.max_age = Seconds(100);
  weights.partitions = {5, 10};
  weights.qualities = {1, 4};
  weights.qos = 2000;
  FairShares shares(Seconds(100));
  shares.come(7);
  shares.change(7, 1, Seconds(0)); // all that is used by the only user: 2^-1
  Request one = request(25, 10, 20);
  one.account = {7, 1, 1, 30};
  const double priority = 1000 * 0.4 + 10000 * 0.5 + 1000 * 0.25 + 1000 * 0.5 + 2000 * 0.25 - 30;
  EXPECT_DOUBLE_EQ(order::multifactor.rank(one, {Seconds(60), 100, weights, shares}), -priority);
  const Standing later{Seconds(1000), 100, weights, shares};
  EXPECT_DOUBLE_EQ(order::multifactor.rank(one, later), -(priority + 1000 * 0.6)) << "age counts up to 100 s";
  one.account = {7, 3, 0, 0};
  EXPECT_DOUBLE_EQ(order::multifactor.rank(one, later), -(1000 + 5000 + 250)) << "no such partition, no quality";
}

/// Four processors are busy until 10 s. Then jobs of 4 processors each start one after the other.
TEST(Orders, SchedulesByHand) {
  const std::vector<Job> jobs{job(0, 10, 10, 4), job(1, 30, 30, 4), job(2, 10, 10, 4), job(3, 20, 20, 4)};
  const auto starts = [&](const char* order) { return seconds_of(starts_of(jobs, 4, order)); };
  EXPECT_THAT(starts("fcfs"), ElementsAre(0, 10, 40, 50));
  EXPECT_THAT(starts("sjf"), ElementsAre(0, 40, 10, 20));
  EXPECT_THAT(starts("ljf"), ElementsAre(0, 10, 60, 40));
  EXPECT_THAT(starts("smallest-area"), ElementsAre(0, 40, 10, 20));
  // At 10 s: (9/30)^3, (8/10)^3, (7/20)^3. At 20 s: (19/30)^3 against (17/20)^3.
  EXPECT_THAT(starts("wfp3"), ElementsAre(0, 40, 10, 20));
  EXPECT_THAT(starts("unicef"), ElementsAre(0, 40, 10, 20));
}

/// The second comes a second before the third and takes three times as long: the logarithms of their submissions differ
/// by 0.000434. That is 0.38 points of f1, 11 of f2, 2977 of f3 and 230 of f4.
TEST(Orders, LearnedSchedulesByHand) {
  const auto starts = [](const char* order, int processors) {
    const std::vector<Job> jobs{job(1000, 10, 10, processors), job(1001, 30, 30, processors),
                                job(1002, 10, 10, processors)};
    return seconds_of(starts_of(jobs, processors, order));
  };
  EXPECT_THAT(starts("f1", 4), ElementsAre(1000, 1020, 1010)) << "5.9 against 4.4 points";
  EXPECT_THAT(starts("f2", 4), ElementsAre(1000, 1010, 1040)) << "21.9 against 23.8";
  EXPECT_THAT(starts("f3", 4), ElementsAre(1000, 1010, 1040)) << "120 against 3017";
  EXPECT_THAT(starts("f4", 4), ElementsAre(1000, 1010, 1040)) << "60 against 250";
  EXPECT_THAT(starts("f2", 400), ElementsAre(1000, 1020, 1010)) << "2191 against 1276";
  EXPECT_THAT(starts("f3", 400), ElementsAre(1000, 1020, 1010)) << "12000 against 6977";
  EXPECT_THAT(starts("f4", 400), ElementsAre(1000, 1020, 1010)) << "600 against 430";
}

/// The user of the job that ran has used all there is: who came later goes first.
TEST(Orders, AScheduleOfSlurmsByHand) {
  std::vector<Job> jobs{job(0, 10, 10, 4), job(1, 5, 5, 4), job(2, 5, 5, 4)};
  for (std::size_t i = 0; i < 3; ++i) jobs[i].account.user = i < 2 ? 1 : 2;
  EXPECT_THAT(starts_of(jobs, 4, "multifactor"), ElementsAre(Seconds(0), Seconds(15), Seconds(10)));
}

TEST(Orders, AreWhatNaiveOnesAreOnRandomLogs) {
  for (const QueueOrder* order : queue_orders())
    for (std::uint64_t seed = 0; seed < 100 && order != &order::multifactor; ++seed) {
      const int processors = 4 + static_cast<int>(seed % 13);
      const std::vector<Job> jobs = test::random_jobs(seed, 60, processors);
      const std::string name(order->name);
      test::NaiveInOrder naive(jobs, processors, test::naive_rank(name));
      ASSERT_EQ(starts_of(jobs, processors, order == &order::arrival ? "fcfs" : name), naive.run())
          << name << ", seed " << seed;
    }
}

TEST(Orders, SlurmsIsWhatANaiveOneIsOnRandomLogs) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const int processors = 4 + static_cast<int>(seed % 13);
    std::vector<Job> jobs = test::random_jobs(seed, 60, processors);
    RandomStream random(seed, 0, "accounts");
    const auto below = [&](int bound) { return static_cast<int>(random.below(static_cast<std::uint64_t>(bound))); };
    for (Job& one : jobs) one.account = {1 + below(5), below(4), below(3), below(500)};
    scenario::QueueParameters parameters;
    parameters.priority.half_life = Seconds(1 + below(100));
    parameters.priority.max_age = Seconds(1 + below(100));
    parameters.priority.qos = 500;
    parameters.priority.partitions = {1, 2, 5};
    parameters.priority.qualities = {3, 1};
    ASSERT_EQ(starts_of(jobs, processors, "multifactor", parameters),
              test::NaiveMultifactor(jobs, processors, parameters.priority).run())
        << "seed " << seed;
  }
}

} // namespace
} // namespace daruma::batch
