#include "sim/mpi/ulfm/detector.hpp"

#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/rendezvous.hpp"
#include "sim/mpi/ulfm/ring_detector.hpp"
#include "sim/simgrid/timer.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>

namespace daruma::mpi {

namespace {

using simgrid_api::at;

void tell_survivors(const Job& job, Process& dead) {
  for (const auto& process : job.processes) process->hear_of(dead);
}

/// The runtime's own daemons report through the first survivor by number.
class PerfectDetector final : public Detector {
public:
  void on_death(Process& dead) override {
    if (Process* observer = dead.job->first_living()) suspect(*observer, dead);
  }
};

/// One daemon of the job looks every period and handles one failure each time.
class SerialDetector final : public Detector {
public:
  SerialDetector(Job& job, RandomStream phase) : job_(job), phase_(phase.uniform()) {}

  void on_death(Process& dead) override {
    waiting_.push_back(&dead);
    if (waiting_.size() == 1) schedule();
  }

private:
  Seconds period() const {
    const auto& detector = job_.profile().detector;
    return job_.spans_nodes ? detector.period_across_nodes : detector.period;
  }

  void schedule() {
    const double period_s = period().count();
    last_tick_ = std::max(last_tick_ + 1, std::floor(now().count() / period_s - phase_) + 1);
    at(Seconds((last_tick_ + phase_) * period_s), [this] { tick(); });
  }

  void tick() {
    while (waiting_.size() > 1 && waiting_.front()->suspected) waiting_.pop_front(); // somebody was told otherwise
    Process* dead = waiting_.front();
    waiting_.pop_front();
    if (Process* observer = job_.first_living()) suspect(*observer, *dead);
    if (!waiting_.empty()) schedule();
  }

  Job& job_;
  double phase_;
  double last_tick_ = -1; ///< counted in periods
  std::deque<Process*> waiting_;
};

/// A process finds out when it waits for the dead, after a timeout of its own; nobody else is told.
class ContactDetector final : public Detector {
public:
  void on_death(Process& dead) override {
    for (const auto& process : dead.job->processes) {
      const auto concerns = [&](const Request* request) {
        return request->peer == MPI_ANY_SOURCE ? request->handle->communicator->contains(dead)
                                               : request->peers()[static_cast<std::size_t>(request->peer)] == &dead;
      };
      if (std::any_of(process->pending.begin(), process->pending.end(), concerns)) on_contact(*process, dead);
    }
    for (Process* process : those_meeting(dead)) on_contact(*process, dead);
  }

  void on_contact(Process& observer, Process& dead) override {
    if (!observer.alive || observer.knows_failed(dead) || !contacts_.emplace(&observer, &dead).second) return;
    at(now() + dead.job->profile().detector.timeout, [this, &observer, &dead] {
      contacts_.erase({&observer, &dead});
      if (!observer.alive) return;
      strike_off(dead);
      dead.job->world->listener().detected(dead.job->name(dead), dead.job->name(observer));
      observer.hear_of(dead);
      reconsider_tolerant_meetings(dead);
    });
  }

private:
  std::set<std::pair<Process*, Process*>> contacts_; // membership only, never iterated
};

/// Every process sends heartbeats to its successor on a ring of those not suspected; silence for a
/// timeout makes a suspect. Where the successor died too, its own successor takes over the watch
/// when it suspects it, and then waits a timeout of its own.
class HeartbeatRingDetector final : public Detector {
public:
  HeartbeatRingDetector(Job& job, RandomStream phase) : job_(job), phase_(phase.uniform()) {}

  void on_death(Process& dead) override {
    const auto silence = ends_of_silence_.find(dead.number);
    if (silence == ends_of_silence_.end() || silence->second == never) on_silence(dead); // else it was silent before
  }

  void on_silence(Process& silent) override {
    const auto& detector = job_.profile().detector;
    const double beats = std::floor(now().count() / detector.period.count() - phase_);
    const Seconds last_heard = (beats + phase_) * detector.period;
    const Seconds end = last_heard + detector.timeout;
    ends_of_silence_[silent.number] = end;
    at(end, [this, &silent, end] {
      if (ends_of_silence_.at(silent.number) == end) give_up_on(silent);
    });
  }

  void on_answer(Process& process) override {
    ends_of_silence_[process.number] = never;
    watch_orphans_of(process);
  }

private:
  void give_up_on(Process& silent) {
    Process* successor = watcher_of(silent);
    if (!successor || silent.suspected || (silent.alive && !silent.is_held_up)) return;
    if (!successor->alive || successor->is_held_up) {
      orphans_[successor->number].push_back(&silent);
      return;
    }
    declare_dead(silent);
    suspect(*successor, silent);
    watch_orphans_of(silent);
  }

  void watch_orphans_of(const Process& process) {
    for (Process* orphan : std::exchange(orphans_[process.number], {}))
      at(now() + job_.profile().detector.timeout, [this, orphan] { give_up_on(*orphan); });
  }

  Process* watcher_of(const Process& watched) const {
    const std::size_t n = job_.processes.size();
    for (std::size_t step = 1; step < n; ++step) {
      Process* candidate = job_.processes[(static_cast<std::size_t>(watched.number) + step) % n].get();
      if (!candidate->suspected && !(candidate->finalized && !candidate->alive)) return candidate;
    }
    return nullptr;
  }

  Job& job_;
  double phase_;
  std::map<int, Seconds> ends_of_silence_; ///< by process: when the last one would be too long; never where it is over
  std::map<int, std::vector<Process*>> orphans_;
};

} // namespace

void Detector::on_contact(Process&, Process&) {}
void Detector::on_leaving(Process&) {}
void Detector::on_learning(Process&, Process&) {}

void Detector::spread(Process& dead) {
  const Job& job = *dead.job;
  const Seconds spread = cost(job.profile().propagation, job.living);
  if (spread > Seconds(0))
    at(now() + spread, [&job, &dead] { tell_survivors(job, dead); });
  else
    tell_survivors(job, dead);
}

void declare_dead(Process& process) { process.job->world->kill(process, "its node does not answer: declared dead"); }

void suspect(Process& observer, Process& dead) {
  if (dead.suspected) return;
  strike_off(dead);
  const Job& job = *dead.job;
  job.world->listener().detected(job.name(dead), job.name(observer));
  observer.hear_of(dead);
  job.detector->spread(dead);
  reconsider_tolerant_meetings(dead);
}

std::unique_ptr<Detector> make_detector(Job& job, RandomStream phase) {
  switch (job.profile().detector.kind) {
  case DetectorKind::perfect:
    return std::make_unique<PerfectDetector>();
  case DetectorKind::on_communication:
    return std::make_unique<ContactDetector>();
  case DetectorKind::serial:
    return std::make_unique<SerialDetector>(job, phase);
  case DetectorKind::heartbeat_ring:
    if (job.messages) return std::make_unique<RingDetector>(job, phase.uniform());
    return std::make_unique<HeartbeatRingDetector>(job, phase);
  }
  return nullptr;
}

} // namespace daruma::mpi
