// What a job awaits before it may run, by numbers of jobs and arrays: Slurm's --dependency, and the limit of an array.
#pragma once

#include "sim/core/dependency_list.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace daruma::batch {

/// One job, or all tasks of an array together, as far as the type says. aftercorr is among them as the afterok of the
/// task that it means.
struct Condition {
  DependencyType type = DependencyType::afterany;
  std::size_t of = 0; ///< number of the job or the array; a singleton's is not looked at
  bool is_array = false;
  Seconds delay{0};
};

struct Dependency {
  std::vector<Condition> conditions{};
  bool is_any_enough = false; ///< of the conditions
  int namesakes = 0;          ///< a number that jobs of the same user and name share; 0: no singleton is of them
  std::optional<std::size_t> array{}; ///< of which it is a task
  int array_limit = 0;                ///< of its tasks that run at one time; 0: all may

  bool holds_back() const { return !conditions.empty() || array_limit > 0; }
};

} // namespace daruma::batch
