#include "sim/treestore/client.hpp"

#include "sim/treestore/ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace daruma::treestore {

using models::StoreError;
using models::StoreEvent;
using models::Watch;

Client::Client(Ensemble& ensemble, int number, int node)
    : ensemble_(ensemble), node_(node),
      processor_(ensemble.environment(), ensemble.description(), ensemble.processors_of(node)),
      order_(ensemble.shuffled(number)) {
  try_next();
}

// --- Connections

void Client::try_next() {
  if (is_gone() || state_ == State::expired) return;
  Server& server = *order_[next_++ % order_.size()];
  Connection& attempt = ensemble_.make_connection(*this, server);
  connection_ = &attempt;
  attempt.up.send(head, [&server, &attempt] {
    if (server.state() == Server::State::dead)
      attempt.client.refused(attempt);
    else
      server.welcome(attempt);
  });
  ensemble_.environment().after(ensemble_.description().session_timeout / 3, [this, &attempt] {
    if (connection_ == &attempt && state_ == State::connecting) refused(attempt);
  });
}

void Client::refused(Connection& attempt) {
  if (connection_ != &attempt || !attempt.is_open) return;
  attempt.is_open = false;
  fail(StoreError::connection_loss);
  const bool is_round_over = next_ % order_.size() == 0;
  const Seconds pause = is_round_over ? ensemble_.description().session_timeout / 60 : Seconds(0);
  ensemble_.environment().after(pause, [this] { try_next(); });
}

void Client::admitted(Connection& connection, SessionId session) {
  if (is_gone()) { // it began a session and left: nobody will close it
    session_ = session;
    ensemble_.await(*this);
    return;
  }
  if (connection_ != &connection || !connection.is_open) return;
  const bool is_back = session_ != 0;
  session_ = session;
  state_ = State::connected;
  ++made_;
  last_sent_ = ensemble_.environment().now();
  if (is_back && !watches_.empty()) {
    connection.up.send(head, [&connection, watches = watches_, seen = seen_] {
      if (connection.is_open) connection.server.watch_again(connection, watches, seen);
    });
  }
  if (asked_) send();
}

void Client::expired(Connection& connection) {
  if (connection_ != &connection || !connection.is_open || is_gone()) return;
  connection.is_open = false;
  state_ = State::expired;
  fail(StoreError::session_expired);
  happen({StoreEvent::Kind::session_expired, ""});
}

void Client::lost(Connection& connection) {
  if (!connection.is_open) return;
  connection.is_open = false;
  connection.server.forget(connection);
  if (connection_ != &connection || is_gone()) return;
  state_ = State::connecting;
  ensemble_.await(*this);
  fail(StoreError::connection_loss);
  try_next();
}

Seconds Client::last_heard() const {
  const Seconds between_pings = ensemble_.description().session_timeout / 3;
  const double pings = std::floor((ensemble_.environment().now() - last_sent_) / between_pings);
  return last_sent_ + between_pings * pings;
}

void Client::close() {
  if (is_gone()) return;
  const bool can_tell = state_ == State::connected;
  state_ = State::gone;
  answered_ = nullptr;
  happened_ = nullptr;
  if (!can_tell) return;
  Connection& connection = *connection_;
  connection.up.send(head, [&connection, session = session_] {
    connection.server.forget(connection);
    if (connection.is_open) connection.server.hear(connection, Transaction{Transaction::Kind::close, session});
  });
}

void Client::die() {
  if (is_gone()) return;
  const bool was_connected = state_ == State::connected;
  state_ = State::gone;
  answered_ = nullptr;
  happened_ = nullptr;
  connection_->is_open = false;
  connection_->server.forget(*connection_);
  if (was_connected) ensemble_.await(*this);
}

// --- Requests

void Client::ask(Request request, Answer answered) {
  if (state_ == State::expired) {
    answered(failure(request, StoreError::session_expired));
    return;
  }
  if (auto* const transaction = std::get_if<Transaction>(&request)) transaction->session = session_;
  asked_ = std::move(request);
  answered_ = std::move(answered);
  if (state_ == State::connected) send();
}

void Client::send() {
  if (auto* const transaction = std::get_if<Transaction>(&*asked_)) transaction->session = session_;
  last_sent_ = ensemble_.environment().now();
  Connection& connection = *connection_;
  connection.up.send(size_of(*asked_), [&connection, request = *asked_] {
    if (connection.is_open) connection.server.hear(connection, request);
  });
}

void Client::fail(StoreError error) {
  if (!asked_) return;
  const Reply reply = failure(*asked_, error);
  asked_.reset();
  std::exchange(answered_, nullptr)(reply);
}

namespace {

StoreError error_of(const Reply& reply) {
  if (const auto* const node = std::get_if<models::NodeData>(&reply.body)) return node->error;
  if (const auto* const list = std::get_if<models::ChildList>(&reply.body)) return list->error;
  return StoreError::none;
}

} // namespace

void Client::remember_watch(const Read& read, bool is_there) {
  if (read.watch == Watch::none || (!is_there && read.what != Read::What::stat)) return;
  const auto of = read.what == Read::What::children ? Watches::Of::children : Watches::Of::data;
  const auto is_it = [&](const PendingWatch& watch) { return watch.of == of && watch.path == read.path; };
  watches_.erase(std::remove_if(watches_.begin(), watches_.end(), is_it), watches_.end());
  watches_.push_back({of, read.path, is_there});
}

/// One thing after the other; at once where a client takes no time.
void Client::take_in(const Found& found, Action action) {
  const TreeStore& takes = ensemble_.description();
  if (!takes.clients_take_time()) return action();
  processor_.serve(takes.taking_in(found), std::move(action));
}

void Client::hear(Connection& from, Reply reply) {
  const Found found = found_in(reply);
  take_in(found, [this, &from, reply = std::move(reply)] { accept(from, reply); });
}

void Client::accept(Connection& from, Reply reply) {
  if (connection_ != &from || !from.is_open || !asked_) return;
  seen_ = std::max(seen_, reply.seen);
  if (const auto* const read = std::get_if<Read>(&*asked_))
    if (const StoreError error = error_of(reply); error == StoreError::none || error == StoreError::no_node)
      remember_watch(*read, error == StoreError::none);
  asked_.reset();
  std::exchange(answered_, nullptr)(std::move(reply));
}

// --- Events

void Client::hear(Connection& from, const StoreEvent& event, Zxid seen) {
  take_in({}, [this, &from, event, seen] { accept(from, event, seen); });
}

void Client::accept(Connection& from, const StoreEvent& event, Zxid seen) {
  if (connection_ != &from || !from.is_open || is_gone()) return;
  seen_ = std::max(seen_, seen);
  const bool is_about_children = event.kind == StoreEvent::Kind::children_changed;
  const auto is_told = [&](const PendingWatch& watch) {
    const bool is_of_children = watch.of == Watches::Of::children;
    return watch.path == event.path && (event.kind == StoreEvent::Kind::removed || is_of_children == is_about_children);
  };
  watches_.erase(std::remove_if(watches_.begin(), watches_.end(), is_told), watches_.end());
  happen(event);
}

void Client::happen(const StoreEvent& event) {
  events_.push_back(event);
  if (happened_) std::exchange(happened_, nullptr)();
}

std::optional<StoreEvent> Client::take_event() {
  if (events_.empty()) {
    if (state_ == State::expired) return StoreEvent{StoreEvent::Kind::session_expired, ""};
    return std::nullopt;
  }
  StoreEvent event = events_.front();
  events_.pop_front();
  return event;
}

} // namespace daruma::treestore
