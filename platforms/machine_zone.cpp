#include "platforms/machine_zone.hpp"

#include "sim/simgrid/versions.hpp"

namespace daruma::platforms {

namespace routing = simgrid::kernel::routing;
namespace s4u = simgrid::s4u;

namespace {

constexpr double same_latency_for_all_routes = 1.0;

double true_latency(double, const s4u::Host*, const s4u::Host*, const std::vector<s4u::Link*>& links,
                    const std::unordered_set<s4u::NetZone*>&) {
  double sum = 0;
  for (const s4u::Link* link : links) sum += link->get_latency();
  return sum;
}

} // namespace

// Not named as the machine is: that name is free text, and SimGrid ends the program where a zone and a host share one.
MachineZone::MachineZone(const scenario::Machine& machine, std::shared_ptr<const topology::Interconnect> interconnect,
                         const std::vector<double>& slower)
    : NetZoneImpl("machine"), interconnect_(std::move(interconnect)) {
  simgrid_api::adopt(*this);
  simgrid_api::set_latency_factor(*get_iface(), true_latency);
  create_nodes(machine, slower);
  create_links(machine);
  seal();
}

/// Nodes come first, so that a network point's id is the number of its node.
void MachineZone::create_nodes(const scenario::Machine& machine, const std::vector<double>& slower) {
  std::vector<double> speeds{machine.core_speed.value()};
  for (const double fraction : slower) speeds.push_back(machine.core_speed.value() * fraction);
  nodes_.reserve(static_cast<std::size_t>(machine.nodes));
  for (int node = 0; node < machine.nodes; ++node) {
    auto* host = simgrid_api::add_host(*get_iface(), "node-" + std::to_string(node), speeds);
    nodes_.push_back(host->set_core_count(machine.cores));
  }
  file_server_ = simgrid_api::add_host(*get_iface(), "file-server", {machine.core_speed.value()});
}

void MachineZone::create_links(const scenario::Machine& machine) {
  links_.resize(interconnect_->links());
  for (topology::LinkSlot link = 0; link < links_.size(); ++link) {
    const std::string name = interconnect_->link_name(link);
    if (!name.empty()) links_[link] = new_link(name, interconnect_->bandwidth(link), interconnect_->latency(link));
  }
  const Seconds hop = machine.link.latency + machine.topology.router_delay;
  storage_ports_.reserve(nodes_.size());
  for (std::size_t node = 0; node < nodes_.size(); ++node)
    storage_ports_.push_back(new_link(std::to_string(node) + ">fs", machine.link.bandwidth, hop));
  file_system_ = new_link("fs", machine.file_system, Seconds(0));
}

MachineZone::Link* MachineZone::new_link(const std::string& name, BytesPerSecond bandwidth, Seconds latency) {
  return simgrid_api::add_link(*get_iface(), name, bandwidth.value())->set_latency(latency.count())->seal()->get_impl();
}

void MachineZone::get_local_route(const routing::NetPoint* from, const routing::NetPoint* to, routing::Route* route,
                                  double* latency) {
  if (latency != nullptr) *latency += same_latency_for_all_routes;
  std::vector<Link*>& path = route->link_list_;
  const std::size_t server = nodes_.size();
  if (to->id() == server) {
    path.insert(path.end(), {storage_ports_[from->id()], file_system_});
  } else if (from->id() == server) {
    path.insert(path.end(), {file_system_, storage_ports_[to->id()]});
  } else {
    std::vector<topology::LinkSlot> taken;
    interconnect_->route(static_cast<int>(from->id()), static_cast<int>(to->id()), taken);
    for (const topology::LinkSlot link : taken) path.push_back(links_[link]);
  }
}

} // namespace daruma::platforms
