// F1 to F4: functions of limit r, processors n and time of submission s that were fitted to many simulated schedules
// (Carastan-Santos and de Camargo, "Obtaining dynamic scheduling policies with simulation and machine learning", SC17),
// the lowest first. They depend on when the log begins; s below 1 s counts as 1 s, which has the logarithm 0,
// and so does r.
#include "sim/batch/queue_order.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::batch::order {

namespace {

double logarithm(Seconds time) { return std::log10(std::max(1.0, time.count())); }

double rank_f1(const Request& job, const Standing& /*standing*/) {
  return logarithm(job.limit) * job.processors + 8.70e2 * logarithm(job.submit);
}
double rank_f2(const Request& job, const Standing& /*standing*/) {
  return std::sqrt(job.limit.count()) * job.processors + 2.56e4 * logarithm(job.submit);
}
double rank_f3(const Request& job, const Standing& /*standing*/) {
  return job.limit.count() * job.processors + 6.86e6 * logarithm(job.submit);
}
double rank_f4(const Request& job, const Standing& /*standing*/) {
  return job.limit.count() * std::sqrt(job.processors) + 5.30e5 * logarithm(job.submit);
}

} // namespace

const QueueOrder f1{"f1", "log(r) n + 870 log(s) for limit r, processors n, submission s: the lowest first",
                    Limits::needed, Ranks::fixed, rank_f1};
const QueueOrder f2{"f2", "sqrt(r) n + 25600 log(s): the lowest first", Limits::needed, Ranks::fixed, rank_f2};
const QueueOrder f3{"f3", "r n + 6860000 log(s): the lowest first", Limits::needed, Ranks::fixed, rank_f3};
const QueueOrder f4{"f4", "r sqrt(n) + 530000 log(s): the lowest first", Limits::needed, Ranks::fixed, rank_f4};

} // namespace daruma::batch::order
