// The network of its own over which management controllers and switches are asked.
//
// One switch, and from it a cable to each node, which its management controller (BMC) and its own questions share, and
// one to each switch of the machine. A node asks its own controller without the network. All of it can break.
#pragma once

#include "sim/components/names.hpp"

#include <vector>

namespace daruma::components {

/// Of the questions. Timeouts are those that the tools come with.
struct ManagementTimes {
  Seconds latency{100e-6};    ///< of the network, one way
  Seconds bmc_answer{20e-3};  ///< assumed: a controller reads its sensor
  Seconds agent_answer{5e-3}; ///< assumed: a switch reads its table
  Seconds ipmi_timeout{20};   ///< FreeIPMI's session timeout
  Seconds snmp_timeout{1};    ///< Net-SNMP's
  int snmp_retries = 5;       ///< Net-SNMP's
};

class Management {
public:
  void cut(const ManagementPart&, Seconds at);
  bool reaches(int asker, models::faults::Holder, int number, Seconds now) const;
  bool is_cut(const ManagementPart&, Seconds now) const;

private:
  struct Cut {
    ManagementPart part;
    Seconds at;
  };
  std::vector<Cut> cuts_;
};

} // namespace daruma::components
