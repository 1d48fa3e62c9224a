#include "models/falanx/fast/store_servers.hpp"

#include "sim/treestore/protocol.hpp"

#include <algorithm>
#include <utility>

namespace daruma::fast {

using models::falanx::Cure;
using treestore::head;

/// The leader is the one that the first election finds: of servers that know the same, the last.
StoreServers::StoreServers(const TreeStore& takes, const Network& network, EventQueue& agenda, Cure cure,
                           std::function<int(int)> server_of)
    : takes_(takes), network_(network), agenda_(agenda), server_of_(std::move(server_of)),
      leader_(static_cast<int>(takes.nodes.size()) - 1), truth_(cure) {
  for (const int node : takes.nodes) servers_.push_back({node, TaskLists(cure)});
}

// --- Clients

int StoreServers::connect(int node, Action then) {
  const int who = static_cast<int>(clients_.size());
  clients_.push_back({node, server_of_(who)});
  commit(who, {}, head, std::move(then));
  return who;
}

void StoreServers::read(int who, Bytes path, Look look, Action then, std::optional<Watch> watch) {
  Client& asking = client(who);
  asking.look = std::move(look);
  asking.then = std::move(then);
  asking.watch = watch;
  asking.size = head + path;
  ask(who, Work::read);
}

void StoreServers::commit(int who, StoreChange change, Bytes size, Action then) {
  Client& asking = client(who);
  asking.change = std::move(change);
  asking.then = std::move(then);
  asking.size = size;
  ask(who, Work::forward);
}

void StoreServers::ask(int who, Work work) {
  const Client& asking = client(who);
  agenda_.after(network_.time(asking.node, server(asking.server).node, asking.size), [this, who, work] {
    serve(client(who).server, {work, Topic::layout, who, 0});
  });
}

/// What its server sends a client comes in order, whatever its size, and is taken in one thing after the other.
void StoreServers::deliver(int who, Bytes content, Action action) {
  Client& to = client(who);
  const Seconds way = network_.time(server(to.server).node, to.node, head + content);
  to.last_arrival = std::max(to.last_arrival, agenda_.now() + way);
  const Seconds begin = std::max(to.free, to.last_arrival);
  const Seconds work = takes_.client_per_request + content / takes_.client_unmarshalling;
  to.free = begin + takes_.time_of(work, begin - to.free);
  agenda_.at(to.free, std::move(action));
}

void StoreServers::reply(int who, Bytes content) {
  deliver(who, content, [this, who] { std::exchange(client(who).then, nullptr)(); });
}

void StoreServers::tell(int who, Topic topic) {
  deliver(who, Bytes(0), [this, who, topic] { hear(who, topic); });
}

void StoreServers::hear(int who, Topic topic) {
  Client& told = client(who);
  if (told.awaiting)
    std::exchange(told.awaiting, nullptr)(topic);
  else
    ++told.untold[static_cast<std::size_t>(topic)];
}

void StoreServers::await(int who, std::function<void(Topic)> told) {
  Client& waiting = client(who);
  const auto topic = std::find_if(waiting.untold.begin(), waiting.untold.end(), [](auto count) { return count > 0; });
  if (topic == waiting.untold.end()) {
    waiting.awaiting = std::move(told);
    return;
  }
  --*topic;
  told(static_cast<Topic>(topic - waiting.untold.begin()));
}

// --- A server's work

void StoreServers::serve(int where, const Job& job) {
  Server& busy = server(where);
  if (busy.at)
    busy.waiting.push_back(job);
  else
    start(where, job);
}

/// What a list takes is known when its turn comes.
void StoreServers::start(int where, const Job& job) {
  Server& busy = server(where);
  busy.at = job;
  const Seconds time = takes_.time_of(time_of(where, job), agenda_.now() - busy.worked_until);
  agenda_.after(time, [this, where] { finish(where); });
}

void StoreServers::finish(int where) {
  Server& busy = server(where);
  const Job done = *busy.at;
  busy.worked_until = agenda_.now();
  perform(where, done);
  busy.at.reset();
  if (busy.waiting.empty()) return;
  const Job next = busy.waiting.front();
  busy.waiting.pop_front();
  start(where, next);
}

Seconds StoreServers::time_of(int where, const Job& job) {
  switch (job.work) {
  case Work::read:
    return look_up(where, job.client);
  case Work::forward:
  case Work::tell:
    return takes_.per_request;
  case Work::lead:
  case Work::follow:
    return takes_.per_transaction;
  default:
    return Seconds(0);
  }
}

void StoreServers::perform(int where, const Job& job) {
  switch (job.work) {
  case Work::read:
    return reply(job.client, client(job.client).found);
  case Work::forward:
    return lead(job.client);
  case Work::lead:
    return propose(job.client);
  case Work::follow:
    server(where).logged = job.number;
    return force(where);
  case Work::commit:
    return make_until(where, job.number);
  case Work::answer:
    return reply(job.client, Bytes(0));
  case Work::tell:
    return tell(job.client, job.topic);
  }
}

Seconds StoreServers::look_up(int where, int who) {
  Client& asking = client(who);
  Server& asked = server(where);
  asking.found = asking.look(asked.lists);
  if (asking.watch && asking.watch->topic == Topic::turn) {
    asked.turn_watchers[asking.watch->ticket] = who;
  } else if (asking.watch) {
    const auto topic = static_cast<std::size_t>(asking.watch->topic);
    if (!std::exchange(asking.watching[topic], true)) asked.watchers[topic].push_back(who);
  }
  return takes_.per_request + asking.found / takes_.marshalling;
}

// --- Writes

/// One way between two servers; what is sent arrives in order.
void StoreServers::send(int from, int to, Bytes size, Seconds& last, Action arrived) {
  last = std::max(last, agenda_.now() + network_.time(server(from).node, server(to).node, size));
  agenda_.at(last, std::move(arrived));
}

void StoreServers::lead(int who) {
  const int from = client(who).server;
  const Job job{Work::lead, Topic::layout, who, 0};
  if (from == leader_)
    serve(leader_, job);
  else
    send(from, leader_, client(who).size, server(from).to_leader, [this, who] {
      serve(leader_, {Work::lead, Topic::layout, who, 0});
    });
}

void StoreServers::propose(int who) {
  Client& asking = client(who);
  const std::int64_t number = ++numbered_;
  asking.made = truth_.admits(asking.change);
  if (asking.change.kind == StoreChange::Kind::queue_up) asking.ticket = truth_.next_ticket();
  if (asking.made) truth_.make(asking.change);
  if (asking.change.kind == StoreChange::Kind::end) ended_.push_back(asking.change.tasks.front());
  log_.push_back({std::move(asking.change), who, asking.made});
  server(leader_).logged = number;
  force(leader_);
  for (int follower = 0; follower < leader_; ++follower)
    send(leader_, follower, asking.size, server(follower).from_leader, [this, follower, number] {
      serve(follower, {Work::follow, Topic::layout, 0, number});
    });
}

/// What has come meanwhile is forced together, next.
void StoreServers::force(int where) {
  Server& forcing = server(where);
  if (forcing.forcing == forcing.logged || forcing.forcing > forcing.forced) return;
  forcing.forcing = forcing.logged;
  agenda_.after(takes_.log_force, [this, where] { acknowledge(where); });
}

void StoreServers::acknowledge(int where) {
  Server& forced = server(where);
  forced.forced = forced.forcing;
  if (where == leader_)
    settle(where, forced.forced);
  else
    send(where, leader_, head, forced.to_leader, [this, where, until = forced.forced] { settle(where, until); });
  force(where);
}

/// The leader hears what a server has forced.
void StoreServers::settle(int where, std::int64_t until) {
  server(where).acknowledged = until;
  std::vector<std::int64_t> forced;
  for (const Server& one : servers_) forced.push_back(one.acknowledged);
  const auto majority = forced.begin() + static_cast<std::ptrdiff_t>((forced.size() - 1) / 2);
  std::nth_element(forced.begin(), majority, forced.end());
  const std::int64_t agreed = *majority;
  if (agreed <= server(leader_).made) return;
  for (int follower = 0; follower < leader_; ++follower)
    send(leader_, follower, head, server(follower).from_leader, [this, follower, agreed] {
      serve(follower, {Work::commit, Topic::layout, 0, agreed});
    });
  make_until(leader_, agreed);
}

/// Of what is in its log.
void StoreServers::make_until(int where, std::int64_t agreed) {
  Server& making = server(where);
  while (making.made < std::min(agreed, making.logged)) make(where, ++making.made);
  const auto is_behind = [](const Server& a, const Server& b) { return a.made < b.made; };
  const std::int64_t everywhere = std::min_element(servers_.begin(), servers_.end(), is_behind)->made;
  for (; forgotten_ < everywhere; ++forgotten_) log_.pop_front();
}

void StoreServers::make(int where, std::int64_t number) {
  const Write& write = log_[static_cast<std::size_t>(number - forgotten_ - 1)];
  if (write.is_admitted) {
    server(where).lists.make(write.change);
    for (const Topic topic : truth_.told(write.change)) notify(where, topic, write.change.ticket);
  }
  if (client(write.client).server == where) serve(where, {Work::answer, Topic::layout, write.client, 0});
}

void StoreServers::notify(int where, Topic topic, std::int64_t ticket) {
  Server& telling = server(where);
  if (topic == Topic::turn) {
    const auto watcher = telling.turn_watchers.find(ticket);
    if (watcher == telling.turn_watchers.end()) return;
    serve(where, {Work::tell, topic, watcher->second, 0});
    telling.turn_watchers.erase(watcher);
    return;
  }
  for (const std::int32_t watcher : std::exchange(telling.watchers[static_cast<std::size_t>(topic)], {})) {
    client(watcher).watching[static_cast<std::size_t>(topic)] = false;
    serve(where, {Work::tell, topic, watcher, 0});
  }
}

} // namespace daruma::fast
