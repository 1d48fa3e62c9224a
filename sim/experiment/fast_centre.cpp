#include "sim/experiment/fast_centre.hpp"

#include "sim/centre/schedule.hpp"
#include "sim/centre/statistics.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace daruma::experiment {

namespace {

long long cores_of(const scenario::Machine& machine) { return static_cast<long long>(machine.nodes) * machine.cores; }

/// What is wrong with the log on that many processors; empty if nothing is.
std::string objection_to_log(const std::filesystem::path& path, long long processors) {
  try {
    const centre::JobLog log = centre::read_swf(path);
    const auto large = std::find_if(log.jobs.begin(), log.jobs.end(),
                                    [=](const centre::LoggedJob& job) { return job.processors > processors; });
    if (large == log.jobs.end()) return "";
    return fmt::format("{}: line {}: a job of {} never fits on the machine's {}", path.string(), large->line,
                       scenario::counted(large->processors, "processor"), processors);
  } catch (const centre::LogError& error) { return error.what(); }
}

std::string objection_to_queue(const std::string& name) {
  if (centre::find_queue_policy(name) != nullptr) return "";
  std::vector<std::string> known;
  for (const centre::QueuePolicy& policy : centre::queue_policies()) known.emplace_back(policy.name);
  return scenario::unknown("queue", name, known);
}

void report(records::Result& result, const std::string& prefix, const std::vector<centre::Execution>& executions,
            int processors) {
  result.metrics[prefix + "jobs"] = static_cast<double>(executions.size());
  if (executions.empty()) return;
  const centre::Statistics all = centre::statistics(executions, processors);
  result.metrics[prefix + "mean_wait_s"] = all.mean_wait.count();
  result.metrics[prefix + "mean_bounded_slowdown"] = all.mean_bounded_slowdown;
  result.metrics[prefix + "utilisation"] = all.utilisation;
  result.metrics[prefix + "needless_wait"] = centre::needless_wait(executions, processors);
  result.metrics[prefix + "overbooked"] = centre::overbooked(executions, processors);
  result.metrics[prefix + "makespan_s"] = all.makespan.count();
}

/// Of the jobs whose wait is logged.
std::vector<centre::Execution> as_it_was(const centre::JobLog& log) {
  std::vector<centre::Execution> executions;
  for (const centre::LoggedJob& job : log.jobs)
    if (job.wait) executions.push_back({job.submit, job.submit + *job.wait, job.run, job.processors});
  return executions;
}

std::vector<centre::Execution> executions_of(const std::vector<centre::Job>& jobs, const std::vector<Seconds>& starts) {
  std::vector<centre::Execution> executions;
  for (std::size_t i = 0; i < jobs.size(); ++i)
    executions.push_back({jobs[i].submit, starts[i], jobs[i].run, jobs[i].processors});
  return executions;
}

} // namespace

std::vector<scenario::Problem> objections_to_centre(const scenario::Scenario& scenario, const std::string& file) {
  std::vector<scenario::Problem> problems;
  const auto add = [&](const char* pointer, const std::string& sentence) {
    if (!sentence.empty()) problems.push_back({file, pointer, sentence});
  };
  add("/centre/queue", objection_to_queue(scenario.centre->queue));
  const long long processors = cores_of(scenario.machine);
  if (processors > std::numeric_limits<int>::max())
    add("/machine", fmt::format("a centre has at most {} cores, got {}", std::numeric_limits<int>::max(), processors));
  add("/centre/log", objection_to_log(scenario.centre->log, processors));
  return problems;
}

void run_centre(const scenario::Scenario& scenario, records::Result& result) {
  const centre::JobLog log = centre::read_swf(scenario.centre->log);
  const auto processors = static_cast<int>(cores_of(scenario.machine));
  std::vector<centre::Job> jobs;
  int cut = 0;
  for (const centre::LoggedJob& logged : log.jobs) {
    jobs.push_back(centre::as_logged(logged));
    if (jobs.back().run < logged.run) ++cut;
  }
  const auto starts = centre::start_times(jobs, processors, *centre::find_queue_policy(scenario.centre->queue));
  report(result, "", executions_of(jobs, starts), processors);
  report(result, "log.", as_it_was(log), processors);
  result.metrics["jobs_left_out"] = log.left_out;
  result.metrics["jobs_cut"] = cut;
}

} // namespace daruma::experiment
