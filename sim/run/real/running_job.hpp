// A job of the scenario while it runs for real: its life, its processes on this machine, and its run's directory.
#pragma once

#include "sim/run/job_life.hpp"
#include "sim/run/real/processes.hpp"
#include "sim/run/real/run_directory.hpp"

#include <map>
#include <vector>

namespace daruma::real {

struct Member {
  Process process;
  Process writer; ///< of its last line
  bool alive = true;
};

struct RunningJob {
  /// `seed` is what the model's own draws are keyed by.
  RunningJob(run::JobLife&, const scenario::Scenario&, std::uint64_t seed);
  /// Ends whatever is left of it.
  ~RunningJob();
  RunningJob(const RunningJob&) = delete;
  RunningJob& operator=(const RunningJob&) = delete;

  /// Numbers of the living, ascending.
  std::vector<int> living() const;
  /// All that were announced have been here, and nobody is any more.
  bool is_deserted() const;
  /// Starts the launcher, and forgets an earlier run.
  void launch(const Installation&);
  /// Kills what is there and waits for the launcher.
  void sweep();

  run::JobLife& life;
  RunDirectory directory;
  pid_t launcher = 0;            ///< 0: none
  std::map<int, Member> members; ///< by process number of this run of the job
  Seconds last_sign{0};
};

} // namespace daruma::real
