#include "sim/faults/localiser.hpp"

#include "sim/faults/encounter.hpp"

#include <algorithm>

namespace daruma::faults {

using models::faults::Component;
using models::faults::Error;
using models::faults::Finding;
using models::faults::Holder;
using models::faults::Way;

namespace {

/// What broke, in the wording of the time line.
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
  SimulatedHandlers handlers(breakage_.health(), breakage_.management(), order_.management, there.from, now);
  const auto& tree = breakage_.tree();
  const auto findings =
      detect(models::faults::candidates(error, there, back, tree), tree, handlers, breakage_.fabric());
  const auto unknown = std::count_if(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.verdict == models::faults::Verdict::unknown;
  });
  Verdict verdict{};
  verdict.broken = causes(findings);
  verdict.outcome = !verdict.broken.empty() ? Judgement::broken : unknown == 0 ? Judgement::sound : Judgement::unknown;
  verdict.text = sentence(verdict.broken, static_cast<int>(unknown));
  verdict.taken = handlers.now() - now;
  verdict.queries = handlers.queries();
  return verdict;
}

/// Where nothing broke that the network knows of, the process alone is gone, and its kernel says so.
Verdict Localiser::ask(int asker, int other, Seconds now) const {
  if (asker == other) return judge(Error::econnreset, {asker, {}, asker}, {asker, {}, asker}, now);
  const auto& fabric = breakage_.fabric();
  const auto met = first_encounter({asker, other}, fabric, breakage_.health(), now);
  const Encounter encounter = met.encounter == Encounter::nothing ? Encounter::reset : met.encounter;
  const auto error = socket_error(encounter, Connection::sending, order_.sockets);
  Verdict verdict = judge(error->error, fabric.way(asker, other), fabric.way(other, asker), now);
  verdict.is_node_silent = encounter == Encounter::silence;
  verdict.text =
      std::string(models::faults::name_of(error->error)) + " from node-" + std::to_string(other) + ": " + verdict.text;
  return verdict;
}

/// Examines all parts of a node, as if another node could not reach it.
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

} // namespace daruma::faults
