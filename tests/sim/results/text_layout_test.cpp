#include "sim/results/text_layout.hpp"

#include <gmock/gmock.h>

namespace daruma::results {
namespace {

using testing::ElementsAre;

TEST(TextLayout, WrapsAtSpaces) {
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one two three", 100), ElementsAre("one two three"));
  EXPECT_THAT(wrapped("", 5), ElementsAre(""));
}

TEST(TextLayout, CutsWordsThatAreTooLong) {
  EXPECT_THAT(wrapped("abcdefgh ij", 3), ElementsAre("abc", "def", "gh", "ij"));
  EXPECT_THAT(wrapped(" abcdef", 3), ElementsAre(" ab", "cde", "f"));
}

TEST(TextLayout, CountsCharactersAndNotBytes) {
  EXPECT_THAT(wrapped("\u00e9\u00e9\u00e9\u00e9", 2), ElementsAre("\u00e9\u00e9", "\u00e9\u00e9"));
  EXPECT_EQ(side_by_side({{"a", Align::left, {"\u00e9"}}, {"b", Align::left, {"x"}}}, 40), "a  b\n\u00e9  x\n");
}

TEST(TextLayout, AlignsAndIndents) {
  const std::vector<Column> columns{{"name", Align::left, {"x", "longer"}},
                                    {"n", Align::right, {"100", "1"}},
                                    {"what", Align::left, {"a few words that wrap", ""}}};
  EXPECT_EQ(side_by_side(columns, 29), R"(name      n  what
x       100  a few words that
             wrap
longer    1
)");
}

TEST(TextLayout, ALastColumnOfNumbersIsAlignedToo) {
  EXPECT_EQ(side_by_side({{"a", Align::left, {"x", "y"}}, {"n", Align::right, {"5", "1000"}}}, 80),
            "a     n\nx     5\ny  1000\n");
}

TEST(TextLayout, TooLittleWidthIsNoReasonToFail) {
  EXPECT_EQ(side_by_side({{"a", Align::left, {"x"}}, {"b", Align::left, {"1234567890123456789"}}}, 0),
            "a  b\nx  1234567890123456\n   789\n");
}

} // namespace
} // namespace daruma::results
