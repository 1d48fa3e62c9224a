#include "platforms/machine_zone.hpp"

#include "sim/simgrid/versions.hpp"

#include <stdexcept>

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
                         NetworkModel model)
    : NetZoneImpl("machine"), interconnect_(std::move(interconnect)) {
  simgrid_api::adopt(*this);
  simgrid_api::set_latency_factor(*get_iface(), true_latency);
  create_nodes(machine);
  if (model == NetworkModel::simgrid) create_links();
  seal();
}

/// A network point's id is the number of its node, or of the file server, on the interconnect.
void MachineZone::create_nodes(const scenario::Machine& machine) {
  nodes_.reserve(static_cast<std::size_t>(machine.nodes));
  for (int node = 0; node < machine.nodes; ++node) {
    auto* host = simgrid_api::add_host(*get_iface(), "node-" + std::to_string(node), machine.core_speed);
    nodes_.push_back(host->set_core_count(machine.cores));
  }
  file_server_ = simgrid_api::add_host(*get_iface(), "file-server", machine.core_speed);
}

void MachineZone::create_links() {
  links_.resize(interconnect_->links());
  for (topology::LinkSlot link = 0; link < links_.size(); ++link) {
    const std::string name = interconnect_->link_name(link);
    if (!name.empty()) links_[link] = new_link(name, interconnect_->bandwidth(link), interconnect_->latency(link));
  }
}

MachineZone::Link* MachineZone::new_link(const std::string& name, BytesPerSecond bandwidth, Seconds latency) {
  return simgrid_api::add_link(*get_iface(), name, bandwidth.value())->set_latency(latency.count())->seal()->get_impl();
}

void MachineZone::get_local_route(const routing::NetPoint* from, const routing::NetPoint* to, routing::Route* route,
                                  double* latency) {
  if (links_.empty()) throw std::logic_error("SimGrid is to send something, and another network model is in use");
  if (latency != nullptr) *latency += same_latency_for_all_routes;
  std::vector<topology::LinkSlot> taken;
  interconnect_->route(static_cast<int>(from->id()), static_cast<int>(to->id()), taken);
  for (const topology::LinkSlot link : taken) route->link_list_.push_back(links_[link]);
}

} // namespace daruma::platforms
