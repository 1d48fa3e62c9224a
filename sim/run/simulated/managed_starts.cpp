#include "sim/run/simulated/managed_starts.hpp"

namespace daruma::run {

namespace {

std::string of_all(int ranks, const JobLife& job) {
  return std::to_string(ranks) + " of " + std::to_string(job.plan().ranks) + " ranks";
}

} // namespace

ManagedStarts::ManagedStarts(JobController& controller, Driver& driver, const Models& models, Start start)
    : controller_(controller), driver_(driver), start_(std::move(start)) {
  if (controller.scenario().manager) queue_.emplace(controller.scenario(), models);
}

void ManagedStarts::submit(JobLife& job) {
  if (!queue_) return start_(job);
  controller_.note(job, "submit",
                   std::to_string(job.plan().ranks + job.plan().spares) + " processes; " +
                       std::to_string(controller_.cores().free()) + " cores are free");
  queue_->submit(job);
  reconsider();
}

void ManagedStarts::submit_again(JobLife& job) { queue_->submit(job); }

void ManagedStarts::emptied(const JobLife& job) {
  if (queue_) queue_->ended(job);
}

void ManagedStarts::reconsider() {
  if (!queue_ || decides_) return;
  decides_ = true;
  driver_.at(driver_.now(), [this] {
    decides_ = false;
    if (!controller_.is_over() && controller_.breakdown().empty()) decide();
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
    return start_(job);
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
  job.evict();
  driver_.kill_all(job, "evicted");
}

} // namespace daruma::run
