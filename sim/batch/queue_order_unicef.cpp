// UNICEF: small jobs are served quickly (Tang, Lan, Desai, Buettner, "Fault-aware, utility-based job scheduling on Blue
// Gene/P systems", CLUSTER 2009): wait / (log2(processors) limit), the highest first. That of a job of one processor is
// infinite: those go first, in the order in which they came.
#include "sim/batch/queue_order.hpp"

#include <cmath>
#include <limits>

namespace daruma::batch::order {

namespace {
double rank_by_haste(const Request& job, const Standing& standing) {
  if (job.processors == 1) return -std::numeric_limits<double>::infinity();
  return -((standing.now - job.eligible).count() / (std::log2(job.processors) * job.limit.count()));
}
} // namespace

const QueueOrder unicef{"unicef", "wait over limit and logarithm of processors: the highest first", Limits::needed,
                        Ranks::changing, rank_by_haste};

} // namespace daruma::batch::order
