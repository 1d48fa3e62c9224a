#include "sim/batch/law_fit.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/minima.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace daruma::batch {

namespace {

/// What the likelihood of complete times needs of them.
struct Sums {
  double count = 0;
  double times = 0;
  double logs = 0;
  double squared_logs = 0;
};

Sums sums_of(const std::vector<double>& complete) {
  Sums sums;
  for (const double time : complete) {
    const double log = std::log(time);
    sums.count += 1;
    sums.times += time;
    sums.logs += log;
    sums.squared_logs += log * log;
  }
  return sums;
}

double total_of(const std::vector<double>& all) {
  double total = 0;
  for (const double one : all) total += one;
  return total;
}

/// So unlikely that the logarithm of a probability is no number any more.
double log_of(double probability) { return std::log(std::max(probability, std::numeric_limits<double>::min())); }

constexpr int precise_bits = 24; // beyond which a smooth function's minimum cannot be told from its neighbours
constexpr double smallest_shape = 0.02;
constexpr double largest_shape = 50;

template <class Function> std::pair<double, double> greatest(const Function& function, double from, double to) {
  const auto [at, value] =
      boost::math::tools::brent_find_minima([&](double x) { return -function(x); }, from, to, precise_bits);
  return {at, -value};
}

/// A law of two parameters: the logarithms of its shape and of a time that scales it.
struct Parameters {
  double log_shape;
  double log_scale;
};

/// The greatest likelihood over both, one inside the other; the scale lies within a factor of e^8 of the mean time.
template <class Likelihood> Parameters most_likely(const Likelihood& likelihood, double log_mean) {
  const auto best_scale = [&](double log_shape) {
    return greatest([&](double log_scale) { return likelihood(log_shape, log_scale); }, log_mean - 8, log_mean + 8);
  };
  const double log_shape = greatest([&](double shape) { return best_scale(shape).second; }, std::log(smallest_shape),
                                    std::log(largest_shape))
                               .first;
  return {log_shape, best_scale(log_shape).first};
}

double mean_time(const Sums& sums, const Lifetimes& lives) { return (sums.times + total_of(lives.open)) / sums.count; }

FittedLaw fitted(const FailureLaw& law, double shape, double mean, double log_likelihood) {
  const double parameters = law.shape == Shape::none ? 1 : 2;
  return {&law, shape, Seconds(mean), log_likelihood, 2 * (parameters - log_likelihood)};
}

FittedLaw fit_exponential(const Lifetimes& lives) {
  const Sums sums = sums_of(lives.complete);
  const double mean = mean_time(sums, lives);
  return fitted(failure_law::exponential, 1, mean, -sums.count * (std::log(mean) + 1));
}

/// Of a shape, the best scale is known.
FittedLaw fit_weibull(const Lifetimes& lives) {
  const Sums sums = sums_of(lives.complete);
  const double unit = mean_time(sums, lives);
  const auto log_scale = [&](double shape) {
    double powers = 0;
    for (const auto* times : {&lives.complete, &lives.open})
      for (const double time : *times) powers += std::pow(time / unit, shape);
    return std::log(unit) + std::log(powers / sums.count) / shape;
  };
  const auto likelihood = [&](double log_shape) {
    const double shape = std::exp(log_shape);
    return sums.count * (log_shape - shape * log_scale(shape) - 1) + (shape - 1) * sums.logs;
  };
  const auto [log_shape, value] = greatest(likelihood, std::log(smallest_shape), std::log(largest_shape));
  const double shape = std::exp(log_shape);
  return fitted(failure_law::weibull, shape, std::exp(log_scale(shape)) * std::tgamma(1 + 1 / shape), value);
}

/// Its scale is the median.
FittedLaw fit_lognormal(const Lifetimes& lives) {
  const Sums sums = sums_of(lives.complete);
  std::vector<double> log_open;
  log_open.reserve(lives.open.size());
  for (const double time : lives.open) log_open.push_back(std::log(time));
  const double log_full_turn = std::log(2 * std::acos(-1.0));
  const auto likelihood = [&](double log_sigma, double mu) {
    const double sigma = std::exp(log_sigma);
    const double squares = sums.squared_logs - 2 * mu * sums.logs + sums.count * mu * mu;
    double value = -squares / (2 * sigma * sigma) - sums.logs - sums.count * (log_sigma + log_full_turn / 2);
    for (const double log : log_open) value += log_of(std::erfc((log - mu) / sigma / std::sqrt(2.0)) / 2);
    return value;
  };
  const Parameters best = most_likely(likelihood, std::log(mean_time(sums, lives)));
  const double sigma = std::exp(best.log_shape);
  return fitted(failure_law::lognormal, sigma, std::exp(best.log_scale + sigma * sigma / 2),
                likelihood(best.log_shape, best.log_scale));
}

FittedLaw fit_gamma(const Lifetimes& lives) {
  const Sums sums = sums_of(lives.complete);
  const auto likelihood = [&](double log_shape, double log_scale) {
    const double shape = std::exp(log_shape);
    const double scale = std::exp(log_scale);
    double value = (shape - 1) * sums.logs - sums.times / scale - sums.count * (shape * log_scale + std::lgamma(shape));
    for (const double time : lives.open) value += log_of(boost::math::gamma_q(shape, time / scale));
    return value;
  };
  const Parameters best = most_likely(likelihood, std::log(mean_time(sums, lives)));
  return fitted(failure_law::gamma, std::exp(best.log_shape), std::exp(best.log_shape + best.log_scale),
                likelihood(best.log_shape, best.log_scale));
}

Lifetimes drawn(const FittedLaw& law, const Lifetimes& like, RandomStream& stream) {
  const auto draw = [&] { return std::max(law.law->draw(law.shape, law.mean, stream).count(), 1e-9); };
  Lifetimes lives;
  lives.watched = like.watched;
  if (like.watched.empty())
    for (std::size_t i = 0; i < like.complete.size(); ++i) lives.complete.push_back(draw());
  for (const double watched : like.watched) {
    double left = watched;
    for (double life = draw(); life < left; life = draw()) {
      lives.complete.push_back(life);
      left -= life;
    }
    if (left > 0) lives.open.push_back(left);
  }
  std::sort(lives.complete.begin(), lives.complete.end());
  std::sort(lives.open.begin(), lives.open.end());
  return lives;
}

bool can_be_fitted(const Lifetimes& lives) {
  return lives.complete.size() > 1 && lives.complete.front() < lives.complete.back();
}

} // namespace

FittedLaw fit_law(const FailureLaw& law, const Lifetimes& lives) {
  if (&law == &failure_law::weibull) return fit_weibull(lives);
  if (&law == &failure_law::lognormal) return fit_lognormal(lives);
  if (&law == &failure_law::gamma) return fit_gamma(lives);
  return fit_exponential(lives);
}

std::vector<FittedLaw> fit_laws(const Lifetimes& lives) {
  std::vector<FittedLaw> all;
  for (const FailureLaw* law : failure_laws()) all.push_back(fit_law(*law, lives));
  std::stable_sort(all.begin(), all.end(), [](const FittedLaw& a, const FittedLaw& b) { return a.aic < b.aic; });
  return all;
}

double part_below(const FittedLaw& law, Seconds time) {
  if (time <= Seconds(0)) return 0;
  const double ratio = time / law.mean;
  if (law.law == &failure_law::weibull)
    return -std::expm1(-std::pow(ratio * std::tgamma(1 + 1 / law.shape), law.shape));
  if (law.law == &failure_law::lognormal)
    return std::erfc(-(std::log(ratio) + law.shape * law.shape / 2) / law.shape / std::sqrt(2.0)) / 2;
  if (law.law == &failure_law::gamma) return boost::math::gamma_p(law.shape, law.shape * ratio);
  return -std::expm1(-ratio);
}

std::vector<Over> parts_over(const Lifetimes& lives) {
  std::vector<Over> all;
  double above = 1; // what lasts longer
  std::size_t over = 0;
  auto at_risk = static_cast<double>(lives.complete.size() + lives.open.size());
  for (std::size_t i = 0; i < lives.complete.size();) {
    const double time = lives.complete[i];
    for (; over < lives.open.size() && lives.open[over] < time; ++over) at_risk -= 1;
    double failed = 0;
    for (; i < lives.complete.size() && lives.complete[i] == time; ++i) failed += 1;
    const double before = 1 - above;
    above *= 1 - failed / at_risk;
    at_risk -= failed;
    all.push_back({Seconds(time), before, 1 - above});
  }
  return all;
}

double distance(const FittedLaw& law, const Lifetimes& lives) {
  double most = 0;
  for (const Over& seen : parts_over(lives)) {
    const double below = part_below(law, seen.time);
    most = std::max({most, std::abs(below - seen.before), std::abs(below - seen.with)});
  }
  return most;
}

double p_value(const FittedLaw& law, const Lifetimes& lives, int resamples, std::uint64_t seed) {
  const double observed = distance(law, lives);
  int as_far = 1;
  int counted = 1;
  for (int i = 0; i < resamples; ++i) {
    RandomStream stream(seed, static_cast<std::uint64_t>(i), law.law->name);
    const Lifetimes sample = drawn(law, lives, stream);
    if (!can_be_fitted(sample)) continue;
    ++counted;
    if (distance(fit_law(*law.law, sample), sample) >= observed) ++as_far;
  }
  return static_cast<double>(as_far) / counted;
}

} // namespace daruma::batch
