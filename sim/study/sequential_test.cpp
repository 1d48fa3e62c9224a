#include "sim/study/sequential_test.hpp"

#include "sim/study/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace daruma::study {

namespace {

std::string percent(double part) { return fmt::format("{:.4g} %", 100 * part); }

std::string remark_on(const Judgement& judgement) {
  return fmt::format("in {} of {} runs, so in {} to {} of all", judgement.met, judgement.runs,
                     percent(judgement.bounds.lower), percent(judgement.bounds.upper));
}

} // namespace

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
