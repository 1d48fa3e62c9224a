// Who tries trunks: the cores of this computer, or tasks that Slurm starts. What comes of a case is the same.
#pragma once

#include "sim/explore/trial.hpp"
#include "sim/study/slurm_tasks.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace daruma::explore {

class Trials {
public:
  virtual ~Trials() = default;
  /// For how many workers trunks are worth to be made.
  virtual std::size_t workers() const = 0;
  virtual bool has_room() const = 0;
  virtual void start(const Trunk&) = 0;
  virtual bool is_idle() const = 0;
  /// Waits at most so long; returns with the first outcomes. Throws study::WorkerError and study::SlurmError.
  virtual std::vector<Outcome> ended_within(Seconds time) = 0;
  /// What it handed over has been entered, and need not be kept.
  virtual void entered() {}
  /// Gives up those that have not ended, as soon as it can.
  virtual void stop() {}
  /// What is in the way while nothing goes on; empty if it does.
  virtual std::string obstacle() const { return ""; }
};

/// Of that bench, with limits, and the first line of its recording.
using MakeTrials = std::function<std::unique_ptr<Trials>(const Bench&, const std::string& recording)>;

/// At most so many at a time; 0: one per core.
MakeTrials on_cores(int workers);

/// The trunks of a round are an array of tasks each of which calls be_task.
MakeTrials on_slurm(study::SlurmArray);

/// Tries what this process, a task of an array in that folder, is to try; the bench's limits are set by it. Throws
/// study::SlurmError where it is none.
void be_task(Bench bench, const std::filesystem::path& folder);

} // namespace daruma::explore
