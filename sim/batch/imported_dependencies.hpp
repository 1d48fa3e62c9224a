// What Slurm's accounting tells of dependencies, as comments of a log in the Standard Workload Format
// (logged_dependencies.hpp): by the jobs' numbers in the log, and arrays under the name "array-" with Slurm's number.
//
// Who depends on a job that was put into the queue again depends on its last run. An array is named where it has a
// limit or somebody depends on it.
#pragma once

#include "sim/batch/sacct.hpp"

#include <string>
#include <vector>

namespace daruma::batch {

struct ImportedDependencies {
  std::string comments{};
  std::vector<std::string> notes{}; ///< sentences on what was taken and what was not
};

/// Jobs have numbers from 1 on, in their order.
ImportedDependencies import_dependencies(const Accounting&);

} // namespace daruma::batch
