// Questions that need no login: to an SNMP agent, of a switch or of a node, for one number, through Net-SNMP; and to a
// service, which is there if it takes a TCP connection, and is not if the host refuses it.
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

/// 1 if the connection is taken, 0 if it is refused; no value for a host that says neither within the timeout.
/// `name` as in "rsh of node3 at 10.0.1.3:514".
Answer ask_tcp(const std::string& name, const std::string& address, Seconds timeout);

} // namespace daruma::models::faults
