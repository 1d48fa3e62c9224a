// First come, first served.
#include "sim/batch/queue_order.hpp"

namespace daruma::batch::order {

namespace {
double rank_alike(const Request& /*job*/, const Standing& /*standing*/) { return 0; }
} // namespace

const QueueOrder arrival{"arrival", "those who came first", Limits::ignored, Ranks::fixed, rank_alike};

} // namespace daruma::batch::order
