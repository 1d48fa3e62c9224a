// Laws of the time to a failure against their means, variances and distribution functions.
#include "sim/core/failure_law.hpp"

#include <gmock/gmock.h>

#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/weibull.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace daruma {
namespace {

std::vector<double> draws(const FailureLaw& law, double shape, double mean, int count) {
  RandomStream stream(7, 0, law.name);
  std::vector<double> all;
  for (int i = 0; i < count; ++i) all.push_back(law.draw(shape, Seconds(mean), stream).count());
  std::sort(all.begin(), all.end());
  return all;
}

/// The largest distance between what was drawn, in order, and the law's distribution (Kolmogorov and Smirnov).
double distance(const std::vector<double>& drawn, const std::function<double(double)>& part_below) {
  double most = 0;
  const auto count = static_cast<double>(drawn.size());
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const double below = part_below(drawn[i]);
    const auto before = static_cast<double>(i);
    most = std::max({most, below - before / count, (before + 1) / count - below});
  }
  return most;
}

constexpr int many = 40'000;
/// Of 40 000 draws, one law of 10 000 comes further from its own distribution.
const double far = 2.2 / std::sqrt(many);

TEST(FailureLaws, DrawFromTheirDistributions) {
  for (const double shape : {0.3, 0.7, 1.0, 1.5, 8.0}) {
    const boost::math::gamma_distribution<> gamma(shape, 100 / shape);
    EXPECT_LT(distance(draws(failure_law::gamma, shape, 100, many), [&](double x) { return cdf(gamma, x); }), far)
        << shape;
    const boost::math::lognormal_distribution<> lognormal(std::log(100.0) - shape * shape / 2, shape);
    EXPECT_LT(distance(draws(failure_law::lognormal, shape, 100, many), [&](double x) { return cdf(lognormal, x); }),
              far)
        << shape;
    const boost::math::weibull_distribution<> weibull(shape, 100 / std::tgamma(1 + 1 / shape));
    EXPECT_LT(distance(draws(failure_law::weibull, shape, 100, many), [&](double x) { return cdf(weibull, x); }), far)
        << shape;
  }
}

TEST(FailureLaws, TheTestTellsAWrongShape) {
  const boost::math::gamma_distribution<> other(0.75, 100 / 0.75);
  EXPECT_GT(distance(draws(failure_law::gamma, 0.7, 100, many), [&](double x) { return cdf(other, x); }), far);
}

TEST(FailureLaws, OfShapeOneAreExponential) {
  const auto part_below = [](double x) { return -std::expm1(-x / 100); };
  for (const FailureLaw* law : {&failure_law::exponential, &failure_law::weibull, &failure_law::gamma})
    EXPECT_LT(distance(draws(*law, 1, 100, many), part_below), far) << law->name;
}

} // namespace
} // namespace daruma
