// First come, first served.
#include "sim/batch/queue_order.hpp"

namespace daruma::batch::order {

namespace {
double rank_by_arrival(const Request& job, const Standing& /*standing*/) { return job.submit.count(); }
} // namespace

const QueueOrder arrival{"arrival", "those who came first", Limits::ignored, Ranks::fixed, rank_by_arrival};

} // namespace daruma::batch::order
