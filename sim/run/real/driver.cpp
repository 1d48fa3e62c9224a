#include "sim/run/real/driver.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/results/printed.hpp"

#include <thread>
#include <utility>

namespace daruma::real {

namespace {

/// After the last process: Open MPI 5's launcher may stay for ever once a job has lost a process.
constexpr Seconds launchers_grace{2};

/// One function of many, each for a type of its own.
template <class... Functions> struct Overloaded : Functions... { using Functions::operator()...; };
template <class... Functions> Overloaded(Functions...) -> Overloaded<Functions...>;

} // namespace

RealDriver::RealDriver(const scenario::Scenario& scenario, const Installation& mpi, Seconds patience, int replication)
    : mpi_(mpi), patience_(patience), controller_(scenario, replication, *this) {
  for (const auto& job : controller_.jobs()) {
    RandomStream stream(scenario.seed, static_cast<std::uint64_t>(replication), "model/" + job->name());
    jobs_.push_back(std::make_unique<RunningJob>(*job, scenario, stream.bits()));
  }
}

results::Result RealDriver::result() { return controller_.result({{"daruma", DARUMA_VERSION}, {"mpi", mpi_.version}}); }

// --- In the course of time

void RealDriver::run(const std::function<bool()>& is_interrupted) {
  open();
  while (!controller_.is_over() && breakdown().empty() && !is_interrupted()) {
    for (const auto& job : jobs_)
      if (job->life.is_running()) attend(*job);
    if (clock_.runs()) do_what_is_due();
    rest();
  }
  controller_.break_off("the run was broken off");
  for (const auto& job : jobs_) job->sweep();
}

/// The clock begins to run when the first jobs are up.
void RealDriver::open() {
  const auto& all = controller_.jobs();
  const auto first = std::min_element(all.begin(), all.end(),
                                      [](const auto& a, const auto& b) { return a->plan().start < b->plan().start; });
  const Seconds begin = (*first)->plan().start;
  for (const auto& job : jobs_)
    if (job->life.plan().start == begin) start(*job);
}

void RealDriver::start(RunningJob& job) {
  job.last_sign = now();
  job.launch(mpi_);
}

void RealDriver::do_what_is_due() {
  while (!due_actions_.empty() && due_actions_.begin()->first <= now() && !controller_.is_over()) {
    const auto action = std::move(due_actions_.begin()->second);
    due_actions_.erase(due_actions_.begin());
    action();
    for (const auto& job : jobs_)
      if (job->life.is_struck()) expect_the_end_of(*job);
  }
}

/// Without ULFM the MPI ends a job that loses a process: what dies then is not counted as lost.
void RealDriver::expect_the_end_of(RunningJob& job) {
  if (mpi_.ulfm == Ulfm::present || !job.life.is_running()) return;
  controller_.aborted(job.life, -1, now(), "the MPI ended the job that lost a process");
}

/// Short, as the logs have to be read; shorter where something is due before.
void RealDriver::rest() const {
  Seconds pause{2e-3};
  if (clock_.runs() && !due_actions_.empty()) pause = std::min(pause, due_actions_.begin()->first - now());
  if (pause > Seconds(0)) std::this_thread::sleep_for(pause);
}

// --- What is heard of processes

/// What has ended is looked up before the logs are read: whoever is missing from both was ended by something else.
void RealDriver::attend(RunningJob& job) {
  std::vector<int> gone;
  for (const int process : job.living())
    if (job.members.at(process).writer.has_ended()) gone.push_back(process);
  const auto status = collect(job.launcher);
  for (const Told& told : job.directory.read_on()) {
    job.last_sign = now();
    hear(job, told.process, told.entry);
  }
  for (const int process : gone) died(job, process, now(), "its process ended");
  const Seconds silence = now() - job.last_sign;
  if (status) {
    job.launcher = 0;
    close(job, *status);
  } else if (job.is_deserted() && silence > launchers_grace) {
    job.sweep();
    close(job, 0);
  } else if (silence > patience_) {
    give_up(job);
  }
}

void RealDriver::hear(RunningJob& job, int process, const models::LogEntry& entry) {
  const auto when = [this](Seconds time) { return clock_.of(time); };
  run::JobLife& life = job.life;
  const std::string& name = life.name();
  results::EventLog& log = controller_.log();
  std::visit(
      Overloaded{
          [&](const models::Began& one) { began(job, process, one); },
          [&](const models::Printed& one) {
            log.add(results::Event{when(one.time), std::string(results::to_stdout), name, process, one.line});
          },
          [&](const models::Restarted& one) { controller_.restarted(life, process, when(one.time), one.how); },
          [&](const models::Migrated& one) { controller_.migrated(life, process, when(one.time), one.moves); },
          [&](const models::Answered& one) { controller_.answered(life, process, when(one.time), one.ranks); },
          [&](const models::Aborted& one) { controller_.aborted(life, process, when(one.time), one.reason); },
          [&](const models::Noted& one) {
            log.add(results::Event{when(one.time), one.kind, name, process, one.text});
          },
          [&](const models::Spanned& one) {
            log.add(results::Span{when(one.begin), when(one.end), one.kind, name, process, one.text});
          },
          [&](const models::PhaseBegun& one) { controller_.phase_begun(life, process, when(one.time), one.name); },
          [&](const models::PhaseEnded& one) { controller_.phase_ended(life, process, when(one.time)); },
          [&](const models::Measured& one) { log.metric(name + "." + one.name, process, one.value); },
          [&](const models::Ended& one) { ended(job, process, one); },
          [&](const models::Died& one) {
            died(job, process, when(one.time), one.cause);
            expect_the_end_of(job);
          },
          [&](const models::Broke& one) { controller_.broke(life, process, run::Breakdown::stopped, one.what); }},
      entry);
}

void RealDriver::began(RunningJob& job, int process, const models::Began& began) {
  const bool is_first_of_all = !clock_.runs();
  if (is_first_of_all) {
    clock_.set(began.time, job.life.plan().start);
    controller_.plan_starts();
    controller_.plan_events();
    controller_.plan_horizon();
    for (const auto& other : jobs_) other->last_sign = now();
  }
  if (!job.life.is_placed(process)) announce(job, began);
  job.members.emplace(process, Member{Process(began.pid), Process(began.writer)});
}

/// The first that is heard of processes which were started together: they are given places together.
void RealDriver::announce(RunningJob& job, const models::Began& began) {
  const Seconds when = clock_.of(began.time);
  if (began.first == 0) controller_.began(job.life, when, began.count);
  std::vector<int> nodes = controller_.cores().take(began.count, job.life.plan().placement);
  const int lacking = began.count - static_cast<int>(nodes.size());
  if (lacking > 0)
    controller_.log().add(results::Event{when, "placement", job.life.name(), -1,
                                         "the scenario's machine has no core free for " + std::to_string(lacking) +
                                             " of " + std::to_string(began.count) +
                                             " processes: they are on no node of it"});
  nodes.resize(static_cast<std::size_t>(began.count), run::JobLife::nowhere);
  job.life.place(began.first, nodes, when);
}

// --- The end of processes and jobs

void RealDriver::ended(RunningJob& job, int process, const models::Ended& ended) {
  const Seconds when = clock_.of(ended.time);
  if (ended.how == models::Ending::returned) job.life.come_to_end();
  if (ended.status != 0) controller_.failed(job.life, process, when, ended.status);
  left(job, process, when);
}

void RealDriver::died(RunningJob& job, int process, Seconds when, const std::string& cause) {
  const auto member = job.members.find(process);
  if (member == job.members.end() || !std::exchange(member->second.alive, false)) return;
  controller_.died(job.life, process, when, cause);
}

void RealDriver::left(RunningJob& job, int process, Seconds when) {
  if (std::exchange(job.members.at(process).alive, false)) controller_.left(job.life, process, when);
}

void RealDriver::kill(run::JobLife& job, int process, const std::string& cause) {
  RunningJob& running_job = running(job);
  const Seconds when = now();
  running_job.members.at(process).process.kill();
  died(running_job, process, when, cause);
}

void RealDriver::kill_all(run::JobLife& job, const std::string&) {
  RunningJob& running_job = running(job);
  for (const int process : running_job.living()) left(running_job, process, now());
  running_job.sweep();
}

void RealDriver::switch_off(int node) {
  if (controller_.lose_node(node, NodeLoss::went_off, "")) controller_.strike_node(node, "its node went off");
}

/// The launcher has ended, and all that it started with it.
void RealDriver::close(RunningJob& job, int status) {
  const bool has_begun = job.life.placed() > 0;
  if (!has_begun && job.life.row().reruns == 0)
    throw Lack(mpi_.launcher.string() + " could not start " + job.life.name() + " (exit status " +
               std::to_string(status) + "); it said:" + job.directory.end_of_output());
  for (const int process : job.living()) died(job, process, now(), "its process ended");
  controller_.emptied(job.life, has_begun ? job.life.row().end : now());
  if (job.life.has_ended()) job.sweep();
}

void RealDriver::submit_again(run::JobLife& job, run::Sequel) {
  controller_.note(job, "rerun", "starts again");
  start(running(job));
}

void RealDriver::give_up(RunningJob& job) {
  const auto living = job.living();
  job.sweep();
  if (job.life.placed() == 0)
    throw Lack(mpi_.launcher.string() + " did not get " + job.life.name() + " started within " + to_text(patience_) +
               "; it said:" + job.directory.end_of_output());
  std::string survivors;
  for (const int process : living) survivors += " " + std::to_string(process);
  controller_.break_down(run::Breakdown::standstill, job.life.name() + " hangs: no sign of life for " +
                                                         to_text(patience_) + " before " +
                                                         std::to_string(now().count()) +
                                                         " s; it was ended. Still there were processes" + survivors);
  job.life.abort("no sign of life for " + to_text(patience_));
  for (const int process : living) left(job, process, now());
  controller_.emptied(job.life, now());
}

} // namespace daruma::real
