// Many runs, round after round, until none is missing: where they are made is an executor's affair, and which are
// needed the caller's, who may decide it by what the earlier ones said.
//
// A run that broke has a result like any other. One whose process died has none, and is missing in the next round.
#pragma once

#include "sim/core/progress.hpp"
#include "sim/core/units.hpp"
#include "sim/results/sweep_file.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace daruma::study {

using results::RunKey;
using results::SweptRun;

/// Makes one run, in a process of its own.
using MakeRun = std::function<SweptRun(const RunKey&)>;

/// A run as text, and back; every number comes back as it was.
std::string to_text(const SweptRun&);
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
  /// Why a run has no result; empty if all have one.
  virtual std::string loss() const = 0;
};

using MakeExecutor = std::function<std::unique_ptr<Executor>(std::vector<RunKey>)>;

/// On this computer: at most `workers` at a time (0: one per core).
MakeExecutor on_cores(int workers, MakeRun);

class Series {
public:
  struct Ways {
    std::function<std::vector<RunKey>()> missing;            ///< none: the series is complete
    std::function<void(const std::vector<SweptRun>&)> enter; ///< those that ended since it was called last
    MakeExecutor executor;
  };

  /// Counts runs in `progress`, and ends early when that says so.
  Series(Ways ways, Progress& progress) : ways_(std::move(ways)), progress_(progress) {}

  /// Goes on for about so long; whether the series has come to its end. Throws WorkerError where runs have no result
  /// however often they are made.
  bool is_done_within(Seconds time);
  /// How many runs there will be with this round's, not counting those before the series.
  double expected() const { return static_cast<double>(expected_); }
  /// What is in the way while nothing goes on; empty if it does.
  std::string obstacle() const { return round_ ? round_->obstacle() : ""; }

private:
  bool begin_round();
  void end_round();

  const Ways ways_;
  Progress& progress_;
  std::unique_ptr<Executor> round_;
  std::int64_t expected_ = 0;
  std::int64_t before_round_ = 0;
  int rounds_in_vain_ = 0;
};

} // namespace daruma::study
