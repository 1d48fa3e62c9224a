// The threads of a hosted program, and how they wait for each other.
//
// A thread is one of sim/mpi's (sim/mpi/process/threads.hpp) with what a thread has for itself of the C library. All
// that threads wait for - locks, conditions, each other's end - is a place in memory: who waits sleeps there until
// somebody calls those who do, the one that has waited longest first. Places of several processes are told apart by
// their addresses alone, so that what processes share is waited for by all of them.
#pragma once

#include "sim/core/units.hpp"
#include "sim/hosting/process_state.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/mpi/process/fiber.hpp"

#include <csignal>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <unwind.h>
#include <vector>

namespace daruma::hosting {

enum class Ended;
struct Hosted;
struct OpenMpThread;

struct Thread {
  /// The calling fiber's, of a process.
  Thread(Hosted& of, int number);
  ~Thread();
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  bool is_main() const { return number == 0; }

  Hosted* process;             ///< null once that is gone
  const int number;            ///< in its process; 0 is the one that it begins with
  const int id;                ///< as gettid and pthread_self give it
  mpi::Fiber* fiber = nullptr; ///< null until it begins
  ProcessState::OfThread state;
  sigset_t blocked{};                        ///< signals that are held back
  std::vector<siginfo_t> pending;            ///< of signals that were sent to it, those that it has still to take
  bool is_sent = false;                      ///< one of them since it looked last
  const sigset_t* awaited_signals = nullptr; ///< while it waits for one of them
  ThreadLocals variables;
  std::vector<std::function<void()>> exit_handlers; ///< of thread_local variables
  std::vector<void*> values;                        ///< under the process's keys (pthread_setspecific)
  std::vector<void*> cleanups; ///< where pthread_exit is to go before it ends (pthread_cleanup_push)
  std::string name;
  std::shared_ptr<OpenMpThread> openmp; ///< null until it meets OpenMP
  std::function<void(int thread, Ended)> on_end;
  _Unwind_Exception ending{}; ///< by which its frames are given up

  void* result = nullptr; ///< of its function
  bool is_detached = false;
  bool has_ended = false;
  const void* waits_at = nullptr;
  int polls = 0;             ///< how often it asked for something without waiting
  Seconds polled_until{-1};  ///< when it had asked in vain last
  Seconds polling_since{-1}; ///< when it began to do nothing else
};

/// The thread whose code runs now. Only from inside a program.
Thread& this_thread();

/// The current process's thread of that id; null if there is none that could be joined.
Thread* find_thread(int id);

/// Starts a thread of the current process, which runs `main`.
Thread& start_thread(std::function<void*()> main, std::size_t least_stack = 0, bool is_detached = false);

/// Waits for the end of a thread, which then is forgotten; false if that time comes first.
bool join(Thread&, void** result, Seconds end = never);

/// What becomes of a thread that nobody will join.
void detach(Thread&);

/// Ends the calling thread: pthread_exit.
[[noreturn]] void end_thread(void* result);

/// The process's first thread has ended so: the process goes on until its last one does, and ends with status 0.
void outlive_first_thread();

/// Goes on with that after what pthread_cleanup_push has left has been run.
[[noreturn]] void go_on_ending();

enum class Woken { called, late, interrupted };

/// The calling thread, which is in that function, sleeps at a place until it is called there, or until that time, or
/// until it has run a handler of a signal.
Woken wait_at(const void* place, const char* function, Seconds end = never);
/// Calls the one that has waited there longest, after what is done for it; false if nobody does.
bool call_one(
    const void* place, const std::function<void(const Thread&)>& first = [](const Thread&) {});
void call_all(const void* place);
/// Has a thread look for signals, wherever it waits.
void interrupt(Thread&);

/// The caller has asked for something without waiting. Who goes on asking lets time pass, so that others get on.
void note_poll(Thread&);
/// The caller asked in vain: some time passes, the more the longer it does nothing else.
void poll_in_vain(const char* function);

} // namespace daruma::hosting
