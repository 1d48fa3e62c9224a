// A job of the scenario while it runs for real: its processes, where they stand, and its fate.
#pragma once

#include "sim/results/records.hpp"
#include "sim/run/real/processes.hpp"
#include "sim/run/real/run_directory.hpp"
#include "sim/scenario/scenario.hpp"

#include <map>
#include <string>
#include <vector>

namespace daruma::real {

enum class Fate { waiting, running, ended };

struct Member {
  static constexpr int nowhere = -1; ///< the scenario's machine had no core free for it
  Process process;
  Process writer; ///< of its last line
  int node = nowhere;
  bool alive = true;
};

struct RunningJob {
  RunningJob(const scenario::Scenario&, const scenario::Job&, std::uint64_t seed);
  /// Ends whatever is left of it.
  ~RunningJob();
  RunningJob(const RunningJob&) = delete;
  RunningJob& operator=(const RunningJob&) = delete;

  /// Numbers of the living, in order: the ranks that a kill counts by.
  std::vector<int> living() const;
  /// All that were announced have been here, and nobody is any more.
  bool is_deserted() const;
  int processes_at_start() const { return plan->ranks + plan->spares; }
  /// Starts the launcher, and forgets an earlier run.
  void launch(const Installation&);
  /// Kills what is there and waits for the launcher.
  void sweep();

  const scenario::Job* plan;
  RunDirectory directory;
  results::JobRow row;
  Fate fate = Fate::waiting;
  pid_t launcher = 0;            ///< 0: none
  std::map<int, Member> members; ///< by process number of this run of the job
  std::map<int, int> node_of;    ///< of all that were announced, by process number
  int returned = 0;
  int failed_exits = 0; ///< processes that ended in order but with another exit status than 0
  bool aborted = false;
  bool struck = false; ///< the scenario took a process or a node from this run of the job
  Seconds last_sign{0};
};

} // namespace daruma::real
