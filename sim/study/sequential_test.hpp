// A sequential test of the expectations of one scenario: which runs they need, and what is found.
//
// A claim about a part of all runs gets as many as decide it, or the limit; one about a run by itself is held against
// the first, as `run` does. Where all runs are the same, the first stands for all. A run that broke does nothing that
// is expected of it.
#pragma once

#include "sim/scenario/scenario.hpp"
#include "sim/study/confidence.hpp"
#include "sim/study/executor.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::study {

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
