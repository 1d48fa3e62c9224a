// A SimGrid network zone whose routes come from a topology's wiring: one for all topologies.
//
// SimGrid's flow model divides a link in inverse proportion to the latency of each route, as TCP does
// with round-trip times; on a direct network that would favour near neighbours. So every route here
// reports the same latency of one second, which makes all flows equal, and the model's latency factor,
// the sum of the latencies of the links on the route, turns it into the true one. Host::route_to()
// therefore gives true links but not a true latency.
#pragma once

#include "platforms/topology/interconnect.hpp"
#include "sim/core/network_model.hpp"
#include "sim/scenario/scenario.hpp"

#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/s4u/Host.hpp>

#include <memory>
#include <string>
#include <vector>

namespace daruma::platforms {

class MachineZone final : public simgrid::kernel::routing::NetZoneImpl {
public:
  /// Creates hosts, and links if SimGrid's network model is to use them, and seals the zone.
  MachineZone(const scenario::Machine&, std::shared_ptr<const topology::Interconnect>, NetworkModel);

  const std::vector<simgrid::s4u::Host*>& nodes() const { return nodes_; }
  simgrid::s4u::Host* file_server() const { return file_server_; }

private:
  using Link = simgrid::kernel::resource::StandardLinkImpl;

  void get_local_route(const simgrid::kernel::routing::NetPoint* from, const simgrid::kernel::routing::NetPoint* to,
                       simgrid::kernel::routing::Route* route, double* latency) override;

  void create_nodes(const scenario::Machine&);
  void create_links();
  Link* new_link(const std::string& name, BytesPerSecond bandwidth, Seconds latency);

  std::shared_ptr<const topology::Interconnect> interconnect_;
  std::vector<simgrid::s4u::Host*> nodes_;
  simgrid::s4u::Host* file_server_ = nullptr;
  std::vector<Link*>
      links_; ///< as the interconnect numbers them; null where a slot is empty; none for the other models
};

} // namespace daruma::platforms
