// Who occupies which cores of a centre, in the two orders that matter: when they will end, and when they end at the
// latest as far as the scheduler knows.
#pragma once

#include "sim/batch/faults.hpp"
#include "sim/batch/nodes.hpp"
#include "sim/batch/queue.hpp"
#include "sim/batch/stretch.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace daruma::batch {

enum class Role {
  working,
  leaving, ///< writes a checkpoint and will wait again
  released ///< processors that a job has given, until its state has left them
};

enum class Cause { failure, urgent };

struct Run {
  Role role = Role::working;
  Stretch stretch{};
  int processors = 0;
  double factor = 1;            ///< time that a second of the job's nominal run time takes here
  double slide = 1;             ///< part of that: longer ways because of replaced nodes
  int replaced = 0;             ///< nodes of it
  Cause cause = Cause::failure; ///< of the pause
  Places places{};
  Seconds since{0}; ///< it has run, however often it was resized or went on from a checkpoint
  Seconds end{0};
  Seconds end_by{0}; ///< as the scheduler knows it
};

class Runs {
public:
  /// By number: of jobs, or one of its own for what was released.
  const std::map<std::size_t, Run>& all() const { return runs_; }
  const Run& operator[](std::size_t number) const { return runs_.at(number); }
  const std::vector<RunningJob>& by_limit() const { return by_limit_; }
  Seconds next_end() const { return ends_.empty() ? never : ends_.begin()->first; }
  std::size_t next() const { return ends_.begin()->second; }
  int being_released() const { return being_released_; }

  void add(std::size_t number, Run);
  Run remove(std::size_t number);

private:
  static RunningJob as_known(std::size_t number, const Run& run) { return {run.end_by, number, run.processors}; }

  std::map<std::size_t, Run> runs_;
  std::vector<RunningJob> by_limit_;
  std::set<std::pair<Seconds, std::size_t>> ends_;
  int being_released_ = 0; ///< processors
};

} // namespace daruma::batch
