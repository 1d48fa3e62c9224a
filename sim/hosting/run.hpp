// Hosts programs in simulated processes: each has its own globals, its time is simulated time, what it
// prints is told apart, and the signals that it raises, a segmentation fault among them, end it alone.
//
// Assumes that a program does not write where another's data are: all share one address space.
#pragma once

#include "models/port/port.hpp"
#include "sim/hosting/frames.hpp"
#include "sim/hosting/output.hpp"
#include "sim/hosting/signals.hpp"
#include "sim/hosting/user_program.hpp"
#include "sim/hosting/watch.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::hosting {

/// While it lives, programs can be run: it has their output and their signals. One at a time, made after SimGrid's
/// engine.
class Session {
public:
  /// `progress` grows whenever something happens (see watch.hpp).
  explicit Session(std::function<std::uint64_t()> progress);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

private:
  class Switches;
  Capture capture_;
  Signals signals_;
  Watch watch_;
  std::unique_ptr<Switches> switches_;
};

/// A program loops, polls or prints for ever; what() is a sentence.
class Unending : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Why a thread does not go on.
enum class Ended { from_outside, endless };

/// How a process runs a program.
struct ProgramOptions {
  std::vector<std::string> arguments;
  double host_time_scale = 0; ///< simulated seconds per second that it computes on this computer
  Seconds patience{60};       ///< of this computer's time; see watch.hpp
  OutputBudget& output;       ///< of all processes of its job
  std::string_view job;       ///< whose process it is; for messages, and longer there than the session
  std::string folder;         ///< where it begins; where the simulator is if empty
  /// Told when one of the process's threads, of which 0 is the first, is ended from outside, or because the process
  /// does something without end; its frames are still there (see where).
  std::function<void(int thread, Ended)> on_end = [](int, Ended) {};
  /// Called at an exit with status 0, before what the program registered for it.
  std::function<void()> on_success = [] {};
  /// Ends the process where another thread than the first has brought its program to its end, with that status.
  std::function<void(int status)> on_exit = [](int) {};
  /// Ends it where such a thread cannot go on.
  std::function<void(const std::string& why)> on_breakage = [](const std::string&) {};
};

/// Runs the program in the calling simulated process, whose door to its world is `port`. Returns its exit status if it
/// ended in order; a process that dies does not come back. Throws ImageError, and Unending.
int run(const UserProgram& program, const ProgramOptions& options, models::Port& port);

/// Which place in its program the calling thread has come to; null outside of programs.
const void* here();

/// How it came there. Only from inside a program.
CallChain where();

/// Whose program ran last: "process 3 of p, at p.c:12", the place if it is known. Empty if none has run.
std::string last_at_work();

} // namespace daruma::hosting
