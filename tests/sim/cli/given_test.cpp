// Words are read by the table: what is wrong is said in the table's terms, with the nearest that there is.
#include "sim/cli/command_line.hpp"
#include "sim/cli/given.hpp"

#include <gmock/gmock.h>

namespace daruma::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Command example() {
  return {"try",
          "try things",
          "",
          {{"FILE", "what is tried", 1, 2}},
          {{"json", "prints JSON"},
           Option("times", "N", "so often").standard("3").between(1, 10),
           Option("part", "P", "a part").between(0, 1),
           Option("way", "WAY", "which way").one_of({"left", "right"}).standard("right"),
           Option("set", "WHAT", "a value").repeated(),
           Option("secret", "for the program").hidden()},
          {},
          nullptr};
}

Given given(const Words& words) { return {example(), words}; }

std::string complaint(const Words& words) {
  try {
    given(words);
  } catch (const UsageError& problem) { return problem.what(); }
  return "";
}

TEST(Given, ReadsWordsInAnyOrder) {
  const Given all = given({"--times", "4", "a", "--set=x=1", "--json", "b", "--set", "y"});
  EXPECT_THAT(all.arguments(), ElementsAre("a", "b"));
  EXPECT_EQ(all.whole("times"), 4);
  EXPECT_TRUE(all.has("json"));
  EXPECT_THAT(all.texts("set"), ElementsAre("x=1", "y"));
}

TEST(Given, HasStandardValuesForWhatIsNotGiven) {
  const Given few = given({"a"});
  EXPECT_FALSE(few.has("times"));
  EXPECT_EQ(few.whole("times"), 3);
  EXPECT_EQ(few.choice("way"), 1U);
  EXPECT_THAT(few.texts("set"), IsEmpty());
}

TEST(Given, ValuesThatLookLikeOptionsNeedAnEqualsSign) { EXPECT_EQ(given({"a", "--set=-1"}).text("set"), "-1"); }

TEST(Given, NamesTheNearestOption) {
  EXPECT_THAT(complaint({"a", "--tmies", "4"}),
              HasSubstr("try: unknown option \"--tmies\"; did you mean \"--times\"?"));
  EXPECT_THAT(complaint({"a", "--tmies", "4"}), HasSubstr("daruma help try"));
  EXPECT_THAT(complaint({"a", "--time", "4"}), HasSubstr("unknown option \"--time\"")) << "no abbreviations";
  EXPECT_THAT(complaint({"a", "--xyz"}), testing::Not(HasSubstr("secret")));
}

TEST(Given, NamesTheNearestValue) {
  EXPECT_THAT(complaint({"a", "--way", "rigth"}), HasSubstr("--way: unknown way \"rigth\"; did you mean \"right\"?"));
}

TEST(Given, SaysHowManyWordsThereMayBe) {
  EXPECT_THAT(complaint({}), HasSubstr("try needs FILE: what is tried"));
  EXPECT_THAT(complaint({"a", "b", "c"}), HasSubstr("try takes at most 2 FILE, got \"a\", \"b\" and \"c\""));
}

TEST(Given, SaysWhatIsMissingOrTooMuch) {
  EXPECT_THAT(complaint({"a", "--times"}), HasSubstr("--times needs a value: --times N"));
  EXPECT_THAT(complaint({"a", "--json=1"}), HasSubstr("--json takes no value"));
  EXPECT_THAT(complaint({"a", "--times", "1", "--times", "2"}), HasSubstr("--times is given twice"));
}

TEST(Given, NumbersAreWithinTheTablesRange) {
  EXPECT_THROW(given({"a", "--times", "11"}).whole("times"), UsageError);
  EXPECT_THROW(given({"a", "--times", "4x"}).whole("times"), UsageError);
  EXPECT_THROW(given({"a", "--part", "1.5"}).number("part"), UsageError);
  EXPECT_EQ(given({"a", "--part", "0.5"}).number("part"), 0.5);
  try {
    given({"a", "--times", "0"}).whole("times");
    FAIL();
  } catch (const UsageError& problem) {
    EXPECT_STREQ(problem.what(), "--times takes a whole number from 1 to 10, got 0");
  }
}

TEST(Given, AnOptionThatTheTableDoesNotHaveIsTheProgramsError) {
  EXPECT_THROW((void)given({"a"}).has("nothing"), std::logic_error);
}

} // namespace
} // namespace daruma::cli
