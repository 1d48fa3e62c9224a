#include "models/falanx/logic/data_node.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace daruma::models::falanx {

int primary_node(std::string_view key, int nodes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char letter : key) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 1099511628211u;
  }
  return static_cast<int>(hash % static_cast<std::uint64_t>(nodes));
}

std::vector<int> holders(int primary, int nodes, const std::set<int>& dead) {
  constexpr std::size_t copies = 2;
  std::vector<int> living;
  for (int step = 0; step < nodes && living.size() < copies; ++step)
    if (const int node = (primary + step) % nodes; dead.count(node) == 0) living.push_back(node);
  return living;
}

std::optional<int> copy_due(int primary, int nodes, const std::set<int>& dead, int lost, int me) {
  const std::vector<int> after = holders(primary, nodes, dead);
  if (after.size() < 2 || after.front() != me) return std::nullopt;
  std::set<int> dead_before = dead;
  dead_before.erase(lost);
  for (const int node : holders(primary, nodes, dead_before))
    if (node == lost) return after.back();
  return std::nullopt;
}

bool may_be_lost(int primary, int nodes, int answering) { return (answering - primary + nodes) % nodes >= 2; }

namespace words = data_words;

DataNode::DataNode(const Roles& roles, int rank)
    : nodes_(roles.data_nodes), first_rank_(roles.first_data_node()), me_(rank - first_rank_) {}

Deliveries DataNode::take(const Letter& letter) {
  const Packet& packet = letter.packet;
  switch (packet.word) {
  case words::set:
    set(letter.from, packet);
    break;
  case words::get:
  case words::size:
    look_up(letter.from, packet);
    break;
  case words::copy:
    keep(letter.from - first_rank_, packet);
    break;
  case words::kept:
    settle(packet.number);
    break;
  }
  return std::exchange(out_, {});
}

Deliveries DataNode::lose(int rank, const std::set<int>&) {
  const int node = rank - first_rank_;
  if (node >= 0 && node < nodes_ && dead_.insert(node).second) {
    redirect(node);
    renew_copies(node);
  }
  return std::exchange(out_, {});
}

void DataNode::reply(int client, Packet packet) { out_.push_back({client, Line::data_reply, std::move(packet)}); }

void DataNode::set(int client, const Packet& packet) {
  Stored& stored = values_[packet.key];
  ++stored.version;
  stored.value = packet.value;
  copy(packet.key, client);
}

/// Has the next living node on the ring keep the value as it is now. `client` is answered then, or at once if there is
/// no such node.
void DataNode::copy(const std::string& key, std::optional<int> client) {
  const std::vector<int> living = holders(me_, nodes_, dead_);
  if (living.size() < 2) {
    if (client) reply(*client, {words::done, 0, 0, {}, {}});
    return;
  }
  const Stored& stored = values_.at(key);
  const std::int64_t ticket = tickets_++;
  pending_[ticket] = {key, living.back(), client};
  out_.push_back({first_rank_ + living.back(), Line::data, {words::copy, ticket, stored.version, key, stored.value}});
}

void DataNode::look_up(int client, const Packet& packet) {
  const auto found = values_.find(packet.key);
  if (found == values_.end())
    reply(client, {words::unknown, 0, 0, {}, {}});
  else if (packet.word == words::get)
    reply(client, {words::found, 0, 0, {}, found->second.value});
  else
    reply(client,
          {words::found, 0, static_cast<std::int64_t>(found->second.value ? found->second.value->size() : 0), {}, {}});
}

/// What a node sent that has died since may be known to it and to this one alone: then this one has it copied.
void DataNode::keep(int node, const Packet& packet) {
  Stored& stored = values_[packet.key];
  const bool is_newer = packet.detail > stored.version;
  if (is_newer) stored = {packet.detail, packet.value};
  if (dead_.count(node) == 0)
    out_.push_back({first_rank_ + node, Line::data, {words::kept, packet.number, 0, {}, {}}});
  else if (is_newer)
    copy(packet.key, std::nullopt);
}

void DataNode::settle(std::int64_t ticket) {
  const auto found = pending_.find(ticket);
  if (found == pending_.end()) return;
  if (found->second.client) reply(*found->second.client, {words::done, 0, 0, {}, {}});
  pending_.erase(found);
}

/// Copies that `lost` was to keep go to another node.
void DataNode::redirect(int lost) {
  std::vector<Pending> orphans;
  for (auto entry = pending_.begin(); entry != pending_.end();) {
    const bool is_orphan = entry->second.node == lost;
    if (is_orphan) orphans.push_back(entry->second);
    entry = is_orphan ? pending_.erase(entry) : std::next(entry);
  }
  for (const Pending& orphan : orphans) copy(orphan.key, orphan.client);
}

void DataNode::renew_copies(int lost) {
  for (const auto& [key, stored] : values_)
    if (copy_due(primary_node(key, nodes_), nodes_, dead_, lost, me_)) copy(key, std::nullopt);
}

} // namespace daruma::models::falanx
