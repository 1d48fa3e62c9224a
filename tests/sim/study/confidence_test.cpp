
#include "sim/core/random_stream.hpp"
#include "sim/study/sequential_test.hpp"

#include <gmock/gmock.h>

namespace daruma::study {
namespace {

using scenario::Expectation;
using scenario::Relation;
using scenario::Share;

struct Published {
  int met;
  int runs;
  double lower;
  double upper;
};

TEST(Confidence, BoundsAreThoseOfPublishedTables) {
  const Published table[] = {{0, 10, 0, 0.3085},       {1, 10, 0.0025, 0.4450}, {5, 10, 0.1871, 0.8129},
                             {10, 10, 0.6915, 1},      {3, 20, 0.0321, 0.3789}, {0, 100, 0, 0.0362},
                             {50, 100, 0.3983, 0.6017}};
  for (const auto& [met, runs, lower, upper] : table) {
    const Bounds bounds = clopper_pearson(met, runs, 0.025, 0.025);
    EXPECT_NEAR(bounds.lower, lower, 5e-5) << met << " of " << runs;
    EXPECT_NEAR(bounds.upper, upper, 5e-5) << met << " of " << runs;
  }
}

TEST(Confidence, OneSided99PercentAt95TakesThe299RunsOfTheTextbook) {
  EXPECT_GE(clopper_pearson(299, 299, 0.05, 0.05).lower, 0.99);
  EXPECT_LT(clopper_pearson(298, 298, 0.05, 0.05).lower, 0.99);
}

Judgement judged_after(const Share& share, int met, int not_met, int limit = 10000) {
  std::vector<bool> runs(static_cast<std::size_t>(not_met), false);
  runs.insert(runs.end(), static_cast<std::size_t>(met), true);
  return judge_share(share, runs, limit);
}

TEST(Confidence, AClaimHoldsAfterTheFirstLookThatCouldShowIt) {
  EXPECT_EQ(judged_after({0.99, 0.95}, 383, 0).decision, Decision::open);
  EXPECT_EQ(judged_after({0.99, 0.95}, 383, 0).runs, 384);
  EXPECT_EQ(judged_after({0.99, 0.95}, 384, 0).decision, Decision::holds);
}

TEST(Confidence, AClaimFailsAsSoonAsThatIsClear) {
  const Judgement judgement = judged_after({0.99, 0.95}, 0, 12);
  EXPECT_EQ(judgement.decision, Decision::fails);
  EXPECT_EQ(judgement.runs, 12);
  EXPECT_LT(judgement.bounds.upper, 0.5);
}

TEST(Confidence, AtItsLimitAClaimMayStayOpen) {
  std::vector<bool> nine_of_ten;
  for (int run = 0; run < 100; ++run) nine_of_ten.push_back(run % 10 != 5);
  EXPECT_EQ(judge_share({0.9, 0.95}, nine_of_ten, 100).decision, Decision::open);
  EXPECT_EQ(judged_after({0.99, 0.95}, 299, 0, 299).decision, Decision::holds); // the last look has all that is left
  EXPECT_EQ(judged_after({0.99, 0.95}, 50, 0, 50).decision, Decision::open);
  EXPECT_EQ(judged_after({0.5, 0.95}, 1, 0, 1).decision, Decision::open);
}

/// How often, of 2000 policies, each with that chance, the claim gets this answer.
double share_of(Decision decision, double chance, const Share& share) {
  RandomStream draws{1, 0, "policies"};
  int count = 0;
  for (int policy = 0; policy < 2000; ++policy) {
    std::vector<bool> met;
    for (int run = 0; run < 1000; ++run) met.push_back(draws.uniform() < chance);
    if (judge_share(share, met, 1000).decision == decision) ++count;
  }
  return count / 2000.0;
}

TEST(Confidence, AllLooksTogetherErrNoMoreOftenThanIsAllowed) {
  EXPECT_LE(share_of(Decision::holds, 0.8999, {0.9, 0.95}), 0.05);
  EXPECT_LE(share_of(Decision::fails, 0.9001, {0.9, 0.95}), 0.05);
  EXPECT_GE(share_of(Decision::holds, 0.95, {0.9, 0.95}), 0.99);
  EXPECT_GE(share_of(Decision::fails, 0.85, {0.9, 0.95}), 0.95);
}

SweptRun run_with(int replica, double x) { return {{0, replica}, 1, "", {{"x", x}}}; }

/// Runs that it asks for have x = replica % 10.
SequentialTest tried(const std::vector<Expectation>& expectations, int limit) {
  SequentialTest trial(expectations, limit);
  for (auto missing = trial.missing(); !missing.empty(); missing = trial.missing())
    for (const int replica : missing) trial.enter(run_with(replica, replica % 10));
  return trial;
}

TEST(SequentialTest, OfASingleRunTakesOne) {
  const auto findings = tried({{"x", Relation::is, 0.0}, {"x", Relation::at_least, 1.0}}, 100).findings();
  EXPECT_EQ(findings[0].judgement.decision, Decision::holds);
  EXPECT_EQ(findings[1].judgement.decision, Decision::fails);
  EXPECT_EQ(findings[1].judgement.runs, 1);
  EXPECT_EQ(findings[1].remark, "it is 0");
}

TEST(SequentialTest, OfRunsThatAreAllTheSameTakesOne) {
  SequentialTest trial({{"x", Relation::is, 3.0, Share{0.99, 0.95}}, {"x", Relation::is, 4.0, Share{0.01, 0.95}}}, 2000,
                       Runs::are_the_same);
  EXPECT_THAT(trial.missing(), testing::ElementsAre(0));
  trial.enter(run_with(0, 3));
  EXPECT_TRUE(trial.missing().empty());
  EXPECT_EQ(trial.findings()[0].judgement.decision, Decision::holds);
  EXPECT_EQ(trial.findings()[1].judgement.decision, Decision::fails);
  EXPECT_EQ(trial.findings()[1].remark, "it is 3");
}

TEST(SequentialTest, OfAPartTakesAsManyAsDecideIt) {
  const auto findings = tried({{"x", Relation::at_least, 1.0, Share{0.8, 0.95}},
                               {"x", Relation::at_least, 1.0, Share{0.99, 0.95}},
                               {"x", Relation::at_least, 1.0, Share{0.9, 0.95}}},
                              2000)
                            .findings();
  EXPECT_EQ(findings[0].judgement.decision, Decision::holds);
  EXPECT_LT(findings[0].judgement.runs, 400);
  EXPECT_EQ(findings[1].judgement.decision, Decision::fails);
  EXPECT_EQ(findings[2].judgement.decision, Decision::open);
  EXPECT_THAT(findings[2].remark, testing::HasSubstr("in 1800 of 2000 runs, so in 8"));
}

TEST(SequentialTest, ARunThatBrokeDoesNothingThatIsExpectedOfIt) {
  SequentialTest trial({{"x", Relation::at_most, 5.0}}, 10);
  trial.enter({{0, 0}, 1, "deadlock at 3s", {{"x", 1}}});
  EXPECT_TRUE(trial.missing().empty());
  EXPECT_EQ(trial.findings()[0].judgement.decision, Decision::fails);
  EXPECT_THAT(trial.findings()[0].remark, testing::HasSubstr("replica 0 with: deadlock at 3s"));
}

} // namespace
} // namespace daruma::study
