// What a run leaves behind: typed rows, independent of who produced them and who writes them.
//
// Times are simulated seconds since the start of the simulation. Order is part of the value:
// rows with equal times keep the order in which they were recorded, which is deterministic.
#pragma once

#include "sim/core/units.hpp"
#include "sim/results/long_text.hpp"
#include "sim/results/recovery.hpp"
#include "sim/results/row_list.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace daruma::results {

inline constexpr int schema_version = 1;

/// Something that happened at an instant: kill, node_off, detect, revoke, restart, resize, command, leave,
/// finish, log, ... `process` is the number of the MPI process in its job (never reused), -1 for none.
struct Event {
  Seconds time{0};
  std::string kind;
  std::string job;
  int process = -1;
  std::string text;
};

/// Something that took time on one process: shrink, agree, spawn, split, checkpoint, restart, loop, ...
struct Span {
  Seconds begin{0};
  Seconds end{0};
  std::string kind;
  std::string job;
  int process = -1;
  std::string text;
};

/// How a job ended.
struct JobRow {
  std::string name;
  std::string model;
  bool finished = false; ///< every process that was left at the end returned from the model
  bool failed = false;   ///< its own processes ended it: MPI_Abort, a fatal error, an exit status that says so
  Seconds start{0};
  Seconds end{0};
  int ranks_at_start = 0;
  int ranks_at_end = 0;
  int deaths = 0;
  int restarts = 0; ///< recoveries and resizes survived
  int reruns = 0;
  std::string reason;       ///< why it did not finish; empty otherwise
  std::vector<int> nodes{}; ///< of its last run's processes, by their number, -1 for none; empty without ranks
};

/// "quake failed: ..." or "quake did not finish: ...", of one that did not come to its end.
std::string failure_of(const JobRow&);

/// A run that was ended from outside before its simulated system came to its own end; what it left is what was recorded
/// until then. Or a run of several replicas not all of which were made.
struct Cut {
  Seconds at{0};
  std::string by;         ///< "--until", or the signal: "SIGINT"
  int replicas_asked = 0; ///< where some were not made: for so many
};

/// Where the programs of processes stood when they were ended all at once.
struct Stack {
  std::string job;
  std::vector<int> processes;     ///< that stood there, ascending
  int thread = 0;                 ///< of their programs; 0 is the one that they began with
  std::vector<std::string> calls; ///< "main at p.c:20", "solve at p.c:12", "MPI_Recv": who calls comes first
};

/// The tables that a centre leaves behind, by the names of their files.
inline constexpr std::array<const char*, 5> centre_tables{"jobs.csv", "schedule.csv", "series.csv", "outages.csv",
                                                          "groups.csv"};

/// Metrics are named `<job>.<what>[_<unit>]`, e.g. "quake.makespan_s"; booleans are 0 or 1. All are in metrics.hpp.
struct Result {
  std::string scenario_json = "{}"; ///< resolved
  std::uint64_t seed = 0;
  int replication = 0;
  std::map<std::string, std::string> versions;
  std::map<std::string, std::string> inputs{}; ///< files that the scenario names: their SHA-256
  std::map<std::string, double> metrics;
  std::map<std::string, std::string> units{}; ///< of the metrics, as metrics.hpp knows them
  std::vector<JobRow> jobs;
  RowList<Event> events;
  RowList<Span> spans;
  std::vector<Recovery> recoveries{}; ///< worked out of the rows, as far as they tell; not written by themselves
  std::optional<Cut> cut{};
  std::vector<Stack> stacks{};              ///< of a run that was cut or came to no good end
  std::vector<std::string> never_due{};     ///< a sentence on each event of the scenario that did not come
  std::map<std::string, LongText> tables{}; ///< of a centre: by the names of their files beside result.json
  std::string trace{};                      ///< a sentence on what was not recorded; empty: everything was
  std::uint64_t messages = 0;               ///< of jobs and the runtime, and checkpoints that travelled; not written
  Bytes checkpoint_memory{0};               ///< the most that one process's memory held of checkpoints; not written
};

/// Adds a job and the metrics that every job has, whichever world it ran in.
void enter(Result&, const JobRow&);

} // namespace daruma::results
