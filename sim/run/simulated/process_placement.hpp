// Which nodes the processes of a job go to, and what starting them costs.
#pragma once

#include "sim/core/runtime_profile.hpp"
#include "sim/run/cores.hpp"
#include "sim/run/job_life.hpp"

#include <map>
#include <vector>

namespace daruma::run {

class ProcessPlacement {
public:
  ProcessPlacement(Cores& cores, const SpawnCost& cost) : cores_(cores), cost_(cost) {}

  /// A node for each of so many processes, which has a core for it, on `among` unless that is empty; none if there are
  /// not enough.
  std::vector<int> place(const JobLife&, int count, const std::vector<int>& among = {});
  /// The job's next processes go to that node before others: it is sound and has lost one.
  void prefer(const JobLife& job, int node) { preferred_[job.index()].push_back(node); }
  /// The time until all the job's ranks are up, if they start now.
  Seconds start_up_time(const JobLife&);

private:
  Cores& cores_;
  const SpawnCost& cost_;
  std::map<std::size_t, std::vector<int>> preferred_; ///< by the job's index; a node as often as it lost a process
};

} // namespace daruma::run
