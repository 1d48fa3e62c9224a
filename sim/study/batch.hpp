// Many runs, round after round, until none is missing: where they are made is an executor's affair, and which are
// needed the caller's, who may decide it by what the earlier ones said.
//
// A run that broke has a result like any other. One whose process died has none, and is missing in the next round.
#pragma once

#include "sim/core/threads.hpp"
#include "sim/study/executor.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace daruma::study {

class Batch {
public:
  struct Ways {
    std::function<std::vector<RunKey>()> missing;            ///< none: the batch is complete
    std::function<void(const std::vector<SweptRun>&)> enter; ///< those that ended since it was called last
    MakeExecutor executor;
  };

  /// Counts runs in `progress`, and ends early when that says so.
  Batch(Ways ways, Progress& progress) : ways_(std::move(ways)), progress_(progress) {}

  /// Goes on for about so long; whether the batch has come to its end. Throws WorkerError where runs have no result
  /// however often they are made.
  bool is_done_within(Seconds time);
  /// How many runs there will be with this round's, not counting those before the batch.
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
