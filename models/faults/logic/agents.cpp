#include "models/faults/logic/agents.hpp"

namespace daruma::models::faults {

bool Agents::Agent::answers_for(const Component& component, const FaultModelElem& element) const {
  return is_of_node == (component.model->holder == Holder::node) && holder == component.holder &&
         handler == element.handler;
}

Answer Agents::ask(const Component& component, const FaultModelElem& element) {
  for (const Agent& agent : lost_)
    if (agent.answers_for(component, element)) return Answer::no_agent(agent.why_not);
  Answer answer = handlers_.ask(component, element);
  if (answer.lost == Lost::agent)
    lost_.push_back({component.model->holder == Holder::node, component.holder, element.handler, answer.why_not});
  return answer;
}

} // namespace daruma::models::faults
