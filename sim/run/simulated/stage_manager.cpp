// What the manager of the machine has done on the stage.
#include "sim/run/simulated/clock.hpp"
#include "sim/run/simulated/stage.hpp"

#include <cmath>

namespace daruma::run {

namespace {

/// For people to read.
std::string to_milliseconds(Seconds time) { return to_text(Seconds(std::round(time.count() * 1e3) / 1e3)); }

std::string of_all(int ranks, const HostedJob& job) {
  return std::to_string(ranks) + " of " + std::to_string(job.plan->ranks) + " ranks";
}

} // namespace

void Stage::arrive(HostedJob& job) {
  if (!manager_) return start(job);
  event_log_.event("submit", job.plan->name, -1,
                   std::to_string(job.plan->ranks + job.plan->spares) + " processes; " + std::to_string(cores_.free()) +
                       " cores are free");
  manager_->submit(job);
  reconsider();
}

void Stage::reconsider() {
  if (!manager_ || decides_) return;
  decides_ = true;
  at(now(), [this] {
    decides_ = false;
    if (is_over() || !breakdown_.empty()) return;
    for (const Manager::Move& move : manager_->decide(now(), cores_.free())) carry_out(move);
  });
}

void Stage::carry_out(const Manager::Move& move) {
  const std::string& name = move.job->plan->name;
  switch (move.what) {
  case Manager::What::start:
    return start(*move.job);
  case Manager::What::yield:
    event_log_.event("yield", name, -1, "to " + of_all(move.ranks, *move.job) + ", for " + move.whom);
    return order(*move.job, std::to_string(move.ranks));
  case Manager::What::grow_back:
    event_log_.event("grow_back", name, -1, "to " + of_all(move.ranks, *move.job));
    return order(*move.job, std::to_string(move.ranks));
  case Manager::What::evict:
    return evict(*move.job, move.whom);
  }
}

void Stage::lend_core(HostedJob& job, int process) {
  job.count_core_time(now());
  if (!job.lenders.insert(process).second) return;
  cores_.give_back(job.node_of[static_cast<std::size_t>(process)]);
  reconsider();
}

/// If somebody else is there by now, they share it.
void Stage::take_core_back(HostedJob& job, int process) {
  job.count_core_time(now());
  if (job.lenders.erase(process) > 0) cores_.take_on(job.node_of[static_cast<std::size_t>(process)]);
}

void Stage::evict(HostedJob& job, const std::string& whom) {
  event_log_.event("evict", job.plan->name, -1, "for " + whom);
  job.aborted = true; // its processes' deaths are nobody's failure
  job.is_evicted = true;
  ++job.row.reruns;
  runtime_.abort(job.plan->name, "evicted");
}

void Stage::judge(const HostedJob& job) {
  const std::string& name = job.plan->name;
  if (manager_) {
    event_log_.metric(name + ".wait_s", 0, (job.row.start - job.plan->start).count());
    event_log_.metric(name + ".core_s", 0, job.core_time.count());
  }
  if (!job.plan->deadline) return;
  const Seconds response = job.row.end - job.plan->start;
  const bool is_met = job.row.finished && response <= *job.plan->deadline;
  event_log_.metric(name + ".response_s", 0, response.count());
  event_log_.metric(name + ".deadline_met", 0, is_met ? 1 : 0);
  event_log_.event("deadline", name, -1,
                   (is_met ? "met: " : "missed: ") + to_milliseconds(response) + " of " + to_text(*job.plan->deadline));
}

} // namespace daruma::run
