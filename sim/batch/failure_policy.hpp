// What becomes of a job that loses a node: policies as pure functions of what a centre knows.
//
// A new policy is one file, its declaration here and its line in failure_policy.cpp.
#pragma once

#include "sim/batch/job.hpp"
#include "sim/core/units.hpp"

#include <string_view>
#include <vector>

namespace daruma::batch {

/// A job that runs, at the moment when one of its nodes has failed.
struct Hit {
  const Job& job;
  int processors; ///< that it had
  int left;       ///< of them; all, where a spare node took the failed one's place
  bool is_replaced;
  Seconds recovery; ///< detection and shrinking, by the runtime
  Seconds load;     ///< of the last checkpoint
};

enum class Resumption { from_start, from_checkpoint };

struct Answer {
  int processors; ///< to go on with from the last checkpoint, after the pause; 0: it waits in the queue again
  Seconds pause{0};
};

enum class SpareUse { none, taken };

struct FailurePolicy {
  std::string_view name;
  Resumption resumption; ///< of jobs that wait again
  SpareUse spares;       ///< whether a failed node's place is taken by a spare one
  Answer (*answer)(const Hit&);
};

/// Again from the start.
Answer answer_rerun(const Hit&);
/// Again from the last checkpoint.
Answer answer_restart(const Hit&);
/// At once, from the last checkpoint, on a spare node; without one as restart.
Answer answer_spare(const Hit&);
/// At once, from the last checkpoint, with fewer processors, if the job is malleable and has enough; else as restart.
Answer answer_shrink(const Hit&);

const std::vector<FailurePolicy>& failure_policies();
/// None of that name: null.
const FailurePolicy* find_failure_policy(std::string_view name);

} // namespace daruma::batch
