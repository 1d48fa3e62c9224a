// A job of the scenario in the simulator: its life, what its processes run, and what they read and keep.
#pragma once

#include "sim/run/job_life.hpp"
#include "sim/run/simulated/checkpoint_registry.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace daruma::run {

struct HostedJob {
  JobLife& life;
  std::vector<int> first_nodes;     ///< that its first processes begin on; empty: any
  std::function<void()> main;       ///< what each process runs
  std::deque<std::string> orders{}; ///< lines of the command file that nobody has read yet
  CheckpointRegistry checkpoints{};
  std::map<std::string, std::weak_ptr<const void>>
      alike{}; ///< what its processes work out alike, as long as they need it
};

} // namespace daruma::run
