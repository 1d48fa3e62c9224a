// An SNMP agent, of a switch or of a node, that is asked for one number, through Net-SNMP.
#pragma once

#include "models/faults/handlers/management.hpp"
#include "models/faults/logic/detection.hpp"

#include <string>

namespace daruma::models::faults {

struct SnmpAgent {
  std::string name; ///< as in "the agent of switch0 at 10.0.2.1:161"
  std::string address;
  SnmpAccess access;
};

/// `object` in numbers, as in "1.3.6.1.2.1.2.2.1.8.3".
Answer ask_snmp(const SnmpAgent& agent, const std::string& object);

} // namespace daruma::models::faults
