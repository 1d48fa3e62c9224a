// What differs between SimGrid 3.32 (Debian 12) and 4.0 (Debian 13), under names that suit both.
//
// Everything else of SimGrid is used as it is; whoever needs one of these includes this header
// instead of SimGrid's own.
#pragma once

#include "sim/core/units.hpp"

#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>
#include <simgrid/s4u/NetZone.hpp>
#include <simgrid/version.h>

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

namespace daruma::simgrid_api {

namespace s4u = simgrid::s4u;

s4u::Host* add_host(s4u::NetZone&, const std::string& name, FlopsPerSecond core_speed);
s4u::Link* add_link(s4u::NetZone&, const std::string& name, double bytes_per_second);
s4u::Link* add_split_duplex_link(s4u::NetZone&, const std::string& name, double bytes_per_second);
/// A zone in which every host has a way of its own to the centre, as the platform's outermost one.
s4u::NetZone* add_star_zone(const std::string& name);
/// Between hosts of the zone, or from the host to the centre if `to` is null; the same way back.
void add_route(s4u::NetZone&, const s4u::Host* from, const s4u::Host* to, const s4u::LinkInRoute&);

/// Makes a zone of one's own, not sealed yet, part of the platform; it alone has hosts.
void adopt(simgrid::kernel::routing::NetZoneImpl&);

/// What the latency of a route is multiplied by.
using LatencyFactor = double(double size, const s4u::Host* from, const s4u::Host* to,
                             const std::vector<s4u::Link*>& links, const std::unordered_set<s4u::NetZone*>& zones);
void set_latency_factor(s4u::NetZone&, const std::function<LatencyFactor>&);

/// Runs `code` in the kernel, for the calling actor, which goes on once it is done.
void ask_kernel(const std::function<void()>& code);

/// Calls back, in kernel context, whenever a transfer between hosts has ended, well or not.
void on_transfer_end(const std::function<void(const s4u::Comm&)>&);

} // namespace daruma::simgrid_api
