#include "sim/study/sequential_test.hpp"

#include "sim/study/expectations.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

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

/// How many runs are enough to say at the first look that the claim holds, if it does in all of them.
int fewest_that_hold(const scenario::Share& share) {
  const double runs = std::ceil(std::log((1 - share.confidence) / 2) / std::log(share.in_at_least));
  return static_cast<int>(std::min(runs, 1e9));
}

bool can_hold(const scenario::Share& share, int runs, double error) {
  return std::pow(share.in_at_least, runs) <= error;
}

std::string percent(double part) { return fmt::format("{:.4g} %", 100 * part); }

std::string remark_on(const Judgement& judgement) {
  return fmt::format("in {} of {} runs, so in {} to {} of all", judgement.met, judgement.runs,
                     percent(judgement.bounds.lower), percent(judgement.bounds.upper));
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

void SequentialTest::enter(const SweptRun& run) {
  const int replica = run.key.second;
  auto& met = met_[replica];
  met.clear();
  std::transform(expectations_.begin(), expectations_.end(), std::back_inserter(met),
                 [&](const auto& expectation) { return run.problem.empty() && is_met(expectation, run.metrics); });
  if (replica == 0) first_ = run;
  if (run.problem.empty()) return;
  if (broken_ == 0 || replica < first_broken_) {
    first_broken_ = replica;
    problem_ = run.problem;
  }
  ++broken_;
}

Judgement SequentialTest::judge(std::size_t expectation) const {
  std::vector<bool> met; // of the replicas without a gap
  for (const auto& [replica, all] : met_) {
    if (replica != static_cast<int>(met.size())) break;
    met.push_back(all[expectation]);
  }
  if (is_of_many(expectation)) return judge_share(*expectations_[expectation].share, met, limit_);
  if (met.empty()) return {Decision::open, 1, 0, {}};
  return {met.front() ? Decision::holds : Decision::fails, 1, met.front() ? 1 : 0, {}};
}

std::vector<int> SequentialTest::missing() const {
  int wanted = 0;
  for (std::size_t i = 0; i < expectations_.size(); ++i) {
    const Judgement judgement = judge(i);
    if (judgement.decision == Decision::open) wanted = std::max(wanted, judgement.runs);
  }
  std::vector<int> missing;
  for (int replica = 0; replica < wanted; ++replica)
    if (met_.count(replica) == 0) missing.push_back(replica);
  return missing;
}

std::vector<Finding> SequentialTest::findings() const {
  const std::string breakage =
      broken_ == 0 ? "" : fmt::format("; {} of the runs broke, replica {} with: {}", broken_, first_broken_, problem_);
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < expectations_.size(); ++i) {
    Finding finding{claim_of(expectations_[i]), judge(i), is_of_many(i), ""};
    finding.remark = finding.is_of_many ? remark_on(finding.judgement) : found_for(expectations_[i], first_.metrics);
    if (finding.judgement.decision != Decision::holds) finding.remark += breakage;
    findings.push_back(std::move(finding));
  }
  return findings;
}

} // namespace daruma::study
