// How a TCP connection ends when the machine breaks, as Linux 6.1 does it: which error, and after which timers.
//
// Silence (nothing comes back) is noticed by retransmissions: of data after tcp_retries2 of them, of a SYN after
// tcp_syn_retries. Between hosts of one network the kernel also looks for the neighbour's address; that it is not found
// ends a connect, and gives the error of a connection that has data to send its name when its timers run out
// (tcp_v4_err, tcp_write_err). Who has nothing to send notices nothing without keepalive. A kernel whose process is
// gone answers with a reset; an interface that is down is noticed at once by whoever wants to send. Kernels without
// processors' time, routing protocols and ICMP from routers are left out.
#pragma once

#include "models/faults/fault_model.hpp"
#include "sim/base/units.hpp"

#include <optional>

namespace daruma::components {

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

enum class Connection {
  connecting,
  sending, ///< established, data not acknowledged
  waiting  ///< established, nothing in flight
};

/// What a connection meets that was sound before.
enum class Encounter { nothing, silence, reset, own_interface_down };

struct SocketError {
  models::faults::Error error;
  Seconds after; ///< the encounter
};

/// Nothing if the program is never told.
std::optional<SocketError> socket_error(Encounter, Connection, const SocketRules&);

/// Of `retransmissions` that start at `first` and double up to the longest.
Seconds retransmission_time(Seconds first, Seconds longest, int retransmissions);

} // namespace daruma::components
