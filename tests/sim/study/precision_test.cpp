#include "sim/study/replications.hpp"

#include "sim/core/random_stream.hpp"

#include <gtest/gtest.h>

namespace daruma::study {
namespace {

double drawn(int replication) { return RandomStream(1, static_cast<std::uint64_t>(replication), "a number").uniform(); }

TEST(Precision, TheAnswerDependsOnNoNumberOfCores) {
  const Estimate one = estimate_until({1000, 0.02}, drawn, 1);
  for (const int workers : {2, 3}) {
    const Estimate many = estimate_until({1000, 0.02}, drawn, workers);
    EXPECT_EQ(many.count, one.count);
    EXPECT_EQ(many.mean, one.mean);
    EXPECT_EQ(many.half_width, one.half_width);
  }
}

TEST(Precision, StopsAsSoonAsTheIntervalIsNarrowEnough) {
  const Estimate rough = estimate_until({100000, 0.05}, drawn);
  EXPECT_LT(rough.count, 2000);
  EXPECT_LE(rough.half_width, 0.05 * rough.mean);
}

TEST(Precision, WithoutOneMakesAllReplicationsOnceEach) {
  const Estimate all = estimate_until({250, 0}, [](int replication) { return static_cast<double>(replication); });
  EXPECT_EQ(all.count, 250);
  EXPECT_EQ(all.least, 0);
  EXPECT_EQ(all.most, 249);
  EXPECT_DOUBLE_EQ(all.mean, 124.5);
}

TEST(Precision, GivesUpAtTheMost) { EXPECT_EQ(estimate_until({150, 1e-9}, drawn).count, 150); }

} // namespace
} // namespace daruma::study
