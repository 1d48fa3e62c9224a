// Comparisons of hand-made results.
#include "analysis/comparison.hpp"

#include <gmock/gmock.h>

namespace daruma::analysis {
namespace {

using results::Event;
using results::Result;
using testing::HasSubstr;
using testing::IsEmpty;

Event at(double time, const char* kind, int process = -1, const char* text = "") {
  return {Seconds(time), kind, "quake", process, text};
}

/// What was passed, with A's and B's times or "-".
std::vector<std::string> rows(const Comparison& comparison) {
  const auto text = [](std::optional<Seconds> time) { return time ? std::to_string(time->count()).substr(0, 3) : "-"; };
  std::vector<std::string> all;
  for (const auto& pair : comparison.milestones) all.push_back(pair.what + " " + text(pair.a) + " " + text(pair.b));
  return all;
}

TEST(Comparison, OfAResultWithItselfShowsNoError) {
  Result result;
  result.metrics = {{"quake.makespan_s", 2.5}, {"quake.deaths", 0}};
  result.events = {at(0, "start"), at(1, "death", 3, "killed"), at(2, "end")};
  const auto comparison = compare(result, result);
  EXPECT_TRUE(has_same_order(comparison));
  for (const auto& metric : comparison.metrics) EXPECT_EQ(relative_error(metric.a, metric.b), 0) << metric.name;
}

TEST(Comparison, RelativeErrorIsOfTheFirst) {
  EXPECT_DOUBLE_EQ(relative_error(2, 3).value(), 0.5);
  EXPECT_DOUBLE_EQ(relative_error(-2, -3).value(), -0.5);
  EXPECT_DOUBLE_EQ(relative_error(0, 0).value(), 0);
  EXPECT_FALSE(relative_error(0, 1).has_value());
  EXPECT_FALSE(relative_error(std::nullopt, 1).has_value());
}

TEST(Comparison, AMetricOfOneResultOnlyIsShownAlone) {
  Result a;
  Result b;
  a.metrics = {{"x", 1}, {"y", 2}};
  b.metrics = {{"y", 3}, {"z", 4}};
  const auto comparison = compare(a, b);
  ASSERT_EQ(comparison.metrics.size(), 3u);
  EXPECT_FALSE(comparison.metrics[0].b.has_value());
  EXPECT_EQ(comparison.metrics[1].b, 3);
  EXPECT_FALSE(comparison.metrics[2].a.has_value());
}

TEST(Comparison, MilestonesAreMatchedInOrder) {
  Result a;
  Result b;
  a.events = {at(0, "start"), at(1, "restart", 0, "4->3"), at(2, "restart", 0, "3->2"), at(3, "end")};
  b.events = {at(0, "start"), at(5, "restart", 0, "3->2"), at(6, "restart", 0, "4->3"), at(7, "end")};
  EXPECT_THAT(rows(compare(a, b)),
              testing::ElementsAre("quake: start 0.0 0.0", "quake: restart 4->3 1.0 -", "quake: restart 3->2 2.0 5.0",
                                   "quake: restart 4->3 - 6.0", "quake: end 3.0 7.0"));
  EXPECT_FALSE(has_same_order(compare(a, b)));
}

TEST(Comparison, WhoDiedCountsAndWhoNoticedDoesNot) {
  Result a;
  Result b;
  a.events = {at(1, "death", 3, "killed"), at(2, "detection", 3, "by process 0"), at(2, "revoke", 1)};
  b.events = {at(1, "death", 3, "killed"), at(4, "revoke", 2), at(4, "revoke", 5)};
  EXPECT_TRUE(has_same_order(compare(a, b)));
  b.events = {at(1, "death", 2, "killed")};
  EXPECT_FALSE(has_same_order(compare(a, b)));
}

TEST(Comparison, WhatAProgramPrintsIsNoMilestone) {
  Result a;
  a.events = {at(1, "print", 0, "hello")};
  EXPECT_THAT(compare(a, Result{}).milestones, IsEmpty());
}

TEST(Comparison, TheTableTellsOrderAndErrors) {
  Result a;
  Result b;
  a.metrics = {{"quake.makespan_s", 2}};
  b.metrics = {{"quake.makespan_s", 3}};
  a.events = {at(1, "start")};
  EXPECT_THAT(to_table(compare(a, b), "A", "B", 80), HasSubstr("+50.0%  quake.makespan_s"));
  EXPECT_THAT(to_table(compare(a, b), "A", "B", 80), HasSubstr("not the same happened"));
  EXPECT_THAT(to_table(compare(a, a), "A", "B", 80), HasSubstr("the same happened in the same order"));
}

} // namespace
} // namespace daruma::analysis
