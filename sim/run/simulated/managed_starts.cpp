#include "sim/run/simulated/managed_starts.hpp"

namespace daruma::run {

namespace {

std::string of_all(int ranks, const JobLife& job) {
  return std::to_string(ranks) + " of " + std::to_string(job.plan().ranks) + " ranks";
}

} // namespace

ManagedStarts::ManagedStarts(JobController& controller, Driver& driver, Start start)
    : controller_(controller), driver_(driver), start_(std::move(start)) {
  if (controller.scenario().manager) manager_.emplace(*controller.scenario().manager);
}

void ManagedStarts::submit(JobLife& job) {
  if (!manager_) return start_(job);
  controller_.note(job, "submit",
                   std::to_string(job.plan().ranks + job.plan().spares) + " processes; " +
                       std::to_string(controller_.cores().free()) + " cores are free");
  manager_->submit(job);
  reconsider();
}

void ManagedStarts::submit_again(JobLife& job) { manager_->submit(job); }

void ManagedStarts::emptied(const JobLife& job) {
  if (manager_) manager_->ended(job);
}

void ManagedStarts::reconsider() {
  if (!manager_ || decides_) return;
  decides_ = true;
  driver_.at(driver_.now(), [this] {
    decides_ = false;
    if (controller_.is_over() || !controller_.breakdown().empty()) return;
    for (const Manager::Move& move : manager_->decide(driver_.now(), controller_.cores().free())) carry_out(move);
  });
}

void ManagedStarts::carry_out(const Manager::Move& move) {
  switch (move.what) {
  case Manager::What::start:
    return start_(*move.job);
  case Manager::What::yield:
    controller_.note(*move.job, "yield", "to " + of_all(move.ranks, *move.job) + ", for " + move.whom);
    return controller_.order(*move.job, std::to_string(move.ranks));
  case Manager::What::grow_back:
    controller_.note(*move.job, "grow_back", "to " + of_all(move.ranks, *move.job));
    return controller_.order(*move.job, std::to_string(move.ranks));
  case Manager::What::evict:
    return evict(*move.job, move.whom);
  }
}

void ManagedStarts::evict(JobLife& job, const std::string& whom) {
  controller_.note(job, "evict", "for " + whom);
  job.evict();
  driver_.kill_all(job, "evicted");
}

} // namespace daruma::run
