#include "models/falanx/mpi/data_store.hpp"

#include "models/falanx/logic/data_node.hpp"

namespace daruma::models::falanx {
namespace {

/// The first node that lives, by the caller's knowledge, of those that the key may be at; nothing if none lives.
std::optional<int> first_living(const Wire& wire, int primary) {
  const Roles& roles = wire.ranks().roles;
  for (int step = 0; step < roles.data_nodes; ++step) {
    const int node = (primary + step) % roles.data_nodes;
    if (wire.dead().count(roles.first_data_node() + node) == 0) return node;
  }
  return std::nullopt;
}

} // namespace

bool DataStore::set(std::string_view key, Value value) {
  const Roles& roles = wire_.ranks().roles;
  const int primary = primary_node(key, roles.data_nodes);
  const Packet packet{data_words::set, 0, 0, std::string(key), std::move(value)};
  while (const auto node = first_living(wire_, primary))
    if (wire_.call(roles.first_data_node() + *node, Line::data, packet, Line::data_reply)) return true;
  return false;
}

Finding DataStore::look_up(int word, std::string_view key, Packet& answer) {
  const Roles& roles = wire_.ranks().roles;
  const int primary = primary_node(key, roles.data_nodes);
  while (const auto node = first_living(wire_, primary)) {
    auto reply =
        wire_.call(roles.first_data_node() + *node, Line::data, {word, 0, 0, std::string(key), {}}, Line::data_reply);
    if (!reply) continue;
    answer = *std::move(reply);
    if (answer.word == data_words::found) return Finding::found;
    return may_be_lost(primary, roles.data_nodes, *node) ? Finding::lost : Finding::unknown;
  }
  return Finding::lost;
}

Finding DataStore::get(std::string_view key, Value& value) {
  Packet answer;
  const Finding finding = look_up(data_words::get, key, answer);
  value = std::move(answer.value);
  return finding;
}

Finding DataStore::get_size(std::string_view key, std::size_t& size) {
  Packet answer;
  const Finding finding = look_up(data_words::size, key, answer);
  size = static_cast<std::size_t>(answer.detail);
  return finding;
}

} // namespace daruma::models::falanx
