// Paired differences: by hand, and how often chance alone is taken for a difference.
#include "sim/core/random_stream.hpp"
#include "sim/study/paired.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace daruma::study {
namespace {

using testing::DoubleNear;

using Values = std::map<int, double>;

TEST(PairedDifference, ByHand) {
  // Differences 1, 2, 3: standard error 1/sqrt(3), Student's quantile with two degrees of freedom 4.303.
  const Difference found = paired_difference({{0, 10}, {1, 20}, {2, 30}}, {{0, 11}, {1, 22}, {2, 33}}, {});
  EXPECT_EQ(found.pairs, 3);
  EXPECT_THAT(found.mean, DoubleNear(2, 1e-12));
  EXPECT_THAT(found.half_width, DoubleNear(4.30265 / std::sqrt(3), 1e-4));
  EXPECT_FALSE(found.is_told_apart);
}

TEST(PairedDifference, SeesThroughWhatReplicasShare) {
  RandomStream random(1, 0, "shared");
  Values a;
  Values b;
  for (int i = 0; i < 10; ++i) {
    const double shared = 1000 * random.uniform();
    a[i] = shared + random.uniform();
    b[i] = shared + 5 + random.uniform();
  }
  EXPECT_TRUE(paired_difference(a, b, {}).is_told_apart);
}

TEST(PairedDifference, CountsOnlyReplicasThatBothHave) {
  const Difference found = paired_difference({{0, 1}, {2, 1}, {3, 7}}, {{1, 5}, {2, 4}}, {});
  EXPECT_EQ(found.pairs, 1);
  EXPECT_EQ(found.mean, 3);
  EXPECT_FALSE(found.is_told_apart) << "a single pair tells nothing";
  EXPECT_EQ(paired_difference({}, {{1, 5}}, {}).pairs, 0);
}

TEST(PairedDifference, ThatIsAlwaysTheSameIsLeftToTheSignTest) {
  const auto with_pairs = [](int count) {
    Values a;
    Values b;
    for (int i = 0; i < count; ++i) {
      a[i] = 0.1 * i;
      b[i] = 0.1 * i + 1;
    }
    return paired_difference(a, b, {}).is_told_apart;
  };
  EXPECT_FALSE(with_pairs(5)) << "2^-4 is above 0.05";
  EXPECT_TRUE(with_pairs(6));
  EXPECT_FALSE(paired_difference({{0, 1}, {1, 2}}, {{0, 1}, {1, 2}}, {}).is_told_apart);
}

TEST(PairedDifference, IsRarelySeenWhereThereIsNone) {
  constexpr int trials = 2000;
  int seen = 0;
  for (int trial = 0; trial < trials; ++trial) {
    RandomStream random(7, static_cast<std::uint64_t>(trial), "nothing");
    bool is_any = false;
    std::map<int, Values> points;
    for (int point = 0; point < 4; ++point)
      for (int i = 0; i < 8; ++i) points[point][i] = random.lognormal(Seconds(1), 0.3).count();
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b) is_any = is_any || paired_difference(points[a], points[b], {0.05, 6}).is_told_apart;
    if (is_any) ++seen;
  }
  EXPECT_LT(seen, 0.06 * trials) << "of four that are the same, any two told apart";
  EXPECT_GT(seen, 0.01 * trials) << "or nothing could ever be told apart";
}

} // namespace
} // namespace daruma::study
