// Notices programs that hang by computing or polling for ever.
//
// A standstill is the simulator's to find. A process that loops without MPI, or polls for what never
// comes, is found by this computer's processor time: it counts as hanging when nothing has been sent,
// printed or ended by anybody for as long as it has patience. What a process prints without ever
// calling MPI is looked at here as well. Only whether a simulation is broken off depends on it, never
// a result.
#pragma once

#include <cstdint>
#include <functional>

namespace daruma::hosting {

class Watch {
public:
  /// `progress` grows whenever something happens that is not mere waiting; asked from a signal handler.
  explicit Watch(std::function<std::uint64_t()> progress);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
};

} // namespace daruma::hosting
