// What the witnesses of Falanx's chaos contradict.
#include "tests/models/falanx/falanx_witness.hpp"

#include <gmock/gmock.h>

namespace daruma::models {
namespace {

using testing::HasSubstr;

/// One client, a server, a node of the data store, and two groups of one worker: ranks 3 and 4.
constexpr falanx::Roles roles{1, 1, 0, 1, 2, 1, 0};

struct Word {
  int process;
  std::string text;
};

/// "death" is a death, all else was said; one word each millisecond.
std::string contradiction_of(const std::vector<Word>& words, bool drops = false) {
  results::Result result;
  result.jobs.emplace_back();
  result.jobs.front().finished = true;
  Seconds time{0};
  for (const Word& word : words) {
    time += Seconds(1e-3);
    const bool is_death = word.text == "death";
    result.events.push_back({time, is_death ? "death" : "witness", "q", word.process, is_death ? "killed" : word.text});
  }
  return contradiction(result, {roles, 1, drops, false, 1});
}

TEST(Witness, BelievesInATaskThatWasCompleted) {
  EXPECT_EQ(contradiction_of({{0, "submit 0.0"}, {3, "begin 0.0"}, {3, "end 0.0"}, {0, "completed 0.0"}}), "");
}

TEST(Witness, BelievesInATaskThatWasLostAndCompletedThen) {
  EXPECT_EQ(contradiction_of({{0, "submit 0.0"},
                              {3, "begin 0.0"},
                              {3, "death"},
                              {0, "failed 0.0"},
                              {0, "submit 0.1"},
                              {4, "begin 0.1"},
                              {4, "end 0.1"},
                              {0, "completed 0.1"}}),
            "");
}

TEST(Witness, BelievesInATaskThatWasTakenByTheDead) {
  EXPECT_EQ(contradiction_of({{0, "submit 0.0"}, {3, "death"}, {0, "failed 0.0"}}, true), "");
}

TEST(Witness, DoesNotBelieveInALossWithoutADeath) {
  EXPECT_THAT(contradiction_of({{0, "submit 0.0"}, {3, "begin 0.0"}, {0, "failed 0.0"}}, true),
              HasSubstr("in a group that lost nobody"));
  EXPECT_THAT(contradiction_of({{0, "submit 0.0"}, {3, "begin 0.0"}, {4, "death"}, {0, "failed 0.0"}}, true),
              HasSubstr("in a group that lost nobody"));
  EXPECT_THAT(contradiction_of({{0, "submit 0.0"}, {0, "failed 0.0"}}, true), HasSubstr("1 tasks failed"));
}

TEST(Witness, DoesNotBelieveInSilence) {
  EXPECT_THAT(contradiction_of({{0, "submit 0.0"}, {3, "begin 0.0"}, {3, "death"}}), HasSubstr("reported 0 times"));
  EXPECT_THAT(contradiction_of({{0, "submit 0.0"}, {3, "begin 0.0"}, {3, "death"}, {0, "completed 0.0"}}),
              HasSubstr("nobody says so"));
  EXPECT_THAT(contradiction_of({}), HasSubstr("only 0 tasks"));
}

TEST(Witness, DoesNotBelieveInWhatHappenedTwice) {
  EXPECT_THAT(contradiction_of({{0, "submit 0.0"},
                                {3, "begin 0.0"},
                                {3, "end 0.0"},
                                {4, "begin 0.0"},
                                {4, "end 0.0"},
                                {0, "completed 0.0"}}),
              HasSubstr("begun 2 times"));
  EXPECT_THAT(contradiction_of(
                  {{0, "submit 0.0"}, {3, "begin 0.0"}, {3, "end 0.0"}, {0, "completed 0.0"}, {0, "completed 0.0"}}),
              HasSubstr("reported 2 times"));
}

TEST(Witness, DoesNotBelieveInAnswersThatAreWrongOrGone) {
  EXPECT_THAT(contradiction_of({{0, "submit 0.0"}, {3, "begin 0.0"}, {3, "end 0.0"}, {0, "wrong 0.0"}}),
              HasSubstr("wrong answer"));
  EXPECT_THAT(contradiction_of({{0, "submit 0.0"}, {3, "begin 0.0"}, {3, "end 0.0"}, {0, "missing 0.0"}}),
              HasSubstr("no answer"));
}

} // namespace
} // namespace daruma::models
