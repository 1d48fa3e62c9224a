#include "sim/batch/centre_metrics.hpp"

#include "sim/batch/job_groups.hpp"

#include <algorithm>
#include <map>

namespace daruma::batch {

namespace {

/// From a time on so many processors are busy.
struct BusyStep {
  Seconds time;
  long long busy;
};

std::vector<BusyStep> steps_of(const std::vector<Execution>& executions) {
  std::vector<BusyStep> steps;
  steps.reserve(2 * executions.size());
  for (const Execution& job : executions) {
    steps.push_back({job.start, job.processors});
    steps.push_back({job.start + job.run + job.lag, -job.processors});
  }
  std::sort(steps.begin(), steps.end(), [](const BusyStep& a, const BusyStep& b) { return a.time < b.time; });
  long long busy = 0;
  for (BusyStep& step : steps) step.busy = busy += step.busy;
  return steps;
}

/// How long there were so many idle processors. Nobody is busy before the first step and after the last.
class IdleTime {
public:
  IdleTime(const std::vector<BusyStep>& steps, long long most_busy) : steps_(steps), most_busy_(most_busy) {
    Seconds sum{0};
    sums_.reserve(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      sums_.push_back(sum);
      if (i + 1 < steps.size() && steps[i].busy <= most_busy) sum += steps[i + 1].time - steps[i].time;
    }
  }

  /// Since the first step; below 0 before it.
  Seconds until(Seconds time) const {
    const auto next = std::upper_bound(steps_.begin(), steps_.end(), time,
                                       [](Seconds when, const BusyStep& step) { return when < step.time; });
    if (next == steps_.begin()) return time - next->time;
    const auto last = static_cast<std::size_t>(next - steps_.begin() - 1);
    return sums_[last] + (steps_[last].busy <= most_busy_ ? time - steps_[last].time : Seconds(0));
  }

private:
  const std::vector<BusyStep>& steps_;
  long long most_busy_;
  std::vector<Seconds> sums_{}; ///< until each step
};

} // namespace

Statistics statistics(const std::vector<Execution>& executions, int processors) {
  Seconds wait{0};
  Seconds work{0}; // of one processor
  double slowdown = 0;
  Seconds first = executions.front().submit;
  Seconds last = first;
  for (const Execution& job : executions) {
    wait += job.start - job.eligible;
    work += job.used.value_or(job.run * job.processors);
    slowdown += bounded_slowdown(job.start - job.eligible + job.run + job.lag, job.run);
    first = std::min(first, job.submit);
    last = std::max(last, job.start + job.run + job.lag);
  }
  const auto count = static_cast<double>(executions.size());
  return {wait / count, slowdown / count, work / (last - first) / processors, last - first};
}

double overbooked(const std::vector<Execution>& executions, int processors) {
  const std::vector<BusyStep> steps = steps_of(executions);
  Seconds beyond{0};
  Seconds all{0};
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const Seconds time = steps[i + 1].time - steps[i].time;
    all += time * static_cast<double>(steps[i].busy);
    beyond += time * static_cast<double>(std::max(0LL, steps[i].busy - processors));
  }
  return beyond / all;
}

double needless_wait(const std::vector<Execution>& executions, int processors) {
  const std::vector<BusyStep> steps = steps_of(executions);
  std::map<int, std::vector<const Execution*>> by_size;
  for (const Execution& job : executions) by_size[job.processors].push_back(&job);
  Seconds needless{0};
  Seconds all{0};
  for (const auto& [size, jobs] : by_size) {
    const IdleTime idle(steps, static_cast<long long>(processors) - size);
    for (const Execution* job : jobs) {
      needless += idle.until(job->start) - idle.until(job->eligible);
      all += job->start - job->eligible;
    }
  }
  return all > Seconds(0) ? needless / all : 0;
}

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
  Execution execution{outcome.submit, outcome.start, job.run, job.processors};
  execution.eligible = outcome.eligible;
  if (outcome.interruptions > 0) execution.start = outcome.eligible + outcome.waited;
  if (job.flexibility != Flexibility::rigid) execution.used = outcome.used;
  if (outcome.end != execution.start + job.run) execution.lag = outcome.end - execution.start - job.run;
  if (job.most <= job.processors)
    execution.lag = std::max(Seconds(0), execution.lag); // but for rounding it is not below
  return execution;
}

/// Who had come when the run was cut, and had not ended: they are in no mean.
void report_pending(const std::vector<Job>& jobs, const History& history, results::Result& result) {
  int unended = 0;
  int unstarted = 0;
  Seconds waited{0};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const JobOutcome& outcome = history.outcomes[i];
    const bool has_come = jobs[i].after ? outcome.submit > Seconds(0) : jobs[i].submit <= history.cut->at;
    if (outcome.fate != Fate::pending || !has_come) continue;
    ++unended;
    if (outcome.occupied > Seconds(0)) continue;
    ++unstarted;
    waited += history.cut->at - outcome.submit;
  }
  result.metrics["jobs_unended"] = unended;
  result.metrics["jobs_unstarted"] = unstarted;
  if (unstarted > 0) result.metrics["mean_wait_so_far_s"] = waited / unstarted / Seconds(1);
}

double node_hours(Seconds of_cores, int cores) { return of_cores / cores / Seconds(3600); }

} // namespace

/// Of a run that was cut, of the jobs that had ended in it: the others are in none of its means.
void report_log(const JobLog& log, const std::vector<Job>& jobs, const History& history, int processors,
                results::Result& result) {
  std::vector<Execution> executions;
  executions.reserve(log.jobs.size());
  auto logged = log.jobs.begin();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!jobs[i].is_logged) continue;
    const LoggedJob& job = *logged++;
    const bool counts = !history.cut || history.outcomes[i].fate == Fate::finished;
    if (counts && job.wait) executions.push_back({job.submit, job.submit + *job.wait, job.run, job.processors});
  }
  report(result, "log.", executions, processors);
  if (!history.cut) report_use(result, "log.", executions, processors);
}

void report_jobs(const std::vector<Job>& jobs, const History& history, int processors, results::Result& result) {
  std::vector<Execution> executions;
  executions.reserve(jobs.size());
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
  if (history.cut) report_pending(jobs, history, result);
  if (is_plain) report_use(result, "", executions, processors);
}

void report_time(const History& history, int cores, results::Result& result) {
  const Ledger& ledger = history.ledger;
  for (const auto& [name, time] : {std::pair{"capacity_node_h", history.capacity},
                                   {"finished_node_h", ledger.finished},
                                   {"unfinished_node_h", ledger.lost},
                                   {"reserved_node_h", ledger.reserved},
                                   {"idle_beside_queue_node_h", ledger.beside_queue},
                                   {"idle_node_h", ledger.idle},
                                   {"lost_to_failures_node_h", ledger.failure},
                                   {"lost_to_checkpoints_node_h", ledger.checkpoints},
                                   {"lost_to_spares_node_h", ledger.spares},
                                   {"lost_to_repairs_node_h", ledger.down},
                                   {"lost_to_urgent_node_h", ledger.urgent}})
    result.metrics[name] = node_hours(time, cores);
}

void report_windows(const History& history, int cores, results::Result& result) {
  result.metrics["maintenance_node_h"] = node_hours(history.ledger.maintenance, cores);
  result.metrics["held_for_users_node_h"] = node_hours(history.ledger.held, cores);
}

void report_placement(const History& history, int cores, results::Result& result) {
  const PlacementRecord& record = history.placement;
  const double starts = std::max(1, record.starts);
  result.metrics["lost_to_placement_node_h"] = node_hours(history.ledger.placement, cores);
  result.metrics["mean_rows_of_nodes"] = record.rows / starts;
  result.metrics["mean_stretch_by_placement"] = record.stretch / starts;
  result.metrics["most_fragmentation"] = record.most_fragmentation;
}

void report_file_system(const History& history, const Rules& rules, results::Result& result) {
  const FileSystemRecord& record = history.file_system;
  if (rules.io) result.metrics["lost_to_file_system_node_h"] = node_hours(history.ledger.file_system, rules.cores);
  result.metrics["file_system_transfers"] = record.transfers;
  const Seconds span = history.capacity / (rules.nodes * rules.cores);
  if (span > Seconds(0)) result.metrics["file_system_use"] = record.moved / (rules.costs.rates.file_system * span);
  if (record.alone > Seconds(0)) result.metrics["mean_stretch_by_file_system"] = record.took / record.alone;
}

void report_sharing(const History& history, int cores, results::Result& result) {
  double resizes = 0;
  for (const JobOutcome& outcome : history.outcomes) resizes += outcome.resizes;
  result.metrics["resizes"] = resizes;
  result.metrics["lost_to_resizing_node_h"] = node_hours(history.ledger.resizing, cores);
}

void report_growth(const History& history, results::Result& result) {
  const GrowthRecord& record = history.growth;
  result.metrics["growth_requests"] = record.requests;
  if (record.requests > 0) result.metrics["growth_granted"] = static_cast<double>(record.granted) / record.requests;
  if (record.granted > 0) result.metrics["mean_growth_wait_s"] = record.waited.count() / record.granted;
}

void report_energy(const History& history, bool is_capped, results::Result& result) {
  constexpr double kilowatt_hour = 3.6e6;
  const Energy& energy = history.energy;
  result.metrics["energy_kwh"] = sum(energy) / kilowatt_hour;
  result.metrics["energy_of_jobs_kwh"] = energy.of_jobs / kilowatt_hour;
  result.metrics["energy_idle_kwh"] = energy.idle / kilowatt_hour;
  result.metrics["energy_off_kwh"] = energy.off / kilowatt_hour;
  result.metrics["most_power_w"] = energy.most_power;
  if (is_capped) result.metrics["beyond_power_cap_s"] = energy.beyond_cap.count();
}

void report_dependencies(const std::vector<Job>& jobs, const History& history, results::Result& result) {
  double depend = 0;
  double never_eligible = 0;
  double finished = 0;
  Seconds wait{0};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const JobOutcome& outcome = history.outcomes[i];
    if (!jobs[i].dependency.conditions.empty()) depend += 1;
    if (outcome.fate == Fate::never_eligible || outcome.fate == Fate::cancelled) never_eligible += 1;
    if (outcome.fate != Fate::finished) continue;
    finished += 1;
    wait += outcome.eligible - outcome.submit;
  }
  result.metrics["jobs_that_depend"] = depend;
  result.metrics["jobs_never_eligible"] = never_eligible;
  if (finished > 0) result.metrics["mean_dependency_wait_s"] = wait.count() / finished;
}

void report_failures(const History& history, results::Result& result) {
  result.metrics["node_failures"] = history.failures;
  double interruptions = 0;
  for (const JobOutcome& outcome : history.outcomes) interruptions += outcome.interruptions;
  result.metrics["interruptions"] = interruptions;
}

void report_urgent(const std::vector<Job>& jobs, const History& history, results::Result& result) {
  double count = 0;
  double met = 0;
  Seconds response{0};
  Seconds wait{0};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const JobOutcome& outcome = history.outcomes[i];
    const bool has_ended = outcome.fate == Fate::finished || outcome.fate == Fate::lost;
    if (!jobs[i].is_urgent || !has_ended) continue;
    const Seconds took = outcome.end - outcome.submit;
    count += 1;
    response += took;
    wait += outcome.waited;
    if (outcome.fate == Fate::finished && took <= jobs[i].deadline) met += 1;
  }
  result.metrics["urgent.jobs"] = count;
  if (count == 0) return;
  result.metrics["urgent.deadlines_met"] = met / count;
  result.metrics["urgent.mean_response_s"] = response.count() / count;
  result.metrics["urgent.mean_wait_s"] = wait.count() / count;
}

} // namespace daruma::batch
