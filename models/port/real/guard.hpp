// The guard of a user's program on a real MPI: what it prints, line by line, and how it ends.
//
// mpirun starts a guard for each process, and the guard starts the program as its child: only a parent learns of
// what a process died. It writes to the process's log (real_port.hpp), in which the program itself writes what it
// does in MPI. The program tells its guard by a pipe which number it has and that it has finalized. A guard dies
// with its program, so that the MPI sees a death, and the other way round.
#pragma once

#include "models/port/files/run_log.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::models {

/// How a program that was started came to its end, from what waitpid says.
struct Departure {
  int wait_status;
  bool has_begun;     ///< MPI_Init returned
  bool has_finalized; ///< MPI_Finalize returned
};
LogEntry judge(const Departure&, Seconds when);

/// Runs words[0] with the rest as its arguments, to its end. Returns what to exit with; ends itself by SIGKILL if the
/// program died. `self` is what starts a guard.
int guard(const std::string& self, const std::vector<std::string>& words);

/// From inside the program; without a guard nothing is told.
bool is_guarded();
void tell_guard_number(int number);
void tell_guard_finalized();

/// What to start so that processes of the program `command`, a file beside this one, are guarded, too. Nothing where
/// this process has no guard or `command` is no program that was compiled for this world.
std::optional<std::vector<std::string>> guarded_words(const std::string& command);

} // namespace daruma::models
