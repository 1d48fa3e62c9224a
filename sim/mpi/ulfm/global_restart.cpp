#include "sim/mpi/ulfm/global_restart.hpp"

#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/life_by_daemons.hpp"
#include "sim/mpi/ulfm/rendezvous.hpp"
#include "sim/simgrid/timer.hpp"

#include <algorithm>
#include <utility>

namespace daruma::mpi {

bool is_first_life(const std::vector<Reborn>& reborn) { return reborn.front().before == reborn.front().process; }

namespace {

/// By formulas.
class LifeByLaw final : public Life {
public:
  LifeByLaw(Job& job, std::vector<Reborn> reborn) : job_(job), reborn_(std::move(reborn)) {}

  void begin() override {
    if (is_first_life(reborn_)) return;
    for (const Reborn& one : reborn_)
      if (one.before) job_.restart->roll_back(*this, one);
    simgrid_api::at(now() + duration(), [keep = job_.restart->life(), this] {
      for (const Reborn& one : reborn_) job_.restart->start(*this, one);
    });
  }

  void returned(Process&) override {
    if (++returned_ < reborn_.size()) return;
    job_.restart->conclude(*this);
    simgrid_api::at(now() + cost(job_.profile().agreement, static_cast<int>(reborn_.size())),
                    [keep = job_.restart->life(), this] {
                      for (const Reborn& one : reborn_) job_.restart->release(*this, *one.process);
                    });
  }

private:
  Seconds duration() const {
    std::set<const simgrid::s4u::Host*> nodes;
    int started = 0;
    for (const Reborn& one : reborn_) {
      if (one.before) continue;
      ++started;
      nodes.insert(one.process->host);
    }
    const SpawnCost& spawn = job_.profile().spawn;
    return spawn.fixed + spawn.per_process * static_cast<double>(started) +
           spawn.per_node * static_cast<double>(nodes.size()) +
           cost(job_.profile().split, static_cast<int>(reborn_.size()));
  }

  Job& job_;
  std::vector<Reborn> reborn_;
  std::size_t returned_ = 0;
};

} // namespace

GlobalRestart& GlobalRestart::of(Job& job) {
  if (job.restart) return *job.restart;
  std::unique_ptr<GlobalRestart> made(new GlobalRestart(job));
  job.restart = made.get();
  job.detector = std::move(made);
  job.restart->begin_first_life();
  job.restart->answer_earlier_deaths();
  return *job.restart;
}

GlobalRestart::GlobalRestart(Job& job) : job_(job), detector_(std::move(job.detector)) {}

GlobalRestart::~GlobalRestart() = default;

/// By formulas, the profile's detector is about to find those that it has not found.
void GlobalRestart::answer_earlier_deaths() {
  const std::vector<Process*> dead = job_.dead;
  for (Process* one : dead)
    if (one->suspected)
      spread(*one);
    else if (is_by_messages())
      on_death(*one);
}

bool GlobalRestart::is_by_messages() const { return job_.daemons != nullptr; }

void GlobalRestart::await_end() {
  const Process& process = self();
  Fiber& caller = fiber();
  in_kernel([&] {
    if (whose(process) == &process) life_->returned(caller.process()); // else it is about to be rolled back
  });
  const Waiting before = std::exchange(caller.waiting, {"MPI_Reinit", process.world, Waiting::everybody});
  while (released_.count(&process) == 0) caller.sleep_until_rung();
  caller.waiting = before;
}

Process*& GlobalRestart::whose(const Process& process) { return world_[static_cast<std::size_t>(process.world->rank)]; }

// --- What a life does to processes

bool GlobalRestart::roll_back(const Life& life, const Reborn& reborn) {
  if (!is_current(life) || !reborn.before->alive) return false;
  whose(*reborn.process) = reborn.process;
  job_.world->roll_back(*reborn.before, std::move(unborn_.extract(reborn.process).mapped()));
  return true;
}

void GlobalRestart::start(const Life& life, const Reborn& reborn) {
  const bool has_come = reborn.process->actor || unborn_.count(reborn.process) > 0;
  if (!is_current(life) || reborn.before == reborn.process || has_come) return;
  job_.world->listener().operated(job_.name(*reborn.process), reborn.before ? "rebuild" : "spawn", began_, "in place");
  job_.world->start(*reborn.process, job_.plan.first.program);
}

void GlobalRestart::conclude(const Life& life) {
  if (is_current(life)) is_concluded_ = true;
}

void GlobalRestart::release(const Life& life, Process& process) {
  if (!is_current(life)) return;
  released_.insert(&process);
  process.ring();
}

// --- Who finds out that somebody died

void GlobalRestart::on_death(Process& dead) {
  if (is_concluded_) return;
  if (is_by_messages())
    simgrid_api::at(now(), [this, &dead] { await_news(dead); }); // its node may be about to go off
  else
    detector_->on_death(dead);
}

/// What its daemon tells may get lost with a node; then the root finds out as if the node were.
void GlobalRestart::await_news(Process& dead) {
  const Seconds last_heard = dead.is_held_up ? silent_since_[dead.number] : now();
  act_at(last_heard + job_.profile().detector.timeout, [this, &dead] { found(dead); });
  if (!dead.is_held_up && dead.host->is_on()) job_.daemons->handle(*dead.host, [this, &dead] { tell_root(dead); });
}

void GlobalRestart::tell_root(Process& dead) {
  if (const Process* root = job_.first_living())
    job_.daemons->send(*dead.host, *root->host, message_size, [this, &dead] { found(dead); });
}

void GlobalRestart::found(Process& dead) {
  const Process* const root = job_.first_living();
  if (is_concluded_ || dead.suspected || !root) return;
  strike_off(dead);
  job_.world->listener().detected(job_.name(dead), job_.name(*root));
  restart(dead);
}

/// The news came in the midst of something else.
void GlobalRestart::spread(Process& dead) {
  simgrid_api::at(now(), [this, &dead] { restart(dead); });
}

void GlobalRestart::on_silence(Process& process) {
  if (is_concluded_ || !is_by_messages()) return detector_->on_silence(process);
  silent_since_[process.number] = now();
  act_at(now() + job_.profile().detector.timeout, [this, number = process.number, since = now()] {
    Process& silent = *job_.find(number);
    if (silent.alive && silent.is_held_up && silent_since_[number] == since) declare_dead(silent);
  });
}

void GlobalRestart::on_answer(Process& process) {
  if (!is_by_messages()) detector_->on_answer(process);
}

void GlobalRestart::on_leaving(Process& process) { detector_->on_leaving(process); }

void GlobalRestart::on_contact(Process& observer, Process& dead) {
  if (!is_by_messages()) detector_->on_contact(observer, dead);
}

void GlobalRestart::on_learning(Process& who, Process& dead) {
  if (!is_by_messages()) detector_->on_learning(who, dead);
}

// --- Restarting

/// Who was found dead before and has been replaced is none of the job's world any more.
void GlobalRestart::restart(Process& dead) {
  const bool is_member = std::find(world_.begin(), world_.end(), &dead) != world_.end();
  if (is_concluded_ || !is_member || !job_.first_living()) return;
  known_dead_.insert(&dead);
  for (auto& [process, owned] : unborn_) job_.former.push_back(std::move(owned));
  unborn_.clear();
  std::vector<Reborn> reborn = bear();
  if (reborn.empty()) return abort("no node has room for a process in the place of one that died");
  ++restarts_;
  began_ = now();
  begin_life(std::move(reborn));
}

/// All of the next life, by rank; none where there is no room for those who are started.
std::vector<Reborn> GlobalRestart::bear() {
  Command command;
  command.count = static_cast<int>(
      std::count_if(world_.begin(), world_.end(), [this](const Process* one) { return known_dead_.count(one) > 0; }));
  const Launch launch = job_.plan.spawn(command);
  if (static_cast<int>(launch.hosts.size()) < command.count) return {};
  const std::vector<Process*> started = job_.world->add_processes(job_, launch);
  for (Process* process : started) process->communicators.clear(); // which would be theirs after a spawn
  auto next = started.begin();
  std::vector<Reborn> reborn;
  std::vector<Process*> members;
  for (Process*& one : world_) {
    if (known_dead_.count(one) > 0) {
      one = *next++;
      reborn.push_back({nullptr, one});
    } else {
      auto after = job_.world->make_process(job_, one->number, *one->host);
      after->launch = one->launch;
      reborn.push_back({one, after.get()});
      unborn_[after.get()] = std::move(after);
    }
    members.push_back(reborn.back().process);
  }
  const auto world = make_communicator(group_of(members));
  for (Process* process : members) process->world = handle_of(*world, *process);
  return reborn;
}

void GlobalRestart::abort(const std::string& why) {
  job_.world->listener().aborted(job_.name(*job_.first_living()), why);
  job_.world->abort(job_, nullptr, why);
}

/// All are under way already.
void GlobalRestart::begin_first_life() {
  std::vector<Reborn> all;
  for (const auto& process : job_.processes) {
    world_.push_back(process.get());
    all.push_back({process.get(), process.get()});
  }
  begin_life(std::move(all));
}

void GlobalRestart::begin_life(std::vector<Reborn> reborn) {
  if (is_by_messages())
    life_ = std::make_shared<LifeByDaemons>(job_, std::move(reborn));
  else
    life_ = std::make_shared<LifeByLaw>(job_, std::move(reborn));
  life_->begin();
}

} // namespace daruma::mpi
