// The store: its servers and clients, and what becomes of both when servers or nodes are lost.
//
// A server that died stays away. The others need a majority of all to go on, under the leader that knows most. Without
// it nobody is served. The death of a server's process is noticed at once, as connections are reset; that of its node
// by silence.
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/core/tree_store.hpp"
#include "sim/treestore/broadcast.hpp"
#include "sim/treestore/client.hpp"
#include "sim/treestore/server.hpp"

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace daruma::treestore {

/// The order in which a client tries servers.
std::vector<int> server_order(std::uint64_t seed, std::uint64_t replication, int client, int servers);

class Ensemble final : private Broadcast<Ensemble, std::shared_ptr<Proposal>> {
public:
  /// All servers are up and have a leader. `seed` and `replication` key the order in which clients try servers.
  Ensemble(TreeStore description, Environment& environment, std::uint64_t seed, std::uint64_t replication);

  /// A client on a node, whose session begins. It lives as long as the ensemble.
  Client& connect(int node);
  /// A server's process dies.
  void kill(int server);
  /// With the servers on it; clients on it have to be told to die by themselves.
  void switch_off(int node);

  /// Null while there is none.
  Server* leader() const { return leader_; }
  const std::vector<std::unique_ptr<Server>>& servers() const { return servers_; }
  int quorum() const { return static_cast<int>(servers_.size()) / 2 + 1; }

  const TreeStore& description() const { return description_; }
  Environment& environment() const { return environment_; }
  /// One more each time that the servers lose their leader or get one.
  int epoch() const { return epoch_; }
  /// A write has come to the leader.
  void lead(Proposal proposal) { Agreement::lead(std::make_shared<Proposal>(std::move(proposal))); }
  /// The leader looks what a majority has, as somebody waits for that.
  void look_what_is_agreed() { settle(); }
  SessionId next_session() { return ++last_session_; }
  Channel& channel(const Server& from, const Server& to);
  Connection& make_connection(Client&, Server&);
  /// What the node's servers and clients share; null where each has its own.
  Processor* processors_of(int node);
  std::vector<Server*> shuffled(int client) const;
  /// The client has lost its server: its session ends unless it finds another in time.
  void await(Client&);

private:
  using Agreement = Broadcast<Ensemble, std::shared_ptr<Proposal>>;
  friend Agreement;

  // What the agreement asks of the group.
  int leader_number() const { return leader_->number(); }
  bool follows(int number) const { return server(number).state() == Server::State::following; }
  void work_on(int number, Step step);
  void send(int from, int to, Bytes size, const Action& arrived);
  void after(int number, Seconds delay, const Action& action);
  static Bytes size_of(const std::shared_ptr<Proposal>& proposal) { return treestore::size_of(proposal->transaction); }
  void number(const std::shared_ptr<Proposal>& proposal) { proposal->zxid = ++last_zxid_; }
  static Zxid number_of(const std::shared_ptr<Proposal>& proposal) { return proposal->zxid; }
  void log(int number, const std::shared_ptr<Proposal>& proposal) { server(number).log(proposal); }
  void make_until(int number, Zxid until) { server(number).make_until(until); }
  void agreed(Zxid until) { leader_->answer_syncs(until); }

  Server& server(int number) const { return *servers_[static_cast<std::size_t>(number)]; }
  void lose(Server&, Seconds noticed);
  void review();
  void elect();
  void arm(Client&, Seconds last_heard);

  TreeStore description_;
  Environment& environment_;
  std::uint64_t seed_;
  std::uint64_t replication_;
  std::map<int, std::unique_ptr<Processor>> processors_; ///< by node, where they are shared
  std::vector<std::unique_ptr<Server>> servers_;
  std::map<std::pair<int, int>, std::unique_ptr<Channel>> channels_;
  std::deque<std::unique_ptr<Client>> clients_;
  std::deque<std::unique_ptr<Connection>> connections_;
  Server* leader_ = nullptr;
  int epoch_ = 0;
  Zxid last_zxid_ = 0;
  SessionId last_session_ = 0;
};

} // namespace daruma::treestore
