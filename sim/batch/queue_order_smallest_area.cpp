// The job first that needs the least processor time, as far as limits tell (smallest area first, SAF).
#include "sim/batch/queue_order.hpp"

namespace daruma::batch::order {

namespace {
double rank_by_area(const Request& job, const Standing& /*standing*/) { return job.limit.count() * job.processors; }
} // namespace

const QueueOrder smallest_area{"smallest-area", "those of the least processor time first, by limits of run times",
                               Limits::needed, Ranks::fixed, rank_by_area};

} // namespace daruma::batch::order
