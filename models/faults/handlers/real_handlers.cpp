#include "models/faults/handlers/real_handlers.hpp"

#include "models/faults/handlers/questions.hpp"

namespace daruma::models::faults {

namespace {

std::string node_name(int number) { return "node" + std::to_string(number); }

/// The file does not tell where, which no time mends.
Answer not_told(const std::string& what) { return Answer::no_agent("the address of " + what + " is not given"); }

std::string with_port(std::string sensor, int port) {
  constexpr std::string_view placeholder = "{port}";
  const std::size_t at = sensor.find(placeholder);
  return at == std::string::npos ? sensor : sensor.replace(at, placeholder.size(), std::to_string(port));
}

template <class Items> bool has(const Items& items, int number) {
  return number >= 0 && static_cast<std::size_t>(number) < items.size();
}

} // namespace

Answer RealHandlers::ask(const Component& component, const FaultModelElem& element) {
  const bool is_of_node = component.model->holder == Holder::node;
  if (is_of_node ? !has(machine_.nodes, component.holder) : !has(machine_.switches, component.holder))
    return not_told(component.name());
  if (element.handler == "snmp") return ask_agent(component, element);
  if (is_of_node && element.handler == "ipmi") return ask_bmc(component.holder, element);
  if (is_of_node && element.handler == "tcp") return ask_service(component.holder, element);
  return Answer::no_sensor("nobody asks " + component.name() + " by \"" + element.handler +
                           R"("; known: "ipmi" and "tcp" for nodes, "snmp" for all)");
}

void RealHandlers::hang_up() {
  for (auto& [node, bmc] : bmcs_) bmc.hang_up();
}

Answer RealHandlers::ask_bmc(int node, const FaultModelElem& element) {
  const ManagedNode& machine_node = machine_.nodes[static_cast<std::size_t>(node)];
  const std::string name = "the BMC of " + node_name(node);
  if (machine_node.bmc.empty()) return not_told(name);
  auto& bmc =
      bmcs_.try_emplace(node, name + " at " + machine_node.bmc, machine_node.bmc, machine_node.ipmi).first->second;
  return bmc.ask(element.sensor, element.state);
}

Answer RealHandlers::ask_agent(const Component& component, const FaultModelElem& element) const {
  const auto number = static_cast<std::size_t>(component.holder);
  const bool is_of_node = component.model->holder == Holder::node;
  const std::string name =
      "the agent of " + (is_of_node ? node_name(component.holder) : "switch" + std::to_string(component.holder));
  const std::string& address = is_of_node ? machine_.nodes[number].agent : machine_.switches[number].agent;
  if (address.empty()) return not_told(name);
  const SnmpAccess& access = is_of_node ? machine_.nodes[number].snmp : machine_.switches[number].snmp;
  Answer answer = ask_snmp({name + " at " + address, address, access}, with_port(element.sensor, component.port));
  if (answer.value && element.state) answer.value = *answer.value == *element.state ? 1 : 0;
  return answer;
}

Answer RealHandlers::ask_service(int node, const FaultModelElem& element) const {
  const auto& services = machine_.nodes[static_cast<std::size_t>(node)].services;
  const auto found = services.find(element.sensor);
  const std::string name = element.sensor + " of " + node_name(node);
  if (found == services.end()) return Answer::no_sensor("the address of " + name + " is not given");
  return ask_tcp(name + " at " + found->second, found->second, machine_.tcp_timeout);
}

} // namespace daruma::models::faults
