// Whether a claim holds in at least a given part of all runs, after some of them: holds, fails, or is open still.
//
// Bounds of the part are exact for binomial counts (Clopper and Pearson 1934). A claim is looked at after fixed numbers
// of runs; each look may err with half of what is left of 1 - confidence, the last one with all of it, so that all
// looks together err no more often than that, for either answer. Pure.
#pragma once

#include "sim/scenario/scenario.hpp"

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

/// `met` says of each run in turn whether the claim holds in it; `limit` is how many runs there may be.
Judgement judge_share(const scenario::Share&, const std::vector<bool>& met, int limit);

/// The numbers of runs after which it is looked at, the last of them `limit`.
std::vector<int> looks(const scenario::Share&, int limit);

} // namespace daruma::study
