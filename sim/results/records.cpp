#include "sim/results/records.hpp"

namespace daruma::results {

std::string failure_of(const JobRow& job) {
  return job.name + (job.failed ? " failed: " : " did not finish: ") + job.reason;
}

void enter(Result& result, const JobRow& row) {
  const std::string prefix = row.name + ".";
  result.jobs.push_back(row);
  result.metrics[prefix + "finished"] = row.finished ? 1 : 0;
  result.metrics[prefix + "makespan_s"] = (row.end - row.start).count();
  result.metrics[prefix + "deaths"] = row.deaths;
  result.metrics[prefix + "restarts"] = row.restarts;
  result.metrics[prefix + "reruns"] = row.reruns;
  result.metrics[prefix + "ranks_at_end"] = row.ranks_at_end;
}

} // namespace daruma::results
