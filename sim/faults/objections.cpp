#include "sim/faults/objections.hpp"

#include "models/faults/logic/read_fault_models.hpp"
#include "sim/faults/names.hpp"
#include "sim/scenario/wording.hpp"

#include <algorithm>

namespace daruma::faults {

using models::faults::FaultTree;
using scenario::Problem;
using scenario::Scenario;

namespace {

bool is_break(const scenario::Event& event) { return std::holds_alternative<scenario::BreakComponent>(event.action); }

bool has_breaks(const Scenario& scenario) {
  return !scenario.breakdowns.empty() || std::any_of(scenario.events.begin(), scenario.events.end(), is_break);
}

std::vector<std::string> kinds(const FaultTree& tree) {
  std::vector<std::string> names;
  for (const auto& model : tree.models())
    if (!model.elements.front().then.empty()) names.push_back(model.name);
  return names;
}

class Objections {
public:
  Objections(const Scenario& scenario, const std::string& file) : scenario_(scenario), file_(file) {}

  std::vector<Problem> take() {
    try {
      object_to_names(models::faults::read_fault_models(scenario_.devices));
    } catch (const models::faults::FaultTreeError& error) { add("", error.what()); }
    return std::move(problems_);
  }

private:
  void add(const std::string& pointer, const std::string& sentence) { problems_.push_back({file_, pointer, sentence}); }

  void object_to_names(const FaultTree& tree) {
    const Fabric fabric(scenario_.machine);
    for (std::size_t i = 0; i < scenario_.events.size(); ++i) {
      if (!is_break(scenario_.events[i])) continue;
      try {
        target(std::get<scenario::BreakComponent>(scenario_.events[i].action).what, fabric, tree);
      } catch (const UnknownComponent& error) { add("/events/" + std::to_string(i) + "/break/what", error.what()); }
    }
    const auto known = kinds(tree);
    for (std::size_t i = 0; i < scenario_.breakdowns.size(); ++i)
      if (std::find(known.begin(), known.end(), scenario_.breakdowns[i].device) == known.end())
        add("/breakdowns/" + std::to_string(i) + "/device",
            scenario::unknown("device", scenario_.breakdowns[i].device, known));
  }

  const Scenario& scenario_;
  const std::string& file_;
  std::vector<Problem> problems_;
};

} // namespace

bool has_components(const Scenario& scenario) { return has_breaks(scenario) || scenario.localisation.has_value(); }

std::vector<Problem> objections(const Scenario& scenario, const std::string& file) {
  if (!has_components(scenario)) return {};
  return Objections(scenario, file).take();
}

} // namespace daruma::faults
