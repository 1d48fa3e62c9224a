#include "sim/run/simulated/localisation_service.hpp"

#include "sim/faults/encounter.hpp"
#include "sim/mpi/process/blocking.hpp"
#include "sim/run/simulated/clock.hpp"

#include <simgrid/s4u/Actor.hpp>

#include <algorithm>

namespace daruma::run {

using faults::Encounter;
using models::faults::Component;
using models::faults::Error;
using models::faults::Finding;
using models::faults::Holder;
using models::faults::Way;

namespace {

/// In the wording of the time line.
std::string sentence(const std::vector<Component>& broken, int unknown) {
  if (broken.empty() && unknown == 0) return "no part of the machine is broken";
  if (broken.empty())
    return "unknown: " + std::to_string(unknown) + (unknown == 1 ? " part" : " parts") + " cannot be judged";
  std::string names;
  for (const Component& component : broken) names += (names.empty() ? "" : " and ") + component.name();
  return names + (broken.size() == 1 ? " is broken" : " are broken");
}

std::vector<Component> causes(const std::vector<Finding>& findings) {
  std::vector<Component> broken;
  for (const Finding& finding : findings)
    if (finding.verdict == models::faults::Verdict::confirmed && finding.because.empty())
      broken.push_back(finding.component);
  return broken;
}

} // namespace

bool Verdict::names(const std::string& kind_of_device) const {
  return std::any_of(broken.begin(), broken.end(),
                     [&](const Component& component) { return component.model->name == kind_of_device; });
}

Verdict Localiser::judge(Error error, const Way& there, const Way& back, Seconds now) const {
  faults::SimulatedHandlers handlers(breakage_.health(), breakage_.management(), order_.management, there.from, now);
  const auto& tree = breakage_.tree();
  const auto findings =
      detect(models::faults::candidates(error, there, back, tree), tree, handlers, breakage_.fabric());
  const auto unknown = std::count_if(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.verdict == models::faults::Verdict::unknown;
  });
  Verdict verdict{};
  verdict.broken = causes(findings);
  verdict.outcome = !verdict.broken.empty() ? Outcome::broken : unknown == 0 ? Outcome::sound : Outcome::unknown;
  verdict.text = sentence(verdict.broken, static_cast<int>(unknown));
  verdict.taken = handlers.now() - now;
  verdict.queries = handlers.queries();
  return verdict;
}

/// Where nothing broke that the network knows of, the process alone is gone, and its kernel says so.
Verdict Localiser::ask(int asker, int other, Seconds now) const {
  if (asker == other) return judge(Error::econnreset, {asker, {}, asker}, {asker, {}, asker}, now);
  const auto& fabric = breakage_.fabric();
  const auto met = faults::meeting({asker, other}, fabric, breakage_.health(), now);
  const Encounter encounter = met.encounter == Encounter::nothing ? Encounter::reset : met.encounter;
  const auto error = faults::socket_error(encounter, faults::Connection::sending, order_.sockets);
  Verdict verdict = judge(error->error, fabric.way(asker, other), fabric.way(other, asker), now);
  verdict.is_node_silent = encounter == Encounter::silence;
  verdict.text =
      std::string(models::faults::name_of(error->error)) + " from node-" + std::to_string(other) + ": " + verdict.text;
  return verdict;
}

/// As if another node could not reach it: all its parts.
Verdict Localiser::examine(int node, Seconds now) const {
  Verdict verdict = judge(Error::etimedout, {node, {}, node}, {node, {}, node}, now);
  verdict.text = "node-" + std::to_string(node) + " is slow: " + verdict.text;
  return verdict;
}

std::vector<int> Localiser::taken_away(const Verdict& verdict, int asker, int other) const {
  std::vector<int> nodes;
  if (!verdict.is_node_silent) return nodes;
  const auto& fabric = breakage_.fabric();
  for (int node = 0; node < fabric.nodes(); ++node) {
    if (node == asker) continue;
    const Way there = fabric.way(asker, node);
    const Way back = fabric.way(node, asker);
    const bool is_cut = std::any_of(verdict.broken.begin(), verdict.broken.end(), [&](const Component& component) {
      return component.model->holder != Holder::node && (is_on(there, component) || is_on(back, component));
    });
    if (is_cut || node == other) nodes.push_back(node);
  }
  return nodes;
}

namespace {

/// Below it nobody wonders.
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
  so_far.naming += verdict.outcome == Outcome::broken ? 1 : 0;
  so_far.queries += verdict.queries;
  log.metric(name + ".verdicts", 0, so_far.verdicts);
  log.metric(name + ".verdicts_naming", 0, so_far.naming);
  log.metric(name + ".localisation_queries", 0, so_far.queries);
}

/// Nothing is placed any more where something is broken. Nodes that are gone with the one that was asked about need no
/// detector to be known; where only the process is gone, another may take its place.
void LocalisationService::take_recourse(const JobLife& job, int process, int dead_on, const Verdict& verdict) {
  for (const auto& component : verdict.broken)
    if (component.model->holder == models::faults::Holder::node) world_.controller.give_up(component.holder);
  if (verdict.outcome == Outcome::sound && !verdict.is_node_silent) world_.placement.prefer(job, dead_on);
  for (const int node : localiser_.taken_away(verdict, job.node_of(process), dead_on)) {
    world_.controller.give_up(node);
    inquiries_[{job.name(), node}] = {now(), verdict.text};
    for (const int dead : job.dead_on(node)) world_.runtime.report(job.name(), dead, process);
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
  if (localiser_.is_informed() && verdict.outcome == Outcome::broken) slow_nodes_[node] = times;
}

double LocalisationService::slowness(int node) const {
  const auto known = slow_nodes_.find(node);
  return known == slow_nodes_.end() ? 1 : known->second;
}

} // namespace daruma::run
