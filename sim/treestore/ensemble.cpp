#include "sim/treestore/ensemble.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::treestore {

Ensemble::Ensemble(TreeStore description, Environment& environment, std::uint64_t seed, std::uint64_t replication)
    : Agreement(description.nodes.size()), description_(std::move(description)), environment_(environment), seed_(seed),
      replication_(replication) {
  const auto names = std::make_shared<Names>();
  for (const int node : description_.nodes) {
    const int number = static_cast<int>(servers_.size());
    servers_.push_back(std::make_unique<Server>(*this, number, node, processors_of(node), names));
  }
  elect();
}

Processor* Ensemble::processors_of(int node) {
  if (description_.processors == 0) return nullptr;
  std::unique_ptr<Processor>& shared = processors_[node];
  if (!shared) shared = std::make_unique<Processor>(environment_, description_.processors);
  return shared.get();
}

Client& Ensemble::connect(int node) {
  clients_.push_back(std::make_unique<Client>(*this, static_cast<int>(clients_.size()), node));
  return *clients_.back();
}

Channel& Ensemble::channel(const Server& from, const Server& to) {
  std::unique_ptr<Channel>& channel = channels_[{from.number(), to.number()}];
  if (!channel) channel = std::make_unique<Channel>(environment_, from.node(), to.node());
  return *channel;
}

Connection& Ensemble::make_connection(Client& client, Server& server) {
  connections_.push_back(std::make_unique<Connection>(client, server, environment_, client.node(), server.node()));
  return *connections_.back();
}

std::vector<int> server_order(std::uint64_t seed, std::uint64_t replication, int client, int servers) {
  RandomStream stream(seed, replication, "treestore/client-" + std::to_string(client));
  std::vector<int> order;
  for (int server = 0; server < servers; ++server)
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(stream.below(order.size() + 1)), server);
  return order;
}

std::vector<Server*> Ensemble::shuffled(int client) const {
  std::vector<Server*> order;
  for (const int server : server_order(seed_, replication_, client, static_cast<int>(servers_.size())))
    order.push_back(servers_[static_cast<std::size_t>(server)].get());
  return order;
}

// --- Agreement

void Ensemble::work_on(int number, Step step) {
  const Seconds time = time_of(description_, step.kind);
  server(number).work(time, [this, number, step = std::move(step)] { handle(number, step); });
}

void Ensemble::send(int from, int to, Bytes size, const Action& arrived) {
  channel(server(from), server(to)).send(size, server(to).while_it_lasts(arrived));
}

void Ensemble::after(int number, Seconds delay, const Action& action) {
  environment_.after(delay, server(number).while_it_lasts(action));
}

// --- Losses

void Ensemble::kill(int server) { lose(*servers_[static_cast<std::size_t>(server)], Seconds(0)); }

void Ensemble::switch_off(int node) {
  for (const auto& server : servers_)
    if (server->node() == node) lose(*server, description_.tick * description_.sync_limit);
}

void Ensemble::lose(Server& server, Seconds noticed) {
  if (server.state() == Server::State::dead) return;
  server.stop(Server::State::dead);
  for (const auto& connection : connections_) {
    if (!connection->is_open || &connection->server != &server) continue;
    Client& client = connection->client;
    const Seconds silent_until = client.last_heard() + description_.session_timeout * (2.0 / 3);
    const Seconds delay = noticed > Seconds(0) ? std::max(Seconds(0), silent_until - environment_.now()) : Seconds(0);
    environment_.after(delay, [&client, &connection = *connection] { client.lost(connection); });
  }
  environment_.after(noticed, [this] { review(); });
}

/// Whether those that are left can go on as they are.
void Ensemble::review() {
  const auto is_alive = [](const auto& server) { return server->state() != Server::State::dead; };
  const auto alive = std::count_if(servers_.begin(), servers_.end(), is_alive);
  const bool has_leader = leader_ && leader_->state() == Server::State::leading;
  if (has_leader && alive >= quorum()) return;
  ++epoch_;
  leader_ = nullptr;
  for (const auto& server : servers_)
    if (is_alive(server)) server->stop(Server::State::looking);
  for (const auto& connection : connections_)
    if (connection->is_open && is_alive(servers_[static_cast<std::size_t>(connection->server.number())]))
      connection->client.lost(*connection);
  if (alive < quorum()) return;
  environment_.after(description_.election, [this, epoch = epoch_] {
    if (epoch == epoch_) elect();
  });
}

void Ensemble::elect() {
  for (const auto& server : servers_) {
    if (server->state() == Server::State::dead) continue;
    if (!leader_ || server->logged() >= leader_->logged()) leader_ = server.get();
  }
  ++epoch_;
  begin_epoch();
  leader_->join(*leader_, Server::State::leading);
  join(leader_->number(), leader_->logged());
  for (const auto& server : servers_) {
    if (server->state() != Server::State::looking) continue;
    server->join(*leader_, Server::State::following);
    join(server->number(), server->logged());
  }
  for (const auto& client : clients_)
    if (!client->is_connected()) arm(*client, environment_.now());
}

// --- Sessions

void Ensemble::await(Client& client) { arm(client, client.last_heard()); }

/// Unless the client is connected again meanwhile, its session ends at the first tick after its timeout.
void Ensemble::arm(Client& client, Seconds last_heard) {
  if (client.session() == 0) return;
  const Seconds end = last_heard + description_.session_timeout;
  const Seconds at_tick = description_.tick * std::ceil(end / description_.tick);
  environment_.after(std::max(Seconds(0), at_tick - environment_.now()), [this, &client, times = client.connections()] {
    const bool is_back = client.is_connected() || client.connections() != times;
    if (is_back || !leader_ || !leader_->tree().has_session(client.session())) return;
    lead(Proposal{0, {Transaction::Kind::close, client.session()}});
  });
}

} // namespace daruma::treestore
