#include "platforms/build.hpp"

#include "platforms/machine_zone.hpp"

#include <simgrid/s4u/Engine.hpp>
#include <xbt/log.h>

namespace daruma::platforms {

void configure_network() {
  using simgrid::s4u::Engine;
  xbt_log_control_set("xbt_cfg.thresh:warning"); // or every line below is announced on standard error
  Engine::set_config("network/model:CM02");      // latency and bandwidth factors 1, no weight by bandwidth
  Engine::set_config("network/crosstraffic:0");  // full duplex: no 5 % taken from the opposite direction
  Engine::set_config("network/TCP-gamma:1e300"); // no limit from a TCP window
}

std::shared_ptr<const topology::Interconnect> interconnect_of(const scenario::Machine& machine) {
  const Seconds hop = machine.link.latency + machine.topology.router_delay;
  return std::make_shared<const topology::Interconnect>(
      topology::wire(machine.topology, machine.nodes), machine.nodes,
      topology::LinkRates{machine.link.bandwidth, hop, machine.loopback.bandwidth, machine.loopback.latency,
                          machine.injection, machine.file_system, machine.file_system_latency});
}

Platform build(const scenario::Machine& machine, NetworkModel model) {
  auto interconnect = interconnect_of(machine);
  auto* zone = new MachineZone(machine, interconnect, model); // owned by the engine, as its root zone
  return {std::move(interconnect), zone->nodes(), zone->file_server()};
}

} // namespace daruma::platforms
