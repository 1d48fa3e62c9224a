// Dependencies between the jobs of a log, and arrays of them, which the Standard Workload Format has no fields for:
// they are in comments, which other programs pass over.
//
// "; Dependency: 18 afterok:17"  job 18 depends on job 17, in the words of sbatch --dependency; jobs by field 1
// "; Array: mesh 21-30,35%2"     jobs 21 to 30 and 35 are tasks of the array mesh, of which two may run at one time.
//                                Several lines add tasks to one array; without "%" all may run
//
// A singleton waits for jobs of the same user and application (fields 12 and 14).
#pragma once

#include "sim/batch/job.hpp"
#include "sim/batch/left_out.hpp"
#include "sim/batch/swf.hpp"

#include <string>
#include <vector>

namespace daruma::batch {

struct DependencyComment {
  int line;
  int job; ///< its number in the log
  DependencyList list;
};

struct ArrayComment {
  int line;
  std::string name;
  std::vector<int> jobs;
  int limit; ///< 0: all may run
};

/// What a log says of dependencies.
struct DependencyComments {
  std::vector<DependencyComment> dependencies{};
  std::vector<ArrayComment> arrays{};
  std::vector<int> numbers{}; ///< of all jobs of the file, also of those that are left out

  bool are_any() const { return !dependencies.empty() || !arrays.empty(); }
};

/// Takes the comment if it is one of these; fails where it is wrong.
bool take_comment(const HeadLine&, const LogReader&, DependencyComments&);

/// What the log's jobs depend on, by their places in the log.
struct LoggedDependencies {
  std::vector<Dependency> jobs{}; ///< empty: nobody depends on anybody
  std::vector<std::string> array_names{};
};

/// Throws LogError. Who depends on a job that is left out does not wait for it, which is told.
LoggedDependencies dependencies_in(const JobLog&, const std::string& file, LeftOut& not_awaited);

/// Makes jobs depend on each other. `places` has for each logged job where it is among the jobs.
void depend(std::vector<Job>& jobs, const LoggedDependencies&, const std::vector<std::size_t>& places);

/// Throws LogError if jobs wait for each other in a circle, by dependencies and by `after`. They are those of the log,
/// in its order.
void refuse_circle(const std::vector<Job>& jobs, const JobLog&, const std::string& file);

} // namespace daruma::batch
