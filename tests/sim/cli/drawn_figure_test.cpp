// Figures of artefacts are drawn as their numbers say.
#include "sim/cli/other_programs.hpp"
#include "sim/study/reproduction.hpp"
#include "tests/sim/cli/command_line.hpp"

#include <gmock/gmock.h>

namespace daruma::cli {
namespace {

using testing::HasSubstr;

/// Two measures of two strategies, where changes are free and where they are not.
study::Reproduction small_study() {
  study::Reproduction figure{"a small study"};
  figure.id = "small";
  for (const char* const quantity : {"turnaround", "wait"})
    for (const char* const price : {"free", "priced"})
      for (const char* const strategy : {"min", "average"})
        for (const double share : {50, 100})
          figure.rows.push_back({"",
                                 {},
                                 90,
                                 "% of rigid",
                                 {{"strategy", strategy},
                                  {"malleable", share},
                                  {"quantity", quantity},
                                  {"price", price},
                                  {"half_width", 1.0}}});
  figure.plot = {
      {"malleable", "malleable jobs (%)"}, {"simulated", "% of rigid"}, "strategy", "quantity", "half_width"};
  figure.plot->column = "price";
  figure.plot->level = study::Level{100, "all jobs rigid"};
  return figure;
}

int count_of(const std::string& part, const std::string& text) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

using DrawnFigure = test::CommandLine;

TEST_F(DrawnFigure, HasARowOfPanelsForEachMeasureAndOneLegend) {
  std::ofstream(folder_ / "small.json") << to_json(small_study());
  ASSERT_TRUE(draw_figure(folder_ / "small.json", folder_ / "small.svg"));
  const std::string drawing = test::read(folder_ / "small.svg");
  EXPECT_EQ(count_of("id=\"axes_", drawing), 2 * 2 + 1);
  EXPECT_EQ(count_of("id=\"legend_", drawing), 1);
  for (const char* const text : {"turnaround", "wait", "free", "priced"}) EXPECT_EQ(count_of(text, drawing), 1) << text;
  EXPECT_THAT(drawing, HasSubstr("<!-- all jobs rigid -->"));
}

TEST_F(DrawnFigure, IsTheSameEachTime) {
  std::ofstream(folder_ / "small.json") << to_json(small_study());
  ASSERT_TRUE(draw_figure(folder_ / "small.json", folder_ / "one.svg"));
  ASSERT_TRUE(draw_figure(folder_ / "small.json", folder_ / "two.svg"));
  EXPECT_EQ(test::read(folder_ / "one.svg"), test::read(folder_ / "two.svg"));
}

} // namespace
} // namespace daruma::cli
