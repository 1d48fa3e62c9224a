#include "sim/run/simulated/stage.hpp"

#include "sim/faults/objections.hpp"
#include "sim/run/failure_plan.hpp"
#include "sim/run/simulated/clock.hpp"
#include "sim/run/simulated/sim_port.hpp"
#include "sim/run/simulated/simulate.hpp"

#include <simgrid/s4u/Engine.hpp>

#include <algorithm>
#include <mpi.h>
#include <set>
#include <utility>

namespace daruma::run {

namespace {

Seconds start_up(const SpawnCost& cost, const std::vector<int>& nodes) {
  const std::set<int> distinct(nodes.begin(), nodes.end());
  return cost.fixed + cost.per_process * static_cast<double>(nodes.size()) +
         cost.per_node * static_cast<double>(distinct.size());
}

std::optional<Breakage> breakage_of(const scenario::Scenario& scenario, int replication) {
  return faults::has_components(scenario) ? std::optional<Breakage>(std::in_place, scenario, replication)
                                          : std::nullopt;
}

platforms::Platform raise(const scenario::Machine& machine, const std::optional<Breakage>& breakage) {
  platforms::configure_network();
  return platforms::build(machine, breakage ? breakage->fractions() : std::vector<double>());
}

} // namespace

Stage::Stage(const scenario::Scenario& scenario, const Models& models, int replication)
    : scenario_(scenario), replication_(replication), breakage_(breakage_of(scenario, replication)),
      platform_(raise(scenario.machine, breakage_)), cores_(scenario.machine.nodes, scenario.machine.cores),
      runtime_(*this, scenario.seed, static_cast<std::uint64_t>(replication), scenario.machine.sends_at_once) {
  if (scenario.localisation) localiser_.emplace(*scenario.localisation, *breakage_);
  if (scenario.background) loaded_nodes_.emplace(scenario, replication);
  if (scenario.manager) manager_.emplace(*scenario.manager);
  if (scenario.tree_store) raise_store(*scenario.tree_store);
  for (const auto& job : scenario.jobs) {
    jobs_.push_back(std::make_unique<HostedJob>(job));
    jobs_.back()->main = main_of(*jobs_.back(), models);
  }
}

/// Each server has a core.
void Stage::raise_store(const TreeStore& store) {
  for (const int node : store.nodes) cores_.take_on(node);
  store_hall_.emplace(store, platform_, runtime_, scenario_.seed, static_cast<std::uint64_t>(replication_));
}

std::function<void()> Stage::main_of(HostedJob& job, const Models& models) {
  const scenario::Job& plan = *job.plan;
  if (plan.program.empty())
    return std::find_if(models.begin(), models.end(), [&](const auto& offered) { return offered.name == plan.model; })
        ->entry;
  if (!session_) session_.emplace([this] { return runtime_.messages_sent() + event_log_.entries(); });
  return [this, &job, &program = image(plan.program)] { perform(job, program, job.plan->command_line); };
}

const hosting::Image& Stage::image(const std::filesystem::path& file) {
  return images_.try_emplace(file, file).first->second;
}

namespace {

/// Whether MPI lets the calling process go: it never began, or it finalized.
bool may_leave() {
  int initialized = 0;
  int finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  return finalized || !initialized;
}

} // namespace

void Stage::perform(HostedJob& job, const hosting::Image& program, const std::vector<std::string>& words) {
  const int process = models::port().process_id();
  const auto remember = [this, &job, process](const void* place) {
    if (stands_still_) ended_at_[{job.plan->name, process}] = place;
  };
  const int status =
      hosting::run(program, {words, job.plan->host_time_scale, job.plan->patience, remember}, models::port());
  const std::string text = "exit status " + std::to_string(status);
  if (!may_leave()) mpi::die(text + " without MPI_Finalize");
  if (status == 0) return;
  event_log_.event("exit", job.plan->name, process, text);
  if (job.failed_exits++ == 0) job.row.reason = "process " + std::to_string(process) + " ended with " + text;
}

void Stage::set() {
  for (const auto& job : jobs_) at(job->plan->start, [this, &job = *job] { arrive(job); });
  for (const auto& event : scenario_.events)
    if (event.when.job.empty()) schedule(event, event.when.at);
  if (scenario_.failures) {
    const auto plan = plan_failures(*scenario_.failures, scenario_.machine.nodes, scenario_.seed, replication_);
    for (const NodeFailure& failure : plan)
      at(failure.time, [this, node = failure.node] {
        if (!is_over()) switch_off(node);
      });
  }
  if (breakage_) breakage_->set(*this);
  if (store_hall_)
    store_hall_->set([this](int server) {
      event_log_.event("server_death", "", -1, "server " + std::to_string(server) + " of the tree store");
    });
  if (scenario_.horizon > Seconds(0)) at(scenario_.horizon, [this] { close_at_horizon(); });
}

HostedJob& Stage::find(std::string_view name) {
  return **std::find_if(jobs_.begin(), jobs_.end(), [name](const auto& job) { return job->plan->name == name; });
}

bool Stage::is_over() const {
  return std::all_of(jobs_.begin(), jobs_.end(), [](const auto& job) { return job->fate == Fate::ended; });
}

// --- Jobs

mpi::Launch Stage::spawn(HostedJob& job, const mpi::Command& command) {
  if (job.plan->program.empty()) return launch(job, command.count, job.main);
  const auto file = job.plan->program.parent_path() / command.name;
  try {
    const auto main = [this, &job, &program = image(file), words = command.arguments] { perform(job, program, words); };
    return launch(job, command.count, main);
  } catch (const hosting::ImageError&) {
    return {}; // MPI_ERR_SPAWN
  }
}

mpi::Launch Stage::launch(HostedJob& job, int count, const std::function<void()>& main) {
  const std::vector<int> nodes = cores_.take(count, job.plan->placement, std::exchange(job.to_replace_on, {}));
  mpi::Launch launched;
  if (static_cast<int>(nodes.size()) < count) {
    for (const int node : nodes) cores_.give_back(node);
    return launched;
  }
  for (const int node : nodes) {
    job.node_of.push_back(node);
    launched.hosts.push_back(platform_.nodes[static_cast<std::size_t>(node)]);
  }
  job.count_core_time(now());
  job.living += count;
  reconsider();
  launched.program = [this, &job, main](int process) { run(job, process, main); };
  return launched;
}

void Stage::start(HostedJob& job) {
  job.node_of.clear();
  job.died_at.clear();
  job.lenders.clear();
  job.returned = 0;
  job.aborted = false;
  job.is_evicted = false;
  job.struck = false;
  job.failed_exits = 0;
  const int count = job.first_ranks + job.plan->spares;
  mpi::JobPlan plan;
  plan.name = job.plan->name;
  plan.profile = scenario_.runtime;
  plan.first = launch(job, count, job.main);
  plan.spawn = [this, &job](const mpi::Command& command) { return spawn(job, command); };
  if (plan.first.hosts.empty()) {
    job.row.reason = "it needs " + std::to_string(count) + " cores, and so many are not free";
    end(job);
    return;
  }
  if (job.fate == Fate::waiting) job.row.start = now();
  job.fate = Fate::running;
  event_log_.event("start", job.plan->name, -1, std::to_string(count) + " processes");
  runtime_.launch(std::move(plan));
}

void Stage::run(HostedJob& job, int process, const std::function<void()>& main) {
  SimPort port(*this, job, process);
  mpi::attach(&port);
  try {
    main();
  } catch (const std::exception& problem) {
    broke(job, process, problem.what());
    mpi::die(problem.what());
  }
  if (may_leave()) ++job.returned; // else sim/mpi takes it for a death
}

void Stage::release(HostedJob& job, int process) {
  job.count_core_time(now());
  if (job.lenders.erase(process) == 0) cores_.give_back(job.node_of[static_cast<std::size_t>(process)]);
  reconsider();
  if (loaded_nodes_) loaded_nodes_->forget({job.plan->name, process});
  if (store_hall_) store_hall_->forget({job.plan->name, process});
  job.checkpoints.lose(process);
  if (--job.living > 0 || job.fate == Fate::ended) return;
  if (manager_) manager_->ended(job);
  if (job.is_evicted) return manager_->submit(job);
  const bool failed = job.returned == 0 && breakdown_.empty();
  if (job.plan->recovery == scenario::Recovery::rerun && failed && job.struck) // else it would only fail again
    rerun(job);
  else
    end(job);
}

void Stage::end(HostedJob& job) {
  if (job.fate == Fate::ended) return;
  job.fate = Fate::ended;
  job.row.end = now();
  job.row.ranks_at_end = job.returned;
  job.row.finished = job.returned > 0 && !job.aborted && job.failed_exits == 0;
  if (!job.row.finished && job.row.reason.empty()) job.row.reason = "all its processes died";
  event_log_.event("end", job.plan->name, -1,
                   job.row.finished ? std::to_string(job.returned) + " ranks" : job.row.reason);
  judge(job);
}

void Stage::rerun(HostedJob& job) {
  ++job.row.reruns;
  job.row.reason.clear();
  if (manager_) {
    event_log_.event("rerun", job.plan->name, -1, "waits again");
    return manager_->submit(job);
  }
  const std::vector<int> nodes = cores_.take(job.plan->ranks, job.plan->placement);
  for (const int node : nodes) cores_.give_back(node);
  const Seconds delay = start_up(scenario_.runtime.spawn, nodes);
  event_log_.event("rerun", job.plan->name, -1, "starts again in " + to_text(delay));
  at(now() + delay, [this, &job] {
    if (job.fate == Fate::running) arrive(job);
  });
}

void Stage::restarted(HostedJob& job) {
  ++job.row.restarts;
  for (const auto& event : scenario_.events)
    if (event.when.job == job.plan->name && event.when.restarts == job.row.restarts)
      schedule(event, now() + event.when.delay);
}

void Stage::broke(const HostedJob& job, int process, const std::string& what) {
  if (breakdown_.empty())
    breakdown_ = job.plan->name + ": process " + std::to_string(process) + " stopped with an error: " + what;
  at(now(), [this] {
    for (const auto& any : jobs_)
      if (any->fate == Fate::running) runtime_.abort(any->plan->name, "the simulation broke");
  });
}

void Stage::close_at_horizon() {
  for (const auto& job : jobs_) {
    if (job->fate == Fate::ended) continue;
    job->aborted = true;
    job->row.reason = "still running at the horizon of " + to_text(scenario_.horizon);
    end(*job);
    runtime_.abort(job->plan->name, "the simulation's horizon");
  }
}

void Stage::explain_standstill() {
  if (!stands_still_ || !breakdown_.empty()) return;
  constexpr std::size_t most = 20;
  const auto sentences = runtime_.who_waits_for_whom();
  breakdown_ = "deadlock at " + to_text(now()) + ": no process can go on";
  for (std::size_t i = 0; i < std::min(most, sentences.size()); ++i) breakdown_ += "\n  " + sentences[i];
  if (sentences.size() > most) breakdown_ += "\n  and " + std::to_string(sentences.size() - most) + " more";
}

results::Result Stage::strike() {
  results::Result result;
  result.scenario_json = scenario_.resolved_json;
  result.seed = scenario_.seed;
  result.replication = replication_;
  result.versions = versions();
  event_log_.hand_over(result);
  for (const auto& job : jobs_) {
    if (job->fate == Fate::running) {
      job->row.end = now();
      job->row.reason = "it was running when the simulation came to a standstill";
    }
    job->row.nodes = job->node_of;
    results::enter(result, job->row);
  }
  return result;
}

// --- What sim/mpi tells

void Stage::died(mpi::ProcessName who, std::string_view cause) {
  HostedJob& job = find(who.job);
  if (!job.aborted) {
    ++job.row.deaths;
    job.died_at[who.number] = now();
    event_log_.event("death", who.job, who.number, cause);
  }
  release(job, who.number);
}

void Stage::detected(mpi::ProcessName dead, mpi::ProcessName by) {
  event_log_.event("detection", dead.job, dead.number, "by process " + std::to_string(by.number));
}

void Stage::revoked(mpi::ProcessName by) { event_log_.event("revoke", by.job, by.number, ""); }

void Stage::operated(mpi::ProcessName who, std::string_view operation, Seconds begin, std::string_view outcome) {
  event_log_.span(operation, who.job, who.number, begin, outcome);
}

void Stage::returned(mpi::ProcessName who) { release(find(who.job), who.number); }

void Stage::aborted(mpi::ProcessName by, std::string_view reason) {
  HostedJob& job = find(by.job);
  if (!job.aborted) event_log_.event("abort", by.job, by.number, reason);
  job.aborted = true;
  job.row.reason = reason;
}

std::string Stage::whereabouts(mpi::ProcessName who) {
  const auto ended = ended_at_.find({std::string(who.job), who.number});
  if (ended != ended_at_.end()) return hosting::source_line(ended->second);
  const void* const here = hosting::here();
  return here && models::port().process_id() == who.number ? hosting::source_line(here) : "";
}

void Stage::misused(mpi::ProcessName, std::string_view what) {
  if (breakdown_.empty()) breakdown_ = what;
}

} // namespace daruma::run
