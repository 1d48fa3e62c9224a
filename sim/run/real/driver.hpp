// Runs jobs on a real MPI of this machine: starts their launchers, hears of their processes by the logs that these
// write, and kills them by signal. The clock is the wall's, from when the first processes are up.
#pragma once

#include "sim/core/wall_clock.hpp"
#include "sim/run/job_controller.hpp"
#include "sim/run/real/running_job.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::real {

/// Wall time as the scenario counts it: from an origin that is set once the first processes are up.
class Clock {
public:
  bool runs() const { return origin_.has_value(); }
  /// Makes the instant `epoch_time`, seconds since the Unix epoch, the scenario's time `is`.
  void set(Seconds epoch_time, Seconds is) { origin_ = epoch_time - is; }
  /// Scenario time of an instant that a process wrote down. What came at once is not before it began, though the
  /// clocks of two processes differ by a microsecond.
  Seconds of(Seconds epoch_time) const { return std::max(Seconds(0), epoch_time - origin_.value_or(Seconds(0))); }
  Seconds now() const { return of(clock_.now()); }

private:
  WallClock clock_;
  std::optional<Seconds> origin_;
};

class RealDriver final : private run::Driver {
public:
  RealDriver(const scenario::Scenario&, const Installation&, Seconds patience, int replication);

  /// Runs the jobs until each has ended or `is_interrupted` says true.
  void run(const std::function<bool()>& is_interrupted);
  results::Result result();
  /// Why the run is not to be trusted; empty if it is.
  const std::string& breakdown() const { return controller_.breakdown(); }

private:
  // What the controller asks for: run::Driver.
  Seconds now() const override { return clock_.now(); }
  void at(Seconds when, std::function<void()> action) override { due_actions_.emplace(when, std::move(action)); }
  void submit(run::JobLife& job) override { start(running(job)); }
  void submit_again(run::JobLife&, run::Sequel) override;
  void deliver(run::JobLife& job, const std::string& order) override { running(job).directory.order(order); }
  std::vector<int> living(const run::JobLife& job) const override { return jobs_[job.index()]->living(); }
  void kill(run::JobLife&, int process, const std::string& cause) override;
  void kill_all(run::JobLife&, const std::string& cause) override;
  void switch_off(int node) override;
  void forget(run::JobLife& job, int process) override { running(job).directory.lose_checkpoints(process); }
  void last_one_gone(run::JobLife&) override {} // its launcher may have more to say

  RunningJob& running(const run::JobLife& job) { return *jobs_[job.index()]; }
  void open();
  void start(RunningJob&);
  void do_what_is_due();
  void rest() const;
  void expect_the_end_of(RunningJob&);

  void attend(RunningJob&);
  void hear(RunningJob&, int process, const models::LogEntry&);
  void began(RunningJob&, int process, const models::Began&);
  void announce(RunningJob&, const models::Began&);

  void ended(RunningJob&, int process, const models::Ended&);
  void died(RunningJob&, int process, Seconds when, const std::string& cause);
  void left(RunningJob&, int process, Seconds when);
  void close(RunningJob&, int status);
  void give_up(RunningJob&);

  const Installation& mpi_;
  Seconds patience_;
  Clock clock_;
  run::JobController controller_;
  std::vector<std::unique_ptr<RunningJob>> jobs_; ///< by index
  std::multimap<Seconds, std::function<void()>> due_actions_;
};

} // namespace daruma::real
