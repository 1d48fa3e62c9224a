// What a strategy makes of malleable jobs: on which size the queue policy sees them, who shrinks for the first that
// waits, and who grows.
#include "sim/batch/scheduler.hpp"

#include <algorithm>

namespace daruma::batch {

Sizes Scheduler::sizes_of(const Request& request) {
  if (request.flexibility != Flexibility::malleable)
    return {request.processors, request.processors, request.processors};
  return {request.fewest, request.processors, std::max(request.processors, request.most)};
}

/// On how many processors it starts if it does not have to wait.
int Scheduler::opening(const Request& request) const {
  return strategy_ == nullptr ? request.processors : sizes_of(request).*strategy_->opening;
}

/// The queue policy sees it on so many processors, with limits for these.
void Scheduler::see_on(int processors, const Request& request, WaitingJob& waiting) const {
  const double longer = stretch_on(request.serial_share, request.processors, processors);
  waiting.processors = processors;
  waiting.limit = expected_run(request) * longer;
  waiting.asked = request.limit * longer;
}

MalleableJobs Scheduler::malleable_jobs() const {
  MalleableJobs jobs;
  for (const auto& [job, one] : running_)
    if (one.request.flexibility == Flexibility::malleable && one.target > 0 && !one.is_ending)
      jobs.push_back({job, one.target, sizes_of(one.request)});
  return jobs;
}

/// As long as the first that waits can start, others may after it.
void Scheduler::start_by_strategy(Decisions& decisions, Seconds now, int& free) {
  order_queue(now, free);
  while (!waiting_.empty() && !is_urgent_waiting() && start_first(decisions, now, free))
    start_chosen(decisions, now, free);
}

/// Starts the first that waits, or has others shrink for it; what is free is kept for it then.
bool Scheduler::start_first(Decisions& decisions, Seconds now, int& free) {
  WaitingJob& first = waiting_.front();
  const Request& request = requests_.at(first.job);
  const Room room = strategy_->make_room(sizes_of(request), free + coming(first, now), malleable_jobs());
  if (room.processors == 0) return false;
  if (room.processors != first.processors) {
    asked_for_ += room.processors - first.processors;
    see_on(room.processors, request, first);
    first.promised = never;
  }
  for (const ResizeDecision& decision : room.shrinks) {
    tell(running_.at(decision.job), decision.keeps, now);
    decisions.push_back({Decision::Kind::shrink, decision.job, decision.keeps, first.job});
  }
  const bool is_there = free >= room.processors;
  free -= std::min(free, room.processors);
  if (!is_there) return false;
  const std::size_t job = first.job;
  remove({0});
  start(decisions, job, room.processors, {}, now);
  return true;
}

void Scheduler::grow_by_strategy(Decisions& decisions, Seconds now, int free) {
  if (is_urgent_waiting() || free <= 0) return;
  for (const ResizeDecision& decision : strategy_->grow(free, malleable_jobs())) {
    tell(running_.at(decision.job), decision.keeps, now);
    decisions.push_back({Decision::Kind::grow, decision.job, decision.keeps});
  }
}

} // namespace daruma::batch
