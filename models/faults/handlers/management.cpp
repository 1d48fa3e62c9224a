#include "models/faults/handlers/management.hpp"

#include "models/faults/logic/file_value.hpp"

namespace daruma::models::faults {

namespace {

constexpr Seconds shortest{0.05};

Seconds duration(const Value& given) {
  const auto time = parse_seconds(given.text());
  if (!time || *time < shortest)
    given.refuse("must be a time from 50ms on, such as \"500ms\" or \"2s\", got \"" + given.text() + "\"");
  return *time;
}

/// "host:port"
std::string address(const Value& given) {
  std::string text = given.text();
  const std::size_t colon = text.rfind(':');
  const bool is_complete = colon != std::string::npos && colon > 0 && colon + 1 < text.size() &&
                           text.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  if (!is_complete || text.size() - colon > 6) given.refuse("must be \"host:port\", got \"" + text + "\"");
  return text;
}

std::string address_or_none(const Value& holder, const std::string& key) {
  return holder.has(key) ? address(holder[key]) : "";
}

IpmiAccess ipmi_access(const Value& holder, IpmiAccess access) {
  if (!holder.has("ipmi")) return access;
  const Value given = holder["ipmi"];
  given.have_only({"user", "password", "timeout"});
  if (given.has("user")) access.user = given["user"].text();
  if (given.has("password")) access.password = given["password"].text();
  if (given.has("timeout")) access.timeout = duration(given["timeout"]);
  return access;
}

SnmpAccess snmp_access(const Value& holder, SnmpAccess access) {
  if (!holder.has("snmp")) return access;
  const Value given = holder["snmp"];
  given.have_only({"community", "timeout", "retries"});
  if (given.has("community")) access.community = given["community"].text();
  if (given.has("timeout")) access.timeout = duration(given["timeout"]);
  if (given.has("retries")) access.retries = given["retries"].whole(100);
  return access;
}

std::map<std::string, std::string> services(const Value& node) {
  std::map<std::string, std::string> all;
  if (!node.has("services")) return all;
  for (const std::string& name : node["services"].keys()) all[name] = address(node["services"][name]);
  return all;
}

std::optional<SwitchPort> switch_port(const Value& node, const char* which, const char* port) {
  if (node.has(which) != node.has(port))
    node.refuse("needs both \"" + std::string(which) + "\" and \"" + port + "\", or none of them");
  if (!node.has(which)) return std::nullopt;
  return SwitchPort{node[which].whole(), node[port].whole()};
}

ManagedNode managed_node(const Value& given, const IpmiAccess& ipmi, const SnmpAccess& snmp) {
  given.have_only({"bmc", "ipmi", "agent", "snmp", "services", "switch", "port", "bmc_switch", "bmc_port"});
  return {address_or_none(given, "bmc"),
          ipmi_access(given, ipmi),
          address_or_none(given, "agent"),
          snmp_access(given, snmp),
          services(given),
          switch_port(given, "switch", "port"),
          switch_port(given, "bmc_switch", "bmc_port")};
}

ManagedSwitch managed_switch(const Value& given, const SnmpAccess& snmp) {
  given.have_only({"agent", "snmp", "links"});
  ManagedSwitch one{address_or_none(given, "agent"), snmp_access(given, snmp), {}};
  if (!given.has("links")) return one;
  for (const Value& link : given["links"].items()) {
    link.have_only({"port", "switch", "to_port"});
    one.links.push_back({link["port"].whole(), link["switch"].whole(), link["to_port"].whole()});
  }
  return one;
}

void check_switch(const Value& given, int number, std::size_t switches) {
  if (number >= static_cast<int>(switches))
    given.refuse("is no switch: the file has " + std::to_string(switches) + ", numbered from 0");
}

/// A cable has two ends, whichever of them told of it.
void add_other_ends(std::vector<ManagedSwitch>& switches) {
  std::vector<std::pair<int, SwitchLink>> ends;
  for (std::size_t i = 0; i < switches.size(); ++i)
    for (const SwitchLink& link : switches[i].links)
      ends.push_back({link.to_switch, {link.to_port, static_cast<int>(i), link.port}});
  for (const auto& [number, end] : ends) {
    auto& links = switches[static_cast<std::size_t>(number)].links;
    const auto is_same = [&end = end](const SwitchLink& link) { return link.port == end.port; };
    if (std::none_of(links.begin(), links.end(), is_same)) links.push_back(end);
  }
}

void check_references(const Value& given, const Management& all) {
  if (given.has("nodes"))
    for (const Value& node : given["nodes"].items())
      for (const char* which : {"switch", "bmc_switch"})
        if (node.has(which)) check_switch(node[which], node[which].whole(), all.switches.size());
  if (!given.has("switches")) return;
  for (const Value& one : given["switches"].items())
    if (one.has("links"))
      for (const Value& link : one["links"].items())
        check_switch(link["switch"], link["switch"].whole(), all.switches.size());
}

} // namespace

Management read_management(const std::filesystem::path& file) {
  const auto json = read_json(file);
  const Value given(json, file.string(), "");
  given.have_only({"models", "ipmi", "snmp", "tcp", "nodes", "switches"});
  Management all;
  for (const Value& folder : given["models"].items()) all.models.push_back(file.parent_path() / folder.text());
  const IpmiAccess ipmi = ipmi_access(given, {});
  const SnmpAccess snmp = snmp_access(given, {});
  if (given.has("tcp")) {
    given["tcp"].have_only({"timeout"});
    all.tcp_timeout = duration(given["tcp"]["timeout"]);
  }
  for (const Value& node : given["nodes"].items()) all.nodes.push_back(managed_node(node, ipmi, snmp));
  if (given.has("switches"))
    for (const Value& one : given["switches"].items()) all.switches.push_back(managed_switch(one, snmp));
  check_references(given, all);
  add_other_ends(all.switches);
  return all;
}

} // namespace daruma::models::faults
