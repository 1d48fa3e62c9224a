#include "sim/faults/breakage.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/faults/reach.hpp"

#include <variant>

namespace daruma::faults {

using models::faults::Effect;
using models::faults::Holder;

std::string told_of_throttling(int node, double fraction) {
  return told_of_node(node, "") + " to " + std::to_string(fraction).substr(0, 4) + " of its speed";
}

Breakage::Breakage(const scenario::Scenario& scenario, int replication)
    : tree_(models::faults::read_fault_models(scenario.devices)), fabric_(scenario.machine) {
  order(scenario);
  draw(scenario, static_cast<std::uint64_t>(replication));
}

void Breakage::order(const scenario::Scenario& scenario) {
  for (const scenario::Event& event : scenario.events) {
    const auto* const one = std::get_if<scenario::BreakComponent>(&event.action);
    if (one == nullptr) continue;
    breaks_.push_back({event.when.at, one->what});
    const Target what = target(one->what, fabric_, tree_);
    if (const auto* const failure_mode = std::get_if<FailureMode>(&what))
      health_.inflict({*failure_mode, event.when.at});
    else
      management_.cut(std::get<ManagementPart>(what), event.when.at);
  }
}

void Breakage::draw(const scenario::Scenario& scenario, std::uint64_t replication) {
  if (scenario.breakdowns.empty()) return;
  for (const auto& component : all_components(fabric_, tree_))
    for (const scenario::Breakdown& law : scenario.breakdowns) {
      if (law.device != component.model->name) continue;
      const std::string name = component.name();
      RandomStream stream(scenario.seed, replication, "breakdowns/" + name);
      const Seconds at = law.law->draw(law.shape, law.mtbf, stream);
      breaks_.push_back({at, name});
      health_.inflict({{component, &component.model->elements.front()}, at});
    }
}

Breakage::Moments Breakage::moments(BreakageEffects& effects) const {
  Moments moments;
  for (const auto& [when, what] : breaks_) moments[when].push_back([&effects, what = what] { effects.tell(what); });
  for (const Step& step : health_.steps())
    moments[step.at].push_back([this, &effects, step] {
      if (health_.takes_place(step)) take_place(step, effects);
    });
  return moments;
}

void Breakage::take_place(const Step& step, BreakageEffects& effects) const {
  const std::string name = step.component.name();
  const bool is_of_node = step.component.model->holder == Holder::node;
  const int node = step.component.holder;
  switch (step.effect) {
  case Effect::breaks:
    return effects.tell(name + ", which follows");
  case Effect::slows:
    return effects.throttle(node, step.speed);
  case Effect::ends_processes:
    return effects.end_processes(node, name + " broke");
  case Effect::hangs:
    return effects.lose_node(node, NodeLoss::hangs, name + " broke");
  case Effect::switches_off:
  case Effect::goes_dark:
    if (is_of_node) return effects.lose_node(node, NodeLoss::went_off, name + " broke");
    break;
  case Effect::cuts:
    break;
  }
  give_up_unreachable(step.at, name + " broke", effects);
}

void Breakage::give_up_unreachable(Seconds now, const std::string& why, BreakageEffects& effects) const {
  std::vector<int> living;
  for (int node = 0; node < fabric_.nodes(); ++node)
    if (!effects.is_lost(node)) living.push_back(node);
  for (const int node : given_up(fabric_, health_, living, now)) effects.lose_node(node, NodeLoss::cut_off, why);
}

} // namespace daruma::faults
