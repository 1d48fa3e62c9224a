// The picture of `daruma fit`: its numbers, and that it is drawn.
#include "sim/cli/fit_picture.hpp"

#include "tests/sim/cli/command_line.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace daruma::cli {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

/// Times from 1 to 1000 hours.
TimesAndLaws thousand_hours() {
  TimesAndLaws all{"lives", {}, {}};
  for (int i = 1; i <= 1000; ++i) all.times.complete.push_back(3600.0 * i);
  all.laws = batch::fit_laws(all.times);
  return all;
}

TEST(FitPicture, ShowsWhatWasSeenAndEachLawFromTheFirstTimeToTheLast) {
  const TimesAndLaws lives = thousand_hours();
  const Json picture = Json::parse(fit_picture("a log", {lives, {"repairs", {}, {}}}));
  std::map<std::string, std::vector<Json>> curves;
  for (const Json& row : picture.at("rows")) {
    EXPECT_EQ(row.at("times"), "lives") << "there is no panel for what has no law";
    curves[row.at("law")].push_back(row);
  }
  ASSERT_EQ(curves.size(), 1 + lives.laws.size());
  EXPECT_EQ(curves.at("as logged").size(), 200U) << "a fifth of them";
  EXPECT_NEAR(curves.at("as logged")[1].at("over"), 0.006, 1e-12) << "six of a thousand";
  for (const batch::FittedLaw& law : lives.laws) {
    const std::vector<Json>& curve = curves.at(std::string(law.law->name));
    EXPECT_DOUBLE_EQ(curve.front().at("hours"), 1);
    EXPECT_NEAR(curve.back().at("hours"), 1000, 1e-9);
    for (const Json& point : curve)
      EXPECT_DOUBLE_EQ(point.at("over"), batch::part_below(law, Seconds(3600 * point.at("hours").get<double>())));
  }
}

TEST(FitPicture, HasLawsInTheSameOrderInEachPanel) {
  const TimesAndLaws lives = thousand_hours();
  TimesAndLaws others = lives;
  others.title = "others";
  std::reverse(others.laws.begin(), others.laws.end());
  std::map<std::string, std::vector<std::string>> order;
  const Json picture = Json::parse(fit_picture("a log", {lives, others}));
  for (const Json& row : picture.at("rows")) {
    std::vector<std::string>& laws = order[row.at("times")];
    if (laws.empty() || laws.back() != row.at("law")) laws.push_back(row.at("law"));
  }
  EXPECT_THAT(order.at("lives"), testing::ElementsAre("as logged", "exponential", "gamma", "lognormal", "weibull"));
  EXPECT_EQ(order.at("others"), order.at("lives"));
}

using FitCommand = test::CommandLine;

TEST_F(FitCommand, DrawsAPictureWhereThereIsALaw) {
  std::ofstream(folder_ / "outages.csv") << "node,down,up\na,0,10\nb,30,35\na,100,130\nb,210,250\na,300,310\n";
  const test::Answer drawn = call("fit outages.csv --resamples 0 --picture figures/outages.svg");
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_THAT(drawn.out, HasSubstr("drawn: figures/outages.svg\n"));
  EXPECT_THAT(test::read(folder_ / "figures/outages.svg"), HasSubstr("<svg "));
  EXPECT_THAT(call("fit outages.csv --resamples 0 --picture outages.txt").err,
              HasSubstr("--picture takes a name that ends with .svg, .png or .pdf, got outages.txt"));
  const test::Answer unwritable = call("fit outages.csv --resamples 0 --picture /proc/outages.svg");
  EXPECT_EQ(unwritable.status, 4);
  EXPECT_THAT(unwritable.err, testing::AllOf(HasSubstr("/proc/outages.svg"), HasSubstr("cannot be written"),
                                             testing::Not(HasSubstr("Traceback"))));
  std::ofstream(folder_ / "one.csv") << "node,down,up\na,5,10\n";
  const test::Answer nothing = call("fit one.csv --picture one.svg");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.out, HasSubstr("1 failure of 1 node")) << "what was found is told all the same";
  EXPECT_THAT(nothing.err, HasSubstr("--picture: there are too few times to fit a law"));
}

} // namespace
} // namespace daruma::cli
