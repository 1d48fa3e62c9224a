// Who occupies which cores of a centre, and who of them ends next.
#pragma once

#include "sim/batch/checkpointed_run.hpp"
#include "sim/batch/faults.hpp"
#include "sim/batch/nodes.hpp"

#include <map>
#include <set>
#include <utility>

namespace daruma::batch {

enum class Role {
  working,
  leaving, ///< writes a checkpoint and will wait again
  released ///< processors that a job has given, until its state has left them
};

enum class Cause { failure, urgent };

struct Run {
  Role role = Role::working;
  CheckpointedRun course{};
  int processors = 0;
  double factor = 1;            ///< time that a second of the job's nominal run time takes here
  double slide = 1;             ///< part of that: longer ways because of replaced nodes
  int replaced = 0;             ///< nodes of it
  Cause cause = Cause::failure; ///< of the pause
  Places places{};
  Seconds end{0};
};

class Runs {
public:
  /// By number: of jobs, or one of its own for what was released.
  const std::map<std::size_t, Run>& all() const { return runs_; }
  const Run& operator[](std::size_t number) const { return runs_.at(number); }
  Seconds next_end() const { return ends_.empty() ? never : ends_.begin()->first; }
  std::size_t next() const { return ends_.begin()->second; }

  void add(std::size_t number, Run);
  Run remove(std::size_t number);

private:
  std::map<std::size_t, Run> runs_;
  std::set<std::pair<Seconds, std::size_t>> ends_;
};

} // namespace daruma::batch
