#include "sim/calibration/fit.hpp"
#include "sim/calibration/trials.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace daruma::calibration {
namespace {

TEST(Line, GoesThroughPointsThatLieOnOne) {
  const Line line = fit_line({{4, 3}, {8, 5}, {12, 7}});
  EXPECT_NEAR(line.fixed, 1, 1e-12);
  EXPECT_NEAR(line.slope, 0.5, 1e-12);
}

TEST(Line, OfOnePointIsFlat) {
  const Line line = fit_line({{4, 3}});
  EXPECT_EQ(line.fixed, 3);
  EXPECT_EQ(line.slope, 0);
}

TEST(Line, ThatWouldFallIsFlat) {
  const Line line = fit_line({{4, 5}, {8, 3}, {12, 4}});
  EXPECT_EQ(line.slope, 0);
  EXPECT_EQ(line.fixed, 4);
}

TEST(Line, ThatWouldBeginBelowZeroBeginsThere) {
  const Line line = fit_line({{1, 0}, {2, 2}});
  EXPECT_EQ(line.fixed, 0);
  EXPECT_NEAR(line.slope, 0.8, 1e-12); // (1*0 + 2*2) / (1 + 4)
}

TEST(Spread, TakesTheMeanOfTwoMiddles) {
  const Spread four = spread({4, 1, 3, 2});
  EXPECT_EQ(four.median, 2.5);
  EXPECT_EQ(four.least, 1);
  EXPECT_EQ(four.most, 4);
}

TEST(Samples, CountOnlyTheRunsThatHaveThem) {
  const std::vector<Values> runs{{{"a", 1}, {"b", 5}}, {{"a", 3}}};
  EXPECT_EQ(medians(runs).at("a"), 2);
  EXPECT_EQ(medians(runs).at("b"), 5);
  EXPECT_FALSE(spread_of("c", runs));
}

TEST(Fit, OfNothingIsNothing) { EXPECT_TRUE(fit({}, {}).empty()); }

TEST(Fit, TakesThePeriodFromManyDeathsBesideOne) {
  const Values values{{quantity(kill_at_once(1, 12), "recovery_s"), 5e-3},
                      {quantity(kill_at_once(8, 12), "recovery_s"), 12e-3}};
  const Numbers numbers = fit(values, {});
  EXPECT_NEAR(numbers.at({Document::runtime, "/detector/period"}), 1e-3, 1e-12);
}

TEST(Fit, GivesADetectorThatSeesAllDeathsAtOnceTheShortestPeriod) {
  const Values values{{quantity(kill_at_once(1, 12), "recovery_s"), 5e-3},
                      {quantity(kill_at_once(8, 12), "recovery_s"), 4e-3}};
  EXPECT_EQ(fit(values, {}).at({Document::runtime, "/detector/period"}), 1e-6);
}

/// Two cores and three servers: 0.4 ms are computed for a read, 1 ms more for a list, 0.6 ms more for a create.
TEST(Fit, SharesOutWhatATreeStoresOperationsCompute) {
  const Values values{{quantity(store_operations(5), "read_together_s"), 0.2e-3},
                      {quantity(store_operations(5), "list_together_s"), 0.7e-3},
                      {quantity(store_operations(5), "create_together_s"), 0.5e-3},
                      {quantity(store_operations(5), "create_s"), 2e-3},
                      {quantity(store_operations(5), "read_s"), 0.3e-3},
                      {quantity(store_operations(5), "read_after_short_rest_s"), 0.6e-3},
                      {quantity(store_operations(5), "read_rested_s"), 0.9e-3}};
  const Numbers numbers = fit(values, {"", 2, 3});
  const auto number = [&numbers](const char* name) { return numbers.at({Document::tree_store, name}); };
  EXPECT_NEAR(number("/per_request"), 0.2e-3, 1e-12);
  EXPECT_NEAR(number("/client_per_request"), 0.2e-3, 1e-12);
  EXPECT_NEAR(number("/marshalling"), 300e3 / 0.5e-3, 1e-3);
  EXPECT_NEAR(number("/client_unmarshalling"), 300e3 / 0.5e-3, 1e-3);
  EXPECT_NEAR(number("/per_transaction"), 0.2e-3, 1e-12);
  EXPECT_NEAR(number("/after_rest"), 0.3e-3, 1e-12);
  EXPECT_NEAR(number("/cooling"), short_rest_s / std::log(2), 1e-12);
  EXPECT_NEAR(number("/log_force"), 2e-3 - 0.4e-3 - 2 * 0.2e-3, 1e-12);
}

TEST(Trials, KillNobodyWhereDeathsAreFatal) {
  for (const Trial& trial : trials(Deaths::fatal)) {
    const auto kills = trial.arguments.find("kills");
    EXPECT_TRUE(kills == trial.arguments.end() || kills->second == "0") << trial.name;
  }
}

TEST(Trials, AreRunOnceEach) {
  std::set<std::string> names;
  for (const Trial& trial : trials(Deaths::survived)) EXPECT_TRUE(names.insert(trial.name).second) << trial.name;
}

TEST(Trials, CoverWhatTheFitNeeds) {
  Values all;
  for (const Trial& trial : trials(Deaths::survived))
    for (const char* metric : {"agree_s", "split_s", "revoke_s", "recovery_s", "detection_s", "shrink_s", "spawn_s",
                               "half_round_trip_s[length=1]", "half_round_trip_s[length=1048576]"})
      all[quantity(trial, metric)] = static_cast<double>(1 + all.size());
  std::set<std::string> groups;
  for (const auto& [place, value] : fit(all, {})) groups.insert(place.second.substr(0, place.second.find('/', 1)));
  EXPECT_EQ(groups,
            (std::set<std::string>{"/agreement", "/detector", "/loopback", "/revoke", "/shrink", "/spawn", "/split"}));
}

} // namespace
} // namespace daruma::calibration
