// Steers the jobs of one scenario on a real MPI: starts them, does at its time what the scenario says, and takes
// down what happens. The real counterpart of run::Stage.
#pragma once

#include "sim/results/minutes.hpp"
#include "sim/run/cores.hpp"
#include "sim/run/real/clock.hpp"
#include "sim/run/real/running_job.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace daruma::real {

class Steward {
public:
  Steward(const scenario::Scenario&, const Installation&, Seconds patience, int replication);

  /// Until every job has ended or `is_interrupted` says so.
  void run(const std::function<bool()>& is_interrupted);
  results::Result result();
  /// Why the run is not to be trusted; empty if it is.
  const std::string& breakdown() const { return breakdown_; }

private:
  RunningJob& find(std::string_view name);
  bool is_over() const;
  void at(Seconds when, std::function<void()> action);
  void plan_ahead();
  void open();
  void do_what_is_due();
  void expect_the_end_of_the_struck();
  void expect_the_end_of(RunningJob&);
  void stop(RunningJob&) const;
  void rest() const;

  void start(RunningJob&);
  void attend(RunningJob&);
  void hear(RunningJob&, const Told&);
  void hear(RunningJob&, int process, const models::Began&);
  void hear(RunningJob&, int process, const models::Noted&);
  void hear(RunningJob&, int process, const models::Spanned&);
  void hear(RunningJob&, int process, const models::Measured&);
  void hear(RunningJob&, int process, const models::Ended&);
  void hear(RunningJob&, int process, const models::Died&);
  void hear(RunningJob&, int process, const models::Broke&);
  void announce(RunningJob&, const models::Began&);
  void restarted(RunningJob&, Seconds when);

  void died(RunningJob&, int process, Seconds when, const std::string& cause);
  void release(RunningJob&, int process, Seconds when);
  void close(RunningJob&, int status);
  void end(RunningJob&);
  void rerun(RunningJob&);
  void give_up(RunningJob&);
  void close_at_horizon();

  void happen(const scenario::Event&);
  void act(const scenario::KillRanks&, std::size_t event);
  void act(const scenario::KillRandom&, std::size_t event);
  void act(const scenario::NodeOff&, std::size_t event);
  void act(const scenario::Resize&, std::size_t event);
  void act(const scenario::Command&, std::size_t event);
  void act(const scenario::BreakComponent&, std::size_t) {} // objected to before
  void kill_rank(RunningJob&, int rank);
  void strike(RunningJob&, int process, const std::string& cause);
  void order(RunningJob&, const std::string& line);
  void switch_off(int node);

  const scenario::Scenario& scenario_;
  const Installation& mpi_;
  Seconds patience_;
  int replication_;
  Clock clock_;
  results::Minutes minutes_;
  run::Cores cores_;
  std::set<int> nodes_off_;
  std::vector<std::unique_ptr<RunningJob>> jobs_;
  std::multimap<Seconds, std::function<void()>> agenda_;
  std::string breakdown_;
};

} // namespace daruma::real
