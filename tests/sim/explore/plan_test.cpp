#include "tests/sim/explore/moments.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

namespace daruma::explore::test {
namespace {

/// "3 before 2+": process, part, occurrence, and whether it is later than the moment.
std::string shown(const Candidate& candidate) {
  const Fault& fault = candidate.faults.back();
  return std::to_string(fault.moment.process) + " " +
         std::string(word_of(scenario::parts_of_calls, fault.moment.part)) + " " +
         std::to_string(fault.moment.occurrence) + (candidate.is_later ? "+" : "");
}

std::vector<std::string> shown(const std::vector<Candidate>& all) {
  std::vector<std::string> texts;
  for (const Candidate& one : all) texts.push_back(shown(one));
  return texts;
}

TEST(Plan, HasAFaultForEachMessagePieceAndArrayOfAStep) {
  Step one = step(moment(0, "MPI_Bcast"), 1, 2);
  one.exposed = {{8, 16, 1}, 120, {{"a", 2}, {"b", 100}}};
  const auto texts = [&](Victim victim) {
    std::vector<std::string> all;
    for (const Candidate& candidate : candidates({}, {}, {one}, victim))
      all.push_back(std::to_string(candidate.faults[0].nth) + candidate.faults[0].array);
    return all;
  };
  EXPECT_THAT(texts(Victim::message), testing::ElementsAre("1", "2", "3"));
  EXPECT_THAT(texts(Victim::array), testing::ElementsAre("1a", "1b"));
  EXPECT_EQ(texts(Victim::memory).size(), 100U) << "the first hundred";
  EXPECT_EQ(texts(Victim::memory).back(), "100");
}

TEST(Plan, HasSoManyDifferentBitsOfAMessageAsThereAreAndTheSeedDrawsThem) {
  Step one = step(moment(0, "MPI_Bcast"), 1, 2);
  one.exposed.messages = {1, 1000};
  const auto bits = [&](int count, std::uint64_t seed) {
    std::map<int, std::set<int>> of_message;
    for (const Fault& fault : faults_at(one, Victim::message, {{}, count, seed}))
      EXPECT_TRUE(of_message[fault.nth].insert(fault.bit).second);
    return of_message;
  };
  EXPECT_THAT(bits(20, 1)[1], testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(bits(20, 1)[2].size(), 20U);
  EXPECT_LT(*bits(20, 1)[2].rbegin(), 8000);
  EXPECT_EQ(bits(20, 1), bits(20, 1));
  EXPECT_NE(bits(20, 1), bits(20, 2));
}

TEST(Plan, HasADeathAtEachMomentAndHalfWayThroughWhatLasts) {
  const std::vector<Step> steps{step(moment(0, "MPI_Recv"), 0, 1), step(moment(0, "MPI_Recv", 1, Part::inside), 1, 4),
                                step(moment(0, "MPI_Recv", 1, Part::after), 5, 0)};
  const auto all = candidates({}, {}, steps, Victim::process);
  EXPECT_THAT(shown(all), testing::ElementsAre("0 before 1", "0 inside 1", "0 inside 1+", "0 after 1"));
  EXPECT_EQ(all[2].faults.back().delay, Seconds(2));
}

TEST(Plan, HasOneFaultOfACaseAtAMoment) {
  const std::vector<Step> steps{step(moment(0, "MPI_Isend"), 1, 1), step(moment(1, "MPI_Isend"), 2, 1)};
  const Case late{{steps[0].moment, Seconds(0), Victim::late_message, 0, {Seconds(1)}}};
  const std::vector<Candidate> all = candidates(late, steps[0].site, steps, Victim::process);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].faults[1].moment.process, 1);
}

TEST(Plan, LetsNewsBeLateFromTheFirstMomentOfEachProcess) {
  const std::vector<Step> steps{step(moment(0, "MPI_Init"), 0, 1), step(moment(0, "MPI_Send"), 1, 1),
                                step(moment(1, "MPI_Init"), 0, 1)};
  const std::vector<Candidate> all = candidates({}, {}, steps, Victim::late_news);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].faults[0].moment, steps[0].moment);
  EXPECT_EQ(all[1].faults[0].moment, steps[2].moment);
  EXPECT_TRUE(candidates(all[0].faults, steps[0].site, steps, Victim::late_news).empty());
}

TEST(Plan, LeavesOutWhoIsImmortalAndWhatComesTooEarly) {
  scenario::Exploration promise;
  promise.immortal = {1};
  promise.from = Seconds(2);
  const std::vector<Step> steps{step(moment(0, "MPI_Init"), 1, 2), step(moment(0, "MPI_Recv"), 3, 1),
                                step(moment(1, "MPI_Recv"), 3, 1), step(moment(2, "MPI_Recv"), 2, 1)};
  const Sanctuary sanctuary = sanctuary_of(promise, steps);
  const auto left = [&](Victim victim) {
    return shown(candidates({}, {}, outside_of(sanctuary, steps, victim), victim));
  };
  EXPECT_THAT(left(Victim::process), testing::ElementsAre("0 before 1", "2 before 1"));
  EXPECT_THAT(left(Victim::node), testing::ElementsAre("2 before 1")) << "processes 0 and 1 share a node";
}

TEST(Plan, ShowsEachKindOnceBeforeAnyTwice) {
  std::vector<Step> steps;
  for (int i = 1; i <= 5; ++i) steps.push_back(step(moment(0, "MPI_Send", i), i, 0, 10));
  for (int i = 1; i <= 2; ++i) steps.push_back(step(moment(1, "MPI_Recv", i), i, 0, 20));
  EXPECT_THAT(shown(by_novelty(candidates({}, {}, steps, Victim::process))),
              testing::ElementsAre("0 before 1", "1 before 1", "0 before 5", "1 before 2", "0 before 3", "0 before 2",
                                   "0 before 4"));
}

TEST(Plan, LosesAndRepeatsNothing) {
  for (int count = 1; count <= 40; ++count) {
    std::vector<Step> steps;
    for (int i = 1; i <= count; ++i) steps.push_back(step(moment(0, "MPI_Send", i), i, 0));
    const auto texts = shown(by_novelty(candidates({}, {}, steps, Victim::process)));
    EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), static_cast<std::size_t>(count));
    EXPECT_EQ(texts.size(), static_cast<std::size_t>(count));
  }
}

TEST(Plan, OfSecondDeathsTellsKindsApartByTheFirstOnesPlace) {
  const Site here{{"p", 1}, "MPI_Send", "sender", 0, Part::before};
  const Site there{{"p", 2}, "MPI_Send", "sender", 0, Part::before};
  const std::vector<Step> steps{step(moment(1, "MPIX_Comm_shrink"), 0, 0, 30)};
  const Fault first{moment(0, "MPI_Send")};
  auto all = candidates({first}, here, steps, Victim::process);
  for (const auto& one : candidates({first}, here, steps, Victim::process)) all.push_back(one);
  for (const auto& one : candidates({first}, there, steps, Victim::process)) all.push_back(one);
  const auto sorted = by_novelty(all);
  ASSERT_EQ(sorted.size(), 3U);
  EXPECT_EQ(sorted[0].before.place.offset, 1);
  EXPECT_EQ(sorted[1].before.place.offset, 2) << "before the second of the first kind";
  EXPECT_EQ(sorted[0].faults.size(), 2U);
}

TEST(Plan, DrawsEqualsForEqualSeedsAndNothingTwice) {
  std::vector<Step> steps;
  for (int i = 1; i <= 100; ++i) steps.push_back(step(moment(0, "MPI_Send", i), i, 0));
  const auto all = candidates({}, {}, steps, Victim::process);
  const auto texts = shown(drawn(all, 30, 7));
  EXPECT_EQ(texts, shown(drawn(all, 30, 7)));
  EXPECT_NE(texts, shown(drawn(all, 30, 8)));
  EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), 30U);
  EXPECT_EQ(drawn(all, 1000, 7).size(), 100U);
}

TEST(Recorder, GivesTheRoleInACollectiveCallToAllOfIt) {
  Recorder recorder;
  recorder.begin(moment(0, "MPI_Bcast"), {Seconds(1), 0, {}}, {"p", 5});
  recorder.take_part(moment(0, "MPI_Bcast"), {8, 2, 2});
  recorder.begin(moment(0, "MPI_Bcast", 1, Part::inside), {Seconds(3), 0, {}}, {"p", 5});
  recorder.begin(moment(0, "MPI_Send"), {Seconds(7), 0, {}}, {"p", 6});
  const auto& steps = recorder.steps();
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].site.role, "root");
  EXPECT_EQ(steps[1].site.role, "root");
  EXPECT_EQ(steps[1].site.processes, 8);
  EXPECT_EQ(steps[1].lasts, Seconds(4));
  EXPECT_EQ(steps[2].site.role, "sender");
}

TEST(Recorder, CountsWhatAProcessDoesUntilItsNextMoment) {
  Recorder recorder;
  recorder.begin(moment(0, "MPI_Init"), {Seconds(1), 0, {{}, 7, {}}}, {"p", 5});
  recorder.begin(moment(0, "MPI_Send"), {Seconds(2), 0, {{}, 9, {{"field", 80}}}}, {"p", 6});
  recorder.begin(moment(1, "MPI_Send"), {Seconds(2), 0, {{}, 60, {}}}, {"p", 6});
  recorder.begin(moment(0, "MPI_Send", 1, Part::inside), {Seconds(3), 0, {{8, 24}, 9, {}}}, {"p", 6});
  recorder.begin(moment(0, "MPI_Finalize"), {Seconds(4), 0, {{}, 10, {}}}, {"p", 7});
  const auto& steps = recorder.steps();
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_EQ(steps[0].exposed.pieces, 2U);
  EXPECT_THAT(steps[1].exposed.messages, testing::ElementsAre(8, 24));
  EXPECT_EQ(steps[1].exposed.pieces, 0U);
  EXPECT_THAT(steps[1].exposed.arrays, testing::ElementsAre(testing::Pair("field", 80)));
  EXPECT_EQ(steps[2].moment.part, Part::inside);
  EXPECT_EQ(steps[2].exposed.pieces, 1U);
}

TEST(Recorder, KeepsTheFirstStepOfEachSiteOnly) {
  Recorder recorder(Recorder::Keeps::first_of_each_site);
  for (int i = 1; i <= 3; ++i) {
    recorder.begin(moment(0, "MPI_Send", i), {Seconds(i), 0, {}}, {"p", 5});
    recorder.begin(moment(1, "MPI_Recv", i), {Seconds(i), 0, {}}, {"p", 6});
  }
  ASSERT_EQ(recorder.steps().size(), 2U);
  EXPECT_EQ(recorder.steps()[0].moment, moment(0, "MPI_Send", 1));
  EXPECT_EQ(recorder.steps()[1].moment, moment(1, "MPI_Recv", 1));
}

TEST(Recorder, WritesStepsThatAreReadBack) {
  Step written = step(moment(3, "MPI_Recv", 2, Part::inside, 4), 0.1 + 0.2, 1e-9, 0x1234);
  written.exposed = {{5, 7}, 6, {{"field", 80}}};
  const Step read = read_step(write_step(written));
  EXPECT_EQ(read.moment, written.moment);
  EXPECT_EQ(read.at, written.at);
  EXPECT_EQ(read.lasts, written.lasts);
  EXPECT_EQ(read.node, written.node);
  EXPECT_EQ(read.exposed.messages, written.exposed.messages);
  EXPECT_EQ(read.exposed.pieces, 6U);
  EXPECT_EQ(read.exposed.arrays, written.exposed.arrays);
  EXPECT_FALSE(read.site < written.site || written.site < read.site);
}

} // namespace
} // namespace daruma::explore::test
