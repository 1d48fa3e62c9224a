// One server of the ensemble: answers reads from its own copy of the tree, has a log of writes, and makes those that
// the servers have agreed on (broadcast.hpp).
#pragma once

#include "sim/treestore/blocked_reads.hpp"
#include "sim/treestore/processor.hpp"
#include "sim/treestore/protocol.hpp"

#include <memory>
#include <vector>

namespace daruma::treestore {

class Ensemble;

/// A transaction on its way through the ensemble, and who is to be answered. It has its number when the leader has
/// given it one.
struct Proposal {
  Zxid zxid = 0;
  Transaction transaction;
  Connection* asked = nullptr;
};

class Server {
public:
  enum class State { looking, following, leading, dead };

  Server(Ensemble& ensemble, int number, int node, Processor* processors, std::shared_ptr<Names> names);

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

  /// Takes that much of its turn; what it has begun comes to nothing when the leader is lost, or the server itself.
  void work(Seconds time, Action action) { processor_.serve(time, while_it_lasts(std::move(action))); }
  Action while_it_lasts(Action) const;
  void log(std::shared_ptr<const Proposal> proposal) { log_.push_back(std::move(proposal)); }
  /// Whatever is in its log up to there.
  void make_until(Zxid);
  /// As the leader: answers the syncs that waited for writes up to `agreed`, which a majority has.
  void answer_syncs(Zxid agreed);

  /// Everything that is in the log of `leader` comes into its own.
  void join(const Server& leader, State);
  void stop(State);

private:
  using Log = std::vector<std::shared_ptr<const Proposal>>;

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

  void make(const Proposal&);
  void begin_write();
  void end_write();

  Ensemble& ensemble_;
  int number_;
  int node_;
  Processor processor_;
  Tree tree_;
  Watches watches_{};
  State state_ = State::looking;
  Log log_{};
  std::size_t made_ = 0; ///< of what is in it
  struct Syncing {
    Zxid until;
    Server* server;
    Connection* asked;
  };
  std::vector<Syncing> syncing_{}; ///< of a leader, oldest first
  struct AskedRead {
    Connection* from;
    Read read;
  };
  BlockedReads<AskedRead> blocked_{};
};

} // namespace daruma::treestore
