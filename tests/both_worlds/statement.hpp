// What a program of this folder is to be seen doing, as the comment at its head states it.
//
//   ranks 3
//   0, 1: barrier PROC_FAILED | barrier SUCCESS
//   2 dies: SIGKILL
//   may need a second run: why
//
// A line is one that each of these processes prints, in the order of the statement; what stands between bars are
// the outcomes that MPI's standard and ULFM leave open. One that begins with "openmpi: " is legal on Open MPI only:
// something that it lacks or does otherwise than the standard. Who is not named prints nothing and does not die.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace daruma::both_worlds {

enum class World { simulated, open_mpi };

struct Line {
  std::vector<std::string> legal;
  std::vector<std::string> legal_on_open_mpi;

  bool allows(const std::string& line, World) const;
};

/// What a process printed, and what it died of; empty if it did not.
struct Observed {
  std::vector<std::string> lines;
  std::string death;
};

struct Statement {
  int ranks = 0;
  std::map<int, std::vector<Line>> lines; ///< by process
  std::map<int, std::string> deaths;      ///< how the cause begins
  std::string reason_for_second_run;      ///< empty: one run has to do
};

/// Throws std::runtime_error that quotes the line it cannot read.
Statement read_statement(const std::string& source);

/// One finished sentence per difference.
std::vector<std::string> differences(const Statement&, const std::map<int, Observed>&, World);

} // namespace daruma::both_worlds
