// How a TCP connection ends when the machine breaks, as Linux 6.1 does it: which error, and after which timers.
//
// Silence (nothing comes back) is noticed by retransmissions: of data after tcp_retries2 of them, of a SYN after
// tcp_syn_retries. Between hosts of one network the kernel also looks for the neighbour's address; that it is not found
// ends a connect, and gives the error of a connection that has data to send its name when its timers run out
// (tcp_v4_err, tcp_write_err). Who has nothing to send notices nothing without keepalive. A kernel whose process is
// gone answers with a reset; an interface that is down is noticed at once by whoever wants to send. Kernels without
// processors' time, routing protocols and ICMP from routers are left out.
#pragma once

#include "models/faults/logic/fault_model.hpp"
#include "sim/core/localisation.hpp"

#include <optional>

namespace daruma::faults {

using daruma::SocketRules;

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

/// The time of `retransmissions` whose waits start at `first` and double up to the longest.
Seconds retransmission_time(Seconds first, Seconds longest, int retransmissions);

} // namespace daruma::faults
