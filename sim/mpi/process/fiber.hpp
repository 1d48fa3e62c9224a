// One thread of control of a process, and how it sleeps until there is something for it to do.
//
// A process has a fiber that runs its program, and one more for every non-blocking collective that is
// under way. Each sleeps and is woken by itself; news of failures and revocations wakes them all.
#pragma once

#include "sim/core/units.hpp"
#include "sim/mpi/process/blocking.hpp"
#include "sim/simgrid/sleep.hpp"

namespace daruma::mpi {

struct LocalCommunicator;
struct Process;
struct Request;

/// What a blocked fiber waits for, for the message about a deadlock.
struct Waiting {
  const char* call = nullptr;
  const LocalCommunicator* handle = nullptr;
  int peer = 0;        ///< rank in the handle, or `everybody`
  int tag = 0;         ///< negative where it does not matter
  bool within = false; ///< the rank is one of the handle's own side
  static constexpr int everybody = -1;
};

class Fiber {
public:
  explicit Fiber(Process& process) : process_(process) {}

  Process& process() const { return process_; }
  Waiting waiting;

  /// Sleeps until rung. Only the fiber itself calls this.
  void sleep_until_rung();
  /// Wakes the fiber if it sleeps. Kernel context, or another fiber.
  void ring();

  /// Sleeps until `count` things have arrived, or rung.
  void sleep_for(int count);
  void arrived();

  /// Sleeps until there is a new message for nobody in particular, or news; `looking` is what a probe looks for.
  void sleep_until_message(const Request& looking);
  void message_came();

  void note_waiting(const Request& request);

  /// How long it has slept.
  Seconds blocked() const { return blocked_; }

private:
  Process& process_;
  simgrid_api::Sleeper* asleep_ = nullptr; ///< null while it is awake
  int awaited_ = 0;
  Seconds blocked_{0};
  bool probing_ = false;
};

/// The calling fiber. Only from inside a simulated MPI process.
Fiber& fiber();

} // namespace daruma::mpi
