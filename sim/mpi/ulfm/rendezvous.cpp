#include "sim/mpi/ulfm/rendezvous.hpp"

#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"

#include <simgrid/kernel/Timer.hpp>

#include <algorithm>
#include <cstring>

namespace daruma::mpi {

Rendezvous::Rendezvous(std::shared_ptr<Communicator> communicator, FaultMode fault_mode, Decide decide)
    : communicator_(std::move(communicator)), fault_mode_(fault_mode), decide_(std::move(decide)),
      arrived_(static_cast<std::size_t>(communicator_->size())),
      contributions_(static_cast<std::size_t>(communicator_->size())) {}

std::vector<Process*> Rendezvous::missing() const {
  std::vector<Process*> result;
  for (int i = 0; i < communicator_->size(); ++i)
    if (communicator_->participant(i).suspected) result.push_back(&communicator_->participant(i));
  return result;
}

void Rendezvous::arrive(Process& process, const Contribution& contribution) {
  const auto index = static_cast<std::size_t>(communicator_->index_of(process));
  arrived_[index] = true;
  contributions_[index] = contribution;
  present_.push_back(&process);
  for (Process* dead : process.job->dead)
    if (communicator_->contains(*dead)) process.job->detector->on_contact(process, *dead);
}

void Rendezvous::leave(Process& process) {
  present_.erase(std::remove(present_.begin(), present_.end(), &process), present_.end());
  if (present_.empty()) process.job->world->open_meetings().remove(shared_from_this());
}

bool Rendezvous::is_complete() const {
  if (present_.size() == arrived_.size()) return true;
  if (fault_mode_ == FaultMode::strict) return false;
  for (int i = 0; i < communicator_->size(); ++i)
    if (!has(i) && !communicator_->participant(i).suspected) return false;
  return true;
}

void Rendezvous::decide_if_complete() {
  if (decided_ || !is_complete()) return;
  decided_ = true;
  const auto keep = shared_from_this();
  World& world = *present_.front()->job->world;
  world.open_meetings().remove(keep);
  communicator_->rendezvous.erase(key_);
  const Seconds duration = decide_(*this);
  const auto end = [keep] {
    keep->over_ = true;
    for (Process* process : keep->present_)
      if (process->alive) process->ring();
  };
  if (duration > Seconds(0))
    simgrid::kernel::timer::Timer::set((now() + duration).count(), end);
  else
    end();
}

std::shared_ptr<Rendezvous> meet(const CollectiveSequence& turn, const Contribution& contribution,
                                 Rendezvous::Decide decide, const LocalCommunicator* also) {
  LocalCommunicator& handle = *turn.comm;
  Process& process = *handle.owner;
  Fiber& waiter = fiber();
  const auto communicator = handle.communicator->shared_from_this();
  const auto obstacle = [&] {
    if (turn.fault_mode == FaultMode::tolerant) return +MPI_SUCCESS;
    if (handle.revoked || (also && also->revoked)) return +MPIX_ERR_REVOKED;
    return handle.has_failed() ? +MPIX_ERR_PROC_FAILED : +MPI_SUCCESS;
  };
  const auto failed = [&](int error) {
    auto nothing = std::make_shared<Rendezvous>(communicator, turn.fault_mode, nullptr);
    nothing->outcome.error = error;
    return nothing;
  };
  if (const int error = obstacle()) return failed(error);

  const std::pair<FaultMode, int> key{turn.fault_mode, turn.number};
  auto& slot = communicator->rendezvous[key];
  if (!slot) {
    slot = std::make_shared<Rendezvous>(communicator, turn.fault_mode, std::move(decide));
    slot->key_ = key;
    slot->call_ = waiter.waiting.call;
    process.job->world->open_meetings().push_back(slot);
  }
  std::shared_ptr<Rendezvous> meeting = slot;
  if (std::strcmp(meeting->call_, waiter.waiting.call) != 0)
    misuse(waiter.waiting.call, std::string("is called where other members of the communicator called ") +
                                    meeting->call_ + ": all members make the same collective calls in the same order");
  waiter.waiting.handle = &handle;
  waiter.waiting.peer = Waiting::everybody;
  in_kernel([&] {
    meeting->arrive(process, contribution);
    meeting->decide_if_complete();
  });
  while (!meeting->over_) {
    if (!meeting->decided_)
      if (const int error = obstacle()) {
        meeting->leave(process);
        return failed(error);
      }
    waiter.sleep_until_rung();
  }
  return meeting;
}

void reconsider_tolerant_meetings(World& world, Process& dead) {
  const auto waiting = world.open_meetings();
  for (const auto& meeting : waiting)
    if (meeting->fault_mode_ == FaultMode::tolerant && meeting->communicator().contains(dead))
      meeting->decide_if_complete();
}

std::vector<Process*> those_meeting(World& world, const Process& absent) {
  std::vector<Process*> result;
  for (const auto& meeting : world.open_meetings())
    if (meeting->communicator().contains(absent))
      result.insert(result.end(), meeting->present().begin(), meeting->present().end());
  return result;
}

} // namespace daruma::mpi
