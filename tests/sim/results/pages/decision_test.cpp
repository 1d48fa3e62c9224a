// What pages call the best, and what they leave open.
#include "sim/results/pages/decision.hpp"
#include "sim/results/pages/plot.hpp"
#include "sim/results/pages/readable.hpp"

#include <gmock/gmock.h>

namespace daruma::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

/// Ten replicas around a mean, which share their draws with those of every other mean.
std::map<int, double> around(double mean, double own = 0) {
  std::map<int, double> values;
  for (int i = 0; i < 10; ++i) values[i] = mean + 500.0 * (i % 5) + own * (i % 3);
  return values;
}

const std::vector<Contender> three{{"a"}, {"b"}, {"c"}};

Contest waits(std::vector<std::map<int, double>> values) {
  return {"mean_wait_s", "s", Better::down, std::move(values)};
}

TEST(Standing, IsDecidedByPairsWhereIntervalsOverlap) {
  const auto standing = standing_of(waits({around(7300, 1), around(7200), around(9000)}), three, Chance::drawn);
  ASSERT_TRUE(standing);
  EXPECT_EQ(standing->best, 1U);
  EXPECT_THAT(standing->behind, ElementsAre(0, 2)) << "the next best first";
  EXPECT_THAT(standing->undecided, IsEmpty());
}

TEST(Standing, LeavesOpenWhatChanceMayHaveMade) {
  const auto standing =
      standing_of(waits({around(7201, 300), around(7400, -300), around(20000)}), three, Chance::drawn);
  EXPECT_EQ(standing.value().best, 1U);
  EXPECT_THAT(standing->undecided, ElementsAre(0));
  EXPECT_THAT(standing->behind, ElementsAre(2));
}

TEST(Standing, OfWhoDidNotFinishIsNone) {
  const std::vector<Contender> contenders{{"a"}, {"b", "2 of 10 runs broke"}, {"c"}};
  const auto standing = standing_of(waits({around(7300), around(10), around(9000, 1)}), contenders, Chance::drawn);
  EXPECT_EQ(standing.value().best, 0U) << "fast is easy for who gives up";
  EXPECT_THAT(standing->undecided, IsEmpty());
}

TEST(Standing, OfSingleRunsIsCertainOnlyWithoutChance) {
  const Contest contest = waits({{{0, 5.0}}, {{0, 4.0}}, {{0, 4.0}}});
  EXPECT_THAT(standing_of(contest, three, Chance::drawn)->behind, IsEmpty());
  const Standing certain = standing_of(contest, three, Chance::none).value();
  EXPECT_THAT(certain.behind, ElementsAre(0));
  EXPECT_THAT(certain.undecided, ElementsAre(2)) << "is the same";
}

TEST(Standing, NeedsADirectionAndValues) {
  EXPECT_FALSE(
      standing_of({"jobs", "count", Better::neither, {around(1), around(2), around(3)}}, three, Chance::drawn));
  EXPECT_FALSE(standing_of(waits({{}, {}, {}}), three, Chance::drawn));
}

TEST(Decision, SaysWhoIsBestByHowMuchAndMarksIt) {
  const std::string html =
      decision(three, {waits({around(10900, 1), around(7300), around(20000, 2)})}, Chance::drawn).html();
  EXPECT_THAT(html, HasSubstr("Mean wait: b with 2.31 h is the best beyond doubt; next comes a, 1 h more, between "));
  EXPECT_THAT(html, HasSubstr("<td class=\"number best\">2.31</td>"));
  EXPECT_THAT(html, HasSubstr("mean wait, h"));
}

TEST(Decision, NamesThoseThatItDoesNotTellApart) {
  const std::string html =
      decision(three, {waits({around(7201, 300), around(7400, -300), around(20000)})}, Chance::drawn).html();
  EXPECT_THAT(html, HasSubstr("no choice is the best beyond doubt: b with 2.26 h is not told from a, only from c."));
  EXPECT_THAT(html, Not(HasSubstr("class=\"number best\"")));
  EXPECT_THAT(html, HasSubstr("<td class=\"number perhaps\">2.26</td>"));
}

TEST(Decision, SaysWhatOneRunIsWorth) {
  const std::string html = decision(three, {waits({{{0, 5.0}}, {{0, 4.0}}, {{0, 7.0}}})}, Chance::drawn).html();
  EXPECT_THAT(html, HasSubstr("in one run of each the best is b with 4 s; one run tells no difference from chance"));
  EXPECT_THAT(html, Not(HasSubstr("class=\"number best\"")));
  EXPECT_THAT(decision({{"a"}}, {waits({around(3)})}, Chance::drawn).html(), HasSubstr("nothing to compare it with"));
}

TEST(Decision, TellsWhoIsNotJudged) {
  const std::vector<Contender> contenders{{"a"}, {"b", "2 of 10 runs broke"}, {"c"}};
  EXPECT_THAT(decision(contenders, {waits({around(7300), around(10), around(9000, 1)})}, Chance::drawn).html(),
              HasSubstr("Not judged: b: 2 of 10 runs broke."));
}

TEST(Decision, IsNoneWhereNobodyCameToAnEnd) {
  const std::vector<Contender> contenders{{"a", "broke"}, {"b", "broke, too"}};
  const std::string html = decision(contenders, {waits({around(7300), around(10)})}, Chance::drawn).html();
  EXPECT_THAT(html, HasSubstr("No choice can be judged: of none everything came to its end."));
  EXPECT_THAT(html, HasSubstr("Not judged: a: broke; b: broke, too."));
  EXPECT_THAT(html, Not(HasSubstr("class=\"number best\"")));
}

TEST(Readable, HasThreeDigitsInTheUnitThatSuits) {
  EXPECT_EQ(three_digits(0.818259), "0.818");
  EXPECT_EQ(three_digits(-33305.2), "-33\u00a0300");
  EXPECT_EQ(three_digits(999.7), "1\u00a0000");
  EXPECT_EQ(three_digits(0), "0");
  EXPECT_EQ(three_digits(1.5e-7), "1.5e-07");
  EXPECT_EQ(whole(447784), "447\u00a0784");
  EXPECT_EQ(whole(406.7), "407");
  EXPECT_EQ(readable(90, "s"), "90 s");
  EXPECT_EQ(readable(19692.9, "s"), "5.47 h");
  EXPECT_EQ(readable(468354, "s"), "5.42 d");
  EXPECT_EQ(readable(0.25, "ratio"), "0.25");
  EXPECT_EQ(readable_name("energy_kwh"), "energy");
  EXPECT_EQ(readable(400e3, "W"), "400 kW");
  EXPECT_EQ(readable_name("lost_to_failures_node_h"), "lost to failures");
  EXPECT_EQ(readable_name("heat.slowdown[a_b=1]"), "heat.slowdown[a_b=1]");
}

TEST(Ticks, AreRoundNumbers) {
  EXPECT_THAT(ticks({0, 2048, ""}), ElementsAre(0, 500, 1000, 1500, 2000));
  EXPECT_THAT(ticks({1, 1000, "", Spacing::logarithmic}), ElementsAre(1, 10, 100, 1000));
  EXPECT_THAT(time_marks(600, 90000),
              ElementsAre(Pair(600, "10 min"), Pair(3600, "1 h"), Pair(36000, "10 h"), Pair(86400, "1 d")));
}

TEST(Plot, PutsMarksAndCurvesWhereTheirValuesAre) {
  Plot plot({0, 10, "x"}, {0, 4, "y"});
  const std::string html = plot.line({{0, 0}, {10, 4}}, "c0").mark(5, "Daly").draw().html();
  EXPECT_THAT(html, HasSubstr("class=\"curve c0\" d=\"M60.0 192.0L748.0 10.0\"")) << "from corner to corner";
  EXPECT_THAT(html, HasSubstr("class=\"mark\" d=\"M404.0 10.0V192.0\"")) << "in the middle";
  EXPECT_THAT(html, HasSubstr(">Daly</text>"));
}

TEST(Plot, SlantsWordsThatWouldRunIntoEachOther) {
  Axis x{0, 2, "sizes", Spacing::linear, {{0.5, "1 (10)"}, {1.5, "2 (3)"}}};
  EXPECT_THAT(Plot(x, {0, 4, "y"}).draw().html(), Not(HasSubstr("rotate(-30)")));
  x.marks = {{0.9, "129 to 256 (10)"}, {1, "257 to 512 (3)"}};
  const std::string html = Plot(x, {0, 4, "y"}).draw().html();
  EXPECT_THAT(html, HasSubstr("rotate(-30)\">129 to 256 (10)</text>"));
  EXPECT_THAT(html, Not(HasSubstr("viewBox=\"0 0 760 230\""))) << "they need room";
}

} // namespace
} // namespace daruma::pages
