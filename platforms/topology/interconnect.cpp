#include "platforms/topology/interconnect.hpp"

namespace daruma::topology {

Interconnect::Interconnect(std::unique_ptr<const Wiring> wiring, int nodes, const LinkRates& rates)
    : wiring_(std::move(wiring)), nodes_(nodes), slots_(wiring_->link_slots()), rates_(rates) {}

std::size_t Interconnect::links() const { return limits_injection() ? ejection(nodes_) : loopback(nodes_); }

std::string Interconnect::link_name(LinkSlot link) const {
  if (link < slots_) return wiring_->link_name(link);
  const auto name = [&](LinkSlot first, const std::string& before, const std::string& after) {
    return before + std::to_string(link - first) + after;
  };
  if (link == file_system()) return "fs";
  if (link < loopback(0)) return name(storage_port(0), "", ">fs");
  if (link < injection(0)) return name(loopback(0), std::to_string(link - loopback(0)) + ">", "");
  if (link < ejection(0)) return name(injection(0), "", ">network");
  return name(ejection(0), "network>", "");
}

std::vector<LinkSlot> Interconnect::own_links(int node) const {
  std::vector<LinkSlot> links{storage_port(node)};
  if (limits_injection()) links.insert(links.end(), {injection(node), ejection(node)});
  return links;
}

BytesPerSecond Interconnect::bandwidth(LinkSlot link) const {
  if (link == file_system()) return rates_.file_system;
  if (link < loopback(0)) return rates_.link;
  return link < injection(0) ? rates_.loopback : rates_.injection;
}

Seconds Interconnect::latency(LinkSlot link) const {
  if (link == file_system()) return rates_.file_system_latency;
  if (link < loopback(0)) return rates_.hop;
  return link < injection(0) ? rates_.loopback_latency : Seconds(0);
}

void Interconnect::route(int from, int to, std::vector<LinkSlot>& links) const {
  if (from == to) {
    links.push_back(loopback(from));
    return;
  }
  if (to == file_server()) {
    links.insert(links.end(), {storage_port(from), file_system()});
    return;
  }
  if (from == file_server()) {
    links.insert(links.end(), {file_system(), storage_port(to)});
    return;
  }
  if (limits_injection()) links.push_back(injection(from));
  wiring_->route(from, to, links);
  if (limits_injection()) links.push_back(ejection(to));
}

} // namespace daruma::topology
