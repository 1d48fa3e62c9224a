// One simulated MPI process: who it is, whether it lives, what it knows, and how it waits.
#pragma once

#include "sim/base/units.hpp"
#include "sim/mpi/blocking.hpp"

#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Semaphore.hpp>

#include <csetjmp>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace daruma::mpi {

struct Handle;
struct Job;
struct Request;
class Inbox;

/// What a blocked process waits for, for the message about a deadlock.
struct Waiting {
  const char* call = nullptr;
  const Handle* handle = nullptr;
  int peer = 0; ///< rank in the handle, or `everybody`
  int tag = 0;  ///< negative where it does not matter
  static constexpr int everybody = -1;
};

struct Process {
  Job* job = nullptr;
  int number = 0; ///< in its job, in order of start, never reused
  int launch = 0; ///< 0 for those the job began with, then one more for every spawn
  simgrid::s4u::Host* host = nullptr;
  simgrid::s4u::ActorPtr actor;

  bool alive = true;
  bool suspected = false; ///< somebody's detector found its death
  bool initialized = false;
  bool finalized = false;
  Seconds clock_read{-1}; ///< when it called MPI_Wtime last

  void* attachment = nullptr;          ///< the host's
  std::jmp_buf* abandonable = nullptr; ///< where run_abandonable is, while it runs
  bool vanishes = false;               ///< ends as soon as its frames are given up

  Handle* world = nullptr;
  Handle* self = nullptr;
  Handle* parent = nullptr;
  std::vector<std::unique_ptr<Handle>> handles;

  std::vector<const Process*> known_failed; ///< in the order in which this process learnt of them
  std::unordered_set<const Process*> known_failed_set;

  std::unique_ptr<Inbox> inbox;
  std::vector<Request*> pending;
  std::vector<std::unique_ptr<Request>> unattended; ///< freed by the application while under way
  Waiting waiting;

  Process();
  ~Process();

  bool knows_failed(const Process& other) const { return known_failed_set.count(&other) != 0; }
  /// Adds to what this process knows and rings it.
  void learn_of(const Process& dead);

  /// Sleeps until rung. Only the process itself calls this.
  void sleep_until_rung();
  /// Wakes the process if it sleeps. Kernel context, or another process.
  void ring();
  /// One of the `awaited` things happened; rings when none is left to wait for.
  void arrived();
  int awaited = 0;

  /// Sleeps until there is a new message for nobody in particular, or news; `looking` is what a probe looks for.
  void sleep_until_message(const Request& looking);
  void message_came();
  void note_waiting(const Request& request);

private:
  simgrid::s4u::SemaphorePtr bell_;
  bool asleep_ = false;
  bool probing_ = false;
};

/// The calling process. Only from inside a simulated MPI process.
Process& self();

/// Simulated time now.
Seconds now();

/// Lets the calling process spend time without computing.
void pass(Seconds duration);

/// What a call that fails or polls at once still takes, so that a program that spins on it sees time pass.
constexpr Seconds poll_cost{1e-6};

} // namespace daruma::mpi
