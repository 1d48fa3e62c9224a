#include "sim/faults/simulated_handlers.hpp"

namespace daruma::faults {

using models::faults::Answer;
using models::faults::Component;
using models::faults::FaultModelElem;
using models::faults::Holder;

Seconds SimulatedHandlers::answer_time(Holder agent, int number) const {
  if (agent != Holder::node) return 2 * times_.latency + times_.agent_answer;
  return number == asker_ ? times_.bmc_answer : 2 * times_.latency + times_.bmc_answer;
}

Seconds SimulatedHandlers::timeout(Holder agent) const {
  return agent == Holder::node ? times_.ipmi_timeout : (1 + times_.snmp_retries) * times_.snmp_timeout;
}

Answer SimulatedHandlers::ask(const Component& component, const FaultModelElem& element) {
  ++queries_;
  const Holder agent = component.model->holder == Holder::node ? Holder::node : Holder::network_switch;
  const bool answers = management_.reaches(asker_, agent, component.holder, now_) &&
                       health_.has_standby_power(agent, component.holder, now_);
  now_ += answers ? answer_time(agent, component.holder) : timeout(agent);
  if (!answers)
    return Answer::no_agent((agent == Holder::node ? "the BMC of node" : "the agent of switch") +
                            std::to_string(component.holder) + " does not answer within " + to_text(timeout(agent)));
  if (element.is_symptom && !health_.has_power(agent, component.holder, now_))
    return Answer::no_sensor("it has no power");
  return Answer::of(health_.reading(component, element, now_));
}

} // namespace daruma::faults
