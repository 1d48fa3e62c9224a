// What a debugger that watches the simulator is shown: one process, as if its program ran alone.
//
// A debugger knows what ld.so has loaded. The shown process alone has a copy of its program that is loaded so, and the
// others have images of which the debugger does not know: breakpoints are that process's alone, and so is each global.
// Where it is to stop, a function is called at which it has a breakpoint. Behind that it finds the frames of the shown
// process's program, whosever turn it is.
#pragma once

#include "sim/hosting/frames.hpp"

#include <string>
#include <string_view>

namespace daruma::hosting {

/// Whether a debugger watches the simulator.
bool is_debugged();

/// While it lives, the debugger is shown that process. One at a time.
class ShownProcess {
public:
  /// The process with that number of the job.
  ShownProcess(std::string job, int process);
  ~ShownProcess();
  ShownProcess(const ShownProcess&) = delete;
  ShownProcess& operator=(const ShownProcess&) = delete;

  bool is(std::string_view job, int process) const { return process == process_ && job == job_; }

  /// The debugger will stop where its program begins.
  void stop_at_main() { stops_at_main_ = true; }
  /// The debugger stops in its program, and says why; where it begins, if it has not begun. Not at all if it has ended.
  void stop(const std::string& why);

  /// Its program has been loaded and is about to begin. Of what ld.so has loaded, the debugger is to know these files,
  /// a regular expression.
  void begins(const std::string& files);
  /// It gives up the processor. From inside its program.
  void leaves() { frame_ = innermost_frame(); }
  void ends() { frame_ = {}; }

private:
  const std::string job_;
  const int process_;
  bool stops_at_main_ = false;
  bool has_begun_ = false;
  SavedFrame frame_;  ///< none, unless it waits for the processor
  char* const stack_; ///< of who stops: below all others, as debuggers expect of who is called
};

/// The one that is shown; null if none is.
ShownProcess* shown_process();

/// What gdb is to do with the simulator as its program; the last command runs it.
std::string gdb_commands();

} // namespace daruma::hosting
