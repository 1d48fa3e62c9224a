#include "models/spares/faulty_nodes.hpp"

#include "sim/run/event_plan.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace daruma::models::spares {

namespace {

std::vector<daruma::faults::SwitchedOff> switched_off(const scenario::Scenario& scenario, int replication) {
  std::vector<daruma::faults::SwitchedOff> nodes;
  for (const fast::NodeDeath& death : deaths_of(scenario, replication)) nodes.push_back({death.time, death.node});
  return nodes;
}

} // namespace

std::vector<fast::NodeDeath> deaths_of(const scenario::Scenario& scenario, int replication) {
  std::vector<fast::NodeDeath> deaths;
  if (scenario.failures)
    for (const auto& failure :
         run::plan_failures(*scenario.failures, scenario.machine.nodes, scenario.seed, replication))
      deaths.push_back({failure.time, failure.node});
  for (const scenario::Event& event : scenario.events)
    if (const auto* const off = std::get_if<scenario::NodeOff>(&event.action))
      deaths.push_back({event.when.at, off->node});
  std::stable_sort(deaths.begin(), deaths.end(), [](const fast::NodeDeath& a, const fast::NodeDeath& b) {
    return std::tie(a.time, a.node) < std::tie(b.time, b.node);
  });
  return deaths;
}

FaultyNodes::FaultyNodes(const scenario::Scenario& scenario, int replication)
    : job_(scenario.jobs.front().name), breakage_(scenario, replication),
      history_(breakage_, switched_off(scenario, replication)) {
  if (scenario.localisation) inquiries_.emplace(*scenario.localisation, breakage_);
}

std::optional<fast::NodeChange> FaultyNodes::next() {
  const auto change = history_.next();
  return change ? std::optional(fast::NodeChange{change->at, change->node, change->speed}) : std::nullopt;
}

bool FaultyNodes::is_reason(int node, Seconds died) const { return inquiries_->is_reason(job_, node, died); }

Seconds FaultyNodes::ask(int asker, int node, Seconds now) {
  return under_way_.insert_or_assign(node, inquiries_->ask(job_, asker, node, now)).first->second.taken;
}

/// Whoever dies is known at once to all, and spares take places by where they are: what is recommended is no news.
void FaultyNodes::conclude(int asker, int node, Seconds now) {
  const daruma::faults::Verdict& verdict = under_way_.at(node);
  inquiries_->conclude(job_, asker, node, verdict, now);
  note(asker, verdict, now);
}

Seconds FaultyNodes::time_to_examine(int node, double times, Seconds now) const {
  return inquiries_->is_reason(node, times) ? inquiries_->examine(node, now).taken : Seconds(0);
}

void FaultyNodes::examine(int node, double times, Seconds now) {
  const daruma::faults::Verdict verdict = inquiries_->examine(node, now);
  inquiries_->begin_examination(node);
  inquiries_->conclude(job_, node, times, verdict);
  note(node, verdict, now + verdict.taken);
}

void FaultyNodes::note(int asker, const daruma::faults::Verdict& verdict, Seconds now) {
  verdicts_.push_back({now, "verdict", job_, asker, verdict.text});
}

void FaultyNodes::report(Seconds end, results::Result& result) const {
  std::vector<results::Event> events;
  for (const daruma::faults::NodeHistoryEvent& event : history_.events())
    if (event.at <= end) events.push_back({event.at, event.kind, "", -1, event.text});
  events.insert(events.end(), verdicts_.begin(), verdicts_.end());
  std::stable_sort(events.begin(), events.end(),
                   [](const results::Event& a, const results::Event& b) { return a.time < b.time; });
  for (results::Event& event : events) result.events.push_back(std::move(event));
  if (verdicts_.empty()) return;
  for (const auto& [metric, value] : inquiries_->tally(job_).metrics()) result.metrics[job_ + "." + metric] = value;
}

} // namespace daruma::models::spares
