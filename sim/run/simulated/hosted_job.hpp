// A job of the scenario in the simulator: its life, what its processes run, and what they read and keep.
#pragma once

#include "sim/run/job_life.hpp"
#include "sim/run/simulated/checkpoint_registry.hpp"

#include <deque>
#include <functional>
#include <string>

namespace daruma::run {

struct HostedJob {
  JobLife& life;
  std::function<void()> main;       ///< what each process runs
  std::deque<std::string> orders{}; ///< lines of the command file that nobody has read yet
  CheckpointRegistry checkpoints{};
};

} // namespace daruma::run
