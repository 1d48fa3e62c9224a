// Failure detection by heartbeats around a ring, and the mending of the ring: Bosilca, Bouteiller, Guermouche, Herault,
// Robert, Sens, Dongarra, "Failure detection and propagation in HPC systems", SC 2016, algorithm 1.
//
// Every process observes its emitter, the nearest predecessor that it does not know to have failed, which sends it a
// heartbeat every period. After a timeout of silence it suspects the emitter, tells its next emitter that it observes
// it now, and gives that one twice the timeout to be heard of. As long as nobody dies, heartbeats arrive before any
// timeout ends, and nothing can be told from them: they are not events here. What is an event is the end of a silence;
// when the last heartbeat before it was heard follows from the period and the phase, which all share. That a
// heartbeat's latency in the network, microseconds beside a timeout, varies with the traffic is left out.
//
// The bound of the paper (theorem 1), by its steps: a gap of f failures is mended within R(f) = 2 f d + t, as each of
// the f emitters takes at most 2 d to be suspected and the new observer's message t; each failure more than once
// interrupts the rest once, so T(f) <= T(f - 1) + R(f) + f B, and T(f) <= f (f + 1) d + f t + f (f + 1) / 2 B.
//
// No simulator: what goes out and what is to come back is in the surroundings.
#pragma once

#include "sim/core/units.hpp"

#include <map>
#include <set>

namespace daruma::mpi {

class HeartbeatRing {
public:
  class Surroundings {
  public:
    virtual ~Surroundings() = default;
    /// Processes have the numbers from 0 on.
    virtual int size() const = 0;
    virtual bool is_alive(int process) const = 0;
    /// It lives, and sends heartbeats.
    virtual bool answers(int process) const = 0;
    /// It ended in order, and its neighbours closed the ring together.
    virtual bool has_left(int process) const = 0;
    virtual bool knows(int process, int dead) const = 0;
    virtual Seconds now() const = 0;
    /// silent(observer, emitter) is to be called then.
    virtual void wake(Seconds when, int observer, int emitter) = 0;
    /// A message that leads to reconnected(observer, emitter), unless the emitter is dead when it arrives.
    virtual void reconnect(int observer, int emitter) = 0;
    /// The observer suspects the emitter, which is dead from then on; learnt(observer, emitter) follows at once.
    virtual void suspect(int observer, int emitter) = 0;
  };

  /// Heartbeats leave at (k + phase) periods, k = 0, 1, ..., and are heard `transit` later.
  struct Rhythm {
    Seconds period;
    Seconds timeout;
    double phase;
    Seconds transit;
  };

  HeartbeatRing(Surroundings& surroundings, const Rhythm& rhythm) : surroundings_(surroundings), rhythm_(rhythm) {}

  void died(int process);
  /// It lives, and sends no heartbeats and looks for none, until it has answered.
  void fell_silent(int process);
  void answered(int process);
  /// It has ended in order; who observes it goes on to its emitter.
  void left(int process);
  /// `process` knows now, from wherever, that `dead` is dead.
  void learnt(int process, int dead);
  /// The emitter, alive, was told that the observer observes it from now on.
  void reconnected(int observer, int emitter);
  /// The end of a silence, if it was one.
  void silent(int observer, int emitter);

  /// The nearest that the process does not know to have failed, upstream (-1) or downstream (1); itself if there is no
  /// other.
  int neighbour(int process, int direction) const;

private:
  int observer_of(int emitter) const;
  /// Or its silence has not been too long yet.
  bool is_heard(int emitter) const;
  Seconds silence_ends(int emitter) const;

  Surroundings& surroundings_;
  Rhythm rhythm_;
  std::set<int> unknown_;                ///< the dead that nobody suspects
  std::map<int, Seconds> silences_;      ///< of the living: when they will have been too long
  std::map<int, int> awaited_;           ///< by observer: the emitter whose first heartbeat it waits for
  std::map<int, Seconds> observed_from_; ///< by emitter: since when, where it has changed its observer
};

} // namespace daruma::mpi
