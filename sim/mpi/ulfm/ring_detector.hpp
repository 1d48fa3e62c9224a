// Detection and propagation by messages: a heartbeat ring, whose suspicions a reliable broadcast tells to all.
#pragma once

#include "sim/mpi/ulfm/announcement.hpp"
#include "sim/mpi/ulfm/detector.hpp"
#include "sim/mpi/ulfm/heartbeat_ring.hpp"

#include <map>
#include <memory>

namespace daruma::mpi {

class RingDetector final : public Detector, private HeartbeatRing::Surroundings {
public:
  RingDetector(Job& job, double phase);

  void on_death(Process& dead) override;
  void on_silence(Process& process) override;
  void on_answer(Process& process) override;
  void on_leaving(Process& process) override;
  void spread(Process&) override {} // who learns of it does
  void on_learning(Process& who, Process& dead) override;

private:
  int size() const override;
  bool is_alive(int process) const override;
  bool answers(int process) const override;
  bool has_left(int process) const override;
  bool knows(int process, int dead) const override;
  Seconds now() const override;
  void wake(Seconds when, int observer, int emitter) override;
  void reconnect(int observer, int emitter) override;
  void suspect(int observer, int emitter) override;

  Process& at(int number) const;
  Announcement& announcement_of(Process& dead);
  void tell_communicators_of(Process& who, Process& dead);
  void no_longer_needs_news(const Process& process);
  void remove_finished();

  Job& job_;
  HeartbeatRing ring_;
  std::map<int, std::shared_ptr<Announcement>> announcements_; ///< under way, by who is dead
};

} // namespace daruma::mpi
