#include "sim/study/confidence.hpp"

#include <boost/math/distributions/binomial.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace daruma::study {

namespace {

constexpr std::int64_t least_runs = 10;

/// A part of the error that may be made: half of what is left, and in the end all.
class Allowance {
public:
  explicit Allowance(double error) : left_(error) {}

  double next(bool is_last) {
    const double part = is_last ? left_ : left_ / 2;
    left_ -= part;
    return part;
  }
  double left() const { return left_; }

private:
  double left_;
};

/// So many runs, if the claim holds in all of them, are enough to say so at the first look.
int fewest_that_hold(const scenario::Share& share) {
  const double runs = std::ceil(std::log((1 - share.confidence) / 2) / std::log(share.in_at_least));
  return static_cast<int>(std::min(runs, 1e9));
}

bool can_hold(const scenario::Share& share, int runs, double error) {
  return std::pow(share.in_at_least, runs) <= error;
}

} // namespace

Bounds clopper_pearson(int met, int runs, double error_below, double error_above) {
  using Binomial = boost::math::binomial;
  return {Binomial::find_lower_bound_on_p(runs, met, error_below),
          Binomial::find_upper_bound_on_p(runs, met, error_above)};
}

std::vector<int> looks(const scenario::Share& share, int limit) {
  std::int64_t runs = fewest_that_hold(share);
  while (runs >= 2 * least_runs) runs = (runs + 1) / 2;
  std::vector<int> looks;
  for (; runs < limit; runs *= 2) looks.push_back(static_cast<int>(runs));
  looks.push_back(limit);
  return looks;
}

Judgement judge_share(const scenario::Share& share, const std::vector<bool>& met, int limit) {
  Allowance holding(1 - share.confidence);
  Allowance failing(1 - share.confidence);
  Judgement judgement;
  for (const int look : looks(share, limit)) {
    const bool is_last = look == limit;
    judgement.runs = look;
    if (static_cast<int>(met.size()) < look) return judgement;
    judgement.met = static_cast<int>(std::count(met.begin(), met.begin() + look, true));
    const bool may_hold = is_last || can_hold(share, look, holding.left() / 2);
    const double error_above = failing.next(is_last);
    const double error_below = may_hold ? holding.next(is_last) : error_above;
    judgement.bounds = clopper_pearson(judgement.met, look, error_below, error_above);
    if (may_hold && judgement.bounds.lower >= share.in_at_least) judgement.decision = Decision::holds;
    if (judgement.bounds.upper < share.in_at_least) judgement.decision = Decision::fails;
    if (judgement.decision != Decision::open) return judgement;
  }
  return judgement;
}

} // namespace daruma::study
