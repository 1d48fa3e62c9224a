#include "sim/core/job_metrics.hpp"

#include <algorithm>

namespace daruma {

namespace {

constexpr auto up = Better::up;
constexpr auto down = Better::down;
constexpr auto neither = Better::neither;

} // namespace

const std::vector<JobMetrics>& job_metrics() {
  static const std::vector<JobMetrics> all{
      {"every job",
       {
           {"finished", "truth", up, "Every process that was left at the job's end returned from its program."},
           {"makespan_s", "s", down, "Time from the job's first start to its end."},
           {"deaths", "count", down, "Processes that died."},
           {"restarts", "count", down, "Failures and orders to resize after which the job went on."},
           {"reruns", "count", down, "Times that the job was begun anew."},
           {"ranks_at_end", "count", up, "Ranks that the job had at its end."},
       }},
      {"a job under a manager",
       {
           {"wait_s", "s", down, "Time from when the job was eligible to its first start."},
           {"dependency_wait_s", "s", neither,
            "Time from the job's submission until it was eligible, if it depends on others."},
           {"core_s", "core s", down, "Time that the job's processes had cores for, all together."},
       }},
      {"a job with a deadline",
       {
           {"response_s", "s", down, "Time from the job's submission to its end."},
           {"deadline_met", "truth", up, "The job finished within its deadline."},
       }},
      {"a job whose machine localises faults",
       {
           {"verdicts", "count", neither, "Answers to the question which part of the machine broke."},
           {"verdicts_naming", "count", up, "Answers among them that name a part."},
           {"localisation_queries", "count", down, "Questions to components that these answers took."},
       }},
      {"a job whose program tells its phases",
       {
           {"phase.<name>_s", "s", down,
            "Time that a process spent in the phase, all together; of the process that spent most."},
       }},
      {"a job that lost processes, all of whose rows were recorded",
       {
           {"recovery.count", "count", down,
            "Recoveries that the job came back from; deaths meanwhile are part of them."},
           {"recovery.detection_s", "s", down,
            "Time from deaths to their first detection, or to the first sign of one; here and below of all "
            "recoveries."},
           {"recovery.propagation_s", "s", down, "Time from detection until a survivor acted on it."},
           {"recovery.revoke_s", "s", down, "Time from a revocation until an operation began."},
           {"recovery.agreement_s", "s", down, "Time in which somebody agreed, and nobody did what follows here."},
           {"recovery.shrink_s", "s", down, "Time in which somebody shrank a communicator."},
           {"recovery.spawn_s", "s", down, "Time in which somebody spawned processes."},
           {"recovery.rebuild_s", "s", down, "Time in which somebody merged, split or rebuilt."},
           {"recovery.relaunch_s", "s", down, "Time from the order to begin the job anew to its start."},
           {"recovery.reload_s", "s", down, "Time in which somebody read a checkpoint."},
           {"recovery.other_s", "s", down, "What is left of the time until the last rank was back at work."},
           {"recovery.lost_work_s", "s", down, "Time before the deaths whose work was done again."},
           {"recovery.whole_s", "s", down, "The sum of these parts."},
           {"recovery.<part>_s[recovery=<n>]", "s", down, "The same of one recovery; parts that took time."},
       }},
  };
  return all;
}

bool is_job_metric(std::string_view name) {
  const auto& all = job_metrics();
  return std::any_of(all.begin(), all.end(), [name](const JobMetrics& group) {
    return std::any_of(group.metrics.begin(), group.metrics.end(),
                       [name](const Metric& metric) { return metric.name == name; });
  });
}

} // namespace daruma
