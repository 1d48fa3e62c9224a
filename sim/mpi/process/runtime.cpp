#include "sim/mpi/process/runtime.hpp"

#include "sim/mpi/collective/nonblocking.hpp"
#include "sim/mpi/p2p/arrivals.hpp"
#include "sim/mpi/p2p/held_messages.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/threads.hpp"
#include "sim/mpi/rma/window.hpp"
#include "sim/mpi/ulfm/global_restart.hpp"
#include "sim/mpi/ulfm/spawn_by_daemons.hpp"

#include <simgrid/s4u/Engine.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

// SMPI's datatypes and reductions expect their actors to carry its extension, which SMPI_init hooks
// up, and would otherwise let the time that they take on this computer leak into the simulation.
World::World(Listener& listener, std::uint64_t seed, std::uint64_t replication, const NetworkPlan& network)
    : listener_(listener), seed_(seed), replication_(replication), transport_(network),
      file_server_(network.file_server) {
  SMPI_init();
  use_small_stacks();
  sg4::Engine::set_config("smpi/simulate-computation:no");
}

/// A meeting that nobody will end any more and the communicator that it is on keep each other.
World::~World() {
  for (const auto& job : jobs_)
    for (const auto* processes : {&job->processes, &job->former})
      for (const auto& process : *processes)
        for (const auto& communicator : process->communicators) communicator->rendezvous.clear();
}

Process* Job::find(int number) const {
  const bool exists = number >= 0 && number < static_cast<int>(processes.size());
  return exists ? processes[static_cast<std::size_t>(number)].get() : nullptr;
}

int Job::size_of_universe() const { return plan.universe ? plan.universe() : static_cast<int>(processes.size()); }

Process* Job::first_living() {
  while (first_living_ < processes.size() && !processes[first_living_]->alive) ++first_living_;
  return find(static_cast<int>(first_living_));
}

Job& World::launch(JobPlan plan) {
  auto job = std::make_unique<Job>();
  job->world = this;
  job->plan = std::move(plan);
  if (job->profile().operations == Operations::messages) {
    job->messages = std::make_unique<RuntimeMessages>(job->profile().overheads, raw_transfers_);
    job->daemons = std::make_unique<NodeDaemons>(job->profile().daemons.message, *job->messages, raw_transfers_);
  }
  const std::string purpose = "detector/" + job->plan.name + "/" + std::to_string(jobs_.size());
  job->detector = make_detector(*job, RandomStream(seed_, replication_, purpose));
  jobs_.push_back(std::move(job));
  Job& launched = *jobs_.back();
  for (Process* process : add_processes(launched, launched.plan.first)) {
    begin_with(launched.plan.initial_errhandler, *process);
    start(*process, launched.plan.first.program);
  }
  return launched;
}

std::unique_ptr<Process> World::make_process(Job& job, int number, sg4::Host& host) {
  auto process = std::make_unique<Process>();
  process->job = &job;
  process->number = number;
  process->host = &host;
  process->is_held_up = transport_.interruptions().hangs(host);
  if (!job.profile().receive.empty()) process->arrivals = std::make_unique<Arrivals>();
  return process;
}

std::vector<Process*> World::add_processes(Job& job, const Launch& launch) {
  std::vector<Process*> added;
  for (sg4::Host* host : launch.hosts) {
    auto process = make_process(job, static_cast<int>(job.processes.size()), *host);
    process->launch = job.launches;
    added.push_back(process.get());
    job.processes.push_back(std::move(process));
    job.spans_nodes = job.spans_nodes || host != job.processes.front()->host;
    ++job.living;
  }
  backlog_.admit(launch.hosts.size());
  ++job.launches;
  const auto world = make_communicator(group_of(added));
  for (Process* process : added) process->world = handle_of(*world, *process);
  return added;
}

void World::start(Process& process, const std::function<void(int)>& program) {
  if (!process.alive) return; // killed while it was being spawned
  if (!process.host->is_on()) {
    die(process, "its node was off when it was to start");
    return;
  }
  const std::string name = process.job->plan.name + "/" + std::to_string(process.number);
  process.actor = sg4::Actor::init(name, process.host);
  process.actor->set_data(&process.main);
  process.actor->start(
      [this, &process, program] { run_on_stack(process.job->plan.stack, [&] { run(process, program); }); });
}

/// Who was killed before its first instruction is begun by SimGrid all the same.
void World::run(Process& process, const std::function<void(int)>& program) {
  if (!process.alive) return;
  if (process.is_held_up) blocking([] {});
  program(process.number);
  finish(process);
}

void World::finish(Process& process) {
  if (process.initialized && !process.finalized) mpi::die("left its program without MPI_Finalize");
  if (process.sessions > 0) mpi::die("left its program without MPI_Session_finalize");
  in_kernel([&, caller = sg4::Actor::self()] {
    bury(process);
    process.alive = false;
    --process.job->living;
    process.job->detector->on_leaving(process);
    process.job->ports.ask_for_cuts();
    listener_.returned(process.job->name(process));
    end_strands(process, caller);
  });
}

void World::die(Process& process, std::string_view cause) {
  if (!process.alive) return;
  process.alive = false;
  --process.job->living;
  listener_.died(process.job->name(process), cause);
  bury(process);
  raw_transfers_.recall_of(process);
  process.job->ports.ask_for_cuts();
  if (process.finalized) return;
  process.crashed = true;
  process.job->dead.push_back(&process);
  for (const auto& communicator : process.communicators) {
    communicator->dead.push_back(&process);
    if (communicator->window) wake_members(*communicator->window);
  }
  process.job->detector->on_death(process);
}

void World::roll_back(Process& process, std::unique_ptr<Process> after) {
  process.alive = false;
  process.finalized = true; // nobody is to take that for a death
  bury(process);
  raw_transfers_.recall_of(process);
  process.job->ports.ask_for_cuts();
  listener_.rolled_back(process.job->name(process));
  end_strands(process, nullptr);
  auto& place = process.job->processes[static_cast<std::size_t>(process.number)];
  process.job->former.push_back(std::exchange(place, std::move(after)));
}

void World::kill(Process& process, std::string_view cause) {
  if (!process.alive) return;
  in_kernel([&, caller = sg4::Actor::self()] {
    die(process, cause);
    end_strands(process, caller);
  });
}

void World::switch_off(sg4::Host& node, std::string_view why) {
  if (!node.is_on()) return;
  in_kernel([&] {
    const std::vector<Process*> there = processes_on(node);
    for (const auto& job : jobs_)
      for (const auto& spawn : job->spawns)
        if (const auto under_way = spawn.lock()) under_way->lost(node);
    for (Process* process : there) die(*process, why);
    node.turn_off();
    lose_messages(*this, node);
    raw_transfers_.lose(node);
  });
}

std::vector<Process*> World::processes_on(const sg4::Host& node) const {
  std::vector<Process*> there;
  for (const auto& job : jobs_)
    for (const auto& process : job->processes)
      if (process->host == &node) there.push_back(process.get());
  return there;
}

void World::hang(sg4::Host& node) {
  transport_.interruptions().begin_hang(node);
  reconsider_transfers();
  for (Process* process : processes_on(node)) {
    process->is_held_up = true;
    if (process->alive && !process->finalized) process->job->detector->on_silence(*process);
  }
}

void World::answer(sg4::Host& node) {
  transport_.interruptions().end_hang(node);
  for (Process* process : processes_on(node)) {
    process->go_on();
    if (process->alive && !process->finalized) process->job->detector->on_answer(*process);
  }
  reconsider_transfers();
}

void World::begin(const Interruptions::Partition& partition) {
  transport_.interruptions().begin(partition);
  reconsider_transfers();
}

void World::end(const Interruptions::Partition& partition) {
  transport_.interruptions().end(partition);
  reconsider_transfers();
}

void World::reconsider_transfers() {
  in_flight_.go_through(
      [this](Message& message) { transport_.reconsider(message, *message.from->host, *message.to->host); });
  raw_transfers_.reconsider();
  transport_.release();
}

void World::abort(Job& job, const Process* by, std::string_view reason) {
  if (by && !by->alive) vanish(); // another of the job's aborted it, and the job may have begun anew since
  if (by && std::exchange(job.is_aborting, true)) mpi::die(reason); // whoever was first kills the others
  if (by) listener_.aborted(job.name(*by), reason);
  for (std::size_t i = 0; i < job.processes.size(); ++i)
    if (job.processes[i].get() != by) kill(*job.processes[i], reason);
  if (by) mpi::die(reason);
}

void World::break_off(Process& by, const std::string& sentence) {
  if (std::exchange(is_breaking_off_, true)) mpi::die("the simulation broke"); // at the same instant as another
  listener_.misused(by.job->name(by), sentence);
  for (std::size_t job = 0; job < jobs_.size(); ++job)
    for (std::size_t i = 0; i < jobs_[job]->processes.size(); ++i)
      if (jobs_[job]->processes[i].get() != &by) kill(*jobs_[job]->processes[i], "the simulation broke");
  mpi::die("the simulation broke");
}

Job* World::find(const std::string& name) const {
  const auto found =
      std::find_if(jobs_.rbegin(), jobs_.rend(), [&](const auto& job) { return job->plan.name == name; });
  return found == jobs_.rend() ? nullptr : found->get();
}

namespace {

std::string state_of(const Process& process) {
  if (process.alive) return "";
  return process.finalized ? ", which has ended" : ", which is dead";
}

template <class F> void for_each_fiber(const Process& process, F&& act) {
  act(process.main);
  if (process.threads)
    for (const auto& thread : process.threads->all()) act(thread->fiber);
  for (const auto& helper : process.helpers)
    if (!helper->done) act(helper->fiber);
}

/// Who has come to where everybody is waited for, by communicator.
using Attendance = std::map<const Communicator*, std::set<const Process*>>;

void sign_in(Attendance& attendance, const Process& process) {
  for_each_fiber(process, [&](const Fiber& fiber) {
    const Waiting& waiting = fiber.waiting;
    if (waiting.call && waiting.handle && waiting.peer == Waiting::everybody)
      attendance[waiting.handle->communicator].insert(&process);
  });
}

/// Members who have not come and are not known to be dead, the first few of them.
std::string those_missing(const Communicator& communicator, const std::set<const Process*>& come) {
  constexpr int most = 3;
  std::string missing;
  int count = 0;
  for (const auto& side : communicator.handles)
    for (const LocalCommunicator& member : side) {
      const Process& process = *member.owner;
      if (process.suspected || come.count(&process) > 0 || ++count > most) continue;
      missing += (count > 1 ? ", rank " : "rank ") + std::to_string(member.rank) + " (process " +
                 std::to_string(process.number) + state_of(process) + ")";
    }
  const std::string members = std::to_string(communicator.size()) + " members of its communicator";
  if (count == 0) return "all " + members;
  if (count > most) missing += " and " + std::to_string(count - most) + " more";
  return missing + " of the " + members;
}

/// Whom those wait for who wait for everybody, by communicator.
using Missing = std::map<const Communicator*, std::string>;

std::string whom(const Waiting& waiting, const Missing& missing) {
  if (waiting.peer == Waiting::another_thread) return "another thread";
  const LocalCommunicator& handle = *waiting.handle;
  if (waiting.peer == Waiting::everybody) return missing.at(handle.communicator);
  const std::string tag = waiting.tag < 0 ? "" : ", tag " + std::to_string(waiting.tag);
  if (waiting.peer == MPI_ANY_SOURCE) return "a message from any rank" + tag;
  const auto& peers = waiting.within ? handle.local() : handle.peers();
  const Process& peer = *peers[static_cast<std::size_t>(waiting.peer)];
  return "rank " + std::to_string(waiting.peer) + " (process " + std::to_string(peer.number) + state_of(peer) + ")" +
         tag;
}

std::string name_of(const Process& process, const LocalCommunicator& comm) {
  return process.job->plan.name + ": rank " + std::to_string(comm.rank) + " (process " +
         std::to_string(process.number) + ")";
}

} // namespace

std::string World::introduce(const Process& process) const { return name_of(process, *process.world); }

std::string World::place_of(const Process& process, int thread) const {
  const std::string place = listener_.whereabouts({process.job->plan.name, process.number, thread});
  return place.empty() ? "" : " at " + place;
}

std::string World::place_of(const void* address) const {
  const std::string place = listener_.source_line(address);
  return place.empty() ? "" : " at " + place;
}

std::vector<std::string> World::who_waits_for_whom() const {
  Attendance attendance;
  for (const auto& job : jobs_)
    for (const auto& process : job->processes)
      if (process->alive) sign_in(attendance, *process);
  Missing missing;
  for (const auto& [communicator, come] : attendance) missing[communicator] = those_missing(*communicator, come);
  std::vector<std::string> sentences;
  const auto tell = [&](const Process& process, const Fiber& fiber) {
    const Waiting& waiting = fiber.waiting;
    const bool is_for_thread = waiting.peer == Waiting::another_thread;
    if (!waiting.call || (!waiting.handle && !is_for_thread)) return;
    const std::string thread = fiber.thread() == 0 ? "" : ", thread " + std::to_string(fiber.thread());
    sentences.push_back(name_of(process, is_for_thread ? *process.world : *waiting.handle) + thread + " in " +
                        waiting.call + place_of(process, fiber.thread()) + " waits for " + whom(waiting, missing));
  };
  for (const auto& job : jobs_)
    for (const auto& process : job->processes) {
      if (!process->alive) continue;
      for_each_fiber(*process, [&](const Fiber& fiber) { tell(*process, fiber); });
    }
  return sentences;
}

namespace {

/// Null if there is none.
Process* find_process(const World& world, const std::string& job, int number) {
  const Job* const found = world.find(job);
  return found ? found->find(number) : nullptr;
}

} // namespace

Runtime::Runtime(Listener& listener, std::uint64_t seed, std::uint64_t replication, const NetworkPlan& network)
    : world_(std::make_unique<World>(listener, seed, replication, network)) {}
Runtime::~Runtime() = default;

void Runtime::launch(JobPlan plan) { world_->launch(std::move(plan)); }

void Runtime::kill(const std::string& job, int number, std::string_view cause) {
  if (Process* const process = find_process(*world_, job, number)) world_->kill(*process, cause);
}

void Runtime::switch_off(sg4::Host& node, std::string_view why) { world_->switch_off(node, why); }

void Runtime::hang(sg4::Host& node) { world_->hang(node); }
void Runtime::answer(sg4::Host& node) { world_->answer(node); }
void Runtime::begin(const Interruptions::Partition& partition) { world_->begin(partition); }
void Runtime::end(const Interruptions::Partition& partition) { world_->end(partition); }

void Runtime::slow_down(topology::LinkSlot link, double factor) {
  in_kernel([&] { world_->transport().slow_down(link, factor); });
}

void Runtime::carry(sg4::Host& from, sg4::Host& to, Bytes size, std::function<void()> arrived) {
  world_->raw_transfers().carry(from, to, size, [arrived = std::move(arrived)](bool has_arrived) {
    if (has_arrived) arrived();
  });
}

void Runtime::flip_message(const std::string& job, int number, int nth, ChooseBit choose) {
  if (Process* const process = find_process(*world_, job, number)) process->flips.add(nth, std::move(choose));
}

void Runtime::delay_message(const std::string& job, int number, int nth, Seconds duration) {
  Process* const process = find_process(*world_, job, number);
  if (!process) return;
  if (!process->held_messages) process->held_messages = std::make_unique<HeldMessages>();
  process->held_messages->order(nth, duration);
}

void Runtime::delay_news(const std::string& job, int number, Seconds duration) {
  if (Process* const process = find_process(*world_, job, number)) process->lateness_of_news = duration;
}

void Runtime::report(const std::string& job, int dead, int by) {
  Process* const process = find_process(*world_, job, dead);
  Process* const observer = find_process(*world_, job, by);
  if (!process || !observer || process->alive || process->finalized || !observer->alive) return;
  in_kernel([&] { suspect(*observer, *process); });
}

void Runtime::abort(const std::string& job, std::string_view cause) {
  if (Job* found = world_->find(job)) world_->abort(*found, nullptr, cause);
}

void Runtime::limit_backlog(Bytes limit) { world_->backlog().limit_to(limit); }

std::uint64_t Runtime::messages_sent() const { return world_->transport().departures(); }

std::vector<int> Runtime::living(const std::string& job) const {
  std::vector<int> numbers;
  if (const Job* found = world_->find(job))
    for (const auto& process : found->processes)
      if (process->alive) numbers.push_back(process->number);
  return numbers;
}

std::vector<std::string> Runtime::who_waits_for_whom() const { return world_->who_waits_for_whom(); }

void die(std::string_view cause) {
  Process& process = self();
  in_kernel([&, caller = sg4::Actor::self()] {
    process.job->world->die(process, cause);
    end_strands(process, caller);
  });
  vanish();
}

void leave() {
  Process& process = self();
  process.job->world->finish(process);
  vanish();
}

int enter_restartable() {
  int restarts = 0;
  in_kernel([&restarts, &job = *self().job] { restarts = GlobalRestart::of(job).restarts(); });
  return restarts;
}

void await_end_of_restartable() { self().job->restart->await_end(); }

bool is_alive(int number) {
  const Process* process = self().job->find(number);
  return process && process->alive;
}

std::vector<int> known_failures() {
  std::vector<int> numbers;
  for (const Process* failed : failed_in(self().known_failures, [](const Process&) { return true; }))
    numbers.push_back(failed->number);
  return numbers;
}

void kill(int number, std::string_view cause) {
  if (Process* process = self().job->find(number)) process->job->world->kill(*process, cause);
}

bool carry(sg4::Host& from, sg4::Host& to, Bytes size) {
  if (!from.is_on() || !to.is_on()) return false;
  Fiber& waiter = fiber();
  std::optional<bool> outcome;
  in_kernel([&] {
    waiter.process().job->world->raw_transfers().carry(
        from, to, size,
        [&](bool has_arrived) {
          outcome = has_arrived;
          waiter.ring();
        },
        &waiter.process());
  });
  while (!outcome) waiter.sleep_until_rung();
  return *outcome;
}

void write_to_file_system(Bytes size) {
  const Process& process = self();
  if (sg4::Host* const server = process.job->world->file_server()) carry(*process.host, *server, size);
}

void read_from_file_system(Bytes size) {
  const Process& process = self();
  if (sg4::Host* const server = process.job->world->file_server()) carry(*server, *process.host, size);
}

std::string node_name() { return self().host->get_name(); }

void attach(void* attachment) { self().attachment = attachment; }
void* attachment() { return self().attachment; }

} // namespace daruma::mpi
