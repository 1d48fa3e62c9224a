// How a job's processes come to know of a death.
//
// Five mechanisms, one interface. A detector decides when a death is first suspected and by whom;
// the news then spreads to the other survivors by the profile's propagation law, or by messages (ring_detector.hpp).
// Where heartbeats are watched, a living process whose node does not answer for the timeout is suspected, too; as it
// ends when it learns of that, and nobody sees anything of it before, it counts as dead from then on. Who has been late
// itself suspects nobody for that (Open MPI 5, ompi/communicator/ft/comm_ft_detector.c, fd_event_cb).
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/core/runtime_profile.hpp"

#include <memory>

namespace daruma::mpi {

struct Job;
struct Process;

class Detector {
public:
  virtual ~Detector() = default;
  /// A process died now. Kernel context.
  virtual void on_death(Process& dead) = 0;
  /// A living process does not answer from now on, or does again. Kernel context.
  virtual void on_silence(Process&) {}
  virtual void on_answer(Process&) {}
  /// A living process now depends on a dead one: it sends to it, receives from it, or meets it. Kernel or owner's
  /// context.
  virtual void on_contact(Process& observer, Process& dead);
  /// A process has come to its end in order. Kernel context.
  virtual void on_leaving(Process& process);
  /// A process, alive, has learnt of a death. Kernel context.
  virtual void on_learning(Process& who, Process& dead);
  /// The first who suspects it has learnt of it; tells the other survivors. Kernel context.
  virtual void spread(Process& dead);
};

/// The process, if it lives, counts as dead from now on. Kernel context.
void declare_dead(Process& process);

/// `observer` suspects `dead` now, unless somebody did before; the other survivors follow by the law of propagation.
void suspect(Process& observer, Process& dead);

/// The detector that the job's profile names. `phase` draws the phase of its clock.
std::unique_ptr<Detector> make_detector(Job& job, RandomStream phase);

} // namespace daruma::mpi
