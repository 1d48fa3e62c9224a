#include "sim/faults/sockets.hpp"

#include <algorithm>

namespace daruma::faults {

using models::faults::Error;

namespace {

/// The time until a neighbour is given up that was heard a moment ago.
Seconds neighbour_lost(const SocketRules& rules) {
  return rules.base_reachable_time_ms + rules.delay_first_probe_time + rules.ucast_solicit * rules.retrans_time_ms;
}

SocketError timed_out(Seconds after, const SocketRules& rules) {
  const bool is_neighbour_known_lost = rules.is_one_network && neighbour_lost(rules) <= after;
  return {is_neighbour_known_lost ? Error::ehostunreach : Error::etimedout, after};
}

std::optional<SocketError> after_silence(Connection connection, const SocketRules& rules) {
  switch (connection) {
  case Connection::connecting: {
    const Seconds syn = retransmission_time(rules.timeout_init, rules.rto_max, rules.tcp_syn_retries);
    const Seconds unresolved = rules.mcast_solicit * rules.retrans_time_ms;
    if (rules.is_one_network && unresolved < syn) return SocketError{Error::ehostunreach, unresolved};
    return SocketError{Error::etimedout, syn};
  }
  case Connection::sending:
    return timed_out(retransmission_time(rules.rto_min, rules.rto_max, rules.tcp_retries2), rules);
  case Connection::waiting:
    if (rules.tcp_keepalive_time <= Seconds(0)) return std::nullopt;
    return timed_out(rules.tcp_keepalive_time + rules.tcp_keepalive_probes * rules.tcp_keepalive_intvl, rules);
  }
  return std::nullopt;
}

} // namespace

/// The last one is waited for, too.
Seconds retransmission_time(Seconds first, Seconds longest, int retransmissions) {
  Seconds sum{0};
  Seconds wait = first;
  for (int i = 0; i <= retransmissions; ++i) {
    sum += wait;
    wait = std::min(2 * wait, longest);
  }
  return sum;
}

std::optional<SocketError> socket_error(Encounter encounter, Connection connection, const SocketRules& rules) {
  switch (encounter) {
  case Encounter::nothing:
    return std::nullopt;
  case Encounter::silence:
    return after_silence(connection, rules);
  case Encounter::reset:
    return SocketError{connection == Connection::connecting ? Error::econnrefused : Error::econnreset,
                       rules.round_trip};
  case Encounter::own_interface_down: // its routes go with it
    if (connection == Connection::connecting) return SocketError{Error::enetunreach, Seconds(0)};
    if (connection == Connection::sending) return SocketError{Error::enetdown, Seconds(0)};
    return after_silence(connection, rules);
  }
  return std::nullopt;
}

} // namespace daruma::faults
