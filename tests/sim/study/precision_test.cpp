#include "sim/study/precision.hpp"

#include "sim/core/random_stream.hpp"

#include <atomic>
#include <gtest/gtest.h>

namespace daruma::study {
namespace {

double drawn(int replication) { return RandomStream(1, static_cast<std::uint64_t>(replication), "a number").uniform(); }

TEST(Precision, TheAnswerDependsOnNoNumberOfThreads) {
  const Estimate one = estimate_until({1000, 0.02}, drawn, 1);
  for (const int threads : {2, 3, 8}) {
    const Estimate many = estimate_until({1000, 0.02}, drawn, threads);
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
  std::atomic<int> calls{0};
  const Estimate all = estimate_until({250, 0}, [&](int) { return static_cast<double>(++calls > 0); });
  EXPECT_EQ(all.count, 250);
  EXPECT_EQ(calls, 250);
}

TEST(Precision, GivesUpAtTheMost) { EXPECT_EQ(estimate_until({150, 1e-9}, drawn).count, 150); }

} // namespace
} // namespace daruma::study
