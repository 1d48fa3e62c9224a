#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

namespace daruma::scenario {

namespace {

ServerDeath read_death(const Node& node, std::size_t servers) {
  const ServerDeath death{node["at"].amount(Seconds(0), Sign::not_negative), node["server"].whole(0)};
  if (servers > 0 && death.server >= static_cast<int>(servers))
    node["server"].remark("the store has servers 0 to " + std::to_string(servers - 1) + ", got " +
                          std::to_string(death.server));
  return death;
}

} // namespace

TreeStore read_tree_store(const Node& node) {
  TreeStore store;
  store.nodes = node["nodes"].wholes();
  if (!store.nodes.empty() && store.nodes.size() % 2 == 0)
    node["nodes"].remark("must name an odd number of nodes, because a majority has to go on, got " +
                         std::to_string(store.nodes.size()));
  store.per_request = node["per_request"].amount(store.per_request, Sign::not_negative);
  store.per_transaction = node["per_transaction"].amount(store.per_transaction, Sign::not_negative);
  store.marshalling = node["marshalling"].amount(store.marshalling, Sign::positive);
  store.per_name = node["per_name"].amount(store.per_name, Sign::not_negative);
  store.log_force = node["log_force"].amount(store.log_force, Sign::not_negative);
  store.client_per_request = node["client_per_request"].amount(store.client_per_request, Sign::not_negative);
  store.client_unmarshalling = node["client_unmarshalling"].amount(store.client_unmarshalling, Sign::positive);
  store.client_per_name = node["client_per_name"].amount(store.client_per_name, Sign::not_negative);
  store.writes_block_reads = node["writes_block_reads"].truth(store.writes_block_reads);
  store.after_rest = node["after_rest"].amount(store.after_rest, Sign::not_negative);
  store.cooling = node["cooling"].amount(store.cooling, Sign::positive);
  store.processors = node["processors"].whole(store.processors);
  store.tick = node["tick"].amount(store.tick, Sign::positive);
  store.sync_limit = node["sync_limit"].whole(store.sync_limit);
  store.election = node["election"].amount(store.election, Sign::not_negative);
  store.session_timeout = node["session_timeout"].amount(store.session_timeout, Sign::positive);
  for (const Node& item : node["deaths"].items()) store.deaths.push_back(read_death(item, store.nodes.size()));
  return store;
}

} // namespace daruma::scenario
