#include "sim/treestore/server.hpp"

#include "sim/treestore/ensemble.hpp"

#include <algorithm>

namespace daruma::treestore {

using models::StoreError;
using models::StoreEvent;

Server::Server(Ensemble& ensemble, int number, int node, Processor* processors, std::shared_ptr<Names> names)
    : ensemble_(ensemble), number_(number), node_(node),
      processor_(ensemble.environment(), ensemble.description(), processors), tree_(std::move(names)) {}

Action Server::while_it_lasts(Action action) const {
  return [this, epoch = ensemble_.epoch(), action = std::move(action)] {
    if (epoch == ensemble_.epoch() && serves()) action();
  };
}

void Server::to(Server& other, Bytes size, const std::function<void(Server&)>& deliver) {
  if (&other == this) {
    deliver(*this);
    return;
  }
  const auto arrive = [&other, deliver] { deliver(other); };
  ensemble_.channel(*this, other).send(size, other.while_it_lasts(arrive));
}

void Server::to_leader(Bytes size, const std::function<void(Server&)>& deliver) {
  to(*ensemble_.leader(), size, deliver);
}

// --- Clients

void Server::reply(Connection& to, Reply reply) {
  if (!to.is_open) return;
  reply.seen = tree_.last();
  const Bytes size = head + found_in(reply).size;
  to.down.send(size, [&to, reply = std::move(reply)] { to.client.hear(to, reply); });
}

void Server::tell(Connection& to, const StoreEvent& event) {
  work(ensemble_.description().per_request, [this, &to, event] {
    if (!to.is_open) return;
    const Bytes size = head + Bytes(static_cast<double>(event.path.size()));
    to.down.send(size, [&to, event, seen = tree_.last()] { to.client.hear(to, event, seen); });
  });
}

void Server::welcome(Connection& who) {
  if (!serves() || tree_.last() < who.client.seen()) {
    ensemble_.environment().send(node_, who.client.node(), head, [&who] { who.client.refused(who); });
    return;
  }
  const SessionId session = who.client.session();
  if (session == 0) begin_write();
  work(ensemble_.description().per_request, [this, &who, session] {
    if (session == 0)
      open_session(who);
    else
      resume_session(who, session);
  });
}

void Server::open_session(Connection& who) {
  const Transaction open{Transaction::Kind::open, ensemble_.next_session()};
  to_leader(head, [this, open, &who](Server&) { ensemble_.lead(Proposal{0, open, &who}); });
}

/// Only the leader knows for certain which sessions still last.
void Server::resume_session(Connection& who, SessionId session) {
  const auto tell = [&who, session](bool is_known) {
    who.down.send(
        head, [&who, session, is_known] { is_known ? who.client.admitted(who, session) : who.client.expired(who); });
  };
  to_leader(head, [this, session, tell](Server& leader) {
    leader.to(*this, head, [tell, is_known = leader.tree_.has_session(session)](Server&) { tell(is_known); });
  });
}

void Server::hear(Connection& from, const Request& request) {
  if (const auto* const read = std::get_if<Read>(&request)) {
    if (blocked_.is_blocked())
      blocked_.wait({&from, *read});
    else
      answer(from, *read);
    return;
  }
  if (std::holds_alternative<Transaction>(request)) begin_write();
  work(ensemble_.description().per_request, [this, &from, request] {
    const auto* const transaction = std::get_if<Transaction>(&request);
    if (!transaction) {
      synchronise(from);
      return;
    }
    const Proposal proposal{0, *transaction, &from};
    to_leader(size_of(*transaction), [this, proposal](Server&) { ensemble_.lead(proposal); });
  });
}

void Server::answer(Connection& from, Read read) {
  const auto answer = std::make_shared<Reply>();
  processor_.serve({[this, &from, read = std::move(read), answer] {
                      const TreeStore& takes = ensemble_.description();
                      if (!serves() || !from.is_open) return Seconds(0);
                      *answer = look_up(from, read);
                      return takes.answering(found_in(*answer));
                    },
                    while_it_lasts([this, &from, answer] { reply(from, std::move(*answer)); })});
} // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): std::function keeps the reply until it is sent

void Server::set_watch(Connection& who, const Read& read, bool is_there) {
  const bool is_of_children = read.what == Read::What::children;
  if (read.watch == models::Watch::none || (!is_there && read.what != Read::What::stat)) return;
  watches_.set(is_of_children ? Watches::Of::children : Watches::Of::data, read.path, who);
}

Reply Server::look_up(Connection& from, const Read& read) {
  if (!is_path(read.path)) return failure(read, StoreError::bad_arguments);
  const Znode* const node = tree_.find(read.path);
  set_watch(from, read, node != nullptr);
  if (!node) return failure(read, StoreError::no_node);
  if (read.what == Read::What::children) return {models::ChildList{StoreError::none, tree_.list(*node)}};
  const models::NodeStat stat{node->version, static_cast<int>(node->children.size()), node->owner != 0};
  return {models::NodeData{StoreError::none, read.what == Read::What::data ? node->data : "", stat}};
}

void Server::watch_again(Connection& who, const std::vector<PendingWatch>& watches, Zxid seen) {
  using Kind = StoreEvent::Kind;
  for (const PendingWatch& watch : watches) {
    const Znode* const node = tree_.find(watch.path);
    if (!node && watch.was_there)
      tell(who, {Kind::removed, watch.path});
    else if (node && !watch.was_there)
      tell(who, {Kind::created, watch.path});
    else if (node && watch.of == Watches::Of::children && node->children_changed > seen)
      tell(who, {Kind::children_changed, watch.path});
    else if (node && watch.of == Watches::Of::data && node->changed > seen)
      tell(who, {Kind::data_changed, watch.path});
    else
      watches_.set(watch.of, watch.path, who);
  }
}

/// The leader answers when everything is committed that it has proposed, and the answer comes after that.
void Server::synchronise(Connection& asked) {
  to_leader(head, [this, &asked](Server& leader) {
    leader.syncing_.push_back({leader.logged(), this, &asked});
    ensemble_.look_what_is_agreed();
  });
}

void Server::answer_syncs(Zxid agreed) {
  while (!syncing_.empty() && syncing_.front().until <= std::max(agreed, tree_.last())) {
    const Syncing done = syncing_.front();
    syncing_.erase(syncing_.begin());
    to(*done.server, head, [&asked = *done.asked](Server& server) { server.reply(asked, {StoreError::none}); });
  }
}

// --- Writes

void Server::make_until(Zxid until) {
  while (made_ < log_.size() && log_[made_]->zxid <= until) make(*log_[made_++]);
}

void Server::make(const Proposal& proposal) {
  std::vector<StoreEvent> events;
  const models::Committed outcome = tree_.make(proposal.zxid, proposal.transaction, events);
  for (const StoreEvent& event : events)
    for (Connection* const watcher : watches_.take(event)) tell(*watcher, event);
  if (!proposal.asked || &proposal.asked->server != this) return;
  Connection& asked = *proposal.asked;
  work(Seconds(0), [this, &asked, outcome, session = proposal.transaction.session, kind = proposal.transaction.kind] {
    if (kind == Transaction::Kind::open)
      asked.down.send(head, [&asked, session] { asked.client.admitted(asked, session); });
    else
      reply(asked, {outcome});
  });
  end_write();
}

void Server::begin_write() {
  if (ensemble_.description().writes_block_reads) blocked_.begin_write();
}

void Server::end_write() {
  for (const AskedRead& read : blocked_.end_write()) answer(*read.from, read.read);
}

// --- Elections

void Server::join(const Server& leader, State state) {
  const auto is_new = [this](const auto& proposal) { return proposal->zxid > logged(); };
  if (&leader != this) {
    const auto first = std::find_if(leader.log_.begin(), leader.log_.end(), is_new);
    log_.insert(log_.end(), first, leader.log_.end());
  }
  state_ = state;
}

void Server::stop(State state) {
  state_ = state;
  syncing_.clear();
  blocked_.forget();
}

} // namespace daruma::treestore
