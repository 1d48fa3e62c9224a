#include "sim/batch/feedback.hpp"

#include <map>

namespace daruma::batch {

Predecessors predecessors_in(const JobLog& log, LeftOut& ignored) {
  std::map<int, std::size_t> by_number;
  for (std::size_t i = 0; i < log.jobs.size(); ++i)
    if (log.jobs[i].number > 0) by_number.emplace(log.jobs[i].number, i);
  Predecessors all(log.jobs.size());
  for (std::size_t i = 0; i < log.jobs.size(); ++i) {
    const LoggedJob& job = log.jobs[i];
    if (job.preceding == 0) continue;
    const auto found = by_number.find(job.preceding);
    if (found == by_number.end())
      ignored.add("a preceding job that is not there", job.line);
    else if (found->second >= i)
      ignored.add("a preceding job that comes no earlier", job.line);
    else
      all[i] = found->second;
  }
  return all;
}

void follow(std::vector<Job>& jobs, const JobLog& log, const Predecessors& predecessors,
            const std::vector<std::size_t>& places) {
  for (std::size_t i = 0; i < predecessors.size(); ++i) {
    if (!predecessors[i]) continue;
    jobs[places[i]].after = places[*predecessors[i]];
    jobs[places[i]].think = log.jobs[i].think;
  }
}

} // namespace daruma::batch
