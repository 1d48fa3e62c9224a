#include "sim/run/simulated/queued_jobs.hpp"

#include <algorithm>

namespace daruma::run {

namespace {

/// Models that need as many ranks as their arguments say cannot start on fewer.
batch::Flexibility flexibility_of(const scenario::Job& job, const Models& models) {
  if (!job.fewest) return batch::Flexibility::rigid;
  const auto model =
      std::find_if(models.begin(), models.end(), [&](const auto& offered) { return offered.name == job.model; });
  const bool is_checked = model != models.end() && model->mismatch != nullptr;
  const bool starts =
      !is_checked || model->mismatch(scenario::arguments_as_text(job.arguments), *job.fewest, job.spares).empty();
  return starts ? batch::Flexibility::malleable : batch::Flexibility::resizable;
}

} // namespace

QueuedJobs::QueuedJobs(const scenario::Scenario& scenario, const Models& models)
    : models_(models),
      scheduler_(*find_entry(batch::queue_policies(), scenario.manager->queue),
                 *find_entry(batch::preemption_policies(), scenario.manager->urgent), scenario.manager->idle) {
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
  if (plan.recovery != scenario::Recovery::shrink) request.after_loss = batch::AfterLoss::finds_others;
  scheduler_.submitted(request);
}

void QueuedJobs::ended(const JobLife& job) {
  running_.erase(number_of(job));
  scheduler_.ended(number_of(job));
}

void QueuedJobs::report(std::size_t number, const Running& running, Seconds now) {
  const JobLife& job = *running.job;
  scheduler_.resized(number, job.cores(), now);
  if (job.answers() != running.answers && job.lenders() == 0) scheduler_.obeyed(number, now);
  if (job.returned() > 0) scheduler_.ending(number);
}

std::vector<batch::Decision> QueuedJobs::decide(Seconds now, const Cores& cores) {
  if (most_ != cores.most()) scheduler_.capacity_changed(most_ = cores.most());
  for (const auto& [number, running] : running_) report(number, running, now);
  std::vector<batch::Decision> decisions = scheduler_.decide(now, cores.free());
  for (const batch::Decision& decision : decisions) {
    JobLife& one = job(decision.job);
    if (decision.kind == batch::Decision::Kind::start) one.grant(decision.processors - one.plan().spares);
    if (decision.kind != batch::Decision::Kind::reject) running_[decision.job] = {&one, one.answers()};
  }
  return decisions;
}

} // namespace daruma::run
