#include "sim/study/replications.hpp"

#include <gtest/gtest.h>

namespace daruma::study {
namespace {

TEST(Estimate, OfOneValueHasNoInterval) {
  const Estimate one = estimate({3.5});
  EXPECT_EQ(one.count, 1);
  EXPECT_EQ(one.mean, 3.5);
  EXPECT_EQ(one.half_width, 0);
}

TEST(Estimate, OfKnownSampleMatchesStudent) {
  // Mean 3, standard deviation sqrt(2.5), t(0.975, 4) = 2.776445: 2.776445 * sqrt(2.5 / 5).
  const Estimate five = estimate({1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(five.mean, 3);
  EXPECT_NEAR(five.half_width, 1.963243, 1e-6);
  EXPECT_EQ(five.least, 1);
  EXPECT_EQ(five.most, 5);
}

TEST(Estimate, OfValuesThatAreEqualButForRoundingHasNoInterval) {
  const Estimate equal = estimate(std::vector<double>(10, 19660.8));
  EXPECT_EQ(equal.mean, 19660.8);
  EXPECT_EQ(equal.half_width, 0);
  EXPECT_EQ(estimate({0.1 + 0.2, 0.3}).half_width, 0);
  EXPECT_EQ(estimate({-1e6, -1e6 - 1e-7}).half_width, 0);
  EXPECT_GT(estimate({1e6, 1e6 + 1e-5}).half_width, 0);
  EXPECT_EQ(estimate({0, 0}).half_width, 0);
}

TEST(Summary, TakesAMetricOverTheRunsThatHaveIt) {
  const auto summary = summarise({{{"a", 1}, {"b", 10}}, {{"a", 3}}});
  EXPECT_EQ(summary.at("a").count, 2);
  EXPECT_EQ(summary.at("a").mean, 2);
  EXPECT_EQ(summary.at("b").count, 1);
}

} // namespace
} // namespace daruma::study
