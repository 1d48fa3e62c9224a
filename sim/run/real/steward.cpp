#include "sim/run/real/steward.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/run/failure_plan.hpp"

#include <algorithm>
#include <thread>

namespace daruma::real {

Steward::Steward(const scenario::Scenario& scenario, const Installation& mpi, Seconds patience, int replication)
    : scenario_(scenario), mpi_(mpi), patience_(patience), replication_(replication),
      cores_(scenario.machine.nodes, scenario.machine.cores) {
  for (const auto& job : scenario.jobs) {
    RandomStream stream(scenario.seed, static_cast<std::uint64_t>(replication), "model/" + job.name);
    jobs_.push_back(std::make_unique<RunningJob>(scenario, job, stream.bits()));
  }
}

RunningJob& Steward::find(std::string_view name) {
  return **std::find_if(jobs_.begin(), jobs_.end(), [name](const auto& job) { return job->plan->name == name; });
}

bool Steward::is_over() const {
  return std::all_of(jobs_.begin(), jobs_.end(), [](const auto& job) { return job->fate == Fate::ended; });
}

void Steward::at(Seconds when, std::function<void()> action) { agenda_.emplace(when, std::move(action)); }

/// Jobs that are already running are not started again.
void Steward::plan_ahead() {
  for (const auto& job : jobs_)
    if (job->fate == Fate::waiting) at(job->plan->start, [this, &job = *job] { start(job); });
  for (const auto& event : scenario_.events)
    if (event.when.job.empty()) at(event.when.at, [this, &event] { happen(event); });
  if (scenario_.failures) {
    const auto plan = run::plan_failures(*scenario_.failures, scenario_.machine.nodes, scenario_.seed, replication_);
    for (const auto& failure : plan) at(failure.time, [this, node = failure.node] { switch_off(node); });
  }
  if (scenario_.horizon > Seconds(0)) at(scenario_.horizon, [this] { close_at_horizon(); });
}

/// The clock begins to run when the first jobs are up.
void Steward::open() {
  const auto first = std::min_element(jobs_.begin(), jobs_.end(),
                                      [](const auto& a, const auto& b) { return a->plan->start < b->plan->start; });
  const Seconds begin = (*first)->plan->start;
  for (const auto& job : jobs_)
    if (job->plan->start == begin) start(*job);
}

void Steward::run(const std::function<bool()>& is_interrupted) {
  open();
  while (!is_over() && breakdown_.empty() && !is_interrupted()) {
    for (const auto& job : jobs_)
      if (job->fate == Fate::running) attend(*job);
    if (clock_.runs()) do_what_is_due();
    rest();
  }
  for (const auto& job : jobs_) stop(*job);
}

/// A run that is broken off: what was recorded is all there is.
void Steward::stop(RunningJob& job) const {
  if (job.fate != Fate::running) return;
  job.row.end = clock_.now();
  job.sweep();
}

void Steward::do_what_is_due() {
  while (!agenda_.empty() && agenda_.begin()->first <= clock_.now() && !is_over()) {
    const auto action = std::move(agenda_.begin()->second);
    agenda_.erase(agenda_.begin());
    action();
    expect_the_end_of_the_struck();
  }
}

void Steward::expect_the_end_of_the_struck() {
  for (const auto& job : jobs_)
    if (job->struck) expect_the_end_of(*job);
}

/// Without ULFM the MPI ends a job that loses a process: what dies then is not counted as lost.
void Steward::expect_the_end_of(RunningJob& job) {
  if (mpi_.ulfm == Ulfm::present || job.aborted || job.fate != Fate::running) return;
  job.aborted = true;
  job.row.reason = "the MPI ended the job that lost a process";
  minutes_.event(clock_.now(), "abort", job.plan->name, -1, job.row.reason);
}

/// Short, as the logs have to be read; shorter where something is due before.
void Steward::rest() const {
  Seconds pause{2e-3};
  if (clock_.runs() && !agenda_.empty()) pause = std::min(pause, agenda_.begin()->first - clock_.now());
  if (pause > Seconds(0)) std::this_thread::sleep_for(pause);
}

results::Result Steward::result() {
  results::Result result;
  result.scenario_json = scenario_.resolved_json;
  result.seed = scenario_.seed;
  result.replication = replication_;
  result.versions = {{"daruma", DARUMA_VERSION}, {"mpi", mpi_.version}};
  minutes_.hand_over(result);
  for (const auto& job : jobs_) results::enter(result, job->row);
  return result;
}

} // namespace daruma::real
