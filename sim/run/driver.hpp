// What the controller of jobs leaves to the world that they run in: simulated (SimGrid) or real (processes of an MPI).
//
// A driver starts processes and ends them, and has a clock. Whatever happens to a process it tells to the controller
// (job_controller.hpp), which decides what follows.
#pragma once

#include "sim/run/job_life.hpp"

#include <functional>
#include <string>
#include <vector>

namespace daruma::run {

class Driver {
public:
  virtual ~Driver() = default;

  virtual Seconds now() const = 0;
  /// Does something at that time, if the run goes on until then.
  virtual void at(Seconds when, std::function<void()> action) = 0;

  /// The job's time has come: it starts, or waits until it may.
  virtual void submit(JobLife&) = 0;
  /// The job has lost all its processes and is to run once more: a rerun, or it waits again.
  virtual void submit_again(JobLife&, Sequel) = 0;
  /// Puts an order where the job will read it.
  virtual void deliver(JobLife&, const std::string& order) = 0;

  /// Numbers of the job's living processes, ascending: the ranks that a kill counts by.
  virtual std::vector<int> living(const JobLife&) const = 0;
  /// Ends a living process, as SIGKILL would.
  virtual void kill(JobLife&, int process, const std::string& cause) = 0;
  /// Ends all processes of a job that has ended.
  virtual void kill_all(JobLife&, const std::string& cause) = 0;
  /// The scenario has a node go off.
  virtual void switch_off(int node) = 0;
  /// Nothing is placed on some node any more.
  virtual void node_given_up() {}

  /// A process is gone: what was in its memory is lost.
  virtual void forget(JobLife&, int process) = 0;
  /// All processes that were placed are gone. Tells the controller as soon as there will be no more.
  virtual void last_one_gone(JobLife&) = 0;
};

} // namespace daruma::run
