// A single simulation with ranks, or of a centre, that a person waits for: the first Ctrl-C or SIGTERM cuts it, a
// second one ends the program, and --progress tells how it is coming along. Without that, a run that takes long says so
// once.
#pragma once

#include "sim/cli/run_order.hpp"
#include "sim/core/supervision.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <string>

namespace daruma::cli {

/// Of the signals that cut a run, the one of that name; 0 if it is none of them.
int signal_named(const std::string& name);

/// One line about a running simulation; `end` is the simulated time at which it is over at the latest, `never` if
/// nobody knows, and `messages_per_second` is by this computer's clock.
std::string progress_line(const Standing&, Seconds end, double messages_per_second, Bytes memory);

/// While it lives, it has the signals. There is one at a time.
class WatchedRun final : public Supervisor {
public:
  /// `horizon` as in the scenario, 0 for none.
  WatchedRun(const RunOrder&, Seconds horizon);
  ~WatchedRun() override;
  WatchedRun(const WatchedRun&) = delete;
  WatchedRun& operator=(const WatchedRun&) = delete;

  Seconds until() const override { return until_; }
  std::string order_to_stop() const override;
  bool is_curious() override;
  void tell(const Standing&) override;

private:
  using Clock = std::chrono::steady_clock;
  using SignalAction = struct sigaction;

  bool is_long();
  void show(const std::string& line, const char* end) const;

  const Seconds until_;
  const Seconds end_;
  const bool shows_progress_;
  const int terminal_; ///< standard error as it was before users' programs took its place
  const bool is_terminal_;
  std::array<SignalAction, 2> before_{};
  Clock::time_point told_at_ = Clock::now();
  int steps_ = 0;              ///< since when it looked at this computer's clock
  bool is_known_long_ = false; ///< the person has been told
  Standing told_;              ///< last
};

/// While it lives, another run without ranks, which has no steps at which others could ask, or of several replicas says
/// so once if it takes long.
class LongRunTold {
public:
  explicit LongRunTold(int replicas);
  ~LongRunTold();
  LongRunTold(const LongRunTold&) = delete;
  LongRunTold& operator=(const LongRunTold&) = delete;
};

} // namespace daruma::cli
