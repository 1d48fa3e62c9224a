// The pages of what goes wrong in an exploration: each reproducing scenario's run, told as `daruma report` tells it.
#pragma once

#include "sim/cli/explored.hpp"
#include "sim/explore/trial.hpp"

#include <atomic>
#include <functional>
#include <vector>

namespace daruma::cli {

/// Makes the scenario of a file ready.
using Prepare = std::function<study::PreparedScenario(const std::filesystem::path&)>;

/// Runs each of the first twenty scenarios within the bench's limits, so many at a time (0: one per core), and writes
/// the page of the run beside it. Of a run that has not ended by then, or when it is to stop, there is none.
void write_time_lines(std::vector<Reproduction>& all, const explore::Bench&, const Prepare&, int workers,
                      const std::atomic<bool>& stop);

} // namespace daruma::cli
