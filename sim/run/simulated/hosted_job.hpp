// A job of the scenario while it is on stage: its processes' whereabouts, orders, checkpoints and fate.
#pragma once

#include "sim/results/records.hpp"
#include "sim/run/simulated/checkpoint_registry.hpp"
#include "sim/scenario/scenario.hpp"

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace daruma::run {

enum class Fate { waiting, running, ended };

struct HostedJob {
  const scenario::Job* plan;
  std::function<void()> main; ///< what each process runs
  results::JobRow row;
  Fate fate = Fate::waiting;

  std::deque<std::string> orders; ///< lines of the command file that nobody has read yet
  CheckpointRegistry checkpoints;
  std::vector<int> node_of;         ///< by process number of this run of the job
  std::map<int, Seconds> died_at{}; ///< by process number, in this run of the job
  std::vector<int> to_replace_on{}; ///< nodes that are sound and have lost a process, each as often
  std::set<int> lenders{};          ///< processes whose core others may have now
  int first_ranks;                  ///< with which it starts
  int living = 0;
  int answers = 0;       ///< to orders
  Seconds core_time{0};  ///< that its processes had a core for, all together, until
  Seconds counted_to{0}; ///< then
  int returned = 0;      ///< came to the end of the program, rather than leaving early
  bool aborted = false;
  int failed_exits = 0;    ///< processes that ended in order but with another exit status than 0
  bool is_evicted = false; ///< ended by the manager, to be started again
  bool struck = false;     ///< the scenario took a process or a node from this run of the job

  explicit HostedJob(const scenario::Job& job);

  /// Before the number of its cores changes.
  void count_core_time(Seconds now) {
    core_time += (now - counted_to) * static_cast<double>(cores());
    counted_to = now;
  }
  /// Cores that are its own now.
  int cores() const { return living - static_cast<int>(lenders.size()); }
};

} // namespace daruma::run
