// What a process of a real MPI writes down while it runs, one line each, and how to read it back.
//
// The lines go to the file log.N of the run's directory (real_port.cpp); whoever steers the run reads
// them as they come. Times are seconds since the Unix epoch. A text ends with its line.
#pragma once

#include "sim/core/rank_move.hpp"
#include "sim/core/units.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace daruma::models {

/// The process is up. It is one of `count` that were started together, the first of which has number `first` and was
/// up at `time`.
struct Began {
  Seconds time;
  int pid;
  int writer; ///< the process that writes its last line: itself, or its guard
  int first;
  int count;
};
/// A line of the program's own output.
struct Printed {
  Seconds time;
  std::string line;
};
/// The job goes on after a failure, or with another number of ranks.
struct Restarted {
  Seconds time;
  std::string how;
};
/// Ranks go on in other processes.
struct Migrated {
  Seconds time;
  std::vector<RankMove> moves;
};
/// An order was carried out; the job has so many ranks now.
struct Answered {
  Seconds time;
  int ranks;
};
/// The process has the MPI end the whole job.
struct Aborted {
  Seconds time;
  std::string reason;
};
/// For people alone; nothing follows from it.
struct Noted {
  Seconds time;
  std::string kind;
  std::string text;
};
/// Something that took from `begin` to `end`, for people alone.
struct Spanned {
  Seconds begin;
  Seconds end;
  std::string kind;
  std::string text;
};
/// A phase of a user's program begins, or the one that began last ends.
struct PhaseBegun {
  Seconds time;
  std::string name;
};
struct PhaseEnded {
  Seconds time;
};
struct Measured {
  std::string name;
  double value;
};
/// How a process ends in order.
enum class Ending { returned, left };
struct Ended {
  Seconds time;
  Ending how;
  int status = 0; ///< its exit status
};
struct Died {
  Seconds time;
  std::string cause;
};
/// The model's program stopped with an exception.
struct Broke {
  Seconds time;
  std::string what;
};
using LogEntry = std::variant<Began, Printed, Restarted, Migrated, Answered, Aborted, Noted, Spanned, PhaseBegun,
                              PhaseEnded, Measured, Ended, Died, Broke>;

/// Without the end of the line; ends of lines within a text become blanks.
std::string to_line(const LogEntry&);

/// Nothing if the line is not one of `to_line`.
std::optional<LogEntry> parse_line(std::string_view line);

} // namespace daruma::models
