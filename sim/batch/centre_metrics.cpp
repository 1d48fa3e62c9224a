#include "sim/batch/centre_metrics.hpp"

#include "sim/batch/statistics.hpp"

#include <algorithm>

namespace daruma::batch {

namespace {

using Fate = JobOutcome::Fate;

void report(results::Result& result, const std::string& prefix, const std::vector<Execution>& executions,
            int processors) {
  result.metrics[prefix + "jobs"] = static_cast<double>(executions.size());
  if (executions.empty()) return;
  const Statistics all = statistics(executions, processors);
  result.metrics[prefix + "mean_wait_s"] = all.mean_wait.count();
  result.metrics[prefix + "mean_bounded_slowdown"] = all.mean_bounded_slowdown;
  result.metrics[prefix + "utilisation"] = all.utilisation;
  result.metrics[prefix + "makespan_s"] = all.makespan.count();
}

/// Where every job kept its processors from start to end.
void report_use(results::Result& result, const std::string& prefix, const std::vector<Execution>& executions,
                int processors) {
  if (executions.empty()) return;
  result.metrics[prefix + "needless_wait"] = needless_wait(executions, processors);
  result.metrics[prefix + "overbooked"] = overbooked(executions, processors);
}

Execution execution_of(const Job& job, const JobOutcome& outcome) {
  Execution execution{job.submit, outcome.start, job.run, job.processors};
  if (outcome.interruptions > 0) execution.start = job.submit + outcome.waited;
  if (job.flexibility != Flexibility::rigid) execution.used = outcome.used;
  execution.lag = std::max(Seconds(0), outcome.end - execution.start - job.run);
  return execution;
}

double node_hours(Seconds of_cores, int cores) { return of_cores / cores / Seconds(3600); }

} // namespace

void report_log(const JobLog& log, int processors, results::Result& result) {
  std::vector<Execution> executions;
  for (const LoggedJob& job : log.jobs)
    if (job.wait) executions.push_back({job.submit, job.submit + *job.wait, job.run, job.processors});
  report(result, "log.", executions, processors);
  report_use(result, "log.", executions, processors);
}

void report_jobs(const std::vector<Job>& jobs, const History& history, int processors, results::Result& result) {
  std::vector<Execution> executions;
  bool is_plain = true;
  int lost = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const JobOutcome& outcome = history.outcomes[i];
    if (outcome.fate == Fate::finished) executions.push_back(execution_of(jobs[i], outcome));
    if (outcome.fate == Fate::lost) ++lost;
    const bool is_rigid = jobs[i].flexibility == Flexibility::rigid;
    is_plain = is_plain && is_rigid && outcome.interruptions == 0 && outcome.fate == Fate::finished;
  }
  report(result, "", executions, processors);
  result.metrics["jobs_lost"] = lost;
  if (is_plain) report_use(result, "", executions, processors);
}

void report_failures(const History& history, int cores, results::Result& result) {
  const Ledger& ledger = history.ledger;
  result.metrics["node_failures"] = history.failures;
  result.metrics["lost_to_failures_node_h"] = node_hours(ledger.failure, cores);
  result.metrics["lost_to_checkpoints_node_h"] = node_hours(ledger.checkpoints, cores);
  result.metrics["lost_to_spares_node_h"] = node_hours(ledger.spares, cores);
  result.metrics["lost_to_repairs_node_h"] = node_hours(ledger.down, cores);
  double interruptions = 0;
  for (const JobOutcome& outcome : history.outcomes) interruptions += outcome.interruptions;
  result.metrics["interruptions"] = interruptions;
}

void report_urgent(const std::vector<Job>& jobs, const History& history, const scenario::UrgentJobs& urgent, int cores,
                   results::Result& result) {
  double count = 0;
  double met = 0;
  Seconds response{0};
  Seconds wait{0};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!jobs[i].is_urgent) continue;
    const JobOutcome& outcome = history.outcomes[i];
    const Seconds took = outcome.end - jobs[i].submit;
    count += 1;
    response += took;
    wait += outcome.waited;
    if (outcome.fate == Fate::finished && took <= urgent.deadline) met += 1;
  }
  result.metrics["urgent.jobs"] = count;
  result.metrics["lost_to_urgent_node_h"] = node_hours(history.ledger.urgent, cores);
  if (count == 0) return;
  result.metrics["urgent.deadlines_met"] = met / count;
  result.metrics["urgent.mean_response_s"] = response.count() / count;
  result.metrics["urgent.mean_wait_s"] = wait.count() / count;
}

} // namespace daruma::batch
