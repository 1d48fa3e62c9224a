#include "sim/batch/queue_policy.hpp"

#include <algorithm>

namespace daruma::batch {

namespace {

std::vector<QueuePolicy> orders_as_policies() {
  std::vector<QueuePolicy> all;
  for (const QueueOrder* one : queue_orders())
    if (one != &order::arrival) all.push_back({one->name, one->summary, one->limits, choose_in_order, one});
  return all;
}

Registry<QueuePolicy> all_policies() {
  static const std::vector<QueuePolicy> in_order = orders_as_policies();
  Registry<QueuePolicy> all{
#define DARUMA_ENTRY(name) &queue::name,
#include "sim/batch/queue_policies.def"
#undef DARUMA_ENTRY
  };
  for (const QueuePolicy& one : in_order) all.push_back(&one);
  return all;
}

} // namespace

const Registry<QueuePolicy>& queue_policies() {
  static const Registry<QueuePolicy> all = all_policies();
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
