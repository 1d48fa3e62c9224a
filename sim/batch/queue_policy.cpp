#include "sim/batch/queue_policy.hpp"

namespace daruma::batch {

const Registry<QueuePolicy>& queue_policies() {
  static const Registry<QueuePolicy> all{
#define DARUMA_ENTRY(name) &queue::name,
#include "sim/batch/queue_policies.def"
#undef DARUMA_ENTRY
  };
  return all;
}

Reservation reserve(int processors, int free, const std::vector<RunningJob>& running, Seconds now) {
  Reservation reservation{now, free - processors};
  for (const RunningJob& job : running) {
    if (reservation.spare >= 0 && job.end_by > reservation.start) break;
    reservation.start = std::max(now, job.end_by);
    reservation.spare += job.processors;
  }
  if (reservation.spare < 0) reservation.start = never;
  return reservation;
}

} // namespace daruma::batch
