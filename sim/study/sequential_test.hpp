// A sequential test of the expectations of one scenario: which runs they need, and what is found.
//
// A claim about a part of all runs gets as many as decide it, or the limit; one about a run by itself is held against
// the first, as `run` does. Where all runs are the same, the first stands for all. A run that broke does nothing that
// is expected of it.
#pragma once

#include "sim/scenario/scenario.hpp"
#include "sim/study/executor.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::study {

/// The largest part of all runs that `met` of `runs` make too large to be true but with probability `error`, and the
/// smallest that they make too small.
struct Bounds {
  double lower = 0;
  double upper = 1;
};
Bounds clopper_pearson(int met, int runs, double error_below, double error_above);

enum class Decision { holds, fails, open };

struct Judgement {
  Decision decision = Decision::open;
  int runs = 0; ///< that were looked at; of one that is open and not at its limit, that will be
  int met = 0;  ///< those of them in which the claim holds
  Bounds bounds;
};

/// Whether a claim holds in at least a given part of all runs, after some of them: holds, fails, or is open still.
///
/// Bounds of the part are exact for binomial counts (Clopper and Pearson 1934). A claim is looked at after fixed
/// numbers of runs; each look may err with half of what is left of 1 - confidence, the last one with all of it, so that
/// all looks together err no more often than that, for either answer. Pure.
///
/// `met` says of each run in turn whether the claim holds in it; `limit` is how many runs there may be.
Judgement judge_share(const scenario::Share&, const std::vector<bool>& met, int limit);

/// The numbers of runs after which it is looked at, the last of them `limit`.
std::vector<int> looks(const scenario::Share&, int limit);

struct Finding {
  std::string claim;
  Judgement judgement; ///< of a claim about a run by itself: of one run, without bounds
  bool is_of_many;
  std::string remark; ///< what was found
};

enum class Runs { differ, are_the_same };

class SequentialTest {
public:
  SequentialTest(std::vector<scenario::Expectation> expectations, int limit, Runs runs = Runs::differ)
      : expectations_(std::move(expectations)), limit_(limit), runs_(runs) {}

  void enter(const SweptRun& run);
  /// Replicas that are needed next; none: everything is decided, or at its limit.
  std::vector<int> missing() const;
  /// One per expectation, in their order, once no replica is missing.
  std::vector<Finding> findings() const;

private:
  bool is_of_many(std::size_t expectation) const { return expectations_[expectation].share && runs_ == Runs::differ; }
  Judgement judge(std::size_t expectation) const;

  const std::vector<scenario::Expectation> expectations_;
  const int limit_;
  const Runs runs_;
  std::map<int, std::vector<bool>> met_; ///< by replica: for each expectation
  SweptRun first_;
  std::string problem_; ///< of the first replica that broke
  int broken_ = 0;
  int first_broken_ = 0;
};

} // namespace daruma::study
