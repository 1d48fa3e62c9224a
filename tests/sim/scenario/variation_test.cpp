#include "sim/scenario/variation.hpp"

#include <gmock/gmock.h>

namespace daruma::scenario {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> values_of(const std::string& text) { return read_variation("/a=" + text).values; }

std::string variation_error(const std::vector<std::string>& given) {
  try {
    std::vector<Variation> variations;
    for (const std::string& text : given) variations.push_back(read_variation(text));
    combinations(variations);
    return "accepted";
  } catch (const VariationError& error) { return error.what(); }
}

TEST(Variation, IsAListOrARange) {
  EXPECT_THAT(values_of("6h,12h,1.5"), ElementsAre("6h", "12h", "1.5"));
  EXPECT_THAT(values_of("3..5"), ElementsAre("3", "4", "5"));
  EXPECT_THAT(values_of("-1..1,7"), ElementsAre("-1", "0", "1", "7"));
  EXPECT_THAT(values_of("10..95..40"), ElementsAre("10", "50", "90"));
  EXPECT_EQ(read_variation("/jobs/0/arguments/a=b=c").pointer, "/jobs/0/arguments/a");
}

TEST(Variation, CommasInsideJsonDoNotPart) {
  EXPECT_THAT(values_of(R"([1,2],[3,4],"a,b",{"x":[1,2],"y":"],"})"),
              ElementsAre("[1,2]", "[3,4]", R"("a,b")", R"({"x":[1,2],"y":"],"})"));
  EXPECT_THAT(values_of(R"("a\",b",c)"), ElementsAre(R"("a\",b")", "c"));
}

TEST(Variation, SaysWhatIsWrong) {
  EXPECT_THAT(variation_error({"a=1"}), HasSubstr("--vary a=1: expected /json/pointer=VALUE"));
  EXPECT_THAT(variation_error({"/a"}), HasSubstr("expected /json/pointer=VALUE"));
  EXPECT_THAT(variation_error({""}), HasSubstr("expected /json/pointer=VALUE"));
  EXPECT_THAT(variation_error({"/a="}), HasSubstr("empty value"));
  EXPECT_THAT(variation_error({"/a=1,,2"}), HasSubstr("empty value"));
  EXPECT_THAT(variation_error({"/a=9..1"}), HasSubstr("the range from 9 to 1 is empty"));
  EXPECT_THAT(variation_error({"/a=1..9..0"}), HasSubstr("the step of a range"));
  EXPECT_THAT(variation_error({"/a=1..99999999"}), HasSubstr("at most 100000 values"));
  EXPECT_THAT(variation_error({"/a=1..3,2"}), HasSubstr("\"2\" is there twice"));
  EXPECT_THAT(variation_error({"/a=1,2", "/a=3"}), HasSubstr("is varied twice"));
  EXPECT_THAT(variation_error({"/a=1..1001", "/b=1..100"}), HasSubstr("at most 100000 points"));
}

TEST(Variation, CombinesWithTheLastFastest) {
  const auto points = combinations({{"/a", {"1", "2"}}, {"/b", {"x", "y", "z"}}});
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points[1][0].value + points[1][1].value, "1y");
  EXPECT_EQ(points[3][0].value + points[3][1].value, "2x");
  EXPECT_EQ(combinations({}).size(), 1u);
}

} // namespace
} // namespace daruma::scenario
