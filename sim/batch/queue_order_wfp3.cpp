// WFP3: who has waited long in proportion to its limit goes first, large jobs before small ones (Tang, Lan, Desai,
// Buettner, "Fault-aware, utility-based job scheduling on Blue Gene/P systems", CLUSTER 2009): (wait / limit)^3 times
// processors, the highest first.
#include "sim/batch/queue_order.hpp"

namespace daruma::batch::order {

namespace {
double rank_by_utility(const Request& job, const Standing& standing) {
  const double patience = (standing.now - job.eligible) / job.limit;
  return -(patience * patience * patience * job.processors);
}
} // namespace

const QueueOrder wfp3{"wfp3", "the cube of wait over limit, times processors: the highest first", Limits::needed,
                      Ranks::changing, rank_by_utility};

} // namespace daruma::batch::order
