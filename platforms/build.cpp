#include "platforms/build.hpp"

#include "platforms/machine_zone.hpp"

#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <xbt/log.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace daruma::platforms {

namespace {

/// SimGrid does not start a transfer of nothing, so the least is one byte.
std::uint64_t whole_bytes(Bytes size) { return static_cast<std::uint64_t>(std::max(1.0, std::round(size.value()))); }

} // namespace

void FileSystem::write(Bytes size) const {
  simgrid::s4u::Comm::sendto(simgrid::s4u::this_actor::get_host(), server_, whole_bytes(size));
}

void FileSystem::read(Bytes size) const {
  simgrid::s4u::Comm::sendto(server_, simgrid::s4u::this_actor::get_host(), whole_bytes(size));
}

void configure_network() {
  using simgrid::s4u::Engine;
  xbt_log_control_set("xbt_cfg.thresh:warning"); // or every line below is announced on standard error
  Engine::set_config("network/model:CM02");      // latency and bandwidth factors 1, no weight by bandwidth
  Engine::set_config("network/crosstraffic:0");  // full duplex: no 5 % taken from the opposite direction
  Engine::set_config("network/TCP-gamma:1e300"); // no limit from a TCP window
}

void slow_down(simgrid::s4u::Host& node, std::size_t which) { node.set_pstate(static_cast<int>(which) + 1); }

std::shared_ptr<const topology::Interconnect> interconnect_of(const scenario::Machine& machine) {
  const Seconds hop = machine.link.latency + machine.topology.router_delay;
  return std::make_shared<const topology::Interconnect>(
      topology::wire(machine.topology, machine.nodes), machine.nodes,
      topology::LinkRates{machine.link.bandwidth, hop, machine.loopback.bandwidth, machine.loopback.latency,
                          machine.injection});
}

Platform build(const scenario::Machine& machine, const std::vector<double>& slower) {
  auto interconnect = interconnect_of(machine);
  auto* zone = new MachineZone(machine, interconnect, slower); // owned by the engine, as its root zone
  return {std::move(interconnect), zone->nodes(), FileSystem(zone->file_server())};
}

} // namespace daruma::platforms
