#include "sim/faults/campaign.hpp"

#include "sim/faults/simulated_handlers.hpp"

#include <algorithm>
#include <set>

namespace daruma::faults {

using models::faults::Component;
using models::faults::FaultTree;

namespace {

/// Not at one moment with what breaks, for which it would be taken.
constexpr Seconds cut_before{-3600};

/// When all that follows from the breaks has happened.
Seconds settled(const Health& health) { return health.steps().empty() ? Seconds(0) : health.steps().back().at; }

std::vector<std::string> truth(const Case& one) {
  std::vector<std::string> names;
  names.reserve(one.breaks.size());
  for (const Break& broken : one.breaks) names.push_back(broken.what.component.name());
  std::sort(names.begin(), names.end());
  return names;
}

std::set<Pair> pairs_of(const Case& one, const Crossings& crossings) {
  std::set<Pair> all;
  for (const Break& broken : one.breaks)
    for (const Pair& pair : crossings.of(broken.what.component)) {
      all.insert(pair);
      all.insert({pair.second, pair.first});
    }
  return all;
}

/// Names are those of findings.
std::vector<std::string> sound_among(const std::vector<std::string>& names,
                                     const std::vector<models::faults::Finding>& findings, const Health& health,
                                     Seconds now) {
  std::vector<std::string> sound;
  for (const models::faults::Finding& finding : findings) {
    const bool is_named = std::find(names.begin(), names.end(), finding.component.name()) != names.end();
    if (is_named && !health.is_broken(finding.component, now)) sound.push_back(finding.component.name());
  }
  return sound;
}

} // namespace

std::vector<Component> broken_in(const std::vector<Case>& cases) {
  std::vector<Component> all;
  for (const Case& one : cases)
    for (const Break& broken : one.breaks) all.push_back(broken.what.component);
  return all;
}

Campaign::Campaign(const Fabric& fabric, const FaultTree& tree, CampaignSettings settings, std::size_t most_pairs)
    : fabric_(fabric), tree_(tree), settings_(std::move(settings)), most_pairs_(most_pairs) {}

void Campaign::ask(const Case& one, const Health& health, const Management& management, const Pair& pair,
                   const FirstEncounter& met, const std::function<void(const Record&)>& record) const {
  for (const Connection connection : settings_.connections) {
    const auto error = socket_error(met.encounter, connection, settings_.sockets);
    if (!error) continue;
    const Seconds asked = met.since + error->after;
    SimulatedHandlers handlers(health, management, settings_.management, pair.first, asked);
    const auto candidates = models::faults::candidates(error->error, fabric_.way(pair.first, pair.second),
                                                       fabric_.way(pair.second, pair.first), tree_);
    Record entry{&one, pair, connection, *error, asked, asked, 0, detect(candidates, tree_, handlers, fabric_),
                 {},   {},   false};
    entry.answered = handlers.now();
    entry.queries = handlers.queries();
    entry.named = models::faults::named(entry.findings);
    entry.wrong = sound_among(entry.named, entry.findings, health, entry.answered);
    std::vector<std::string> sorted = entry.named;
    std::sort(sorted.begin(), sorted.end());
    entry.is_exact = sorted == truth(one);
    record(entry);
  }
}

void Campaign::run(const Case& one, const Crossings& crossings,
                   const std::function<void(const Record&)>& record) const {
  Health health(fabric_, tree_);
  for (const Break& broken : one.breaks) health.inflict(broken);
  Management management;
  for (const ManagementPart& part : one.cut) management.cut(part, cut_before);
  std::size_t asked = 0;
  for (const Pair& pair : pairs_of(one, crossings)) {
    const FirstEncounter met = first_encounter(pair, fabric_, health, settled(health));
    if (met.encounter == Encounter::nothing) continue;
    ask(one, health, management, pair, met, record);
    if (++asked >= most_pairs_) return;
  }
}

} // namespace daruma::faults
