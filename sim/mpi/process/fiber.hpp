// One thread of control of a process, and how it sleeps until there is something for it to do.
//
// A process has a fiber that runs its program, one more for every thread that the program has started (threads.hpp) and
// for every non-blocking collective that is under way. Each sleeps and is woken by itself; news of failures and
// revocations wakes them all. Where to receive messages takes processor time, whoever would sleep does that first, and
// whenever one comes.
#pragma once

#include "sim/core/units.hpp"
#include "sim/mpi/process/blocking.hpp"
#include "sim/simgrid/sleep.hpp"

namespace daruma::mpi {

struct LocalCommunicator;
struct PointOfReturn;
struct Process;
struct Request;

/// What a blocked fiber waits for, for the message about a deadlock.
struct Waiting {
  const char* call = nullptr;
  const LocalCommunicator* handle = nullptr;
  int peer = 0;        ///< rank in the handle, `everybody`, or `another_thread`, which has no handle
  int tag = 0;         ///< negative where it does not matter
  bool within = false; ///< the rank is one of the handle's own side
  static constexpr int everybody = -1;
  static constexpr int another_thread = -2;
};

class Fiber {
public:
  /// What a fiber is there for: its process's program, or an operation beside it.
  enum class Purpose { program, operation };

  /// `thread` numbers the threads of the process's program; 0 for the one that it begins with, and for fibers that run
  /// none.
  explicit Fiber(Process& process, int thread = 0, Purpose purpose = Purpose::program)
      : process_(process), thread_(thread), purpose_(purpose) {}

  Process& process() const { return process_; }
  int thread() const { return thread_; }
  bool runs_program() const { return purpose_ == Purpose::program; }
  Waiting waiting;

  PointOfReturn* abandonable = nullptr; ///< where run_abandonable is, while it runs
  bool ended_by_simgrid = false;        ///< its actor was killed, and has been told so by an exception
  bool vanishes = false;                ///< ends as soon as its frames are given up

  /// Sleeps until rung. Only the fiber itself calls this.
  void sleep_until_rung();
  /// The same, or until that time, and without receiving; whether it is over.
  bool sleep_until(Seconds time);
  /// Wakes the fiber if it sleeps. Kernel context, or a fiber.
  void ring();

  /// Sleeps until `count` things have arrived, or rung.
  void sleep_for(int count);
  void arrived();

  /// Sleeps until there is a new message for nobody in particular, or news; `looking` is what a probe looks for.
  void sleep_until_message(const Request& looking);
  void message_came();
  /// There is something to receive.
  void message_arrived();

  /// Sleeps as long as its process is held up. Only the fiber itself calls this, where it may block in SimGrid.
  void stay_while_held_up();
  /// Its process is held up no more. Kernel context.
  void go_on();

  void note_waiting(const Request& request);

  /// Nobody rings it any more: its actor is about to be killed.
  void give_up_sleep() { asleep_ = nullptr; }

  /// How long it has slept.
  Seconds blocked() const { return blocked_; }

private:
  void doze();
  void wake();

  Process& process_;
  simgrid_api::Sleeper* asleep_ = nullptr;  ///< null while it is awake
  simgrid_api::Sleeper* held_up_ = nullptr; ///< null unless it sleeps because of that
  int thread_;
  Purpose purpose_;
  int awaited_ = 0;
  Seconds blocked_{0};
  bool probing_ = false;
  bool is_rung_ = false; ///< since it began to sleep
};

/// The calling fiber. Only from inside a simulated MPI process.
Fiber& fiber();

} // namespace daruma::mpi
