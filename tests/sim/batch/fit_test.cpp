// Fitted laws against closed forms, against a naive search over a grid, and against the laws that times were drawn of.
#include "sim/batch/failure_statistics.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/weibull.hpp>

#include <algorithm>
#include <cmath>

namespace daruma::batch {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

Lifetimes sample(const FailureLaw& law, double shape, int count, double watched = 0) {
  RandomStream stream(3, 0, law.name);
  Lifetimes lives;
  for (int i = 0; i < count; ++i) {
    const double life = law.draw(shape, Seconds(1000), stream).count();
    if (watched == 0 || life < watched)
      lives.complete.push_back(life);
    else
      lives.open.push_back(watched);
    if (watched > 0) lives.watched.push_back(watched);
  }
  std::sort(lives.complete.begin(), lives.complete.end());
  return lives;
}

/// The definition: densities of what is over, and what is above the others.
template <class Distribution> double likelihood(const Distribution& distribution, const Lifetimes& lives) {
  double value = 0;
  for (const double time : lives.complete) value += std::log(pdf(distribution, time));
  for (const double time : lives.open) value += std::log(cdf(complement(distribution, time)));
  return value;
}

double naive_likelihood(const FailureLaw& law, double shape, double mean, const Lifetimes& lives) {
  if (&law == &failure_law::gamma) return likelihood(boost::math::gamma_distribution<>(shape, mean / shape), lives);
  if (&law == &failure_law::lognormal)
    return likelihood(boost::math::lognormal_distribution<>(std::log(mean) - shape * shape / 2, shape), lives);
  return likelihood(boost::math::weibull_distribution<>(shape, mean / std::tgamma(1 + 1 / shape)), lives);
}

TEST(FittedLaws, AreTheMostLikely) {
  for (const FailureLaw* law : {&failure_law::weibull, &failure_law::lognormal, &failure_law::gamma})
    for (const double watched : {0.0, 1500.0}) {
      const Lifetimes lives = sample(*law, 0.8, 400, watched);
      const FittedLaw best = fit_law(*law, lives);
      EXPECT_NEAR(best.log_likelihood, naive_likelihood(*law, best.shape, best.mean.count(), lives), 1e-6) << law->name;
      for (const double shape : {0.9, 0.97, 0.999, 1.0, 1.001, 1.03, 1.1})
        for (const double mean : {0.9, 0.97, 0.999, 1.0, 1.001, 1.03, 1.1})
          EXPECT_LE(naive_likelihood(*law, best.shape * shape, best.mean.count() * mean, lives),
                    best.log_likelihood + 1e-4)
              << law->name << " " << shape << " " << mean;
    }
}

TEST(FittedLaws, FindTheLawThatTimesWereDrawnOf) {
  for (const FailureLaw* law : {&failure_law::weibull, &failure_law::lognormal, &failure_law::gamma}) {
    const Lifetimes lives = sample(*law, 0.6, 4000, 4000);
    const auto laws = fit_laws(lives);
    EXPECT_EQ(laws.front().law, law) << law->name;
    EXPECT_NEAR(laws.front().shape, 0.6, 0.05) << law->name;
    EXPECT_NEAR(laws.front().mean.count(), 1000, 100) << law->name;
  }
  // A law with a parameter more is better by 8 in AIC once in a thousand samples of the exponential law.
  const Lifetimes exponential = sample(failure_law::exponential, 1, 4000);
  EXPECT_LT(fit_law(failure_law::exponential, exponential).aic, fit_laws(exponential).front().aic + 8);
}

TEST(FittedLaws, OfOneParameterAreKnown) {
  const Lifetimes lives{{10, 20, 30}, {40, 50}, {}};
  const FittedLaw law = fit_law(failure_law::exponential, lives);
  EXPECT_DOUBLE_EQ(law.mean.count(), 50);
  EXPECT_DOUBLE_EQ(law.log_likelihood, -3 * (std::log(50) + 1));
  EXPECT_DOUBLE_EQ(law.aic, 2 + 6 * (std::log(50) + 1));
}

TEST(FittedLaws, LognormalOnesOfCompleteTimesAreMeanAndDeviationOfLogarithms) {
  const Lifetimes lives{{std::exp(1.0), std::exp(2.0), std::exp(6.0)}, {}, {}};
  const FittedLaw law = fit_law(failure_law::lognormal, lives);
  EXPECT_NEAR(law.shape, std::sqrt(14.0 / 3), 1e-5);
  EXPECT_NEAR(std::log(law.mean.count()), 3 + 7.0 / 3, 1e-5);
}

TEST(PartsOver, AreThoseOfKaplanAndMeierByHand) {
  std::string text;
  for (const Over& one : parts_over({{1, 2, 2, 4}, {3}, {}}))
    text += fmt::format("{:g}: {:.3g} to {:.3g}, ", one.time.count(), one.before, one.with);
  EXPECT_EQ(text, "1: 0 to 0.2, 2: 0.2 to 0.6, 4: 0.6 to 1, ") << "when 4 is over only that one is left";
}

TEST(Distances, AreThoseOfKolmogorovAndOfKaplanAndMeier) {
  const FittedLaw law{&failure_law::exponential, 1, Seconds(1)};
  EXPECT_NEAR(distance(law, {{0.1, 1}, {}, {}}), 0.5 - (1 - std::exp(-0.1)), 1e-9);
  // Of four, one is gone unseen before the second fails: what is left then is 3/4 of 1/2.
  const double second = 1 - std::exp(-3.0);
  EXPECT_NEAR(distance(law, {{0.1, 3}, {1, 5}, {}}), second - 0.25, 1e-9);
}

TEST(PValues, AreSmallWhereTheLawIsWrongAndUniformWhereItIsRight) {
  const Lifetimes weibull = sample(failure_law::weibull, 0.5, 300, 2000);
  EXPECT_LE(p_value(fit_law(failure_law::exponential, weibull), weibull, 99, 1), 0.01);
  int below_half = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    RandomStream stream(i, 0, "p");
    Lifetimes lives;
    for (int k = 0; k < 80; ++k) lives.complete.push_back(stream.weibull(0.7, Seconds(5)).count());
    std::sort(lives.complete.begin(), lives.complete.end());
    if (p_value(fit_law(failure_law::weibull, lives), lives, 19, i) <= 0.5) ++below_half;
  }
  EXPECT_GE(below_half, 15) << "of 60: by chance once in 20 000";
  EXPECT_LE(below_half, 45);
}

TEST(PValues, AreTheSameForTheSameSeed) {
  const Lifetimes lives = sample(failure_law::gamma, 0.7, 100, 1500);
  const FittedLaw law = fit_law(failure_law::gamma, lives);
  EXPECT_EQ(p_value(law, lives, 19, 5), p_value(law, lives, 19, 5));
}

const Seconds day{86400};

TEST(LivesOfNodes, AreFromRepairToFailure) {
  const FailureLog log = log_of({{Seconds(0), 0, Seconds(10)},
                                 {Seconds(50), 1, Seconds(100)},
                                 {Seconds(60), 1, Seconds(20)}, // still down
                                 {Seconds(70), 0, Seconds(0)},
                                 {Seconds(200), 1, never}},
                                4);
  const NodeLives lives = lives_of(log);
  EXPECT_EQ(lives.overlaps, 1);
  EXPECT_EQ(lives.up.complete, (std::vector<double>{50, 50, 60}));
  EXPECT_EQ(lives.up.open, (std::vector<double>{130, 200, 200})) << "node 0's, and two that never failed";
  EXPECT_EQ(lives.up.watched, (std::vector<double>{190, 100, 200, 200}));
  EXPECT_EQ(lives.repairs.complete, (std::vector<double>{10, 20, 100}));
}

TEST(FailuresInTime, HangTogetherAsTheDefinitionSays) {
  EXPECT_DOUBLE_EQ(autocorrelation({1, 2, 1, 2, 1, 2}, 1), -5.0 / 6);
  EXPECT_DOUBLE_EQ(autocorrelation({1, 2, 1, 2, 1, 2}, 2), 4.0 / 6);
  RandomStream stream(1, 0, "chance");
  std::vector<double> times;
  for (int i = 0; i < 10'000; ++i) times.push_back(stream.exponential(Seconds(1)).count());
  EXPECT_LT(std::abs(autocorrelation(times, 1)), 0.04);
}

TEST(FailuresInTime, AtOnceAreCountedByNodes) {
  const FailureLog log = log_of({{Seconds(0), 0, Seconds(1)},
                                 {Seconds(30), 1, Seconds(1)},
                                 {Seconds(60), 1, Seconds(1)},
                                 {Seconds(61), 2, Seconds(1)},
                                 {Seconds(500), 2, Seconds(1)}},
                                3);
  EXPECT_THAT(nodes_at_once(log, Seconds(60)), UnorderedElementsAre(Pair(2, 1), Pair(1, 2)));
  EXPECT_THAT(times_between(log), testing::ElementsAre(30, 30, 1, 439));
}

TEST(FailuresInTime, OfADayVaryAsByChanceOrMore) {
  std::vector<Fault> even;
  std::vector<Fault> grouped;
  std::vector<Fault> drawn;
  RandomStream stream(1, 0, "days");
  Seconds time{0};
  for (int i = 0; i < 4000; ++i) {
    even.push_back({day * (i / 4.0), 0, Seconds(1)});
    grouped.push_back({day * (i / 4), 0, Seconds(1)});
    drawn.push_back({time += stream.exponential(day / 4.0), 0, Seconds(1)});
  }
  for (auto& fault : grouped) fault.time = day * std::floor(fault.time / day / 10) * 10;
  EXPECT_LT(dispersion_by_day(log_of(even, 1)), 0.01);
  EXPECT_NEAR(dispersion_by_day(log_of(drawn, 1)), 1, 0.15);
  EXPECT_NEAR(dispersion_by_day(log_of(grouped, 1)), 36, 1) << "forty failures each ten days";
}

} // namespace
} // namespace daruma::batch
