#include "sim/batch/fast_centre.hpp"

#include "sim/batch/centre_metrics.hpp"
#include "sim/batch/centre_tables.hpp"
#include "sim/batch/dependencies.hpp"
#include "sim/batch/host_list.hpp"
#include "sim/batch/job_groups.hpp"
#include "sim/batch/node_needs.hpp"
#include "sim/batch/objections.hpp"
#include "sim/batch/outside_scheduler.hpp"
#include "sim/batch/partitions.hpp"
#include "sim/batch/placement_cost.hpp"
#include "sim/batch/policy_library.hpp"
#include "sim/batch/scenario_costs.hpp"
#include "sim/batch/scheduler_connection.hpp"
#include "sim/batch/sliding.hpp"
#include "sim/batch/urgent_jobs.hpp"
#include "sim/scenario/objections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace daruma::batch {

namespace {

constexpr std::size_t most_traced_rows = 500'000; ///< some 80 MB

long long cores_of(const scenario::Machine& machine) { return static_cast<long long>(machine.nodes) * machine.cores; }

bool uses_spares(const scenario::Centre& centre) {
  const auto* const policy = find_policy(failure_policies(), centre.on_failure);
  return policy != nullptr && uses_spares(*policy) && centre.spares;
}

bool keeps_idle(const scenario::Centre& centre) {
  const auto* const policy = centre.urgent ? find_policy(preemption_policies(), centre.urgent->policy) : nullptr;
  return policy != nullptr && policy->reserve == Reserve::kept;
}

/// What others than urgent jobs can have.
long long cores_for_all(const scenario::Scenario& scenario) {
  const scenario::Centre& centre = *scenario.centre;
  const int nodes = scenario.machine.nodes - (uses_spares(centre) ? centre.spares->nodes : 0);
  return static_cast<long long>(nodes) * scenario.machine.cores - (keeps_idle(centre) ? centre.urgent->idle : 0);
}

void object_to_sizes(const scenario::Scenario& scenario, scenario::Objections& objections) {
  constexpr int most = std::numeric_limits<int>::max();
  const scenario::Centre& centre = *scenario.centre;
  const long long cores = cores_of(scenario.machine);
  const int spares = uses_spares(centre) ? centre.spares->nodes : 0;
  objections.unless(cores <= most, "/machine", fmt::format("a centre has at most {} cores, got {}", most, cores));
  objections.unless(spares < scenario.machine.nodes, "/centre/spares/nodes",
                    fmt::format("leave none of the machine's {} for jobs, got {}",
                                scenario::counted(scenario.machine.nodes, "node"), spares));
  const long long in_use = cores - static_cast<long long>(spares) * scenario.machine.cores;
  if (centre.urgent && centre.urgent->processors > in_use)
    objections.add("/centre/urgent/processors",
                   fmt::format("never fit on the machine's {}, got {}", scenario::counted(in_use, "core"),
                               centre.urgent->processors));
}

/// Objects to a log with a job that holds more than so many processors.
void object_to_log(const JobLog& log, const std::filesystem::path& path, long long processors,
                   scenario::Objections& objections) {
  const auto large =
      std::find_if(log.jobs.begin(), log.jobs.end(), [=](const LoggedJob& job) { return held_by(job) > processors; });
  if (large == log.jobs.end()) return;
  const bool is_by_need = large->processors <= processors;
  objections.add("/centre/log",
                 fmt::format("{}: line {}: a job of {}{} never fits on the machine's {}", path.string(), large->line,
                             scenario::counted(large->processors, "processor"),
                             is_by_need ? fmt::format(", which holds {} for its memory or GPUs,", large->held) : "",
                             std::max(0LL, processors)));
}

NodeStock stock_of(const scenario::Scenario& scenario) {
  const scenario::CentreNode& node = *scenario.centre->node;
  return {scenario.machine.cores, node.memory, node.gpus};
}

Sharing sharing_of(const scenario::Centre& centre) {
  return centre.placement && centre.placement->is_exclusive ? Sharing::whole_nodes : Sharing::shared_nodes;
}

/// The log without those that need more cores than that, unless it is 0; the same one where there are none.
std::shared_ptr<const JobLog> without_wide(std::shared_ptr<const JobLog> log, int widest) {
  const auto is_wide = [=](const LoggedJob& job) { return widest > 0 && job.processors > widest; };
  if (std::none_of(log->jobs.begin(), log->jobs.end(), is_wide)) return log;
  auto rest = std::make_shared<JobLog>(*log);
  rest->jobs.erase(std::remove_if(rest->jobs.begin(), rest->jobs.end(), is_wide), rest->jobs.end());
  return rest;
}

Seconds mtbf_of(const scenario::Scenario& scenario, const FailureLog* log) {
  if (scenario.failures) return scenario.failures->node_mtbf;
  return log != nullptr ? log->span * log->nodes / static_cast<double>(log->faults.size()) : Seconds(0);
}

/// Where only a number is given, nodes are dealt from the last on downwards, all before any a second time.
std::vector<Window> windows_of(const std::vector<scenario::Reservation>& reservations, int nodes) {
  std::vector<Window> windows;
  int next = nodes - 1;
  for (const scenario::Reservation& one : reservations) {
    Window window{one.nodes, {one.from, one.until}, one.every.value_or(never), one.users};
    for (int i = 0; i < std::min(one.count, nodes); ++i) {
      window.nodes.push_back(next);
      next = next > 0 ? next - 1 : nodes - 1;
    }
    std::sort(window.nodes.begin(), window.nodes.end());
    windows.push_back(std::move(window));
  }
  return windows;
}

Rules rules_of(const scenario::Scenario& scenario, Seconds mtbf) {
  const scenario::Centre& centre = *scenario.centre;
  Rules rules;
  rules.nodes = scenario.machine.nodes;
  rules.cores = scenario.machine.cores;
  if (!scenario::is_scheduler_address(centre.queue)) rules.queue = find_policy(queue_policies(), centre.queue);
  rules.queue_parameters = centre.queue_parameters;
  rules.failure = find_policy(failure_policies(), centre.on_failure);
  rules.strategy = find_entry(malleability_strategies(), centre.flexible.strategy);
  rules.evolution = centre.flexible.evolution;
  rules.requests = centre.flexible.requests;
  rules.costs = costs_of(scenario, mtbf);
  rules.io = centre.io;
  rules.give_up = centre.give_up;
  rules.kill_invalid_depend = centre.kill_invalid_depend;
  if (uses_spares(centre)) rules.spares = centre.spares->nodes;
  if (centre.urgent) rules.preemption = find_policy(preemption_policies(), centre.urgent->policy);
  if (keeps_idle(centre)) rules.idle = centre.urgent->idle;
  rules.partitions = partitions_of(centre.partitions, rules.nodes, rules.cores);
  if (std::vector<double> priorities = priorities_of(centre.partitions); !priorities.empty())
    rules.queue_parameters.priority.partitions = std::move(priorities);
  rules.power = centre.power;
  rules.windows = windows_of(centre.reservations, rules.nodes - rules.spares);
  return rules;
}

/// More urgent jobs than that are a mistake, and so are none.
void object_to_urgent(const scenario::UrgentJobs& urgent, const JobLog& log, scenario::Objections& objections) {
  constexpr double most = 1e6;
  const Seconds last = log.jobs.back().submit;
  objections.unless(
      !urgent.from_log || is_any_among(log, *urgent.from_log), "/centre/urgent/from_log",
      fmt::format("chooses none of the log's {}", scenario::counted(static_cast<long long>(log.jobs.size()), "job")));
  if (urgent.gap == Seconds(0) || last / urgent.gap <= most) return;
  objections.add("/centre/urgent/gap",
                 fmt::format("makes {:.3g} urgent jobs until the log's last job comes; at most {:.0f} are simulated",
                             last / urgent.gap, most));
}

/// Nor more failures than that; nodes that stay off fail once.
void object_to_mtbf(const scenario::Scenario& scenario, Seconds last, scenario::Objections& objections) {
  constexpr double most = 1e7;
  const auto& repair = scenario.centre->repair;
  if (!scenario.failures || scenario.failures->is_listed() || !repair) return;
  const double count = scenario.machine.nodes * (last / (scenario.failures->node_mtbf + repair->median));
  objections.unless(
      count <= most, "/failures/node_mtbf",
      fmt::format("makes {:.3g} failures until the log's last job comes; at most {:.0f} are simulated", count, most));
}

/// What takes the time until the last job comes to judge.
void object_to_span(const scenario::Scenario& scenario, const JobLog& log, scenario::Objections& objections) {
  if (log.jobs.empty())
    return objections.add(scenario.centre->partitions.empty() ? "/centre/widest" : "/centre/partitions",
                          "leaves out every job of the log");
  object_to_mtbf(scenario, log.jobs.back().submit, objections);
  if (scenario.centre->urgent) object_to_urgent(*scenario.centre->urgent, log, objections);
}

/// Nor more checkpoints and outputs on the file system, each of which happens for itself.
void object_to_transfers(const Rules& rules, const JobLog& log, scenario::Objections& objections) {
  constexpr double most = 1e8;
  double checkpoints = 0;
  double outputs = 0;
  for (const LoggedJob& logged : log.jobs) {
    const Job job = as_logged(logged);
    const int nodes = (job.processors + rules.cores - 1) / rules.cores;
    const Seconds period = checkpoint_period(rules.costs, job.processors, nodes);
    if (is_shared(rules.costs) && period > Seconds(0)) checkpoints += job.run / period;
    if (rules.io) outputs += job.run / rules.io->every;
  }
  const char* const makes = "makes {:.3g} {}; at most {:.0f} are simulated";
  objections.unless(checkpoints <= most, "/centre/checkpoint/period",
                    fmt::format(makes, checkpoints, "checkpoints", most));
  objections.unless(outputs <= most, "/centre/io/every", fmt::format(makes, outputs, "outputs", most));
}

/// Why jobs write no periodic checkpoints although the scenario has a period; empty if they do, or it has none.
std::string why_no_checkpoints(const scenario::Scenario& scenario, const Rules& rules) {
  const auto& checkpoint = scenario.centre->checkpoint;
  if (!checkpoint || checkpoint->rule == PeriodRule::none || rules.costs.rule != PeriodRule::none) return "";
  if (rules.failure->resumption == Resumption::from_start)
    return fmt::format("none are written periodically: with \"{}\" nobody would go on from one", rules.failure->name);
  return "none are written periodically: nothing fails";
}

std::string in_days(Seconds time) { return fmt::format("{:.3g} d", time.count() / 86400); }

/// Each choice draws for itself.
ChooseNodes choice_of(const scenario::CentrePlacement& placement, const NodeLayout& layout, std::uint64_t seed,
                      std::uint64_t replication) {
  const NodeChoice& rule = *find_entry(node_choices(), placement.nodes);
  return [&rule, layout, seed, replication, choices = 0](const NodeSet& free, int count) mutable {
    return rule.choose(free, count, layout,
                       RandomStream(seed, replication, fmt::format("centre/placement {}", choices++)));
  };
}

/// Jobs that get whole nodes ask for all their cores.
void round_up(std::vector<Job>& jobs, int cores) {
  for (Job& job : jobs) job.processors = (job.processors + cores - 1) / cores * cores;
}

/// Whether the log gives each of its jobs a number of its own.
bool are_numbered(const std::vector<Job>& jobs) {
  std::vector<int> numbers;
  numbers.reserve(jobs.size());
  for (const Job& job : jobs)
    if (job.is_logged) numbers.push_back(job.number);
  std::sort(numbers.begin(), numbers.end());
  return (numbers.empty() || numbers.front() > 0) &&
         std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
}

/// Jobs are named by their numbers in the log, or by their places in it if its numbers do not tell them apart; those
/// that it has not by their places among each other. Places count from 1.
std::vector<std::string> job_names(const std::vector<Job>& jobs) {
  const bool are_all_numbered = are_numbered(jobs);
  std::vector<std::string> names;
  names.reserve(jobs.size());
  int logged = 0;
  int urgent = 0;
  for (const Job& job : jobs) {
    if (job.is_logged) ++logged;
    names.push_back(!job.is_logged ? fmt::format("urgent-{}", ++urgent)
                                   : std::to_string(are_all_numbered ? job.number : logged));
  }
  return names;
}

} // namespace

FastCentre::FastCentre(const scenario::Scenario& scenario, const std::string& file, Logs& logs) : scenario_(scenario) {
  const scenario::Centre& centre = *scenario.centre;
  scenario::Objections objections(file);
  object_to_sizes(scenario, objections);
  try {
    const auto whole = logs.jobs(centre.log);
    const auto narrow = without_wide(whole, centre.widest);
    too_wide_ = static_cast<int>(whole->jobs.size() - narrow->jobs.size());
    const auto needy = centre.node ? with_needs(*narrow, stock_of(scenario), sharing_of(centre)) : narrow;
    log_ = taken(needy, centre.partitions, scenario.machine.nodes, scenario.machine.cores);
    object_to_span(scenario, *log_, objections);
    object_to_log(*log_, centre.log, cores_for_all(scenario), objections);
    find_predecessors();
  } catch (const LogError& error) { objections.add("/centre/log", error.what()); }
  try {
    if (centre.failure_log)
      failures_ =
          logs.failures(*centre.failure_log, expand_host_list(centre.node_names).value_or(std::vector<std::string>()));
  } catch (const LogError& error) { objections.add("/centre/failure_log", error.what()); }
  std::vector<scenario::Problem> problems = objections_to_centre(scenario, file);
  for (scenario::Problem& problem : objections.take()) problems.push_back(std::move(problem));
  if (!problems.empty()) throw scenario::ScenarioError(std::move(problems));
  rules_ = rules_of(scenario, mtbf_of(scenario, failures_.get()));
  scenario::Objections to_transfers(file);
  object_to_transfers(rules_, *log_, to_transfers);
  if (auto too_many = to_transfers.take(); !too_many.empty()) throw scenario::ScenarioError(std::move(too_many));
  rules_.array_names = dependencies_.array_names;
}

/// Of jobs that follow others or depend on them.
void FastCentre::find_predecessors() {
  const std::string log = scenario_.centre->log.string();
  if (scenario_.centre->feedback) predecessors_ = predecessors_in(*log_, not_followed_);
  dependencies_ = dependencies_in(*log_, log, not_awaited_);
  if (dependencies_.jobs.empty()) return;
  std::vector<Job> jobs(log_->jobs.size());
  std::vector<std::size_t> places(jobs.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  follow(jobs, *log_, predecessors_, places);
  depend(jobs, dependencies_, places);
  refuse_circle(jobs, *log_, log);
}

std::vector<Job> FastCentre::jobs(std::uint64_t replication) const {
  const scenario::Centre& centre = *scenario_.centre;
  std::vector<Job> jobs;
  jobs.reserve(log_->jobs.size());
  for (const LoggedJob& logged : log_->jobs) {
    jobs.push_back(as_logged(logged));
    jobs.back().partition = partition_of(centre.partitions, logged.account.partition).value_or(no_partition);
  }
  if (centre.urgent && centre.urgent->from_log)
    make_urgent(jobs, *log_, *centre.urgent->from_log, scenario_.seed, replication);
  make_flexible(jobs, centre.flexible, scenario_.seed, replication);
  const auto cores = static_cast<int>(cores_for_all(scenario_));
  for (Job& one : jobs) one.most = std::min(one.most, cores);
  if (centre.urgent) add_urgent(jobs, *centre.urgent, scenario_.seed, replication);
  if (sharing_of(centre) == Sharing::whole_nodes) round_up(jobs, scenario_.machine.cores);
  if (predecessors_.empty() && dependencies_.jobs.empty()) return jobs;
  std::vector<std::size_t> places; // of the log's jobs
  places.reserve(log_->jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (jobs[i].is_logged) places.push_back(i);
  follow(jobs, *log_, predecessors_, places);
  depend(jobs, dependencies_, places);
  return jobs;
}

Faults FastCentre::faults(std::uint64_t replication) const {
  const scenario::Centre& centre = *scenario_.centre;
  if (failures_) {
    RandomStream stream(scenario_.seed, replication, "centre/failure log");
    const Seconds from = centre.failure_log->from.value_or(failures_->span * stream.uniform());
    return replay_faults(*failures_, scenario_.machine.nodes, from);
  }
  if (!scenario_.failures) return nullptr;
  const scenario::Failures& failures = *scenario_.failures;
  if (failures.is_listed()) {
    std::vector<Fault> list;
    list.reserve(failures.list.size());
    for (const auto& one : failures.list) list.push_back({one.time, one.node, never});
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
    return list_faults(with_repairs(std::move(list), centre.repair, scenario_.seed, replication));
  }
  const Groups groups{size_of_group(centre.groups, scenario_.machine.topology), centre.groups.together};
  const FaultLaw law{failures.law, failures.shape, failures.node_mtbf, centre.repair, groups};
  return draw_faults(law, scenario_.machine.nodes, scenario_.seed, replication);
}

void FastCentre::tell(const History& history, const std::vector<std::string>& names, results::Result& result) const {
  const std::string log = scenario_.centre->log.filename().string();
  const auto add = [&result](const char* kind, const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences) result.events.push_back({Seconds(0), kind, "", -1, sentence});
  };
  add("left out", log_->left_out.sentences(log));
  add("incomplete",
      log_->incomplete.sentences(log, "is taken, its think time not known", "are taken, their think times not known"));
  add("feedback", not_followed_.sentences(log, "keeps its time of submission", "keep theirs"));
  add("dependency", not_awaited_.sentences(log, "does not hold it back", "do not hold theirs back"));
  if (failures_) {
    const std::string failures = scenario_.centre->failure_log->file.filename().string();
    add("left out", failures_->left_out.sentences(failures));
    const Seconds run = history.capacity / (rules_.nodes * rules_.cores);
    if (const int rounds = rounds_of(*failures_, run); rounds > 0)
      add("failure log", {fmt::format("{} tells of {}, and begins anew {} in the run's {}", failures,
                                      in_days(failures_->span), scenario::counted(rounds, "time"), in_days(run))});
  }
  if (const std::string why = why_no_checkpoints(scenario_, rules_); !why.empty()) add("checkpoint", {why});
  for (const CentreEvent& one : history.events)
    result.events.push_back({one.time, one.kind, one.job < names.size() ? names[one.job] : "", -1, one.text});
}

void FastCentre::report(const std::vector<Job>& all, const History& history, results::Result& result) const {
  const int processors = rules_.nodes * rules_.cores;
  report_jobs(all, history, processors, result);
  report_spread(all, history, result);
  report_time(history, rules_.cores, result);
  if (!rules_.windows.empty()) report_windows(history, rules_.cores, result);
  if (scenario_.centre->placement) report_placement(history, rules_.cores, result);
  if (scenario_.centre->node) report_needs(*log_, all, history, stock_of(scenario_), rules_.nodes, result);
  const bool is_any_evolving = scenario_.centre->flexible.evolving > 0;
  const auto& checkpoint = scenario_.centre->checkpoint;
  if (rules_.io || (checkpoint && outlives_job(checkpoint->to))) report_file_system(history, rules_, result);
  if (rules_.strategy != nullptr || is_any_evolving) report_sharing(history, rules_.cores, result);
  if (is_any_evolving) report_growth(history, result);
  if (rules_.power) report_energy(history, !rules_.power->caps.empty(), result);
  report_log(*log_, all, history, processors, result);
  if (scenario_.failures || failures_) report_failures(history, result);
  if (scenario_.centre->urgent) report_urgent(all, history, result);
  const auto is_cut = [](const LoggedJob& job) { return as_logged(job).is_cut; };
  result.metrics["jobs_left_out"] = log_->left_out.count() + too_wide_;
  result.metrics["jobs_cut"] = static_cast<double>(std::count_if(log_->jobs.begin(), log_->jobs.end(), is_cut));
  if (Dependencies::are_any(all)) report_dependencies(all, history, result);
  if (scenario_.centre->feedback) {
    const auto follows = [](const Job& job) { return job.after.has_value(); };
    result.metrics["jobs_that_follow"] = static_cast<double>(std::count_if(all.begin(), all.end(), follows));
    result.metrics["jobs_that_cannot_follow"] = not_followed_.count();
  }
}

void FastCentre::run(int replication, results::Result& result, Leaves leaves, Supervisor* supervisor) const {
  const auto number = static_cast<std::uint64_t>(replication);
  const std::vector<Job> all = jobs(number);
  Rules rules = rules_;
  std::optional<Sliding> sliding; // it remembers, and several threads may run at once
  if (rules.spares > 0) {
    sliding.emplace(scenario_.centre->spares->method, scenario_.centre->spares->exchange_share);
    rules.slide = [&sliding](int nodes, int replaced) { return sliding->slowdown(nodes, replaced); };
  }
  std::optional<PlacementCost> cost; // so does it
  if (const auto& placement = scenario_.centre->placement) {
    const topology::Topology& topology = scenario_.machine.topology;
    rules.choose_nodes = choice_of(*placement, layout_of(topology, rules.nodes), scenario_.seed, number);
    if (placement->communication > 0) {
      cost.emplace(topology, rules.nodes, placement->pattern, placement->communication);
      rules.placement_cost = &*cost;
    }
  }
  const std::string& queue = scenario_.centre->queue;
  const bool is_outside = scenario::is_scheduler_address(queue);
  std::vector<std::string> names;
  if (leaves == Leaves::everything || is_outside) {
    names = job_names(all);
    rules.names = &names;
  }
  std::optional<SchedulerConnection> connection;
  std::optional<OutsideScheduler> outside;
  if (is_outside) {
    connection.emplace(queue);
    outside.emplace(
        queue, [&connection](const std::string& message) { return connection->exchange(message); }, names, rules.nodes,
        rules.cores);
    rules.outside = &*outside;
  }
  std::optional<CentreTables> tables;
  if (leaves == Leaves::everything)
    tables.emplace(all, names, scenario_.centre->log.filename().string(), rules.windows,
                   rules.power ? std::make_optional(rules.power->busy / rules.cores) : std::nullopt,
                   use_file_system(rules) ? std::make_optional(rules.costs.rates.file_system) : std::nullopt);
  const History history = simulate(all, rules, faults(number), tables ? &*tables : nullptr, supervisor);
  result.cut = history.cut;
  report(all, history, result);
  if (!tables) return;
  tell(history, names, result);
  if (tables->rows() > most_traced_rows)
    result.trace = fmt::format("of the schedule nothing in trace.json: the {} rows of schedule.csv and series.csv are "
                               "more than viewers take",
                               tables->rows());
  result.tables = tables->take();
  result.tables["groups.csv"] = groups_table(all, history, rules_.cores, rules_.partitions);
}

} // namespace daruma::batch
