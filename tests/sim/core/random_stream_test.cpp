#include "sim/core/random_stream.hpp"

#include "sim/core/generator.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

namespace daruma {
namespace {

using testing::ElementsAre;

std::vector<std::uint64_t> take(int count, const std::function<std::uint64_t()>& next) {
  std::vector<std::uint64_t> outputs;
  for (int i = 0; i < count; ++i) outputs.push_back(next());
  return outputs;
}

// Published outputs of Vigna's reference code for seeds 0 and 1234567.
TEST(Generator, SplitMix64GivesThePublishedNumbers) {
  std::uint64_t zero = 0;
  EXPECT_THAT(take(3, [&] { return split_mix_64(zero); }),
              ElementsAre(0xE220A8397B1DCDAFu, 0x6E789E6AA1B965F4u, 0x06C45D188009454Fu));
  std::uint64_t state = 1234567;
  EXPECT_THAT(take(5, [&] { return split_mix_64(state); }),
              ElementsAre(6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
                          16408922859458223821u));
}

// Published outputs of Blackman and Vigna's reference code for the state {1, 2, 3, 4}.
TEST(Generator, Xoshiro256StarStarGivesThePublishedNumbers) {
  Xoshiro256State state{1, 2, 3, 4};
  EXPECT_THAT(take(10, [&] { return xoshiro_256_star_star(state); }),
              ElementsAre(11520u, 0u, 1509978240u, 1215971899390074240u, 1216172134540287360u, 607988272756665600u,
                          16172922978634559625u, 8476171486693032832u, 10595114339597558777u, 2904607092377533576u));
}

TEST(RandomStream, DependsOnItsKeyOnly) {
  RandomStream one(1, 0, "failures/node-17");
  RandomStream other(1, 0, "failures/node-18");
  other.bits();
  RandomStream again(1, 0, "failures/node-17");
  EXPECT_EQ(take(100, [&] { return one.bits(); }), take(100, [&] { return again.bits(); }));
}

TEST(RandomStream, EveryPartOfTheKeyMatters) {
  std::set<std::uint64_t> firsts;
  int streams = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t replication = 0; replication < 10; ++replication) {
      for (const char* purpose : {"", "a", "b", "ab", "ba", "failures/node-1", "failures/node-11"}) {
        firsts.insert(RandomStream(seed, replication, purpose).bits());
        ++streams;
      }
    }
  }
  EXPECT_EQ(static_cast<int>(firsts.size()), streams);
}

// The contract of a result: these change only with schema_version.
TEST(RandomStream, KeepsItsNumbersBetweenVersions) {
  RandomStream stream(1, 0, "failures/node-17");
  EXPECT_THAT(take(3, [&] { return stream.bits(); }),
              ElementsAre(12016442273253492550u, 16136933837413574549u, 13190239569202479407u));
}

/// Kolmogorov-Smirnov: the largest distance between the draws' distribution and the law, times sqrt(n).
double ks_statistic(std::vector<double> draws, const std::function<double(double)>& law) {
  std::sort(draws.begin(), draws.end());
  const auto n = static_cast<double>(draws.size());
  double largest = 0;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const double expected = law(draws[i]);
    largest = std::max({largest, static_cast<double>(i + 1) / n - expected, expected - static_cast<double>(i) / n});
  }
  return largest * std::sqrt(n);
}

constexpr double one_percent_level = 1.628; // of the Kolmogorov distribution
constexpr int sample_size = 100000;

template <class Draw> std::vector<double> sample(Draw draw) {
  std::vector<double> draws;
  for (int i = 0; i < sample_size; ++i) draws.push_back(draw());
  return draws;
}

double mean(const std::vector<double>& draws) {
  double sum = 0;
  for (const double draw : draws) sum += draw;
  return sum / static_cast<double>(draws.size());
}

TEST(RandomStream, UniformFollowsItsLaw) {
  RandomStream stream(2, 0, "uniform");
  const std::vector<double> draws = sample([&] { return stream.uniform(); });
  EXPECT_GE(*std::min_element(draws.begin(), draws.end()), 0);
  EXPECT_LT(*std::max_element(draws.begin(), draws.end()), 1);
  EXPECT_LT(ks_statistic(draws, [](double x) { return x; }), one_percent_level);
}

TEST(RandomStream, ExponentialFollowsItsLaw) {
  RandomStream stream(2, 0, "exponential");
  const std::vector<double> draws = sample([&] { return stream.exponential(Seconds(5)).count(); });
  EXPECT_LT(ks_statistic(draws, [](double x) { return 1 - std::exp(-x / 5); }), one_percent_level);
  EXPECT_NEAR(mean(draws), 5, 3 * 5 / std::sqrt(sample_size));
}

TEST(RandomStream, WeibullFollowsItsLaw) {
  for (const double shape : {0.7, 1.0, 3.0}) {
    RandomStream stream(2, 0, "weibull");
    const std::vector<double> draws = sample([&] { return stream.weibull(shape, Seconds(5)).count(); });
    const auto law = [shape](double x) { return 1 - std::exp(-std::pow(x / 5, shape)); };
    EXPECT_LT(ks_statistic(draws, law), one_percent_level) << shape;
  }
}

TEST(RandomStream, WeibullScaleGivesTheMeanAskedFor) {
  for (const double shape : {0.7, 1.0, 3.0}) {
    RandomStream stream(3, 0, "weibull");
    const Seconds scale = weibull_scale(shape, Seconds(100));
    const std::vector<double> draws = sample([&] { return stream.weibull(shape, scale).count(); });
    const double variance_ratio = std::tgamma(1 + 2 / shape) / std::pow(std::tgamma(1 + 1 / shape), 2) - 1;
    EXPECT_NEAR(mean(draws), 100, 3 * 100 * std::sqrt(variance_ratio / sample_size)) << shape;
  }
  EXPECT_DOUBLE_EQ(weibull_scale(1, Seconds(100)).count(), 100);
  EXPECT_DOUBLE_EQ(weibull_scale(0.5, Seconds(100)).count(), 50); // Gamma(3) = 2
}

TEST(RandomStream, BelowIsFair) {
  RandomStream stream(4, 0, "below");
  constexpr int bound = 7;
  std::vector<int> counts(bound);
  for (int i = 0; i < sample_size; ++i) ++counts[stream.below(bound)];
  double chi_squared = 0;
  for (const int count : counts) {
    const double expected = static_cast<double>(sample_size) / bound;
    chi_squared += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_squared, 16.81); // 1 % level of chi squared with 6 degrees of freedom
}

TEST(RandomStream, BelowHasNoModuloBias) {
  // Of 64-bit numbers modulo 3 * 2^62, the lowest third would come twice as often as the others.
  constexpr std::uint64_t bound = std::uint64_t{3} << 62;
  RandomStream stream(4, 0, "bias");
  int lowest_third = 0;
  for (int i = 0; i < 30000; ++i) lowest_third += stream.below(bound) < bound / 3 ? 1 : 0;
  EXPECT_NEAR(lowest_third, 10000, 3 * std::sqrt(30000 * 2.0 / 9));
}

TEST(RandomStream, LognormalHasItsMedianAndSpread) {
  RandomStream stream(4, 0, "repairs");
  int below = 0;
  double squares = 0;
  for (int i = 0; i < sample_size; ++i) {
    const Seconds time = stream.lognormal(Seconds(10), 0.8);
    below += time < Seconds(10) ? 1 : 0;
    const double log = std::log(time.count() / 10);
    squares += log * log;
  }
  EXPECT_NEAR(below, sample_size / 2.0, 2.58 * std::sqrt(sample_size / 4.0));
  EXPECT_NEAR(squares / sample_size, 0.64, 2.58 * 0.64 * std::sqrt(2.0 / sample_size));
  EXPECT_EQ(stream.lognormal(Seconds(10), 0), Seconds(10));
}

TEST(RandomStream, BelowOneIsZero) {
  RandomStream stream(4, 0, "one");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(stream.below(1), 0u);
}

} // namespace
} // namespace daruma
