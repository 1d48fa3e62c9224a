#include "sim/simgrid/versions.hpp"

#include "sim/simgrid/simcalls.hpp"

#if SIMGRID_VERSION_MAJOR < 4
#include <simgrid/kernel/resource/NetworkModelIntf.hpp>
#endif

namespace daruma::simgrid_api {

void ask_kernel(const std::function<void()>& code) { simgrid::kernel::actor::simcall_answered(code); }

#if SIMGRID_VERSION_MAJOR >= 4

s4u::Host* add_host(s4u::NetZone& zone, const std::string& name, FlopsPerSecond speed) {
  return zone.add_host(name, speed.value());
}
s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, double rate) { return zone.add_link(name, rate); }
s4u::Link* add_split_duplex_link(s4u::NetZone& zone, const std::string& name, double rate) {
  return zone.add_split_duplex_link(name, rate);
}
s4u::NetZone* add_star_zone(const std::string& name) {
  return s4u::Engine::get_instance()->get_netzone_root()->add_netzone_star(name);
}
void add_route(s4u::NetZone& zone, const s4u::Host* from, const s4u::Host* to, const s4u::LinkInRoute& link) {
  zone.add_route(from, to, {link}, true);
}
void adopt(simgrid::kernel::routing::NetZoneImpl& zone) {
  zone.set_parent(s4u::Engine::get_instance()->get_netzone_root()->get_impl());
}
void set_latency_factor(s4u::NetZone& zone, const std::function<LatencyFactor>& factor) {
  zone.set_latency_factor_cb(factor);
}
void on_transfer_end(const std::function<void(const s4u::Comm&)>& call) { s4u::Comm::on_completion_cb(call); }

#else

s4u::Host* add_host(s4u::NetZone& zone, const std::string& name, FlopsPerSecond speed) {
  return zone.create_host(name, speed.value());
}
s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, double rate) { return zone.create_link(name, rate); }
s4u::Link* add_split_duplex_link(s4u::NetZone& zone, const std::string& name, double rate) {
  return zone.create_split_duplex_link(name, rate);
}
s4u::NetZone* add_star_zone(const std::string& name) { return s4u::create_star_zone(name); }
void add_route(s4u::NetZone& zone, const s4u::Host* from, const s4u::Host* to, const s4u::LinkInRoute& link) {
  zone.add_route(from->get_netpoint(), to == nullptr ? nullptr : to->get_netpoint(), nullptr, nullptr, {link}, true);
}
void adopt(simgrid::kernel::routing::NetZoneImpl&) {} // the first zone is the outermost one
void set_latency_factor(s4u::NetZone& zone, const std::function<LatencyFactor>& factor) {
  zone.get_network_model()->set_lat_factor_cb(factor);
}
void on_transfer_end(const std::function<void(const s4u::Comm&)>& call) {
  s4u::Activity::on_completion_cb([call](const s4u::Activity& activity) {
    if (const auto* transfer = dynamic_cast<const s4u::Comm*>(&activity)) call(*transfer);
  });
}

#endif

} // namespace daruma::simgrid_api
