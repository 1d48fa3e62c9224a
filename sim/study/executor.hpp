// Many runs, each by itself: what one is, and who makes them. On this computer's cores (worker_pool.hpp) or on Slurm
// (slurm.hpp).
#pragma once

#include "sim/core/units.hpp"
#include "sim/results/sweep_file.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace daruma::study {

using results::RunKey;
using results::SweptRun;

/// A run that has no result; the message says why.
class WorkerError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Makes one run, in a process that the executor started.
using MakeRun = std::function<SweptRun(const RunKey&)>;

/// A run as text, and back; every number comes back as it was.
std::string write_run(const SweptRun&);
/// Nothing if the text is none of a run.
std::optional<SweptRun> read_run(const std::string& text);

/// Makes runs that it was given. Those that are being made when it goes are given up.
class Executor {
public:
  virtual ~Executor() = default;
  virtual bool is_done() const = 0;
  /// Waits at most so long for runs to end; returns with the first ones.
  virtual std::vector<SweptRun> finished_within(Seconds time) = 0;
  /// What it handed over has been entered, and need not be kept.
  virtual void entered() {}
  /// What is in the way while nothing goes on; empty if it does.
  virtual std::string obstacle() const { return ""; }
  /// Why a run has no result, once all is done; empty if all have one.
  virtual std::string loss() const = 0;
};

using MakeExecutor = std::function<std::unique_ptr<Executor>(std::vector<RunKey>)>;

/// Hands over each run as it ends, until all have. Throws WorkerError where one has no result.
void make_all(Executor&, const std::function<void(SweptRun)>& take);

} // namespace daruma::study
