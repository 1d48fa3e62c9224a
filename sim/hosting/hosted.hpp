// A simulated process while it runs a program, as the libc of that program sees it.
#pragma once

#include "models/port/port.hpp"
#include "models/port/program_calls.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/units.hpp"
#include "sim/hosting/descriptors.hpp"
#include "sim/hosting/file_locks.hpp"
#include "sim/hosting/frames.hpp"
#include "sim/hosting/open_channels.hpp"
#include "sim/hosting/output.hpp"
#include "sim/hosting/process_state.hpp"
#include "sim/hosting/program_memory.hpp"
#include "sim/hosting/run.hpp"
#include "sim/hosting/threads.hpp"

#include <csignal>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::hosting {

/// What a process does about a signal; the name is taken by a function, too.
using SignalAction = struct sigaction;

/// What a process does without end, for which it is stopped.
enum class Endless {
  nothing,
  looping, ///< its patience is over
  printing ///< its job's budget is used up
};

/// Data of a file that has been moved already, and whose time has not passed yet.
struct OwedTransfer {
  enum class Kind { write, read };

  Kind kind;
  std::size_t bytes;
};

struct OpenMpProcess;

/// Under which threads keep a value each.
struct Key {
  bool is_used;
  void (*destructor)(void*); ///< of the values; null for none
};

struct Hosted {
  Hosted(models::Port& door, const ProgramOptions& what, const UserProgram& program);
  ~Hosted();
  Hosted(const Hosted&) = delete;
  Hosted& operator=(const Hosted&) = delete;

  /// A line on its standard error.
  void complain(std::string_view line) const { port.note("stderr", line); }

  models::Port& port;
  models::ProgramCalls told{port, [this](const std::string& line) { complain(line); }}; ///< by <daruma.h>
  const ProgramOptions& options;
  const int process;      ///< its number
  const std::string file; ///< of its program
  ProcessState state{process == 0 ? ProcessState::Input::read : ProcessState::Input::empty};
  ProgramMemory memory;
  Thread main;
  std::vector<std::shared_ptr<Thread>> threads; ///< the others, but for those that have ended and been joined
  int threads_started = 0;                      ///< so far, the first not among them
  int threads_alive = 0;                        ///< of these
  std::vector<Key> keys;
  std::shared_ptr<OpenMpProcess> openmp;     ///< null until a thread meets OpenMP
  std::optional<RandomStream> random_device; ///< once it was asked for
  Seconds resumed{0};                        ///< this computer's time when it began to compute
  Lines output;
  std::string begun_line; ///< of its standard output, while it has not the processor
  Lines error;
  Instance instance;
  std::optional<int> status;                        ///< its exit status, once it ends
  bool is_ending = false;                           ///< a thread runs what is left to the end
  std::vector<std::function<void()>> exit_handlers; ///< atexit's, and destructors of globals
  bool runs_exit_handlers = true;
  std::string death; ///< the signal that it dies of
  Endless endless = Endless::nothing;
  const void* stopped_at = nullptr; ///< where in what it did without end
  std::map<int, SignalAction> actions;
  Seconds clock_read{-1}; ///< when it looked at the clock last
  std::deque<OwedTransfer> owed;
  FileLocks locks;
  Descriptors descriptors; ///< of files and sockets that it has opened
  OpenChannels channels;
  std::map<const void*, std::size_t> written_maps; ///< what it has mapped of files to be written, and its size
};

/// Whose code runs now; null if it is the simulator's own.
Hosted* current();
/// The same, where the calling thread simulates; null in those that a program's library has started.
Hosted* simulated_caller();
/// None runs from now on: the stack of the one that did is destroyed, and nothing on it is to be looked at again.
void lose_processor();

/// Makes a thread the current one for a scope.
class Resumed {
public:
  explicit Resumed(Thread& thread);
  ~Resumed();
  Resumed(const Resumed&) = delete;
  Resumed& operator=(const Resumed&) = delete;
};

/// Runs a part of the current thread's life; afterwards the process has not died. Throws Unending.
void live(Hosted& hosted, const std::function<void()>& part);

/// What follows when the current process has its exit status: what it has left for its end.
void come_to_end(Hosted& hosted);

/// The last registered first, and those that are registered meanwhile.
void call_all(std::vector<std::function<void()>>& exit_handlers);

/// What the process has printed becomes its own.
void take_output(Hosted& hosted);

/// The thread, which is the current one, takes the signals that were sent to it; whether one had a handler.
bool take_signals(Thread& thread);

/// What the current process has computed since it was resumed takes its simulated time, and what it owes for files.
/// Ends a process that does something without end.
void charge_computation();

/// A signal from the current process, by that way (SI_USER, SI_TKILL, SI_QUEUE).
siginfo_t own_signal(int signal, int code, sigval value = {}, const char* function = __builtin_FUNCTION());

/// What a signal does to the current process: ignored, handled by a function of the program, or its death at
/// `where`, with a remark on the cause. Returns in the first two cases. A handler is given the state that a fault has
/// interrupted (a ucontext_t), and goes on from there as it leaves it.
void deliver(const siginfo_t& signal, const void* where, std::string_view remark = {}, void* interrupted = nullptr);

/// Whether a function of the program takes the signal.
bool is_handled(int signal);

/// abort: the current process's death by SIGABRT, after its handler if it has one.
void on_abort();

/// The simulation cannot go on after what a thread of this computer's has done that none of the simulator's is; of
/// whose process it is, nothing is known.
[[noreturn]] void crash_in_thread(std::string_view what);

/// This is where the process that ran last has come to, for whoever asks after a crash (last_at_work).
void note_place(const void* place);

/// The instruction that a signal interrupted, from the handler's third argument.
const void* interrupted_at(const void* context);

/// Ends the current process, which does something without end at `place`.
[[noreturn]] void stop_at(const void* place);

/// Whether what the current process has printed, as far as that is known, is more than its job may. May be asked from a
/// signal handler.
bool prints_too_much();

/// Whether what the program left for its end is run.
enum class ExitHandlers { run, skipped };

/// Ends the current process in order, with this exit status.
[[noreturn]] void end(int status, ExitHandlers);

} // namespace daruma::hosting
