#include "sim/mpi/ulfm/ring_detector.hpp"

#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/rendezvous.hpp"
#include "sim/mpi/ulfm/runtime_messages.hpp"

#include <utility>

namespace daruma::mpi {

namespace {

HeartbeatRing::Rhythm rhythm_of(const RuntimeProfile& profile, double phase) {
  return {profile.detector.period, profile.detector.timeout, phase, profile.overheads.send + profile.overheads.receive};
}

} // namespace

RingDetector::RingDetector(Job& job, double phase) : job_(job), ring_(*this, rhythm_of(job.profile(), phase)) {}

Process& RingDetector::at(int number) const { return *job_.processes[static_cast<std::size_t>(number)]; }

int RingDetector::size() const { return static_cast<int>(job_.processes.size()); }
bool RingDetector::is_alive(int process) const { return at(process).alive; }
bool RingDetector::answers(int process) const { return is_alive(process) && !at(process).is_held_up; }
bool RingDetector::has_left(int process) const { return mpi::has_left(at(process)); }
bool RingDetector::knows(int process, int dead) const { return at(process).knows_failed(at(dead)); }
Seconds RingDetector::now() const { return mpi::now(); }

void RingDetector::wake(Seconds when, int observer, int emitter) {
  act_at(when, [this, observer, emitter] { ring_.silent(observer, emitter); });
}

void RingDetector::reconnect(int observer, int emitter) {
  job_.messages->send(at(observer), at(emitter), [this, observer, emitter](bool has_arrived) {
    if (has_arrived) ring_.reconnected(observer, emitter);
  });
}

/// Who was suspected first by somebody who did not live to tell anybody is suspected again.
void RingDetector::suspect(int observer, int emitter) {
  declare_dead(at(emitter));
  if (at(emitter).suspected)
    at(observer).hear_of(at(emitter));
  else
    mpi::suspect(at(observer), at(emitter));
}

void RingDetector::no_longer_needs_news(const Process& process) {
  for (const auto& [number, announcement] : announcements_)
    if (process.number < announcement->size()) announcement->left(process.number);
  remove_finished();
}

void RingDetector::on_death(Process& dead) {
  no_longer_needs_news(dead);
  ring_.died(dead.number);
}

void RingDetector::on_silence(Process& process) { ring_.fell_silent(process.number); }

void RingDetector::on_answer(Process& process) { ring_.answered(process.number); }

void RingDetector::on_leaving(Process& process) {
  no_longer_needs_news(process);
  ring_.left(process.number);
  const auto communicators = process.communicators; // a meeting that ends by this may make one
  for (const auto& communicator : communicators) {
    const auto consenting = communicator->consenting;
    for (const auto& meeting : consenting)
      if (const auto under_way = meeting.lock()) under_way->participant_left();
  }
}

Announcement& RingDetector::announcement_of(Process& dead) {
  auto& announcement = announcements_[dead.number];
  if (!announcement) {
    Members all;
    for (const auto& process : job_.processes) all.push_back(process.get());
    announcement = std::make_shared<Announcement>(std::move(all), *job_.messages,
                                                  [&dead](Process& reached) { reached.hear_of(dead); });
    for (const auto& process : job_.processes)
      if (process->knows_failed(dead)) announcement->begin(process->number);
  }
  return *announcement;
}

void RingDetector::on_learning(Process& who, Process& dead) {
  ring_.learnt(who.number, dead.number);
  Announcement& news = announcement_of(dead);
  if (who.number < news.size()) news.begin(who.number);
  for (const auto& [number, announcement] : announcements_)
    if (number != dead.number && who.number < announcement->size()) announcement->mended(who.number);
  remove_finished();
  tell_communicators_of(who, dead);
}

void RingDetector::tell_communicators_of(Process& who, Process& dead) {
  const auto communicators = who.communicators; // a meeting that ends by this may make one
  for (const auto& communicator : communicators) {
    if (communicator->revocation) communicator->revocation->mended(communicator->index_of(who));
    const auto consenting = communicator->consenting;
    for (const auto& meeting : consenting)
      if (const auto under_way = meeting.lock()) under_way->learnt(who, dead);
  }
}

/// Processes that were started while it spread are told by a next one.
void RingDetector::remove_finished() {
  for (auto next = announcements_.begin(); next != announcements_.end();) {
    const auto at_end = next++;
    if (!at_end->second->is_over()) continue;
    const auto over = at_end->second;
    Process& dead = at(at_end->first);
    announcements_.erase(at_end);
    for (int number = over->size(); number < size(); ++number)
      if (!knows(number, dead.number)) at(number).hear_of(dead);
  }
}

} // namespace daruma::mpi
