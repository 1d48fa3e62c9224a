// What becomes of a job that loses a node: policies as pure functions of what a centre knows.
//
// A new policy is a file that defines its object, and its line in failure_policies.def.
#pragma once

#include "sim/batch/job.hpp"
#include "sim/core/registry.hpp"
#include "sim/core/units.hpp"

#include <functional>

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

/// What a policy needs beside jobs and nodes that fail.
enum class Need { nothing, checkpoints, spare_nodes, malleable_jobs };

struct FailurePolicy {
  std::string_view name;
  std::string_view summary;
  Resumption resumption; ///< of jobs that wait again
  Need need;
  std::function<Answer(const Hit&)> answer;
};

/// A failed node's place is taken by a spare one.
inline bool uses_spares(const FailurePolicy& policy) { return policy.need == Need::spare_nodes; }

namespace on_failure {
#define DARUMA_ENTRY(name) extern const FailurePolicy name;
#include "sim/batch/failure_policies.def"
#undef DARUMA_ENTRY
} // namespace on_failure

const Registry<FailurePolicy>& failure_policies();

} // namespace daruma::batch
