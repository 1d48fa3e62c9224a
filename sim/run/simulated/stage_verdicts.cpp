// Which part broke: who asks on the stage, what is written down, and what is made of it.
#include "sim/mpi/process/blocking.hpp"
#include "sim/run/simulated/clock.hpp"
#include "sim/run/simulated/stage.hpp"

#include <simgrid/s4u/Actor.hpp>

namespace daruma::run {

namespace {

/// Below it nobody wonders.
constexpr double noticeable = 1.25;

void wait_for(Seconds duration) {
  mpi::blocking([duration] { simgrid::s4u::this_actor::sleep_for(duration.count()); });
}

} // namespace

void Stage::write_down(const HostedJob& job, int process, Seconds begin, const Verdict& verdict) {
  const std::string& name = job.plan->name;
  event_log_.event("verdict", name, process, verdict.text);
  event_log_.span("localise", name, process, begin, verdict.text);
  Localised& so_far = localised_[name];
  ++so_far.verdicts;
  so_far.naming += verdict.outcome == Outcome::broken ? 1 : 0;
  so_far.queries += verdict.queries;
  event_log_.metric(name + ".verdicts", 0, so_far.verdicts);
  event_log_.metric(name + ".verdicts_naming", 0, so_far.naming);
  event_log_.metric(name + ".localisation_queries", 0, so_far.queries);
}

/// Nothing is placed any more where something is broken. Nodes that are gone with the one that was asked about need no
/// detector to be known; where only the process is gone, another may take its place.
void Stage::take_recourse(HostedJob& job, int process, int dead_on, const Verdict& verdict) {
  for (const auto& component : verdict.broken)
    if (component.model->holder == models::faults::Holder::node) cores_.lose(component.holder);
  if (verdict.outcome == Outcome::sound && !verdict.is_node_silent) job.to_replace_on.push_back(dead_on);
  const int asker = job.node_of[static_cast<std::size_t>(process)];
  for (const int node : localiser_->taken_away(verdict, asker, dead_on)) {
    cores_.lose(node);
    inquiries_[{job.plan->name, node}] = {now(), verdict.text};
    for (const auto& [dead, at] : job.died_at)
      if (job.node_of[static_cast<std::size_t>(dead)] == node) runtime_.report(job.plan->name, dead, process);
  }
}

void Stage::investigate(HostedJob& job, int process, int node) {
  Inquiry& inquiry = inquiries_[{job.plan->name, node}];
  inquiry = {now(), ""};
  const int asker = job.node_of[static_cast<std::size_t>(process)];
  const Verdict verdict = localiser_->ask(asker, node, inquiry.asked);
  const Seconds begin = now();
  wait_for(verdict.taken);
  inquiry.told = verdict.text;
  write_down(job, process, begin, verdict);
  if (localiser_->is_informed()) take_recourse(job, process, node, verdict);
}

/// One that died after its node was asked about gives a new reason to ask.
std::string Stage::call_failed(mpi::ProcessName by, const std::vector<int>& dead) {
  if (!localiser_) return {};
  HostedJob& job = find(by.job);
  std::string told;
  for (const int number : dead) {
    const auto died = job.died_at.find(number);
    if (died == job.died_at.end()) continue;
    const int node = job.node_of[static_cast<std::size_t>(number)];
    const std::pair<std::string, int> place{job.plan->name, node};
    const auto known = inquiries_.find(place);
    if (known == inquiries_.end() || known->second.asked < died->second) investigate(job, by.number, node);
    told = inquiries_.at(place).told;
  }
  return told;
}

/// Where others have their part of the processors, it is the time on a processor that tells, not the time until the
/// end.
double Stage::times_longer(int node, Seconds taken, Flops work) const {
  if (loaded_nodes_) return 1 / loaded_nodes_->speed(node);
  const Seconds expected = work / scenario_.machine.core_speed;
  return expected > Seconds(0) ? taken / expected : 1;
}

void Stage::computed(const HostedJob& job, int process, Seconds begin, Flops work) {
  if (!localiser_) return;
  const int node = job.node_of[static_cast<std::size_t>(process)];
  const double times = times_longer(node, now() - begin, work);
  if (times < noticeable || slow_nodes_.count(node) != 0) return;
  slow_nodes_[node] = 1; // asked about
  const Verdict verdict = localiser_->examine(node, now());
  const Seconds asked = now();
  wait_for(verdict.taken);
  write_down(job, process, asked, verdict);
  if (localiser_->is_informed() && verdict.outcome == Outcome::broken) slow_nodes_[node] = times;
}

double Stage::slowness(int node) const {
  const auto known = slow_nodes_.find(node);
  return known == slow_nodes_.end() ? 1 : known->second;
}

} // namespace daruma::run
