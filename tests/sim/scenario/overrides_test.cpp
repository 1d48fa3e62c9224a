#include "tests/sim/scenario/fixtures.hpp"

#include <gmock/gmock.h>

namespace daruma::scenario {
namespace {

using testing::ElementsAre;

std::string error_of(const std::vector<Override>& overrides) {
  try {
    good_with(overrides);
    return "accepted";
  } catch (const ScenarioError& error) { return error.what(); }
}

TEST(Override, ReplacesAValue) {
  EXPECT_EQ(good_with({{"/jobs/0/ranks", "3"}}).jobs[0].ranks, 3);
  EXPECT_EQ(good_with({{"/horizon", "2h"}}).horizon, Seconds(7200));
  EXPECT_EQ(good_with({{"/horizon", "\"2h\""}}).horizon, Seconds(7200));
  EXPECT_EQ(good_with({{"/seed", "18446744073709551615"}}).seed, 18446744073709551615u);
  EXPECT_EQ(good_with({{"/jobs/0/arguments/verbose", "true"}}).jobs[0].arguments.at("verbose"), Argument(true));
}

TEST(Override, CreatesAnAbsentKey) {
  EXPECT_EQ(good_with({{"/jobs/0/start", "1s"}}).jobs[0].start, Seconds(1));
  EXPECT_EQ(good_with({{"/jobs/1/checkpoint", R"({ "size": "1MB" })"}}).jobs[1].checkpoint->size, Bytes(1e6));
}

TEST(Override, AppliesInOrder) {
  const Scenario scenario =
      good_with({{"/jobs/1/arguments", "{}"}, {"/jobs/1/arguments/loops", "9"}, {"/seed", "1"}, {"/seed", "2"}});
  EXPECT_EQ(scenario.jobs[1].arguments.at("loops"), Argument(9.0));
  EXPECT_EQ(scenario.seed, 2u);
}

TEST(Override, AppendsToAList) {
  EXPECT_THAT(std::get<KillRanks>(good_with({{"/events/0/ranks/-", "3"}}).events[0].action).ranks,
              ElementsAre(1, 2, 3));
  EXPECT_THAT(std::get<KillRanks>(good_with({{"/events/0/ranks/0", "3"}}).events[0].action).ranks, ElementsAre(3, 2));
}

TEST(Override, ChangesAMachineGivenByName) {
  const Scenario scenario = good_with({{"/machine/cores", "5"}, {"/runtime/eager_limit", "1KiB"}});
  EXPECT_EQ(scenario.machine.cores, 5);
  EXPECT_EQ(scenario.machine.nodes, 2);
  EXPECT_EQ(scenario.runtime.eager_limit, Bytes(1024));
  EXPECT_EQ(scenario.runtime.detector.period, Seconds(20));
}

TEST(Override, ChangesTheDefaultRuntime) {
  nlohmann::json scenario = good_scenario();
  scenario.erase("runtime");
  EXPECT_EQ(parse(scenario.dump(), "test.json", surroundings(), {{"/runtime/eager_limit", "1KiB"}}).runtime.eager_limit,
            Bytes(1024));
}

TEST(Override, IsInTheResolvedText) {
  const auto resolved =
      nlohmann::json::parse(good_with({{"/jobs/0/ranks", "3"}, {"/machine/cores", "5"}}).resolved_json);
  EXPECT_EQ(resolved["jobs"][0]["ranks"], 3);
  EXPECT_EQ(resolved["machine"]["cores"], 5);
}

TEST(Override, PlainTextNeedsNoQuotes) {
  EXPECT_EQ(good_with({{"/events/4/text", "krank,1,2"}}).events.size(), 14u);
  EXPECT_EQ(good_with({{"/name", "a b \" c"}}).name, "a b \" c");
  EXPECT_EQ(good_with({{"/description", ""}}).name, "good");
}

TEST(Override, AMistakeIsSaidToBeInIt) {
  EXPECT_EQ(error_of({{"/jobs/0/ranks", "many"}}), "--set: /jobs/0/ranks: expected a whole number, got \"many\"");
  EXPECT_EQ(error_of({{"/jobs/0/recovry", "spawn"}}),
            "--set: /jobs/0/recovry: unknown key \"recovry\"; did you mean \"recovery\"?");
  EXPECT_EQ(error_of({{"/machine/cores", "-1"}}), "--set: /machine/cores: must be at least 1, got -1");
}

TEST(Override, WithoutAParentIsAnError) {
  EXPECT_EQ(error_of({{"/jobs/2/ranks", "1"}}), "--set: /jobs/2/ranks: there is no \"/jobs/2\" to set this in");
  EXPECT_EQ(error_of({{"/jobs/1/checkpoint/size", "1B"}}),
            "--set: /jobs/1/checkpoint/size: there is no \"/jobs/1/checkpoint\" to set this in");
  EXPECT_EQ(error_of({{"/jobs/x/ranks", "1"}}), "--set: /jobs/x/ranks: there is no \"/jobs/x\" to set this in");
  EXPECT_EQ(error_of({{"/jobs/-/ranks", "1"}}), "--set: /jobs/-/ranks: there is no \"/jobs/-\" to set this in");
  EXPECT_EQ(error_of({{"/jobs/00/ranks", "1"}}), "--set: /jobs/00/ranks: there is no \"/jobs/00\" to set this in");
}

TEST(Override, InAValueWithoutPartsIsAnError) {
  EXPECT_EQ(error_of({{"/name/first", "x"}}),
            "--set: /name/first: what it is to be set in is neither an object nor a list with that item");
  EXPECT_EQ(error_of({{"/events/17", "{}"}}),
            "--set: /events/17: what it is to be set in is neither an object nor a list with that item");
}

TEST(Override, OfNoPointerIsAnError) {
  const std::string expected = ": expected a JSON pointer such as \"/jobs/0/ranks\"";
  EXPECT_EQ(error_of({{"", "x"}}), "--set: \"\"" + expected);
  EXPECT_EQ(error_of({{"jobs/0", "x"}}), "--set: \"jobs/0\"" + expected);
  EXPECT_EQ(error_of({{"/a~2b", "x"}}), "--set: \"/a~2b\"" + expected);
  EXPECT_EQ(error_of({{"/a~", "x"}}), "--set: \"/a~\"" + expected);
}

TEST(Override, OfBrokenUtf8IsAnError) {
  EXPECT_EQ(error_of({{"/name", "\xC3\x28"}}), "--set: /name: the value is not UTF-8 text");
  EXPECT_THAT(error_of({{"/\xC3\x28", "1"}}), testing::HasSubstr("expected a JSON pointer"));
}

TEST(Override, SeveralMistakesAreAllReported) {
  EXPECT_EQ(error_of({{"/jobs/5/ranks", "1"}, {"/nothing/here", "1"}}),
            "--set: /jobs/5/ranks: there is no \"/jobs/5\" to set this in\n"
            "--set: /nothing/here: there is no \"/nothing\" to set this in");
}

} // namespace
} // namespace daruma::scenario
