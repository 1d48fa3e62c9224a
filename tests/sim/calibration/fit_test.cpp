#include "sim/calibration/choices.hpp"
#include "sim/calibration/fit.hpp"
#include "sim/calibration/processor_times.hpp"
#include "sim/calibration/trials.hpp"
#include "sim/core/collective_tables.hpp"

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

TEST(RelativeLine, WeighsErrorsInPartsOfWhatWasMeasured) {
  const Line line = fit_relative_line({{1, 3}, {100, 201}, {10'000, 20'001}});
  EXPECT_NEAR(line.fixed, 1, 1e-9);
  EXPECT_NEAR(line.slope, 2, 1e-9);
  EXPECT_EQ(fit_relative_line({{1, 2}, {2, 1}}).slope, 0);
  EXPECT_EQ(fit_relative_line({{1, 1}, {2, 4}}).fixed, 0);
  EXPECT_NEAR(fit_relative_line({{1, 1}, {2, 4}}).slope, 1.2, 1e-9); // least of (s - 1)^2 + (s/2 - 1)^2
  EXPECT_NEAR(fit_relative_line({{7, 5}}).fixed, 5, 1e-12);
}

TEST(ProcessorTimes, EndAProtocolWhereTheLibrarySaysSo) {
  Values values{{quantity(library(), "eager_limit_B"), 4096}};
  for (int length = 1; length <= longest_message; length *= 2)
    values[quantity(messages(), metric_of_length("receive_s", length))] = length < 4096 ? 1e-6 : 3e-6 + length * 1e-10;
  Numbers numbers;
  fit_processor_times(numbers, values);
  const auto number = [&](const char* name) { return numbers.at({Document::runtime, name}); };
  EXPECT_EQ(number("/receive/5/bytes_below"), 4096);
  EXPECT_EQ(numbers.count({Document::runtime, "/receive/5/rate"}), 0U);
  EXPECT_NEAR(number("/receive/5/fixed"), 1e-6, 1e-12);
  EXPECT_NEAR(number("/receive/6/fixed"), 3e-6, 1e-9);
  EXPECT_NEAR(number("/receive/6/rate"), 1e10, 1e6);
  EXPECT_EQ(numbers.count({Document::runtime, "/send/0/fixed"}), 0U);
}

TEST(Choices, AreTheLibrarysOwnUnlessItWasToldOthers) {
  EXPECT_FALSE(choices({}, {"Open MPI 4.1.4"}));
  Values values{{quantity(library(), "dynamic_rules"), 0}};
  EXPECT_FALSE(choices(values, {"MPICH 4.1"}));
  const auto own = choices(values, {"Open MPI 5.0.7"});
  ASSERT_TRUE(own);
  EXPECT_EQ(own->table, "openmpi-5.0");
  EXPECT_TRUE(own->forced.empty());
  values[quantity(library(), "dynamic_rules")] = 1;
  values[quantity(library(), "forced[collective=bcast]")] = 3;
  values[quantity(library(), "forced[collective=reduce]")] = 0;
  const auto told = choices(values, {"Open MPI 4.1.4"});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->forced, (std::map<std::string, std::string>{{"bcast", "pipeline"}}));
  EXPECT_NE(told->evidence.find("bcast by pipeline"), std::string::npos);
}

TEST(Choices, HaveNamesThatScenariosKnow) {
  for (const auto& [name, which] : daruma::collectives())
    for (int number = 1; number < 10; ++number) {
      const std::string forced = "forced[collective=" + std::string(name) + "]";
      const Values values{{quantity(library(), "dynamic_rules"), 1}, {quantity(library(), forced), number}};
      const auto told = choices(values, {"Open MPI 5.0.7"});
      ASSERT_TRUE(told);
      if (told->forced.empty()) continue;
      const auto algorithm = value_named(algorithms(), told->forced.begin()->second);
      ASSERT_TRUE(algorithm) << told->forced.begin()->second;
      EXPECT_THAT(algorithms_of(which), testing::Contains(*algorithm)) << name << ' ' << number;
    }
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

/// Two cores and three servers: 0.4 ms are computed for a read, 0.6 ms more for a create, 0.6 ms more for 300 kB; for a
/// name 160 ns, of which 60 ns for its 30 bytes.
TEST(Fit, SharesOutWhatATreeStoresOperationsCompute) {
  const Values values{{quantity(store_operations(5), "read_together_s"), 0.2e-3},
                      {quantity(store_operations(5), "read_long_together_s"), 0.5e-3},
                      {quantity(store_operations(5), "list_together_s[entries=10]"), 0.2e-3 + 10 * 80e-9},
                      {quantity(store_operations(5), "list_together_s[entries=1000]"), 0.2e-3 + 1000 * 80e-9},
                      {quantity(store_operations(5), "list_together_s[entries=10000]"), 0.2e-3 + 10000 * 80e-9},
                      {quantity(store_operations(5), "create_together_s"), 0.5e-3},
                      {quantity(store_operations(5), "create_s"), 2e-3},
                      {quantity(store_operations(5), "read_s"), 0.3e-3},
                      {quantity(store_operations(5), "read_after_short_rest_s"), 0.6e-3},
                      {quantity(store_operations(5), "read_rested_s"), 0.9e-3}};
  const Numbers numbers = fit(values, {"", 2, 3});
  const auto number = [&numbers](const char* name) { return numbers.at({Document::tree_store, name}); };
  EXPECT_NEAR(number("/per_request"), 0.2e-3, 1e-12);
  EXPECT_NEAR(number("/client_per_request"), 0.2e-3, 1e-12);
  EXPECT_NEAR(number("/marshalling"), 300e3 / 0.3e-3, 1e-3);
  EXPECT_NEAR(number("/client_unmarshalling"), 300e3 / 0.3e-3, 1e-3);
  EXPECT_NEAR(number("/per_name"), 50e-9, 1e-15);
  EXPECT_NEAR(number("/client_per_name"), 50e-9, 1e-15);
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
