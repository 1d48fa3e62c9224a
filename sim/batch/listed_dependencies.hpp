// What the jobs that a scenario lists depend on, by their names and those of their arrays.
#pragma once

#include "sim/batch/job.hpp"
#include "sim/scenario/scenario.hpp"

#include <functional>
#include <string>
#include <vector>

namespace daruma::batch {

struct ListedDependencies {
  std::vector<Job> jobs{}; ///< in the order in which they were given, of which only `dependency` is told
  std::vector<std::string> array_names{};
};

/// Says what is wrong with a key of a job, by its place among those that were given.
using ObjectToJob = std::function<void(std::size_t job, const char* key, const std::string& sentence)>;

ListedDependencies dependencies_of(const std::vector<const scenario::Job*>&, const ObjectToJob&);

} // namespace daruma::batch
