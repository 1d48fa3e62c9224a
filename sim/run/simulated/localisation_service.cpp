#include "sim/run/simulated/localisation_service.hpp"

#include "sim/mpi/process/blocking.hpp"
#include "sim/run/simulated/clock.hpp"

#include <simgrid/s4u/Actor.hpp>

namespace daruma::run {

namespace {

/// How many times as long as usual a computation has to take before anybody asks why.
constexpr double noticeable = 1.25;

void wait_for(Seconds duration) {
  mpi::blocking([duration] { simgrid::s4u::this_actor::sleep_for(duration.count()); });
}

} // namespace

std::string LocalisationService::call_failed(const JobLife& job, int by, const std::vector<int>& dead) {
  std::string told;
  for (const int number : dead) {
    const auto died = job.died_at(number);
    if (!died) continue;
    const int node = job.node_of(number);
    const std::pair<std::string, int> place{job.name(), node};
    const auto known = inquiries_.find(place);
    if (known == inquiries_.end() || known->second.asked < *died) investigate(job, by, node);
    told = inquiries_.at(place).told;
  }
  return told;
}

void LocalisationService::investigate(const JobLife& job, int process, int node) {
  Inquiry& inquiry = inquiries_[{job.name(), node}];
  inquiry = {now(), ""};
  const Verdict verdict = localiser_.ask(job.node_of(process), node, inquiry.asked);
  const Seconds begin = now();
  wait_for(verdict.taken);
  inquiry.told = verdict.text;
  write_down(job, process, begin, verdict);
  if (localiser_.is_informed()) take_recourse(job, process, node, verdict);
}

void LocalisationService::write_down(const JobLife& job, int process, Seconds begin, const Verdict& verdict) {
  const std::string& name = job.name();
  results::EventLog& log = world_.controller.log();
  log.add(results::Event{now(), "verdict", name, process, verdict.text});
  log.add(results::Span{begin, now(), "localise", name, process, verdict.text});
  Tally& so_far = tallies_[name];
  ++so_far.verdicts;
  so_far.naming += verdict.outcome == Judgement::broken ? 1 : 0;
  so_far.queries += verdict.queries;
  log.metric(name + ".verdicts", 0, so_far.verdicts);
  log.metric(name + ".verdicts_naming", 0, so_far.naming);
  log.metric(name + ".localisation_queries", 0, so_far.queries);
}

/// Nothing is placed any more where something is broken. Nodes that are gone with the one that was asked about need no
/// detector to be known; others behind the same part may still work, and are avoided as long as there are better ones.
/// Where only the process is gone, another may take its place.
void LocalisationService::take_recourse(const JobLife& job, int process, int dead_on, const Verdict& verdict) {
  for (const auto& component : verdict.broken)
    if (component.model->holder == models::faults::Holder::node) world_.controller.give_up(component.holder);
  if (verdict.outcome == Judgement::sound && !verdict.is_node_silent) world_.placement.prefer(job, dead_on);
  for (const int node : localiser_.taken_away(verdict, job.node_of(process), dead_on)) {
    const std::vector<int> dead = job.dead_on(node);
    if (dead.empty())
      world_.controller.cores().avoid(node);
    else
      world_.controller.give_up(node);
    inquiries_[{job.name(), node}] = {now(), verdict.text};
    for (const int process_there : dead) world_.runtime.report(job.name(), process_there, process);
  }
}

/// Where others have their part of the processors, it is the time on a processor that tells, not the time until the
/// end.
double LocalisationService::times_longer(int node, Seconds taken, Flops work) const {
  if (world_.loaded_nodes) return 1 / world_.loaded_nodes->speed(node);
  const Seconds expected = work / world_.controller.scenario().machine.core_speed;
  return expected > Seconds(0) ? taken / expected : 1;
}

void LocalisationService::computed(const JobLife& job, int process, Seconds begin, Flops work) {
  const int node = job.node_of(process);
  const double times = times_longer(node, now() - begin, work);
  if (times < noticeable || slow_nodes_.count(node) != 0) return;
  slow_nodes_[node] = 1; // asked about
  const Verdict verdict = localiser_.examine(node, now());
  const Seconds asked = now();
  wait_for(verdict.taken);
  write_down(job, process, asked, verdict);
  if (localiser_.is_informed() && verdict.outcome == Judgement::broken) slow_nodes_[node] = times;
}

double LocalisationService::slowness(int node) const {
  const auto known = slow_nodes_.find(node);
  return known == slow_nodes_.end() ? 1 : known->second;
}

} // namespace daruma::run
