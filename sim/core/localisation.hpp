// How a machine tells which part of it broke: its sockets' timers, the network over which devices are asked, and what
// is made of the answer.
//
// Vocabulary shared by the scenario layer, which reads it, by the simulated components, and by the engine.
#pragma once

#include "sim/core/units.hpp"

namespace daruma {

/// Named as the sysctls of Linux, with its defaults; what is a constant there as that.
struct SocketRules {
  bool is_one_network = true; ///< neighbours resolve each other's addresses; else routers are between them
  int tcp_retries2 = 15;
  int tcp_syn_retries = 6;
  Seconds tcp_keepalive_time{0}; ///< 0: not asked for by the program (SO_KEEPALIVE)
  Seconds tcp_keepalive_intvl{75};
  int tcp_keepalive_probes = 9;
  Seconds retrans_time_ms{1}; ///< net.ipv4.neigh.*
  int mcast_solicit = 3;
  int ucast_solicit = 3;
  Seconds base_reachable_time_ms{30};
  Seconds delay_first_probe_time{5};
  Seconds rto_min{0.2};      ///< TCP_RTO_MIN
  Seconds rto_max{120};      ///< TCP_RTO_MAX
  Seconds timeout_init{1};   ///< TCP_TIMEOUT_INIT
  Seconds round_trip{50e-6}; ///< of a reset
};

/// The times of questions to devices. The defaults of timeouts are those of the usual tools.
struct ManagementTimes {
  Seconds latency{100e-6};    ///< of the network, one way
  Seconds bmc_answer{20e-3};  ///< assumed: a controller reads its sensor
  Seconds agent_answer{5e-3}; ///< assumed: a switch reads its table
  Seconds ipmi_timeout{20};   ///< FreeIPMI's session timeout
  Seconds snmp_timeout{1};    ///< Net-SNMP's
  int snmp_retries = 5;       ///< Net-SNMP's
};

/// What is made of a verdict.
enum class Recourse {
  none,    ///< it is written down
  informed ///< nodes that it takes away are given up at once, and replacements go where nothing is broken
};

struct Localisation {
  Recourse recourse = Recourse::informed;
  SocketRules sockets{};
  ManagementTimes management{};
};

} // namespace daruma
