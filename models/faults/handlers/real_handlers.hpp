// Real devices, asked over the management network: "ipmi" a node's BMC for a sensor, "snmp" the agent of a switch or a
// node for an object, "tcp" a service of a node for a connection, which for the MPI process is the port where it takes
// connections of other ranks. A value, or none with the reason, within the timeout.
#pragma once

#include "models/faults/handlers/bmc.hpp"
#include "models/faults/handlers/management.hpp"
#include "models/faults/logic/detection.hpp"

#include <map>

namespace daruma::models::faults {

class RealHandlers final : public Handlers {
public:
  explicit RealHandlers(Management machine) : machine_(std::move(machine)) {}

  Answer ask(const Component& component, const FaultModelElem& element) override;
  /// By SNMP only.
  Answer ask_age(const Component& component, const FaultModelElem& element) override;
  /// Between requests: logins end, and who was silent may be asked again.
  void hang_up();

private:
  Answer ask_bmc(int node, const FaultModelElem& element);
  Answer ask_agent(const Component& component, const std::string& object) const;
  Answer ask_service(int node, const FaultModelElem& element) const;

  Management machine_;
  std::map<int, Bmc> bmcs_;
};

} // namespace daruma::models::faults
