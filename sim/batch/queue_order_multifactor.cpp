// The priority of Slurm's plugin priority/multifactor, as its documentation has it: a weighted sum of factors from 0 to
// 1 for age, fair share, size, partition and quality of service, less what the job is nice; the highest first. Age
// counts from when the job was eligible, as without the flag ACCRUE_ALWAYS.
//
// Fair share is the classic one (fair_shares.hpp), with one level of users. Priorities are not rounded to whole numbers
// as Slurm's are, and its factors for associations, sites and other resources than processors are left out.
#include "sim/batch/queue_order.hpp"

#include <algorithm>

namespace daruma::batch::order {

namespace {

/// A number's priority, of the highest that there is; numbers count from 1.
double part_of_highest(const std::vector<double>& priorities, int number) {
  if (number < 1 || number > static_cast<int>(priorities.size())) return 0;
  const double highest = *std::max_element(priorities.begin(), priorities.end());
  return highest > 0 ? priorities[static_cast<std::size_t>(number) - 1] / highest : 0;
}

double rank_by_priority(const Request& job, const Standing& standing) {
  const scenario::PriorityWeights& weights = standing.weights;
  const double age = std::min(1.0, (standing.now - job.eligible) / weights.max_age);
  const double size = static_cast<double>(job.processors) / standing.processors;
  const double priority =
      weights.age * age + weights.fair_share * standing.shares.factor(job.account.user, standing.now) +
      weights.size * size + weights.partition * part_of_highest(weights.partitions, job.account.partition) +
      weights.qos * part_of_highest(weights.qualities, job.account.qos) - job.account.nice;
  return -priority;
}

} // namespace

const QueueOrder multifactor{"multifactor", "Slurm's priority by age, fair share, size, partition, quality of service",
                             Limits::ignored, Ranks::changing, rank_by_priority};

} // namespace daruma::batch::order
