// The longest job first, as far as limits tell.
#include "sim/batch/queue_order.hpp"

namespace daruma::batch::order {

namespace {
double rank_against_limit(const Request& job, const Standing& /*standing*/) { return -job.limit.count(); }
} // namespace

const QueueOrder ljf{"ljf", "the longest first, by limits of run times", Limits::needed, Ranks::fixed,
                     rank_against_limit};

} // namespace daruma::batch::order
