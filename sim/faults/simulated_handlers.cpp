#include "sim/faults/simulated_handlers.hpp"

#include <algorithm>

namespace daruma::faults {

using models::faults::Answer;
using models::faults::Component;
using models::faults::FaultModelElem;
using models::faults::Holder;

namespace {

std::string name_of(const ManagementPart& agent) {
  if (!agent.holder) return "the agent of the management switch";
  return (*agent.holder == Holder::node ? "the BMC of node" : "the agent of switch") + std::to_string(agent.number);
}

} // namespace

bool SimulatedHandlers::is_of_management_switch(const Component& component) const {
  return component.model->holder != Holder::node && component.holder == health_.fabric().management_switch();
}

ManagementPart SimulatedHandlers::agent_of(const Component& component) const {
  if (is_of_management_switch(component)) return {};
  return {component.model->holder == Holder::node ? Holder::node : Holder::network_switch, component.holder};
}

Seconds SimulatedHandlers::answer_time(const ManagementPart& agent) const {
  if (agent.holder != Holder::node) return 2 * times_.latency + times_.agent_answer;
  return agent.number == asker_ ? times_.bmc_answer : 2 * times_.latency + times_.bmc_answer;
}

Seconds SimulatedHandlers::timeout(const ManagementPart& agent) const {
  return agent.holder == Holder::node ? times_.ipmi_timeout : (1 + times_.snmp_retries) * times_.snmp_timeout;
}

std::optional<Seconds> SimulatedHandlers::link_lost_at(const Component& component) const {
  const Holder holder = component.model->holder == Holder::node ? Holder::node : Holder::network_switch;
  if (!is_of_management_switch(component))
    return health_.link_lost_at({holder, component.holder, component.port}, now_);
  const auto power = health_.standby_lost_at(Holder::node, component.port, now_);
  const auto cable = management_.cut_at({Holder::node, component.port}, now_);
  if (!power || !cable) return power ? power : cable;
  return std::min(power, cable);
}

std::optional<Answer> SimulatedHandlers::why_not(const Component& component) {
  ++queries_;
  const ManagementPart agent = agent_of(component);
  const bool answers = management_.reaches(asker_, agent, now_) &&
                       (!agent.holder || health_.has_standby_power(*agent.holder, agent.number, now_));
  now_ += answers ? answer_time(agent) : timeout(agent);
  if (answers) return std::nullopt;
  return Answer::no_agent(name_of(agent) + " does not answer within " + to_text(timeout(agent)));
}

Answer SimulatedHandlers::ask(const Component& component, const FaultModelElem& element) {
  if (auto unanswered = why_not(component)) return *unanswered;
  if (is_of_management_switch(component))
    return Answer::of(element.is_symptom && link_lost_at(component) ? element.broken : element.sound);
  const ManagementPart agent = agent_of(component);
  if (element.is_symptom && !health_.has_power(*agent.holder, agent.number, now_))
    return Answer::no_sensor("it has no power");
  return Answer::of(health_.reading(component, element, now_));
}

Answer SimulatedHandlers::ask_age(const Component& component, const FaultModelElem&) {
  if (auto unanswered = why_not(component)) return *unanswered;
  return Answer::of((now_ - link_lost_at(component).value_or(Seconds(0))).count());
}

} // namespace daruma::faults
