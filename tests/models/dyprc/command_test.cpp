#include "models/dyprc/logic/command.hpp"

#include <gmock/gmock.h>

#include <set>

namespace daruma::models::dyprc {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::HasSubstr;

template <class Expected> Expected parsed(std::string_view line) {
  const ParsedCommand command = parse_command(line);
  const auto* found = std::get_if<Expected>(&command);
  const auto* error = std::get_if<CommandError>(&command);
  EXPECT_NE(found, nullptr) << line << (error ? ": " + error->sentence : "");
  return found ? *found : Expected{};
}

TEST(Command, NumberResizes) {
  EXPECT_EQ(parsed<Resize>("16").ranks, 16);
  EXPECT_EQ(parsed<Resize>("  16\r\n").ranks, 16);
  EXPECT_EQ(parsed<Resize>("16777216").ranks, most_ranks);
}

TEST(Command, KKillsAtOnce) {
  const Kill one = parsed<Kill>("k3");
  EXPECT_THAT(one.ranks, ElementsAre(3));
  EXPECT_EQ(one.after, Seconds(0));
  EXPECT_THAT(parsed<Kill>("k8,0,11").ranks, ElementsAre(8, 0, 11));
}

TEST(Command, TimeAndRankKillLater) {
  const Kill kill = parsed<Kill>("30:7");
  EXPECT_EQ(kill.after, Seconds(30));
  EXPECT_THAT(kill.ranks, ElementsAre(7));
  EXPECT_EQ(parsed<Kill>("0.25:7").after, Seconds(0.25));
  EXPECT_EQ(parsed<Kill>("0:0").after, Seconds(0));
}

TEST(Command, SmallRKillsOneRandomRank) {
  const KillRandom kill = parsed<KillRandom>("5:r256");
  EXPECT_EQ(kill.after, Seconds(5));
  EXPECT_EQ(kill.below, 256);
  EXPECT_EQ(kill.count, 1);
}

TEST(Command, LargeRKillsSeveralRandomRanks) {
  const KillRandom kill = parsed<KillRandom>("5:R256:28");
  EXPECT_EQ(kill.below, 256);
  EXPECT_EQ(kill.count, 28);
  EXPECT_EQ(parsed<KillRandom>("5:R4:4").count, 4);
}

TEST(Command, CheckpointPutsTheJobAside) { parsed<PutAside>(" checkpoint\n"); }

struct BadLine {
  const char* line;
  const char* sentence;
};

class BadCommand : public ::testing::TestWithParam<BadLine> {};

TEST_P(BadCommand, IsASentence) {
  const ParsedCommand command = parse_command(GetParam().line);
  const auto* error = std::get_if<CommandError>(&command);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->sentence, GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, BadCommand,
    ::testing::Values(BadLine{"", "the line is empty"}, BadLine{" \t\r\n", "the line is empty"},
                      BadLine{"0", "the number of processes must be from 1 to 16777216, got 0"},
                      BadLine{"16777217", "the number of processes must be from 1 to 16777216, got 16777217"},
                      BadLine{"99999999999999999999",
                              "the number of processes must be from 1 to 16777216, got 99999999999999999999"},
                      BadLine{"-4", "the number of processes must be a whole number, got \"-4\""},
                      BadLine{"+4", "the number of processes must be a whole number, got \"+4\""},
                      BadLine{"4.5", "the number of processes must be a whole number, got \"4.5\""},
                      BadLine{"4 5", "the number of processes must be a whole number, got \"4 5\""},
                      BadLine{"four", "the number of processes must be a whole number, got \"four\""},
                      BadLine{"k", "k must be followed by ranks, such as \"k3\" or \"k3,5\""},
                      BadLine{"k,", "a rank must be a whole number, got \"\""},
                      BadLine{"k3,", "a rank must be a whole number, got \"\""},
                      BadLine{"k3,,5", "a rank must be a whole number, got \"\""},
                      BadLine{"k-1", "a rank must be a whole number, got \"-1\""},
                      BadLine{"k3, 5", "a rank must be a whole number, got \" 5\""},
                      BadLine{"k16777216", "a rank must be from 0 to 16777215, got 16777216"},
                      BadLine{"K3", "the number of processes must be a whole number, got \"K3\""},
                      BadLine{":3", "the seconds must be a number of at least 0, got \"\""},
                      BadLine{"-1:3", "the seconds must be a number of at least 0, got \"-1\""},
                      BadLine{"-0:3", "the seconds must be a number of at least 0, got \"-0\""},
                      BadLine{"nan:3", "the seconds must be a number of at least 0, got \"nan\""},
                      BadLine{"inf:3", "the seconds must be a number of at least 0, got \"inf\""},
                      BadLine{"1e3:3", "the seconds must be a number of at least 0, got \"1e3\""},
                      BadLine{"1s:3", "the seconds must be a number of at least 0, got \"1s\""},
                      BadLine{"5:", "a time must be followed by a rank, rmaxp or Rmaxp:n"},
                      BadLine{"5:x", "a rank must be a whole number, got \"x\""},
                      BadLine{"5:r", "maxp must be a whole number, got \"\""},
                      BadLine{"5:r0", "maxp must be from 1 to 16777216, got 0"},
                      BadLine{"5:R8", "R must be followed by maxp:n, got \"8\""},
                      BadLine{"5:R8:", "the number of ranks to kill must be a whole number, got \"\""},
                      BadLine{"5:R8:0", "the number of ranks to kill must be from 1 to 8, got 0"},
                      BadLine{"5:R8:9", "the number of ranks to kill must be from 1 to 8, got 9"},
                      BadLine{"5:R8:3:1", "the number of ranks to kill must be a whole number, got \"3:1\""},
                      BadLine{"5:3:1", "a rank must be a whole number, got \"3:1\""}));

std::vector<int> draw(std::uint64_t seed, int below, int count) {
  RandomStream random(seed, 0, "command_test");
  return draw_victims({Seconds(0), below, count}, random);
}

TEST(Victims, AreDistinctAscendingAndBelowTheLimit) {
  const std::vector<int> victims = draw(1, 256, 28);
  EXPECT_EQ(std::set<int>(victims.begin(), victims.end()).size(), 28u);
  EXPECT_TRUE(std::is_sorted(victims.begin(), victims.end()));
  EXPECT_GE(victims.front(), 0);
  EXPECT_LT(victims.back(), 256);
}

TEST(Victims, AreAllWhenAllAreAskedFor) { EXPECT_THAT(draw(1, 4, 4), ElementsAre(0, 1, 2, 3)); }

TEST(Victims, DependOnTheSeedAlone) {
  EXPECT_EQ(draw(7, 1000, 10), draw(7, 1000, 10));
  EXPECT_NE(draw(7, 1000, 10), draw(8, 1000, 10));
}

TEST(Victims, HitEveryRankAboutEquallyOften) {
  constexpr int draws = 4000;
  std::vector<int> hits(8, 0);
  RandomStream random(1, 0, "command_test");
  for (int i = 0; i < draws; ++i)
    for (const int rank : draw_victims({Seconds(0), 8, 2}, random)) ++hits[rank];
  for (const int count : hits) EXPECT_NEAR(count, draws / 4, 5 * 28); // binomial(4000, 1/4): sigma 27.4
}

} // namespace
} // namespace daruma::models::dyprc
