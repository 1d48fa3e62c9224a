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

bool is_told_of(const Management& machine, const Component& component) {
  return component.model->holder == Holder::node ? has(machine.nodes, component.holder)
                                                 : has(machine.switches, component.holder);
}

} // namespace

Answer RealHandlers::ask(const Component& component, const FaultModelElem& element) {
  const bool is_of_node = component.model->holder == Holder::node;
  if (!is_told_of(machine_, component)) return not_told(component.name());
  if (element.handler == "snmp") {
    Answer answer = ask_agent(component, element.sensor);
    if (answer.value && element.state) answer.value = *answer.value == *element.state ? 1 : 0;
    return answer;
  }
  if (is_of_node && element.handler == "ipmi") return ask_bmc(component.holder, element);
  if (is_of_node && element.handler == "tcp") return ask_service(component.holder, element);
  return Answer::no_sensor("nobody asks " + component.name() + " by \"" + element.handler +
                           R"("; known: "ipmi" and "tcp" for nodes, "snmp" for all)");
}

/// The clock begins anew after 2^32 hundredths of a second. What it was 0 at was before the agent began (RFC 2863).
Answer RealHandlers::ask_age(const Component& component, const FaultModelElem& element) {
  if (!is_told_of(machine_, component)) return not_told(component.name());
  const std::string subject = "since when " + component.name() + " shows \"" + element.name + "\"";
  if (element.handler != "snmp" || !element.last_change) return Answer::no_sensor("nobody is asked " + subject);
  Answer then = ask_agent(component, element.last_change->at);
  if (!then.value) return then;
  if (*then.value == 0) return Answer::no_sensor("the agent has not been there " + subject);
  Answer now = ask_agent(component, element.last_change->clock);
  if (!now.value) return now;
  const auto hundredths = static_cast<std::uint32_t>(static_cast<std::int64_t>(*now.value - *then.value));
  return Answer::of(hundredths / 100.0);
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

Answer RealHandlers::ask_agent(const Component& component, const std::string& object) const {
  const auto number = static_cast<std::size_t>(component.holder);
  const bool is_of_node = component.model->holder == Holder::node;
  const std::string name =
      "the agent of " + (is_of_node ? node_name(component.holder) : "switch" + std::to_string(component.holder));
  const std::string& address = is_of_node ? machine_.nodes[number].agent : machine_.switches[number].agent;
  if (address.empty()) return not_told(name);
  const SnmpAccess& access = is_of_node ? machine_.nodes[number].snmp : machine_.switches[number].snmp;
  return ask_snmp({name + " at " + address, address, access}, with_port(object, component.port));
}

Answer RealHandlers::ask_service(int node, const FaultModelElem& element) const {
  const auto& services = machine_.nodes[static_cast<std::size_t>(node)].services;
  const auto found = services.find(element.sensor);
  const std::string name = element.sensor + " of " + node_name(node);
  if (found == services.end()) return Answer::no_sensor("the address of " + name + " is not given");
  return ask_tcp(name + " at " + found->second, found->second, machine_.tcp_timeout);
}

} // namespace daruma::models::faults
