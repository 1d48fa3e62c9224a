// A service that is there if it takes a TCP connection, and is not if the host refuses it.
#pragma once

#include "models/faults/logic/detection.hpp"
#include "sim/core/units.hpp"

#include <string>

namespace daruma::models::faults {

/// 1 if the connection is taken, 0 if it is refused; no value for a host that says neither within the timeout.
/// `name` as in "rsh of node3 at 10.0.1.3:514".
Answer ask_tcp(const std::string& name, const std::string& address, Seconds timeout);

} // namespace daruma::models::faults
