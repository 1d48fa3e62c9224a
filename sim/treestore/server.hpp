// One server of the ensemble: answers reads from its own copy of the tree, and agrees with the others on writes.
//
// The agreement is ZooKeeper's atomic broadcast in its steady state (Junqueira, Reed, Serafini, Zab, DSN 2011): the
// leader numbers what it is asked for and proposes it, each server forces it into its log and acknowledges it, what a
// quorum has acknowledged is committed in order. Whatever has come while the log was being forced is forced together.
#pragma once

#include "sim/treestore/protocol.hpp"
#include "sim/treestore/station.hpp"

#include <memory>
#include <vector>

namespace daruma::treestore {

class Ensemble;

/// A transaction on its way through the ensemble, and who is to be answered.
struct Proposal {
  Zxid zxid = 0;
  Transaction transaction;
  Connection* asked = nullptr;
};

class Server {
public:
  enum class State { looking, following, leading, dead };

  Server(Ensemble& ensemble, int number, int node, Station* processors, std::shared_ptr<Names> names);

  int number() const { return number_; }
  int node() const { return node_; }
  State state() const { return state_; }
  bool serves() const { return state_ == State::following || state_ == State::leading; }
  const Tree& tree() const { return tree_; }
  /// The last transaction that is in its log.
  Zxid logged() const { return log_.empty() ? 0 : log_.back()->zxid; }

  /// A client asks to begin a session or to go on with its own.
  void welcome(Connection&);
  void hear(Connection&, const Request&);
  /// A client that was connected elsewhere had these watches; it has seen what happened until `seen`.
  void watch_again(Connection&, const std::vector<PendingWatch>&, Zxid seen);
  void forget(const Connection& connection) { watches_.forget(connection); }

  /// Asked of the leader, by a server or for itself.
  void lead(Proposal);
  /// Everything that is in the log of `leader` happens here, too.
  void join(const Server& leader, State);
  void stop(State);

private:
  using Log = std::vector<std::shared_ptr<const Proposal>>;

  Action while_it_lasts(Action) const;
  void open_session(Connection&);
  void resume_session(Connection&, SessionId);
  void answer(Connection&, Read);
  Reply look_up(Connection&, const Read&);
  void set_watch(Connection&, const Read&, bool is_there);
  void synchronise(Connection&);
  void reply(Connection&, Reply);
  void tell(Connection&, const models::StoreEvent&);
  void to_leader(Bytes, const std::function<void(Server&)>&);
  void to(Server&, Bytes, const std::function<void(Server&)>&);

  void follow(std::shared_ptr<const Proposal>);
  void force_log();
  void acknowledge(int server, Zxid);
  void settle();
  void commit_in_turn(Zxid);
  void commit(Zxid);
  void make(const Proposal&);

  Ensemble& ensemble_;
  int number_;
  int node_;
  Station desk_;
  Tree tree_;
  Watches watches_{};
  State state_ = State::looking;
  Log log_{};
  std::size_t forced_ = 0;
  std::size_t made_ = 0;
  bool forcing_ = false;
  std::vector<Zxid> acknowledged_{}; ///< of a leader, by server
  struct Syncing {
    Zxid until;
    Server* server;
    Connection* asked;
  };
  std::vector<Syncing> syncing_{}; ///< of a leader, oldest first
};

} // namespace daruma::treestore
