// The debugger that --debug starts: gdb, with the same command line as its program. There the command finds itself
// watched, and runs.
#pragma once

#include "sim/cli/command.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>

namespace daruma::cli {

/// A process with which a job of the scenario begins.
struct DebuggedProcess {
  std::string job;
  int number;
};

/// What RANK or JOB:RANK names. Throws UsageError.
DebuggedProcess read_debugged(const std::string& text, const scenario::Scenario&);

/// What comes on standard input from elsewhere than a terminal is for the debugger, and not for its program.
void leave_input_to_debugger();

/// Becomes the debugger of the program with these words, which is told what people can type. Throws MachineError.
[[noreturn]] void become_debugger(const Words& words, const DebuggedProcess&);

} // namespace daruma::cli
