#include "sim/scenario/readers.hpp"

namespace daruma::scenario {

namespace {

const Choices<Recourse> recourses{{"none", Recourse::none}, {"informed", Recourse::informed}};
const Choices<bool> networks{{"switched", true}, {"routed", false}};

SocketRules read_sockets(const Node& node) {
  SocketRules rules;
  const auto time = [&node](const char* key, Seconds& value) { value = node[key].amount(value, Sign::not_negative); };
  const auto count = [&node](const char* key, int& value) { value = node[key].whole(value); };
  rules.is_one_network = node["network"].choice(networks, rules.is_one_network);
  count("tcp_retries2", rules.tcp_retries2);
  count("tcp_syn_retries", rules.tcp_syn_retries);
  time("tcp_keepalive_time", rules.tcp_keepalive_time);
  time("tcp_keepalive_intvl", rules.tcp_keepalive_intvl);
  count("tcp_keepalive_probes", rules.tcp_keepalive_probes);
  time("retrans_time_ms", rules.retrans_time_ms);
  count("mcast_solicit", rules.mcast_solicit);
  count("ucast_solicit", rules.ucast_solicit);
  time("base_reachable_time_ms", rules.base_reachable_time_ms);
  time("delay_first_probe_time", rules.delay_first_probe_time);
  return rules;
}

ManagementTimes read_management(const Node& node) {
  ManagementTimes times;
  const auto time = [&node](const char* key, Seconds& value) { value = node[key].amount(value, Sign::not_negative); };
  time("latency", times.latency);
  time("bmc_answer", times.bmc_answer);
  time("agent_answer", times.agent_answer);
  time("ipmi_timeout", times.ipmi_timeout);
  time("snmp_timeout", times.snmp_timeout);
  times.snmp_retries = node["snmp_retries"].whole(times.snmp_retries);
  return times;
}

} // namespace

Localisation read_localisation(const Node& node) {
  Localisation localisation;
  localisation.recourse = node["recourse"].choice(recourses, localisation.recourse);
  localisation.sockets = read_sockets(node["sockets"]);
  localisation.management = read_management(node["management"]);
  return localisation;
}

} // namespace daruma::scenario
