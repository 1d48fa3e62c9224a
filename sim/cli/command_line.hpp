// The command line: which command, and the exit status.
//
// Exit status: 0 done, 1 an expectation failed or a job ended itself in failure, 2 bad input, 3 the simulated system
// deadlocked or broke, 4 the machine lacks something. Standard output carries the answer, standard error all else.
#pragma once

#include "sim/cli/command.hpp"

#include <stdexcept>

namespace daruma::cli {

enum ExitStatus { done = 0, expectation_failed = 1, bad_input = 2, broke = 3, machine_lacks = 4 };

/// The words on the command line are wrong; the message says what is allowed.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The machine lacks something; the message says what, and how to get it.
class MachineError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Runs one command line (without the program's name) and returns its exit status. Never throws.
int run(const Words& words);

/// Each command's row of the table; files command_*.cpp make them, commands.cpp puts them in order.
Command init_command();
Command import_command();
Command fit_command();
Command run_command();
Command sweep_command();
Command check_command();
Command explore_command();
Command compare_command();
Command report_command();
Command reproduce_command();
Command collisions_command();
Command diagnose_command();
Command cc_command();
Command cpp_command();
Command fortran_command();
Command mpirun_command();
Command calibrate_command();
Command list_command();
Command schema_command();
Command help_command();
Command completion_command();
Command complete_command();

} // namespace daruma::cli
