#include "sim/mpi/ulfm/heartbeat_ring.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::mpi {

int HeartbeatRing::neighbour(int process, int direction) const {
  const int n = surroundings_.size();
  for (int at = (process + direction + n) % n; at != process; at = (at + direction + n) % n)
    if (!surroundings_.has_left(at) && !surroundings_.knows(process, at)) return at;
  return process;
}

/// Who lives and has the process for its emitter; itself if there is nobody.
int HeartbeatRing::observer_of(int emitter) const {
  const int n = surroundings_.size();
  for (int at = (emitter + 1) % n; at != emitter; at = (at + 1) % n)
    if (surroundings_.is_alive(at)) return neighbour(at, -1) == emitter ? at : emitter;
  return emitter;
}

/// If the emitter is dead from now on.
Seconds HeartbeatRing::silence_ends(int emitter) const {
  const double beats = std::floor(surroundings_.now() / rhythm_.period - rhythm_.phase);
  Seconds last = (beats + rhythm_.phase) * rhythm_.period;
  const auto observed = observed_from_.find(emitter);
  if (observed != observed_from_.end()) last = std::max(last, observed->second);
  return last + rhythm_.transit + rhythm_.timeout;
}

void HeartbeatRing::died(int process) {
  awaited_.erase(process);
  unknown_.insert(process);
  const int observer = observer_of(process);
  if (observer == process) return;
  const auto awaited = awaited_.find(observer);
  const bool was_heard = awaited == awaited_.end() || awaited->second != process;
  if (was_heard) surroundings_.wake(silence_ends(process), observer, process);
}

void HeartbeatRing::fell_silent(int process) {
  silences_[process] = silence_ends(process);
  const int observer = observer_of(process);
  if (observer != process) surroundings_.wake(silences_[process], observer, process);
}

/// Who has not looked for heartbeats itself gives its emitter a timeout to be heard of.
void HeartbeatRing::answered(int process) {
  silences_.erase(process);
  const int emitter = neighbour(process, -1);
  if (emitter != process) surroundings_.wake(surroundings_.now() + rhythm_.timeout, process, emitter);
}

bool HeartbeatRing::is_heard(int emitter) const {
  if (surroundings_.answers(emitter)) return true;
  const auto silence = silences_.find(emitter);
  return surroundings_.is_alive(emitter) && silence != silences_.end() && surroundings_.now() < silence->second;
}

void HeartbeatRing::left(int process) {
  const int n = surroundings_.size();
  for (const int dead : unknown_) {
    const int observer = observer_of(dead);
    const bool was_between = (process - dead + n) % n < (observer - dead + n) % n;
    if (was_between) surroundings_.wake(surroundings_.now() + rhythm_.timeout, observer, dead);
  }
}

void HeartbeatRing::learnt(int process, int dead) {
  unknown_.erase(dead);
  const int n = surroundings_.size();
  int former = (process - 1 + n) % n;
  while (former != dead && former != process &&
         (surroundings_.has_left(former) || surroundings_.knows(process, former)))
    former = (former - 1 + n) % n;
  if (former != dead) return; // it observed another one
  const int emitter = neighbour(process, -1);
  awaited_.erase(process);
  if (emitter == process) return;
  awaited_.insert({process, emitter});
  surroundings_.reconnect(process, emitter);
  surroundings_.wake(surroundings_.now() + 2 * rhythm_.timeout, process, emitter);
}

void HeartbeatRing::reconnected(int observer, int emitter) {
  const auto awaited = awaited_.find(observer);
  if (awaited == awaited_.end() || awaited->second != emitter) return;
  awaited_.erase(awaited);
  observed_from_[emitter] = surroundings_.now();
}

void HeartbeatRing::silent(int observer, int emitter) {
  if (is_heard(emitter) || surroundings_.knows(observer, emitter)) return;
  const bool has_left = surroundings_.has_left(observer);
  // Whoever suspects a dead one goes on to its emitter, and who is silent looks when it answers.
  if (!has_left && !surroundings_.answers(observer)) return;
  if (!has_left && neighbour(observer, -1) == emitter) {
    surroundings_.suspect(observer, emitter);
    return;
  }
  // Whoever took its place, by its leaving or by joining the ring, has heard nothing either.
  const int next = observer_of(emitter);
  if (next != emitter) surroundings_.wake(surroundings_.now() + rhythm_.timeout, next, emitter);
}

} // namespace daruma::mpi
