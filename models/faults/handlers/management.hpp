// Where the devices of a machine are asked, with what credentials and how long, and which cable goes where: a file.
//
//   {"models": ["devices", "services"],
//    "ipmi": {"user": "monitor", "password": "...", "timeout": "2s"},
//    "snmp": {"community": "public", "timeout": "500ms", "retries": 1},
//    "tcp": {"timeout": "1s"},
//    "nodes": [{"bmc": "10.0.0.1:623", "agent": "10.0.1.1:161", "switch": 0, "port": 1, "bmc_switch": 2, "bmc_port": 7,
//               "services": {"rsh": "10.0.1.1:514", "mpi": "10.0.1.1:1024"}}],
//    "switches": [{"agent": "10.0.2.1:161", "links": [{"port": 49, "switch": 1, "to_port": 1}]}]}
//
// Nodes and switches are numbered from 0 in their order; those of the management network, which BMCs are plugged into,
// are among them. "ipmi" and "snmp" may be given for a node or a switch as well,
// and hold there. Folders of models are relative to the file; ports are numbered as the switch's agent does (ifIndex).
#pragma once

#include "models/faults/logic/fault_model.hpp"
#include "sim/core/units.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace daruma::models::faults {

struct IpmiAccess {
  std::string user{};
  std::string password{};
  Seconds timeout{2};
};

/// A question may take timeout * (retries + 1).
struct SnmpAccess {
  std::string community = "public";
  Seconds timeout{0.5};
  int retries = 1;
};

struct SwitchPort {
  int network_switch;
  int port;
};

/// What is not told is empty.
struct ManagedNode {
  std::string bmc;
  IpmiAccess ipmi;
  std::string agent;
  SnmpAccess snmp;
  std::map<std::string, std::string> services; ///< the address of each
  std::optional<SwitchPort> nic_port;          ///< that its NIC is plugged into
  std::optional<SwitchPort> bmc_port;          ///< and its BMC
};

struct SwitchLink {
  int port;
  int to_switch;
  int to_port;
};

struct ManagedSwitch {
  std::string agent;
  SnmpAccess snmp;
  std::vector<SwitchLink> links; ///< also those that the other switch told
};

struct Management {
  std::vector<std::filesystem::path> models;
  Seconds tcp_timeout{1};
  std::vector<ManagedNode> nodes;
  std::vector<ManagedSwitch> switches;
};

/// Throws FaultTreeError with the file and the JSON pointer of what is wrong.
Management read_management(const std::filesystem::path& file);

} // namespace daruma::models::faults
