// Notices programs that hang by computing or polling for ever.
//
// A standstill is the simulator's to find. A process that loops without MPI, or polls or sleeps for what never
// comes, is found by this computer's processor time, the system's and the simulator's own included: it counts as
// hanging when nothing has been sent, printed or ended by anybody for as long as it has patience. What a process prints
// without ever calling MPI is looked at here as well. Only whether a simulation is broken off depends on it, never a
// result.
#pragma once

#include "sim/core/units.hpp"

#include <cstdint>
#include <functional>

namespace daruma::hosting {

class Watch {
public:
  /// `progress` grows whenever something happens that is not mere waiting; asked from a signal handler.
  explicit Watch(std::function<std::uint64_t()> progress);
  ~Watch();
  /// A copy of this process is watched as well: timers are not inherited.
  static void begin_again();
  /// Who hangs is in a library most of the time, which may hold a lock: it is led on instruction by instruction until
  /// it is back in its program. To be called when a process gives the processor up or is ended meanwhile.
  static void let_go();
  /// After such an instruction.
  static void on_step(void* context);
  /// Nobody is watched from here on; to be called before whoever tells of progress is gone.
  static void end();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
};

/// Whether nothing has happened for so long of this computer's processor time.
bool is_idle_for(Seconds patience);

} // namespace daruma::hosting
