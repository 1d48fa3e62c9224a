#include "sim/mpi/ulfm/rendezvous.hpp"

#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/runtime_messages.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace daruma::mpi {

Rendezvous::Rendezvous(std::shared_ptr<Communicator> communicator, const CollectiveSequence& turn, const char* call,
                       Decide decide)
    : communicator_(std::move(communicator)), key_(turn.fault_mode, turn.number), call_(call),
      decide_(std::move(decide)), number_(turn.comm->owner->job->world->next_meeting()),
      members_(static_cast<std::size_t>(communicator_->size())),
      waits_for_(communicator_->size() - communicator_->suspected) {}

std::unique_ptr<Consensus> Rendezvous::make_consensus(Consensus::Told told) {
  RuntimeMessages& messages = *communicator_->job().messages;
  return std::make_unique<Consensus>(*communicator_, messages, std::move(told), [this] { return shared_from_this(); });
}

void Rendezvous::start_consensus() {
  outcome_consensus_ =
      make_consensus({[this] { decide_at_root(); }, [this](int participant) { consented(participant); }});
  hear_of_failures();
}

void Rendezvous::hear_of_failures() {
  auto& consenting = communicator_->consenting;
  const auto is_gone = [](const auto& meeting) { return meeting.expired(); };
  consenting.erase(std::remove_if(consenting.begin(), consenting.end(), is_gone), consenting.end());
  consenting.push_back(weak_from_this());
}

/// What a root decided that died before it told anybody living stands.
void Rendezvous::decide_at_root() {
  if (decided_) return;
  follow(decide());
}

void Rendezvous::follow(const Course& course) {
  finish_ = course.finish;
  if (course.needs_context)
    context_consensus_ = make_consensus({[] {}, [this](int participant) { finish(participant); }});
}

void Rendezvous::consented(int participant) {
  if (context_consensus_)
    context_consensus_->contribute(participant);
  else
    finish(participant);
}

void Rendezvous::finish(int participant) {
  act_at(now() + finish_, [this, keep = shared_from_this(), participant] {
    members_[static_cast<std::size_t>(participant)].has_outcome = true;
    Process& process = communicator_->participant(participant);
    if (process.alive) process.ring();
  });
}

void Rendezvous::participant_left() {
  if (outcome_consensus_) outcome_consensus_->participant_left();
  if (context_consensus_) context_consensus_->participant_left();
}

void Rendezvous::learnt(const Process& participant, const Process& dead) {
  const int whom = communicator_->index_of(dead);
  if (whom == MPI_UNDEFINED) return;
  const int who = communicator_->index_of(participant);
  if (outcome_consensus_) outcome_consensus_->learnt(who, whom);
  if (context_consensus_) context_consensus_->learnt(who, whom);
}

std::vector<Process*> Rendezvous::missing() const {
  std::vector<Process*> result;
  if (communicator_->suspected == 0) return result;
  for (const GroupPtr& group : communicator_->groups)
    std::copy_if(group->begin(), group->end(), std::back_inserter(result),
                 [](const Process* member) { return member->suspected; });
  return result;
}

std::vector<Process*> Rendezvous::present() const {
  std::vector<Process*> result;
  std::copy_if(came_.begin(), came_.end(), std::back_inserter(result),
               [](const Process* process) { return process != nullptr; });
  return result;
}

void Rendezvous::hand_out(Communicator& made) {
  outcome.made.resize(members_.size());
  for (auto& side : made.handles)
    for (LocalCommunicator& handle : side)
      if (const int index = communicator_->index_of(*handle.owner); index != MPI_UNDEFINED)
        outcome.made[static_cast<std::size_t>(index)] = &handle;
}

void Rendezvous::arrive(const LocalCommunicator& handle, const Contribution& contribution) {
  Process& process = *handle.owner;
  members_[static_cast<std::size_t>(handle.index())] = {static_cast<int>(came_.size()), false, contribution};
  came_.push_back(&process);
  if (!process.suspected) --waits_for_;
  for (Process* dead : communicator_->dead) process.job->detector->on_contact(process, *dead);
  if (outcome_consensus_) outcome_consensus_->contribute(handle.index());
}

void Rendezvous::leave(const LocalCommunicator& handle) {
  came_[static_cast<std::size_t>(members_[static_cast<std::size_t>(handle.index())].place)] = nullptr;
  ++left_;
}

bool Rendezvous::is_complete() const {
  if (key_.first == FaultMode::tolerant) return waits_for_ == 0;
  return left_ == 0 && came_.size() == members_.size();
}

bool Rendezvous::is_over_for(const LocalCommunicator& handle) const {
  return over_ || members_[static_cast<std::size_t>(handle.index())].has_outcome;
}

Course Rendezvous::decide() {
  decided_ = true;
  const auto keep = shared_from_this();
  communicator_->rendezvous.erase(key_);
  return decide_(*this);
}

void Rendezvous::decide_if_complete() {
  if (decided_ || outcome_consensus_ || !is_complete()) return;
  const auto keep = shared_from_this();
  const Course course = decide();
  if (!communicator_->job().messages || !(course.needs_context || course.is_told)) return end_after(course.lawful);
  follow(course);
  if (!context_consensus_) return;
  hear_of_failures();
  for (const Process* process : present())
    if (process->alive) context_consensus_->contribute(communicator_->index_of(*process));
}

void Rendezvous::end_after(Seconds duration) {
  act_at(now() + duration, [keep = shared_from_this()] {
    keep->over_ = true;
    for (Process* process : keep->present())
      if (process->alive) process->ring();
  });
}

namespace {

/// The meeting of `turn`, which the first to come begins.
std::shared_ptr<Rendezvous> meeting_of(const CollectiveSequence& turn, const char* call, Rendezvous::Decide decide) {
  Communicator& communicator = *turn.comm->communicator;
  auto& slot = communicator.rendezvous[{turn.fault_mode, turn.number}];
  if (!slot) slot = std::make_shared<Rendezvous>(communicator.shared_from_this(), turn, call, std::move(decide));
  return slot;
}

/// Agreements meet whether members wait for them or not, as in Open MPI; Fenix relies on it.
bool is_same_operation(const char* call, const char* other) {
  const auto is_agreement = [](const char* name) {
    return std::strcmp(name, "MPIX_Comm_agree") == 0 || std::strcmp(name, "MPIX_Comm_iagree") == 0;
  };
  return std::strcmp(call, other) == 0 || (is_agreement(call) && is_agreement(other));
}

std::shared_ptr<const Resolution> failure(int error) {
  auto resolution = std::make_shared<Resolution>();
  resolution->error = error;
  return resolution;
}

} // namespace

std::shared_ptr<const Resolution> meet(const CollectiveSequence& turn, const Contribution& contribution,
                                       Rendezvous::Decide decide, const LocalCommunicator* also) {
  LocalCommunicator& handle = *turn.comm;
  Fiber& waiter = fiber();
  const auto obstacle = [&] {
    if (turn.fault_mode == FaultMode::tolerant) return +MPI_SUCCESS;
    if (handle.revoked || (also && also->revoked)) return +MPIX_ERR_REVOKED;
    return handle.has_failed() ? +MPIX_ERR_PROC_FAILED : +MPI_SUCCESS;
  };
  if (const int error = obstacle()) return failure(error);

  const auto meeting = meeting_of(turn, waiter.waiting.call, std::move(decide));
  if (!is_same_operation(meeting->call_, waiter.waiting.call))
    misuse(waiter.waiting.call, std::string("is called where other members of the communicator called ") +
                                    meeting->call_ + ": all members make the same collective calls in the same order");
  waiter.waiting.handle = &handle;
  waiter.waiting.peer = Waiting::everybody;
  in_kernel([&] {
    if (turn.fault_mode == FaultMode::tolerant && handle.communicator->job().messages && !meeting->outcome_consensus_)
      meeting->start_consensus();
    meeting->arrive(handle, contribution);
    meeting->decide_if_complete();
  });
  while (!meeting->is_over_for(handle)) {
    if (!meeting->decided_)
      if (const int error = obstacle()) {
        meeting->leave(handle);
        return failure(error);
      }
    waiter.sleep_until_rung();
  }
  return {meeting, &meeting->outcome};
}

/// Those that are not decided and have the process among their participants, in the order in which they began.
std::vector<std::shared_ptr<Rendezvous>> meetings_of(const Process& process) {
  std::vector<std::shared_ptr<Rendezvous>> meetings;
  for (const auto& communicator : process.communicators)
    for (const auto& [key, meeting] : communicator->rendezvous) meetings.push_back(meeting);
  std::sort(meetings.begin(), meetings.end(),
            [](const auto& left, const auto& right) { return left->number_ < right->number_; });
  return meetings;
}

void strike_off(Process& dead) {
  if (dead.suspected) return;
  dead.suspected = true;
  for (const auto& communicator : dead.communicators) ++communicator->suspected;
  for (const auto& meeting : meetings_of(dead))
    if (!meeting->has(meeting->communicator_->index_of(dead))) --meeting->waits_for_;
}

void reconsider_tolerant_meetings(const Process& dead) {
  for (const auto& meeting : meetings_of(dead))
    if (meeting->key_.first == FaultMode::tolerant) meeting->decide_if_complete();
}

std::vector<Process*> those_meeting(const Process& absent) {
  std::vector<Process*> all;
  for (const auto& meeting : meetings_of(absent)) {
    const auto present = meeting->present();
    all.insert(all.end(), present.begin(), present.end());
  }
  return all;
}

} // namespace daruma::mpi
