#include "sim/run/simulated/driver.hpp"

#include "sim/core/crash.hpp"
#include "sim/faults/objections.hpp"
#include "sim/hosting/program_memory.hpp"
#include "sim/hosting/watch.hpp"
#include "sim/mpi/process/blocking.hpp"
#include "sim/run/simulated/clock.hpp"
#include "sim/run/simulated/sim_port.hpp"
#include "sim/run/simulated/step_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <simgrid/s4u/Actor.hpp>
#include <stdexcept>
#include <system_error>

namespace daruma::run {

namespace {

std::optional<faults::Breakage> breakage_of(const scenario::Scenario& scenario, int replication) {
  return faults::has_components(scenario) ? std::optional<faults::Breakage>(std::in_place, scenario, replication)
                                          : std::nullopt;
}

SimulatedMachine raise(const scenario::Scenario& scenario) {
  platforms::configure_network();
  return {platforms::build(scenario.machine, scenario.network_model), {}, {}, {}};
}

/// If it is shown the process, which can do no more than what it does now.
void stop_debugger(mpi::ProcessName at, std::string_view why) {
  hosting::ShownProcess* const shown = hosting::shown_process();
  if (shown && shown->is(at.job, at.number)) shown->stop(std::string(why));
}

/// Whose turn it was; empty if it was nobody's.
std::string actor_at_work() { return simgrid::s4u::Actor::is_maestro() ? "" : simgrid::s4u::this_actor::get_name(); }

} // namespace

SimulatedDriver::SimulatedDriver(const scenario::Scenario& scenario, const Models& models, int replication)
    : breakage_(breakage_of(scenario, replication)), machine_(raise(scenario)),
      controller_(scenario, replication, *this), placement_(controller_.cores(), scenario.runtime.spawn),
      starts_(controller_, *this, models, [this](JobLife& job) { start(job); }),
      runtime_(*this, scenario.seed, static_cast<std::uint64_t>(replication),
               {scenario.network_model, machine_.platform.interconnect, scenario.machine.sends_at_once,
                machine_.platform.file_server}),
      effects_(controller_, machine_, runtime_) {
  if (scenario.background)
    machine_.loaded_nodes.emplace(scenario, replication);
  else
    machine_.dedicated_nodes.emplace(scenario.machine);
  LoadedNodes* const loaded = machine_.loaded_nodes ? &*machine_.loaded_nodes : nullptr;
  if (scenario.localisation)
    localisation_.emplace(*scenario.localisation, *breakage_,
                          LocalisationService::World{controller_, placement_, runtime_, loaded});
  if (scenario.tree_store) {
    for (const int node : scenario.tree_store->nodes) controller_.cores().reserve(node); // each server has a core
    machine_.store.emplace(*scenario.tree_store, machine_.platform, runtime_, scenario.seed,
                           static_cast<std::uint64_t>(replication));
  }
  if (scenario.manager) controller_.cores().stand_by(scenario.manager->spares);
  for (const auto& job : controller_.jobs())
    jobs_.push_back({*job, first_nodes(models, job->plan()), main_of(*job, models)});
}

/// Programs are watched by what the runtime has sent, which goes before them.
SimulatedDriver::~SimulatedDriver() { hosting::Watch::end(); }

std::function<void()> SimulatedDriver::main_of(JobLife& job, const Models& models) {
  const scenario::Job& plan = job.plan();
  if (plan.program.empty()) return find(models, plan.model)->entry;
  if (!programs_)
    programs_.emplace(
        controller_, [this] { return runtime_.messages_sent() + controller_.log().entries(); },
        [this](const JobLife& life, int process, const std::string& why) {
          broke(life, process, Breakdown::stopped, why);
        });
  return [this, &job, &program = programs_->program(plan.program)] {
    programs_->run(job, program, job.plan().command_line, "");
  };
}

void SimulatedDriver::set() {
  StepClock::set([this] { step(); });
  controller_.plan_starts();
  controller_.plan_events();
  auto during_calls = controller_.events_during_calls();
  if (hosting::ShownProcess* const shown = hosting::shown_process()) {
    if (during_calls.empty()) shown->stop_at_main();
    heed(debugger_stops_.emplace(*shown, during_calls));
  }
  if (!during_calls.empty()) heed(events_during_calls_.emplace(std::move(during_calls)));
  if (breakage_) plan_breaks();
  if (machine_.store)
    machine_.store->set([this](int server) {
      controller_.note("server_death", "server " + std::to_string(server) + " of the tree store");
    });
  controller_.plan_horizon();
}

/// SimGrid's timers of one time come in any order.
void SimulatedDriver::plan_breaks() {
  for (auto& [when, happenings] : breakage_->moments(effects_))
    at(when, [all = std::move(happenings)] {
      for (const auto& happens : all) happens();
    });
}

void SimulatedDriver::obey(Supervisor& supervisor) {
  if (supervisor.until() < never) at(supervisor.until(), [this] { cut("--until"); });
  supervisor_ = &supervisor;
}

void SimulatedDriver::heed(Intervention& intervention) {
  // Who is on a node that goes off waits for its end: SimGrid cannot end an actor that asks it to do something. Nor can
  // who is on one that hangs do what is to be done then.
  const auto carry_out = [this](const scenario::Event& event) {
    const bool is_of_node = std::holds_alternative<scenario::NodeOff>(event.action) ||
                            std::holds_alternative<scenario::Hang>(event.action) ||
                            std::holds_alternative<scenario::Partition>(event.action);
    if (event.when.delay == Seconds(0) && !is_of_node) return controller_.carry_out(event);
    mpi::in_kernel([&] { at(now() + event.when.delay, [this, &event] { controller_.carry_out(event); }); });
    if (event.when.delay == Seconds(0)) mpi::blocking([] { simgrid::s4u::this_actor::yield(); });
  };
  const auto node_of = [this](const std::string& job, int process) { return controller_.find(job).node_of(process); };
  if (!moments_) moments_.emplace(CallMoments::World{carry_out, [this] { return now(); }, node_of});
  moments_->add(intervention);
}

void SimulatedDriver::works() {
  if (moments_) moments_->works();
}

/// Throws TimeIsOver where what is to come is nobody's any more, and where it never comes.
void SimulatedDriver::watch_clock() {
  const auto is_anyone_left = [this](const HostedJob& job) { return !runtime_.living(job.life.name()).empty(); };
  if (controller_.is_cut() && std::none_of(jobs_.begin(), jobs_.end(), is_anyone_left)) throw TimeIsOver();
  const std::uint64_t done = runtime_.messages_sent() + controller_.log().entries();
  steps_at_once_ = now() == last_step_ && done == done_by_then_ ? steps_at_once_ + 1 : 0;
  last_step_ = now();
  done_by_then_ = done;
  if (has_clock_stopped()) throw TimeIsOver();
}

/// A cut waits until SimGrid has finished its step.
void SimulatedDriver::step() {
  watch_clock();
  if (supervisor_ == nullptr) return;
  if (std::string by = supervisor_->order_to_stop(); !by.empty()) at(now(), [this, by = std::move(by)] { cut(by); });
  if (supervisor_->is_curious()) supervisor_->tell({now(), runtime_.messages_sent(), controller_.jobs_left()});
}

void SimulatedDriver::cut(const std::string& by) {
  if (programs_ && !controller_.is_over()) programs_->keep_stacks("the run is cut by " + by);
  controller_.cut(by);
}

// --- Starting processes

void SimulatedDriver::start(JobLife& job) {
  job.launch();
  HostedJob& hosted_job = hosted(job);
  const int count = job.processes_at_start();
  mpi::JobPlan plan;
  plan.name = job.name();
  plan.profile = controller_.scenario().runtime;
  plan.first = launch(hosted_job, count, hosted_job.main, hosted_job.first_nodes);
  plan.stack = static_cast<std::size_t>(job.plan().stack.value());
  plan.initial_errhandler = job.plan().initial_errhandler;
  plan.spawn = [this, &hosted_job](const mpi::Command& command) { return spawn(hosted_job, command); };
  plan.universe = [this, &job] { return job.living() + controller_.cores().free(); };
  if (plan.first.hosts.empty())
    return controller_.end(job, now(), "it needs " + std::to_string(count) + " cores, and so many are not free");
  controller_.began(job, now(), count);
  runtime_.launch(std::move(plan));
}

mpi::Launch SimulatedDriver::spawn(HostedJob& job, const mpi::Command& command) {
  const std::filesystem::path& program = job.life.plan().program;
  std::vector<int> among;
  for (const std::string& name : command.nodes)
    for (int node = 0; node < controller_.scenario().machine.nodes; ++node)
      if (machine_.host(node).get_name() == name) among.push_back(node);
  if (among.size() < command.nodes.size()) return {{}, {}, "the machine has no node of that name"};
  if (program.empty()) return launch(job, command.count, job.main, among);
  try {
    const auto& named = programs_->find(program.parent_path(), command.name);
    if (!command.folder.empty() && !std::filesystem::is_directory(command.folder))
      return {{}, {}, "there is no folder \"" + command.folder + "\" to begin in"};
    const auto main = [this, &job, &named, words = command.arguments, folder = command.folder] {
      programs_->run(job.life, named, words, folder);
    };
    return launch(job, command.count, main, among);
  } catch (const hosting::ImageError& problem) {
    return {{}, {}, problem.what()}; // MPI_ERR_SPAWN
  }
}

mpi::Launch SimulatedDriver::launch(HostedJob& job, int count, const std::function<void()>& main,
                                    const std::vector<int>& among) {
  mpi::Launch launched{[this, &job, main](int process) { run_process(job, process, main); }, {}};
  if (count == 0) return launched;
  const std::vector<int> nodes = placement_.place(job.life, count, among);
  if (nodes.empty())
    launched.refusal = fmt::format("{} processes are asked for, and so many cores are not free{}", count,
                                   among.empty() ? "" : " there");
  for (const int node : nodes) launched.hosts.push_back(&machine_.host(node));
  if (nodes.empty()) return launched;
  job.life.place(job.life.placed(), nodes, now());
  starts_.reconsider();
  return launched;
}

namespace {

/// What stopped a model or a program, in words for who wrote the scenario.
std::string told(const std::exception& problem) {
  if (dynamic_cast<const std::bad_alloc*>(&problem) || dynamic_cast<const std::length_error*>(&problem))
    return "it asks for more memory than there is: its sizes or counts are too large for this computer";
  return problem.what();
}

} // namespace

void SimulatedDriver::run_process(HostedJob& job, int process, const std::function<void()>& main) {
  const auto port = make_port(*this, job, process);
  mpi::attach(port.get());
  try {
    main();
  } catch (const hosting::Unending& problem) {
    broke(job.life, process, Breakdown::endless, problem.what());
    mpi::die(problem.what());
  } catch (const std::system_error& problem) {
    broke(job.life, process, Breakdown::lack, problem.what());
    mpi::die(problem.what());
  } catch (const std::exception& problem) {
    broke(job.life, process, Breakdown::stopped, told(problem));
    mpi::die(problem.what());
  }
  if (may_leave()) job.life.come_to_end(); // else sim/mpi takes it for a death
}

void SimulatedDriver::broke(const JobLife& job, int process, Breakdown kind, const std::string& what) {
  controller_.broke(job, process, kind, what);
  at(now(), [this] {
    for (const auto& any : controller_.jobs())
      if (any->is_running()) kill_all(*any, "the simulation broke");
  });
}

void SimulatedDriver::submit_again(JobLife& job, Sequel why) {
  if (starts_.has_queue()) {
    if (why == Sequel::rerun) controller_.note(job, "rerun", "waits again");
    hosted(job).orders.clear(); // which were for the run that is over
    return starts_.submit_again(job);
  }
  const Seconds delay = placement_.start_up_time(job);
  controller_.note(job, "rerun", "starts again in " + rounded_text(delay));
  at(now() + delay, [this, &job] {
    if (job.is_running()) start(job);
  });
}

// --- Ending them

void SimulatedDriver::kill(JobLife& job, int process, const std::string& cause) {
  runtime_.kill(job.name(), process, cause);
}

void SimulatedDriver::switch_off(int node) {
  if (controller_.is_lost(node)) return;
  if (breakage_) breakage_->switched_off(node, now());
  effects_.lose_node(node, NodeLoss::went_off, "");
}

void SimulatedDriver::answer(int node) {
  effects_.answer(node);
  starts_.reconsider();
}

void SimulatedDriver::flip_message(JobLife& job, int process, int nth, const ChooseBit& choose) {
  const auto choose_of_message = [choose](std::size_t bytes, int to) {
    return choose(8 * std::uint64_t{bytes}, "a message to process " + std::to_string(to));
  };
  runtime_.flip_message(job.name(), process, nth, choose_of_message);
}

void SimulatedDriver::delay_message(JobLife& job, int process, int nth, Seconds duration) {
  runtime_.delay_message(job.name(), process, nth, duration);
}

void SimulatedDriver::delay_news(JobLife& job, int process, Seconds duration) {
  runtime_.delay_news(job.name(), process, duration);
}

bool SimulatedDriver::flip_array(JobLife& job, int process, const std::string& array, const ChooseBit& choose) {
  const hosting::ProgramMemory* const memory = hosting::memory_of(job.name(), process);
  const auto named = memory ? memory->find(array) : std::nullopt;
  if (!named) return false;
  if (const auto bit = choose(8 * std::uint64_t{named->bytes}, "array " + array)) mpi::flip(named->place, *bit);
  return true;
}

void SimulatedDriver::deny_memory(JobLife& job, int process, int nth,
                                  const std::function<void(const std::string&)>& told) {
  const auto tell = [told](std::size_t bytes, const std::string& place) {
    told("does not get " + std::to_string(bytes) + " bytes" + (place.empty() ? "" : " at " + place));
  };
  hosting::deny_memory(job.name(), process, nth, tell);
}

void SimulatedDriver::forget(JobLife& job, int process) {
  starts_.reconsider();
  if (machine_.loaded_nodes) machine_.loaded_nodes->forget({job.name(), process});
  if (machine_.store) machine_.store->forget({job.name(), process});
  hosted(job).checkpoints.lose(process);
}

void SimulatedDriver::last_one_gone(JobLife& job) {
  starts_.emptied(job);
  controller_.emptied(job, now());
}

void SimulatedDriver::lend_core(JobLife& job, int process) {
  if (!job.lend_core(process, now())) return;
  controller_.cores().give_back(job.node_of(process));
  starts_.reconsider();
}

/// If somebody else is there by now, they share it.
void SimulatedDriver::take_core_back(JobLife& job, int process) {
  if (job.take_core_back(process, now())) controller_.cores().take_on(job.node_of(process));
}

// --- The end of the run

void SimulatedDriver::stand_still() {
  stands_still_ = true;
  if (programs_) programs_->keep_stacks("no process can go on");
}

void SimulatedDriver::explain_standstill() {
  if (!stands_still_) return;
  constexpr std::size_t most = 20;
  const auto sentences = runtime_.who_waits_for_whom();
  std::string why = "deadlock at " + rounded_text(now()) + ": no process can go on";
  for (std::size_t i = 0; i < std::min(most, sentences.size()); ++i) why += "\n  " + sentences[i];
  if (sentences.size() > most) why += "\n  and " + std::to_string(sentences.size() - most) + " more";
  controller_.break_down(Breakdown::standstill, why);
}

results::Result SimulatedDriver::result() {
  controller_.break_off("the simulation came to a standstill");
  results::Result result = controller_.result(versions());
  result.messages = runtime_.messages_sent();
  for (const HostedJob& job : jobs_)
    result.checkpoint_memory = std::max(result.checkpoint_memory, job.checkpoints.most_held());
  return result;
}

std::vector<results::Stack> SimulatedDriver::stacks() const {
  return programs_ ? programs_->stacks() : std::vector<results::Stack>();
}

void SimulatedDriver::crashed(const std::string& what) {
  const std::string last = programs_ ? hosting::last_at_work() : actor_at_work();
  controller_.break_down(Breakdown::crash, told_of_crash("at " + rounded_text(now()), what, last));
  give_up_programs();
}

void SimulatedDriver::give_up_programs() {
  if (programs_) programs_->give_up();
}

// --- What sim/mpi tells

void SimulatedDriver::died(mpi::ProcessName who, std::string_view cause) {
  JobLife& job = controller_.find(who.job);
  controller_.died(job, who.number, now(), std::string(cause));
  const int node = job.node_of(who.number);
  if (!controller_.is_lost(node)) return;
  starts_.lost_node(job);
  if (job.plan().recovery != scenario::RecoveryStyle::spawn) return;
  if (const auto spare = controller_.cores().spare_for(node)) placement_.prefer(job, *spare);
}

void SimulatedDriver::detected(mpi::ProcessName dead, mpi::ProcessName by) {
  controller_.note(controller_.find(dead.job), "detection", "by process " + std::to_string(by.number), dead.number);
}

void SimulatedDriver::revoked(mpi::ProcessName by) {
  controller_.note(controller_.find(by.job), "revoke", "", by.number);
}

void SimulatedDriver::operated(mpi::ProcessName who, std::string_view operation, Seconds begin,
                               std::string_view outcome) {
  controller_.log().add(
      results::Span{begin, now(), std::string(operation), std::string(who.job), who.number, std::string(outcome)});
}

/// What it saved stays where it is.
void SimulatedDriver::rolled_back(mpi::ProcessName who) {
  JobLife& job = controller_.find(who.job);
  controller_.rolled_back(job, who.number, now());
  if (machine_.loaded_nodes) machine_.loaded_nodes->forget({job.name(), who.number});
  if (machine_.store) machine_.store->forget({job.name(), who.number});
}

void SimulatedDriver::returned(mpi::ProcessName who) { controller_.left(controller_.find(who.job), who.number, now()); }

void SimulatedDriver::aborted(mpi::ProcessName by, std::string_view reason) {
  stop_debugger(by, reason);
  controller_.aborted(controller_.find(by.job), by.number, now(), std::string(reason));
}

std::string SimulatedDriver::whereabouts(mpi::ProcessName who) {
  return programs_ ? programs_->whereabouts(std::string(who.job), who.number, who.thread) : "";
}

std::string SimulatedDriver::source_line(const void* after_call) {
  return hosting::source_line(static_cast<const char*>(after_call) - 1);
}

void SimulatedDriver::misused(mpi::ProcessName by, std::string_view what) {
  stop_debugger(by, what);
  controller_.break_down(Breakdown::misuse, std::string(what));
}

void SimulatedDriver::warned(mpi::ProcessName who, std::string_view what) {
  controller_.note(controller_.find(who.job), "warning", std::string(what), who.number);
}

std::string SimulatedDriver::call_failed(mpi::ProcessName by) {
  if (!localisation_) return "";
  return localisation_->call_failed(controller_.find(by.job), by.number, mpi::known_failures());
}

// --- The clock

Seconds SimulatedDriver::now() const { return run::now(); }

void SimulatedDriver::at(Seconds when, std::function<void()> action) { run::at(when, std::move(action)); }

} // namespace daruma::run
