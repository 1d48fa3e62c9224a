#include "sim/results/metrics.hpp"

#include "sim/core/affixes.hpp"
#include "sim/core/job_metrics.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace daruma::results {

namespace {

constexpr auto up = Better::up;
constexpr auto down = Better::down;
constexpr auto neither = Better::neither;

std::vector<MetricGroup> of_jobs() {
  std::vector<MetricGroup> groups;
  for (const JobMetrics& group : job_metrics()) groups.push_back({group.reporter, group.metrics, MetricScope::job});
  return groups;
}

std::vector<MetricGroup> of_centres() {
  return {
      {"a run with replicas",
       {
           {"replicas", "count", neither,
            "Replicas of the run, of which each metric is the mean; NAME.ci95 is half the width of its 95 % interval."},
       }},
      {"a centre",
       {
           {"jobs", "count", neither,
            "Jobs that came to their end, urgent ones among them; the next ones are of these."},
           {"mean_wait_s", "s", down, "Time that jobs waited, also when they waited again, on average."},
           {"mean_bounded_slowdown", "ratio", down,
            "Response over run time, at least 1 and a run of less than 10 s taken for one of 10 s, on average."},
           {"utilisation", "ratio", up,
            "Part of all processors' time that jobs used, from first submission to last end."},
           {"makespan_s", "s", down, "Time from the first submission to the last end."},
           {"needless_wait", "ratio", down,
            "Part of all waiting that was done beside enough idle processors; where no job was interrupted or "
            "flexible."},
           {"overbooked", "ratio", down,
            "Part of all work that was done on more than all processors; where no job was interrupted or flexible."},
           {"jobs_lost", "count", down,
            "Jobs that were interrupted too often, or needed nodes that were never up together."},
           {"jobs_unended", "count", neither,
            "Jobs that had come and not ended when the run was cut, if it was: they are in no mean."},
           {"jobs_unstarted", "count", neither, "Of these, jobs that had not started."},
           {"mean_wait_so_far_s", "s", neither, "How long those had waited when the run was cut, on average."},
           {"jobs_left_out", "count", neither, "Jobs of the log that are not simulated."},
           {"jobs_that_follow", "count", neither, "Jobs that come after the end of another, where there is feedback."},
           {"jobs_that_cannot_follow", "count", neither,
            "Jobs that name a preceding job which is not there or comes no earlier, where there is feedback."},
           {"jobs_that_depend", "count", neither,
            "Jobs that wait for others before they may run, where there are any."},
           {"jobs_never_eligible", "count", down,
            "Jobs of which what they depend on could never hold, where any depends on another: of a job that failed, "
            "or "
            "that never runs itself."},
           {"mean_dependency_wait_s", "s", neither,
            "From the submission of a job until it was eligible, where any depends on another; mean_wait_s counts from "
            "then on."},
           {"jobs_cut", "count", neither, "Jobs of the log that ran beyond what they asked for and are ended there."},
       }},
      {"a centre's log",
       {
           {"log.jobs", "count", neither,
            "Jobs of the log whose wait it tells; of a run that was cut, and in all that follows, those that had ended "
            "in it."},
           {"log.mean_wait_s", "s", neither, "Time that jobs waited, as the log says, on average."},
           {"log.mean_bounded_slowdown", "ratio", neither, "Response over run time, as the log says, on average."},
           {"log.utilisation", "ratio", neither, "Part of all processors' time that jobs used, as the log says."},
           {"log.makespan_s", "s", neither, "Time from the first submission to the last end, as the log says."},
           {"log.needless_wait", "ratio", neither,
            "Part of the log's waiting that was done beside enough idle processors."},
           {"log.overbooked", "ratio", neither, "Part of the log's work that was done on more than all processors."},
       }},
  };
}

std::vector<MetricGroup> of_time_at_centres() {
  return {
      {"what became of a centre's time",
       {
           {"capacity_node_h", "node h", neither,
            "Time of all nodes from the first submission until the last job ended: the sum of what follows."},
           {"finished_node_h", "node h", neither, "Work of jobs that came to their end."},
           {"unfinished_node_h", "node h", down,
            "Work that was saved, of jobs that never came to their end; all work of those that had not when the run "
            "was cut."},
           {"idle_node_h", "node h", neither, "Time that nodes were idle while nobody waited."},
           {"idle_beside_queue_node_h", "node h", down, "Time that nodes were idle although jobs waited."},
           {"reserved_node_h", "node h", down, "Time that nodes were kept idle for urgent jobs."},
           {"maintenance_node_h", "node h", neither,
            "Time that nodes were up and closed to all, where there are reservations."},
           {"held_for_users_node_h", "node h", down,
            "Time that nodes were idle while only some users had them, where there are reservations."},
           {"lost_to_failures_node_h", "node h", down, "Work that failures undid, recovery and loading."},
           {"lost_to_checkpoints_node_h", "node h", down, "Time of nodes that periodic checkpoints took."},
           {"lost_to_spares_node_h", "node h", down,
            "Time that nodes stood by as spares, and that longer ways to those in use took."},
           {"lost_to_repairs_node_h", "node h", down, "Time that nodes were out of service."},
           {"lost_to_urgent_node_h", "node h", down,
            "Work that urgent jobs undid, and time of nodes for saving, loading and changes of size."},
           {"lost_to_resizing_node_h", "node h", down,
            "Time of nodes for changes of size that a strategy ordered or evolving jobs asked for."},
       }},
      {"malleable and evolving jobs at a centre",
       {
           {"resizes", "count", neither,
            "Changes of the sizes of running jobs, where they share by a strategy or evolve."},
           {"growth_requests", "count", neither, "How often evolving jobs asked for more cores."},
           {"growth_granted", "ratio", up, "Part of these requests that got them."},
           {"mean_growth_wait_s", "s", down, "Time that a request waited until it got them, on average."},
       }},
  };
}

std::vector<MetricGroup> of_shared_parts_of_centres() {
  return {
      {"the file system of a centre",
       {
           {"lost_to_file_system_node_h", "node h", down,
            "Time that jobs' reading and writing took longer because of others on the file system, where \"io\" is "
            "given; checkpoints' longer times are part of theirs."},
           {"file_system_transfers", "count", neither,
            "Inputs and outputs of jobs, and checkpoints saved and loaded, where they go to the file system."},
           {"file_system_use", "ratio", neither, "How much was moved, of what could have been in that time."},
           {"mean_stretch_by_file_system", "ratio", down,
            "How many times longer transfers took together than each would have taken alone."},
       }},
      {"placement at a centre",
       {
           {"lost_to_placement_node_h", "node h", down,
            "Time that exchanges of messages took longer because of where jobs' nodes lay, where \"placement\" is "
            "given."},
           {"mean_rows_of_nodes", "count", down,
            "In how many rows of nodes, by number, jobs lay when they started, on average; 1: in one piece."},
           {"mean_stretch_by_placement", "ratio", down,
            "How many times longer jobs took because of where their nodes lay, on average over their starts."},
           {"most_fragmentation", "ratio", down,
            "How much of the wholly free nodes lay outside of the longest row of them, at the worst moment at which "
            "jobs "
            "waited; 0: never any."},
       }},
  };
}

std::vector<MetricGroup> of_resources_at_centres() {
  return {
      {"what jobs need besides cores",
       {
           {"stranded_node_h", "node h", down,
            "Within finished_node_h, and so no part of its own of the sum that is capacity_node_h: time of nodes' "
            "cores "
            "that finished jobs held without having asked for them, as memory or GPUs of theirs were taken, or nodes "
            "given whole; where \"node\" is given."},
           {"memory_utilisation", "ratio", up,
            "How much of all nodes' memory finished jobs had asked for, from the first submission to the last end."},
           {"gpu_utilisation", "ratio", up, "The same of GPUs."},
       }},
      {"energy of a centre",
       {
           {"energy_kwh", "kWh", down,
            "What all nodes drew from the first submission until the last job ended, where \"power\" is known: the sum "
            "of the next three."},
           {"energy_of_jobs_kwh", "kWh", down, "What busy cores drew, with their part of what a node draws anyway."},
           {"energy_idle_kwh", "kWh", down, "What the other cores of nodes that were up drew."},
           {"energy_off_kwh", "kWh", down, "What nodes drew that were down."},
           {"most_power_w", "W", down, "The highest power of all nodes together."},
           {"beyond_power_cap_s", "s", down,
            "How long all nodes drew more than the power cap, as jobs ran beyond their limits or came urgently."},
       }},
  };
}

/// How the times of jobs are spread: percentiles, and how even users fare.
void add_spread(std::vector<Metric>& metrics, const std::string& metric, const std::string& unit,
                const std::string& what) {
  metrics.push_back({"median_" + metric, unit, down, "The " + what + " that half of the jobs were not above."});
  for (const char* part : {"95", "99"})
    metrics.push_back({std::string("p") + part + "_" + metric, unit, down,
                       "The " + what + " that " + part + " % of the jobs were not above."});
  metrics.push_back({"jain_of_users_" + metric, "ratio", up,
                     "How even users' means of the " + what +
                         " are, by Jain's index: 1 if all are equal; where there are several users."});
}

std::vector<MetricGroup> of_jobs_at_centres() {
  std::vector<Metric> metrics{{"mean_response_s", "s", down, "Time from submission to end, on average."}};
  add_spread(metrics, "wait_s", "s", "wait");
  add_spread(metrics, "response_s", "s", "response");
  add_spread(metrics, "bounded_slowdown", "ratio", "bounded slowdown");
  return {{"how the times of a centre's jobs are spread", std::move(metrics)}};
}

std::vector<MetricGroup> of_disturbed_centres() {
  return {
      {"a centre whose nodes fail",
       {
           {"node_failures", "count", neither, "Nodes that failed, each time counted."},
           {"interruptions", "count", down, "Jobs that a failure or an urgent job interrupted, each time counted."},
       }},
      {"a centre with urgent jobs",
       {
           {"urgent.jobs", "count", neither, "Urgent jobs that came."},
           {"urgent.deadlines_met", "ratio", up, "Part of the urgent jobs that finished within the deadline."},
           {"urgent.mean_response_s", "s", down, "Time from an urgent job's submission to its end, on average."},
           {"urgent.mean_wait_s", "s", down, "Time that urgent jobs waited, on average."},
       }},
  };
}

constexpr std::string_view interval = ".ci95";

const Metric* find_in(const MetricGroup& group, std::string_view name) {
  const auto found = std::find_if(group.metrics.begin(), group.metrics.end(),
                                  [=](const Metric& metric) { return is_of_pattern(metric.name, name); });
  return found == group.metrics.end() ? nullptr : &*found;
}

template <class Is> const Metric* find_where(const std::vector<MetricGroup>& groups, std::string_view name, Is is) {
  for (const MetricGroup& group : groups)
    if (const Metric* const metric = is(group) ? find_in(group, name) : nullptr) return metric;
  return nullptr;
}

} // namespace

MetricCatalogue::MetricCatalogue(const std::vector<MetricGroup>& of_models) {
  for (const auto& groups : {of_jobs(), of_centres(), of_time_at_centres(), of_shared_parts_of_centres(),
                             of_resources_at_centres(), of_jobs_at_centres(), of_disturbed_centres(), of_models})
    groups_.insert(groups_.end(), groups.begin(), groups.end());
}

bool MetricCatalogue::knows_model(const std::string& model) const {
  return std::any_of(groups_.begin(), groups_.end(), [&](const MetricGroup& group) { return group.model == model; });
}

const Metric* MetricCatalogue::find(std::string_view name, const ModelOfJob& jobs) const {
  if (ends_with(name, interval)) name.remove_suffix(interval.size());
  const auto is_of_run = [](const MetricGroup& group) { return group.scope == MetricScope::run; };
  if (const Metric* const metric = find_where(groups_, name, is_of_run)) return metric;
  for (const auto& [job, model] : jobs) {
    if (name.size() <= job.size() + 1 || name.substr(0, job.size()) != job || name[job.size()] != '.') continue;
    const auto is_of_job = [&model = model, is_program = !knows_model(model)](const MetricGroup& group) {
      return group.scope == MetricScope::job && (is_program || group.model.empty() || group.model == model);
    };
    if (const Metric* const metric = find_where(groups_, name.substr(job.size() + 1), is_of_job)) return metric;
  }
  return nullptr;
}

ModelOfJob models_of(const std::vector<JobRow>& jobs) {
  ModelOfJob models;
  for (const JobRow& job : jobs) models[job.name] = job.model;
  return models;
}

std::map<std::string, std::string> units_of(const Result& result, const MetricCatalogue& catalogue) {
  const ModelOfJob jobs = models_of(result.jobs);
  std::map<std::string, std::string> units;
  for (const auto& [name, value] : result.metrics)
    if (const Metric* const metric = catalogue.find(name, jobs)) units[name] = metric->unit;
  return units;
}

bool is_of_pattern(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() != '<')
    return !text.empty() && pattern.front() == text.front() && is_of_pattern(pattern.substr(1), text.substr(1));
  const std::string_view rest = pattern.substr(pattern.find('>') + 1);
  for (std::size_t taken = 1; taken <= text.size(); ++taken)
    if (is_of_pattern(rest, text.substr(taken))) return true;
  return false;
}

const char* word_for(Better better) { return better == up ? "larger" : better == down ? "smaller" : ""; }

} // namespace daruma::results
