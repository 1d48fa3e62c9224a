#include "sim/run/simulated/call_moments.hpp"

#include "sim/mpi/process/blocking.hpp"
#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/process.hpp"

namespace daruma::run {

using scenario::CallMoment;

std::vector<const scenario::Event*> EventsDuringCalls::at(const Arrival& arrival) {
  std::vector<const scenario::Event*> due;
  for (const scenario::Event* const event : events_)
    if (*event->when.during == arrival.moment) due.push_back(event);
  return due;
}

CallMoments::CallMoments(World world) : world_(std::move(world)) { mpi::observe_calls(this); }

CallMoments::~CallMoments() { mpi::observe_calls(nullptr); }

CallMoments::Last& CallMoments::last_of(const mpi::Fiber& fiber) {
  const mpi::Process& process = fiber.process();
  return calls_[{process.job->plan.name, process.number}].last[fiber.thread()];
}

void CallMoments::entered(mpi::Fiber& fiber, std::string_view call) {
  const mpi::Process& process = fiber.process();
  Calls& calls = calls_[{process.job->plan.name, process.number}];
  Last& last = calls.last[fiber.thread()];
  last = {call, ++calls.made[call], 0, 0};
  come_to(fiber, last, Part::before, 1);
}

/// Who waits for threads or for files does not do so in the call that it has made last.
void CallMoments::blocks(mpi::Fiber& fiber) {
  if (!fiber.waiting.call) return works();
  Last& last = last_of(fiber);
  if (last.call.empty()) return;
  come_to(fiber, last, Part::inside, ++last.blocked);
}

void CallMoments::works() {
  const mpi::Fiber& fiber = mpi::fiber();
  Last& last = last_of(fiber);
  if (last.call.empty()) return;
  come_to(fiber, last, Part::after, ++last.worked);
}

namespace {

CallMoment moment_of(const mpi::Fiber& fiber, std::string_view call, int occurrence, CallMoment::Part part, int nth) {
  const mpi::Process& process = fiber.process();
  return {process.job->plan.name, process.number, std::string(call), occurrence, part, nth};
}

} // namespace

void CallMoments::takes_part(mpi::Fiber& fiber, const mpi::LocalCommunicator& comm, int root) {
  const Last& last = last_of(fiber);
  const CallMoment call = moment_of(fiber, last.call, last.occurrence, Part::before, 1);
  for (Intervention* const who : interested_) who->takes_part(call, {comm.communicator->size(), comm.rank, root});
}

void CallMoments::finalizes(mpi::Fiber& fiber, int communicators, int requests) {
  const Last& last = last_of(fiber);
  const CallMoment call = moment_of(fiber, last.call, last.occurrence, Part::before, 1);
  for (Intervention* const who : interested_) who->finalizes(call, {communicators, requests});
}

void CallMoments::sends(const mpi::Process& process, std::size_t bytes) {
  for (Intervention* const who : interested_) who->sends(process.job->plan.name, process.number, bytes);
}

void CallMoments::sends_to(const mpi::Process& from, const mpi::Process& to, Seconds comes) {
  for (Intervention* const who : interested_) who->sends_to(from.job->plan.name, from.number, to.number, comes);
}

void CallMoments::takes_any(const mpi::Process& process) {
  for (Intervention* const who : interested_) who->takes_any(process.job->plan.name, process.number);
}

/// What happens may end the process, which then does not come back.
void CallMoments::come_to(const mpi::Fiber& fiber, const Last& last, Part part, int nth) {
  const CallMoment moment = moment_of(fiber, last.call, last.occurrence, part, nth);
  const Arrival arrival{moment, world_.now(), world_.node_of(moment.job, moment.process)};
  for (Intervention* const who : interested_)
    for (const scenario::Event* const event : who->at(arrival)) {
      world_.carry_out(*event);
      if (!fiber.process().alive) mpi::vanish();
    }
}

} // namespace daruma::run
