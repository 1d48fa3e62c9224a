#include "sim/run/simulated/managed_starts.hpp"

#include "sim/batch/costs.hpp"
#include "sim/batch/policy_library.hpp"

#include <algorithm>

namespace daruma::run {

namespace {

/// Models that need as many ranks as their arguments say cannot start on fewer.
batch::Flexibility flexibility_of(const scenario::Job& job, const Models& models) {
  if (!job.fewest) return batch::Flexibility::rigid;
  const models::Program* const model = find(models, job.model);
  const bool is_checked = model != nullptr && model->mismatch != nullptr;
  models::JobShape smallest = shape_of(job);
  smallest.ranks = *job.fewest;
  const bool starts = !is_checked || model->mismatch(scenario::arguments_as_text(job.arguments), smallest).empty();
  return starts ? batch::Flexibility::malleable : batch::Flexibility::resizable;
}

} // namespace

QueuedJobs::QueuedJobs(const scenario::Scenario& scenario, const Models& models)
    : models_(models), preemption_(*find_policy(batch::preemption_policies(), scenario.manager->urgent)),
      scheduler_(*find_policy(batch::queue_policies(), scenario.manager->queue), preemption_, scenario.manager->idle,
                 scenario.manager->queue_parameters) {
  for (const scenario::Job& job : scenario.jobs) in_order_.push_back(&job);
  std::stable_sort(in_order_.begin(), in_order_.end(),
                   [](const auto* a, const auto* b) { return a->start < b->start; });
}

std::size_t QueuedJobs::number_of(const JobLife& job) const {
  return static_cast<std::size_t>(std::find(in_order_.begin(), in_order_.end(), &job.plan()) - in_order_.begin());
}

void QueuedJobs::submit(JobLife& job) {
  const scenario::Job& plan = job.plan();
  batch::Request request{number_of(job), plan.ranks + plan.spares, plan.limit.value_or(never)};
  known_[request.job] = &job;
  if (plan.deadline) request.priority = batch::Priority::urgent;
  request.flexibility = flexibility_of(plan, models_);
  request.fewest = plan.fewest.value_or(plan.ranks) + plan.spares;
  request.helpers = plan.spares;
  if (plan.recovery != scenario::RecoveryStyle::shrink) request.after_loss = batch::AfterLoss::finds_others;
  request.submit = plan.start;
  request.eligible = job.eligible_since();
  request.account = plan.account;
  scheduler_.submitted(request);
}

bool QueuedJobs::puts_aside(const JobLife& job) const {
  const std::optional<scenario::Checkpoint>& checkpoint = job.plan().checkpoint;
  const models::Program* const model = find(models_, job.plan().model);
  return preemption_.action == batch::PreemptAction::write_checkpoint && model != nullptr && model->can_be_put_aside &&
         checkpoint && batch::outlives_job(checkpoint->to);
}

void QueuedJobs::ended(const JobLife& job, Seconds now) {
  running_.erase(number_of(job));
  scheduler_.ended(number_of(job), now);
}

void QueuedJobs::report(std::size_t number, Running& running, Seconds now) {
  const JobLife& job = *running.job;
  if (job.returned() > 0) {
    scheduler_.ending(number);
  } else {
    running.cores = job.cores();
    scheduler_.resized(number, running.cores, now);
  }
  if (job.answers() != running.answers && job.lenders() == 0) scheduler_.obeyed(number, now);
}

std::vector<batch::Decision> QueuedJobs::decide(Seconds now, const Cores& cores) {
  if (most_ != cores.most()) scheduler_.capacity_changed(most_ = cores.most());
  int free = cores.free();
  for (auto& [number, running] : running_) {
    report(number, running, now);
    free -= running.held();
  }
  std::vector<batch::Decision> decisions = scheduler_.decide(now, free);
  for (const batch::Decision& decision : decisions) {
    JobLife& one = job(decision.job);
    if (decision.kind == batch::Decision::Kind::reject) continue;
    Running& running = running_[decision.job];
    running.job = &one;
    running.answers = one.answers();
    if (decision.kind != batch::Decision::Kind::start) continue;
    one.grant(decision.processors - one.plan().spares);
    running.cores = decision.processors;
  }
  return decisions;
}

namespace {

std::string of_all(int ranks, const JobLife& job) {
  return std::to_string(ranks) + " of " + std::to_string(job.plan().ranks) + " ranks";
}

} // namespace

ManagedStarts::ManagedStarts(JobController& controller, Driver& driver, const Models& models, Start start)
    : controller_(controller), driver_(driver), start_(std::move(start)) {
  if (!controller.scenario().manager) return;
  queue_.emplace(controller.scenario(), models);
  const auto no_objection = [](std::size_t, const char*, const std::string&) {}; // they were made before
  listed_ = batch::dependencies_of(queue_->in_order(), no_objection);
  if (batch::Dependencies::are_any(listed_.jobs)) dependencies_.emplace(listed_.jobs);
}

void ManagedStarts::submit(JobLife& job) {
  if (!queue_) return start_(job);
  controller_.note(job, "submit",
                   std::to_string(job.plan().ranks + job.plan().spares) + " processes; " +
                       std::to_string(controller_.cores().free()) + " cores are free");
  if (dependencies_)
    dependencies_->came(queue_->number_of(job), driver_.now());
  else
    queue_->submit(job);
  reconsider();
}

// --- Who depends on others

/// Lets those into the queue that are eligible by now. False if there are none.
bool ManagedStarts::admit() {
  if (!dependencies_) return false;
  while (const auto never_satisfied = dependencies_->next_never_satisfied()) hold_back(*never_satisfied);
  bool is_any = false;
  while (const auto eligible = dependencies_->next_eligible(driver_.now())) {
    JobLife& one = job(eligible->job);
    if (one.has_ended()) continue; // by the horizon
    one.become_eligible(eligible->since);
    if (eligible->since > one.plan().start) controller_.note(one, "eligible", "what it depends on is as it must be");
    queue_->submit(one);
    is_any = true;
  }
  const Seconds next = dependencies_->next_time();
  if (next > driver_.now() && next < never) driver_.at(next, [this] { reconsider(); });
  return is_any;
}

void ManagedStarts::hold_back(const batch::NeverSatisfied& one) {
  JobLife& held = job(one.job);
  if (held.has_ended()) return;
  const bool is_cancelled = controller_.scenario().manager->kill_invalid_depend;
  if (!is_cancelled) {
    held_.insert(one.job);
    dependencies_->never_runs(one.job);
  }
  const auto name = [this](const batch::Condition& condition) { return name_of(condition); };
  controller_.end(held, driver_.now(), batch::reason_of(one, name, is_cancelled));
}

std::string ManagedStarts::name_of(const batch::Condition& condition) const {
  if (condition.is_array) return "array " + listed_.array_names[condition.of];
  return "job " + queue_->in_order()[condition.of]->name;
}

void ManagedStarts::ended(const JobLife& job) {
  if (!dependencies_ || held_.count(queue_->number_of(job)) > 0) return;
  const auto ending = job.row().finished ? batch::Dependencies::Ending::succeeded : batch::Dependencies::Ending::failed;
  dependencies_->ended(queue_->number_of(job), ending, driver_.now());
  reconsider();
}

// --- Who starts

void ManagedStarts::submit_again(JobLife& job) { queue_->submit(job); }

void ManagedStarts::lost_node(JobLife& job) {
  if (!queue_ || job.plan().recovery != scenario::RecoveryStyle::rerun) return;
  driver_.at(driver_.now(), [this, &job, run = job.row().reruns] {
    if (job.row().reruns > run || job.is_aborted() || job.living() == 0) return;
    controller_.aborted(job, -1, driver_.now(), "it has lost a node");
    driver_.kill_all(job, "its job has lost a node");
  });
}

void ManagedStarts::emptied(const JobLife& job) {
  if (queue_) queue_->ended(job, driver_.now());
}

void ManagedStarts::reconsider() {
  if (!queue_ || decides_) return;
  decides_ = true;
  driver_.at(driver_.now(), [this] {
    decides_ = false;
    if (controller_.is_over() || !controller_.breakdown().empty()) return;
    try {
      admit();
      do decide();
      while (admit());
    } catch (const batch::PolicyError& problem) { controller_.break_down(Breakdown::policy, problem.what()); }
  });
}

void ManagedStarts::decide() {
  std::vector<batch::Decision> decisions;
  do {
    decisions = queue_->decide(driver_.now(), controller_.cores());
    for (const batch::Decision& decision : decisions) carry_out(decision);
  } while (make_room(decisions));
}

void ManagedStarts::carry_out(const batch::Decision& decision) {
  JobLife& job = queue_->job(decision.job);
  const int ranks = decision.processors - job.plan().spares;
  const auto whom = [&] { return queue_->job(decision.whom).name(); };
  switch (decision.kind) {
  case batch::Decision::Kind::start:
    start_(job);
    if (dependencies_ && !job.has_ended()) dependencies_->started(decision.job, driver_.now());
    return;
  case batch::Decision::Kind::shrink:
    controller_.note(job, "yield", "to " + of_all(ranks, job) + ", for " + whom());
    return controller_.order(job, std::to_string(ranks));
  case batch::Decision::Kind::grow:
    controller_.note(job, "grow_back", "to " + of_all(ranks, job));
    return controller_.order(job, std::to_string(ranks));
  case batch::Decision::Kind::preempt:
    return evict(job, whom());
  case batch::Decision::Kind::reject:
    return reject(job);
  }
}

void ManagedStarts::reject(JobLife& job) {
  controller_.end(job, driver_.now(),
                  "it needs " + std::to_string(job.plan().ranks + job.plan().spares) + " cores, and the machine has " +
                      std::to_string(controller_.cores().most()) + " left");
}

void ManagedStarts::evict(JobLife& job, const std::string& whom) {
  controller_.note(job, "evict", "for " + whom);
  if (queue_->puts_aside(job)) {
    job.put_aside();
    return controller_.order(job, "checkpoint");
  }
  job.evict();
  driver_.kill_all(job, "evicted");
}

} // namespace daruma::run
