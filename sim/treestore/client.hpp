// One client of the store: its session, the server that it is connected to, and the next one when that is lost.
//
// As ZooKeeper's C client does it: servers are tried one after the other in an order of the client's own, with a pause
// of a 60th of the session's timeout after the last one; an attempt is given up after a third of it, a silent server
// after two thirds. Whatever was asked for fails with connection_loss when a connection or an attempt does. Watches are
// set again on the new server. What it is told takes its time, too, on processors that it may share with others.
#pragma once

#include "sim/treestore/processor.hpp"
#include "sim/treestore/protocol.hpp"

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace daruma::treestore {

class Ensemble;

class Client {
public:
  using Answer = std::function<void(Reply)>;

  Client(Ensemble& ensemble, int number, int node);

  /// One request at a time. `answered` may be called at once.
  void ask(Request, Answer answered);
  /// In the order in which they happened; called back, once, when there is one.
  std::optional<models::StoreEvent> take_event();
  void await_event(Action happened) { happened_ = std::move(happened); }
  /// The session ends now; nothing is called back any more.
  void close();
  /// The client's process died: nothing is sent or answered any more.
  void die();

  int node() const { return node_; }
  SessionId session() const { return session_; }
  bool is_connected() const { return state_ == State::connected; }
  bool is_gone() const { return state_ == State::gone; }
  /// One more each time that it is connected.
  int connections() const { return made_; }
  /// When its server heard of it last, if it has been silent since it asked for something.
  Seconds last_heard() const;

  void admitted(Connection&, SessionId);
  void refused(Connection&);
  void expired(Connection&);
  void hear(Connection&, Reply);
  void hear(Connection&, const models::StoreEvent&, Zxid seen);
  /// The connection is no more.
  void lost(Connection&);
  Zxid seen() const { return seen_; }

private:
  enum class State { connecting, connected, expired, gone };

  void take_in(const Found&, Action);
  void accept(Connection&, Reply);
  void accept(Connection&, const models::StoreEvent&, Zxid seen);
  void try_next();
  void send();
  void fail(models::StoreError);
  void remember_watch(const Read&, bool is_there);
  void happen(const models::StoreEvent&);

  Ensemble& ensemble_;
  int node_;
  Processor processor_;
  State state_ = State::connecting;
  SessionId session_ = 0;
  std::vector<Server*> order_;
  std::size_t next_ = 0;
  Connection* connection_ = nullptr; ///< or the one that is being tried
  int made_ = 0;
  std::optional<Request> asked_{};
  Answer answered_{};
  std::deque<models::StoreEvent> events_{};
  Action happened_{};
  std::vector<PendingWatch> watches_{};
  Zxid seen_ = 0;
  Seconds last_sent_{0};
};

} // namespace daruma::treestore
