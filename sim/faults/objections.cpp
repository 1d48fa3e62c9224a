#include "sim/faults/objections.hpp"

#include "models/faults/logic/read_fault_models.hpp"
#include "sim/faults/names.hpp"
#include "sim/scenario/objections.hpp"

#include <algorithm>

namespace daruma::faults {

using models::faults::FaultTree;
using scenario::Problem;
using scenario::Scenario;

namespace {

bool is_break(const scenario::Event& event) { return std::holds_alternative<scenario::BreakComponent>(event.action); }

bool is_slow_link(const scenario::Event& event) { return std::holds_alternative<scenario::SlowLink>(event.action); }

bool has_slow_links(const Scenario& scenario) {
  return std::any_of(scenario.events.begin(), scenario.events.end(), is_slow_link);
}

bool has_breaks(const Scenario& scenario) {
  return !scenario.breakdowns.empty() || std::any_of(scenario.events.begin(), scenario.events.end(), is_break);
}

std::vector<std::string> kinds(const FaultTree& tree) {
  std::vector<std::string> names;
  for (const auto& model : tree.models())
    if (!model.elements.front().then.empty()) names.push_back(model.name);
  return names;
}

void object_to_names(const Scenario& scenario, const FaultTree& tree, scenario::Objections& objections) {
  const Fabric fabric(scenario.machine);
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    if (!is_break(scenario.events[i])) continue;
    try {
      target(std::get<scenario::BreakComponent>(scenario.events[i].action).what, fabric, tree);
    } catch (const UnknownComponent& error) {
      objections.add("/events/" + std::to_string(i) + "/break/what", error.what());
    }
  }
  const auto known = kinds(tree);
  for (std::size_t i = 0; i < scenario.breakdowns.size(); ++i)
    objections.unless(std::find(known.begin(), known.end(), scenario.breakdowns[i].device) != known.end(),
                      "/breakdowns/" + std::to_string(i) + "/device",
                      scenario::unknown("device", scenario.breakdowns[i].device, known));
}

/// On a grid a node and its router are one, unless the machine says what joins them.
std::string objection_to_link(const std::string& name, const Scenario& scenario, const Fabric& fabric) {
  try {
    const NamedLinks named = links(name, fabric);
    if (!named.of_wiring.empty() || scenario.machine.injection > BytesPerSecond(0)) return "";
    return scenario::in_quotes(name) + " is no link of this machine: what joins a node to its router here has no rate "
                                       "of its own, as \"injection\" would give it. Its router's other ports have";
  } catch (const UnknownComponent& error) { return error.what(); }
}

void object_to_links(const Scenario& scenario, scenario::Objections& objections) {
  const Fabric fabric(scenario.machine);
  for (std::size_t i = 0; i < scenario.events.size(); ++i)
    if (is_slow_link(scenario.events[i])) {
      const auto& name = std::get<scenario::SlowLink>(scenario.events[i].action).link;
      const std::string objection = objection_to_link(name, scenario, fabric);
      objections.unless(objection.empty(), "/events/" + std::to_string(i) + "/slow_link", objection);
    }
}

} // namespace

bool has_components(const Scenario& scenario) { return has_breaks(scenario) || scenario.localisation.has_value(); }

std::vector<Problem> objections(const Scenario& scenario, const std::string& file) {
  scenario::Objections objections(file);
  if (has_slow_links(scenario)) object_to_links(scenario, objections);
  if (!has_components(scenario)) return objections.take();
  try {
    object_to_names(scenario, models::faults::read_fault_models(scenario.devices), objections);
  } catch (const models::faults::FaultTreeError& error) { objections.add("", error.what()); }
  return objections.take();
}

} // namespace daruma::faults
