#include "sim/explore/verdict.hpp"

#include <gmock/gmock.h>

namespace daruma::explore::test {
namespace {

using results::Event;

/// A job that ended well after one death that was inflicted.
run::Ending recovered() {
  results::Result result;
  results::JobRow job;
  job.name = "j";
  job.finished = true;
  job.end = Seconds(2);
  result.jobs.push_back(job);
  result.metrics["j.sum"] = 10;
  result.events = {Event{Seconds(1), "death", "j", 3, "killed"}, Event{Seconds(2), "print", "j", 0, "answer 10"},
                   Event{Seconds(2), "print", "j", 1, "went on"}};
  return {result, {}, ""};
}

Reference reference() { return {{"answer 10"}, {{"j.sum", 10}}, {}, 0, Seconds(1)}; }

Finding judged(const run::Ending& ending, const scenario::Exploration& promise = {}, const run::LeftBehind& left = {}) {
  return judge(ending, left, reference(), promise, {});
}

TEST(Verdict, IsThatItRecoversWhereAllLinesOfTheReferenceAreThere) {
  const Finding finding = judged(recovered());
  EXPECT_EQ(finding.verdict, Verdict::recovers) << finding.why;
  EXPECT_EQ(finding.deaths, 1);
  EXPECT_TRUE(is_kept(finding));
}

TEST(Verdict, IsAWrongAnswerWhereALineIsMissing) {
  run::Ending ending = recovered();
  ending.result.events = {Event{Seconds(2), "print", "j", 0, "answer 9"}};
  EXPECT_EQ(judged(ending).verdict, Verdict::wrong_answer);
  EXPECT_EQ(judged(ending).why, "nobody printed \"answer 10\"");
  scenario::Exploration any;
  any.answer = "any";
  EXPECT_EQ(judged(ending, any).verdict, Verdict::recovers);
}

TEST(Verdict, IsAWrongAnswerWhereTheMetricIsAnother) {
  scenario::Exploration sum;
  sum.answer = "j.sum";
  run::Ending ending = recovered();
  EXPECT_EQ(judged(ending, sum).verdict, Verdict::recovers);
  ending.result.metrics["j.sum"] = 9;
  EXPECT_EQ(judged(ending, sum).why, "j.sum is 9, without faults it is 10");
}

TEST(Verdict, IsACrashWhereAProcessDiesByASignal) {
  run::Ending ending = recovered();
  ending.result.events = {Event{Seconds(1), "death", "j", 3, "SIGSEGV (Segmentation fault) at p.c:3"}};
  EXPECT_EQ(judged(ending).verdict, Verdict::crash);
  EXPECT_THAT(judged(ending).why, testing::HasSubstr("p.c:3"));
  EXPECT_EQ(judged(ending).deaths, 0) << "nobody inflicted it";
}

TEST(Verdict, OfAStandstillIsAHang) {
  run::Ending ending = recovered();
  ending.breakdown = run::Breakdown::standstill;
  ending.problem = "deadlock";
  EXPECT_EQ(judged(ending).verdict, Verdict::hang);
  ending.breakdown = run::Breakdown::misuse;
  EXPECT_EQ(judged(ending).verdict, Verdict::misuse);
}

TEST(Verdict, ToGiveUpIsAllowedBeyondThePromise) {
  run::Ending ending = recovered();
  ending.result.jobs.front().failed = true;
  ending.result.jobs.front().reason = "process 1: MPI_Abort with code 3";
  EXPECT_EQ(judged(ending).verdict, Verdict::gives_up);
  EXPECT_FALSE(is_kept(judged(ending)));
  scenario::Exploration none;
  none.survives = 0;
  EXPECT_TRUE(is_kept(judged(ending, none)));
}

TEST(Verdict, ToHangIsNeverAllowed) {
  run::Ending ending = recovered();
  ending.breakdown = run::Breakdown::standstill;
  scenario::Exploration none;
  none.survives = 0;
  EXPECT_FALSE(is_kept(judged(ending, none)));
}

TEST(Verdict, IsALeakWhereMoreRequestsAreLeft) {
  EXPECT_EQ(judged(recovered(), {}, {0, 1}).verdict, Verdict::leak);
  scenario::Exploration leaky;
  leaky.may_leak = true; // of communicators
  EXPECT_EQ(judged(recovered(), leaky, {0, 1}).verdict, Verdict::leak);
}

TEST(Verdict, IsALeakWhereMoreCommunicatorsAreLeft) {
  EXPECT_EQ(judged(recovered(), {}, {1, 0}).verdict, Verdict::leak);
  scenario::Exploration leaky;
  leaky.may_leak = true;
  EXPECT_EQ(judged(recovered(), leaky, {1, 0}).verdict, Verdict::recovers);
}

TEST(Verdict, IsAHangWhereItIsCut) {
  run::Ending ending = recovered();
  ending.result.cut = results::Cut{Seconds(100), "--until"};
  EXPECT_EQ(judged(ending).verdict, Verdict::hang);
}

} // namespace
} // namespace daruma::explore::test
