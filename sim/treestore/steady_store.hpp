// A replicated store whose servers all stay up, for clients that are no processes: what its servers and clients take
// for their work and when (broadcast.hpp), for any contents that are quick to keep.
//
// Each server does one piece of work after the other: requests and what watches tell (per_request), lists by their
// bytes (marshalling) and names (per_name), writes (per_transaction). Lists are as stale as the server that shows them.
// Messages do not slow each other down.
#pragma once

#include "sim/core/event_queue.hpp"
#include "sim/core/network.hpp"
#include "sim/core/queue_server.hpp"
#include "sim/core/tree_store.hpp"
#include "sim/treestore/blocked_reads.hpp"
#include "sim/treestore/broadcast.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace daruma::treestore {

/// A write of a client's; it has a number once it is the leader's turn.
struct NumberedWrite {
  std::int32_t client = -1;
  Zxid number = 0;
};

/// Contents have:
///   using Change = ...; enum class Topic : std::uint8_t { ... };     // what is written; what watches tell of
///   static constexpr std::size_t list_topics;   // all topics but the last, of which each key is watched by one client
///   bool admits(const Change&) const;           // whether it can be made now
///   void make(const Change&);                   // one that was admitted
///   std::vector<Topic> told(const Change&) const; // what watches tell of it then, in order
///   static std::int64_t key_of(const Change&);  // that is told of, for the last topic
///   std::int64_t receipt_of(const Change&) const; // what whoever writes it is told
/// A write succeeds or fails as a whole by what the contents are when its turn comes. That is known as soon as the
/// leader has numbered it, as all servers make all writes in that order.
template <class Contents> class SteadyStore final : private Broadcast<SteadyStore<Contents>, NumberedWrite> {
public:
  using Action = EventQueue::Action;
  using Change = typename Contents::Change;
  using Topic = typename Contents::Topic;
  /// Reads the contents as one server has them.
  using Look = std::function<Found(const Contents&)>;
  struct Watch {
    Topic topic;
    std::int64_t key = 0; ///< of the last topic
  };
  struct Setting {
    const TreeStore& takes;
    const Network& network;
    EventQueue& events;
    Contents empty;
    std::function<int(int client)> server_of;    ///< that a client is connected to, by number
    std::function<void(const Change&)> numbered; ///< told of each write that is made, in their order
  };

  /// The leader is the one that the first election finds: of servers that know the same, the last.
  explicit SteadyStore(Setting setting)
      : Agreement(setting.takes.nodes.size()), takes_(setting.takes), network_(setting.network),
        events_(setting.events), server_of_(std::move(setting.server_of)), numbered_told_(std::move(setting.numbered)),
        leader_(static_cast<int>(setting.takes.nodes.size()) - 1), truth_(setting.empty) {
    for (const int node : takes_.nodes) servers_.push_back({node, setting.empty});
  }

  /// Begins the session of a client on a node. Returns its number.
  int connect(int node, Action then) {
    const int who = static_cast<int>(clients_.size());
    clients_.push_back({node, server_of_(who)});
    commit(who, {}, head, std::move(then));
    return who;
  }

  /// One request at a time. `path` is the size of what is asked for.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved, to where depends on the contents
  void read(int who, Bytes path, Look look, Action then, std::optional<Watch> watch = std::nullopt) {
    Client& asking = client(who);
    asking.look = std::move(look);
    asking.then = std::move(then);
    asking.watch = watch;
    asking.size = head + path;
    ask(who, Work::read);
  }

  // NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved, to where depends on the contents
  void commit(int who, Change change, Bytes size, Action then) {
    Client& asking = client(who);
    asking.change = std::move(change);
    asking.then = std::move(then);
    asking.size = size;
    ask(who, Work::forward);
  }

  /// Whether the client's last commit was made.
  bool has_made(int client) const { return clients_[static_cast<std::size_t>(client)].made; }
  /// What it was told of the last one that tells anything.
  std::int64_t receipt_of(int client) const { return clients_[static_cast<std::size_t>(client)].receipt; }
  /// Told once of what a watch has to tell; at once if that was before.
  void await(int who, std::function<void(Topic)> told) {
    Client& waiting = client(who);
    const auto topic = std::find_if(waiting.untold.begin(), waiting.untold.end(), [](auto count) { return count > 0; });
    if (topic == waiting.untold.end()) {
      waiting.awaiting = std::move(told);
      return;
    }
    --*topic;
    told(static_cast<Topic>(topic - waiting.untold.begin()));
  }

private:
  using Agreement = Broadcast<SteadyStore, NumberedWrite>;
  using Step = typename Agreement::Step;
  friend Agreement;

  enum class Work : std::uint8_t { read, forward, lead, follow, commit, answer, tell };
  struct Job {
    Work work;
    Topic topic; ///< to be told
    std::int32_t client;
    Zxid number; ///< of a write; of servers' agreement
  };
  static constexpr std::size_t list_topics = Contents::list_topics;
  struct Client {
    int node;
    int server;
    Look look{};
    Action then{};
    std::optional<Watch> watch{};
    Change change{};
    Bytes size{0};
    Found found{};
    bool made = false;
    std::int64_t receipt = -1;
    Seconds last_arrival{0}; ///< of what its server has sent
    QueueServer processor{};
    std::array<std::uint32_t, list_topics + 1> untold{}; ///< by topic
    std::array<bool, list_topics> watching{};            ///< by topic
    std::function<void(Topic)> awaiting{};
  };
  struct Write {
    Change change;
    std::int32_t client;
    bool is_admitted;
  };
  struct Server {
    int node;
    Contents contents;
    FifoServer<Job> queue{};
    BlockedReads<Job> blocked{};
    Job at{};
    Zxid made = 0;
    Seconds from_leader{0}; ///< when the last message arrives
    Seconds to_leader{0};
    std::array<std::vector<std::int32_t>, list_topics> watchers{}; ///< by topic
    std::unordered_map<std::int64_t, std::int32_t> watcher_of{};   ///< by key, looked up only
  };

  Server& server(int number) { return servers_[static_cast<std::size_t>(number)]; }
  Client& client(int number) { return clients_[static_cast<std::size_t>(number)]; }

  // What clients ask and are told.

  void ask(int who, Work work) {
    const Client& asking = client(who);
    events_.after(network_.time(asking.node, server(asking.server).node, asking.size), [this, who, work] {
      arrive(client(who).server, {work, Topic{}, who, 0});
    });
  }

  void arrive(int where, const Job& job) {
    auto& blocked = server(where).blocked;
    if (job.work == Work::read && blocked.is_blocked()) return blocked.wait(job);
    if (job.work == Work::forward && takes_.writes_block_reads) blocked.begin_write();
    serve(where, job);
  }

  /// What its server sends a client comes in order, whatever its size, and is taken in one thing after the other.
  void deliver(int who, const Found& found, Action action) {
    Client& to = client(who);
    const Seconds way = network_.time(server(to.server).node, to.node, head + found.size);
    to.last_arrival = std::max(to.last_arrival, events_.now() + way);
    const Seconds done = to.processor.serve(
        to.last_arrival, [&](Seconds rested) { return takes_.time_of(takes_.taking_in(found), rested); });
    events_.at(done, std::move(action));
  }

  void reply(int who, const Found& found) {
    deliver(who, found, [this, who] { std::exchange(client(who).then, nullptr)(); });
  }

  void tell(int who, Topic topic) {
    deliver(who, {}, [this, who, topic] { hear(who, topic); });
  }

  void hear(int who, Topic topic) {
    Client& told = client(who);
    if (told.awaiting)
      std::exchange(told.awaiting, nullptr)(topic);
    else
      ++told.untold[static_cast<std::size_t>(topic)];
  }

  // What takes a server's time.

  void serve(int where, const Job& job) {
    if (const auto begins = server(where).queue.arrive(job)) start(where, *begins);
  }

  /// What a list takes is known when its turn comes.
  void start(int where, const Job& job) {
    Server& busy = server(where);
    busy.at = job;
    const Seconds time = takes_.time_of(time_of(where, job), events_.now() - busy.queue.worked_until());
    events_.after(time, [this, where] { finish(where); });
  }

  void finish(int where) {
    Server& busy = server(where);
    const Job done = busy.at;
    perform(where, done);
    if (const auto next = busy.queue.end(events_.now())) start(where, *next);
  }

  Seconds time_of(int where, const Job& job) {
    switch (job.work) {
    case Work::read:
      return look_up(where, job.client);
    case Work::forward:
    case Work::tell:
      return takes_.per_request;
    case Work::lead:
    case Work::follow:
      return Agreement::time_of(takes_, Step::Kind::follow);
    default:
      return Seconds(0);
    }
  }

  void perform(int where, const Job& job) {
    switch (job.work) {
    case Work::read:
      return reply(job.client, client(job.client).found);
    case Work::forward:
      return forward(job.client);
    case Work::lead:
      return this->handle(where, {Step::Kind::lead, {job.client, 0}});
    case Work::follow:
      return this->handle(where, {Step::Kind::follow, {job.client, job.number}});
    case Work::commit:
      return this->handle(where, {Step::Kind::commit, {}, job.number});
    case Work::answer:
      return reply(job.client, {});
    case Work::tell:
      return tell(job.client, job.topic);
    }
  }

  Seconds look_up(int where, int who) {
    Client& asking = client(who);
    Server& asked = server(where);
    asking.found = asking.look(asked.contents);
    if (asking.watch) {
      const auto topic = static_cast<std::size_t>(asking.watch->topic);
      if (topic == list_topics)
        asked.watcher_of[asking.watch->key] = who;
      else if (!std::exchange(asking.watching[topic], true))
        asked.watchers[topic].push_back(who);
    }
    return takes_.answering(asking.found);
  }

  // What Broadcast asks of its group.

  void forward(int who) {
    const int from = client(who).server;
    if (from == leader_)
      this->lead({who, 0});
    else
      send(from, leader_, client(who).size, [this, who] { this->lead({who, 0}); });
  }

  void make(int where, Zxid number) {
    const Write& write = log_[static_cast<std::size_t>(number - forgotten_ - 1)];
    if (write.is_admitted) {
      server(where).contents.make(write.change);
      for (const Topic topic : truth_.told(write.change)) notify(where, topic, Contents::key_of(write.change));
    }
    if (client(write.client).server != where) return;
    serve(where, {Work::answer, Topic{}, write.client, 0});
    for (const Job& read : server(where).blocked.end_write()) serve(where, read);
  }

  void notify(int where, Topic topic, std::int64_t key) {
    Server& telling = server(where);
    if (static_cast<std::size_t>(topic) == list_topics) {
      const auto watcher = telling.watcher_of.find(key);
      if (watcher == telling.watcher_of.end()) return;
      serve(where, {Work::tell, topic, watcher->second, 0});
      telling.watcher_of.erase(watcher);
      return;
    }
    for (const std::int32_t watcher : std::exchange(telling.watchers[static_cast<std::size_t>(topic)], {})) {
      client(watcher).watching[static_cast<std::size_t>(topic)] = false;
      serve(where, {Work::tell, topic, watcher, 0});
    }
  }

  // What the agreement asks of the group.
  const TreeStore& description() const { return takes_; }
  int leader_number() const { return leader_; }
  bool follows(int number) const { return number != leader_; }
  void work_on(int where, const Step& step) {
    using Kind = typename Step::Kind;
    const Work work = step.kind == Kind::lead ? Work::lead : step.kind == Kind::follow ? Work::follow : Work::commit;
    serve(where, {work, Topic{}, step.entry.client, step.kind == Kind::commit ? step.until : step.entry.number});
  }
  /// One way between two servers, one of which leads; what is sent arrives in order.
  template <class Deed> void send(int from, int to, Bytes size, Deed arrived) {
    Seconds& last = from == leader_ ? server(to).from_leader : server(from).to_leader;
    last = std::max(last, events_.now() + network_.time(server(from).node, server(to).node, size));
    events_.at(last, std::move(arrived));
  }
  template <class Deed> void after(int, Seconds delay, Deed deed) { events_.after(delay, std::move(deed)); }
  Bytes size_of(const NumberedWrite& write) { return client(write.client).size; }
  void number(NumberedWrite& write) {
    Client& asking = client(write.client);
    write.number = ++numbered_;
    asking.made = truth_.admits(asking.change);
    if (asking.made) {
      asking.receipt = std::max(asking.receipt, truth_.receipt_of(asking.change));
      truth_.make(asking.change);
      numbered_told_(asking.change);
    }
    log_.push_back({std::move(asking.change), write.client, asking.made});
  }
  static Zxid number_of(const NumberedWrite& write) { return write.number; }
  void log(int, const NumberedWrite&) {}
  void make_until(int where, Zxid until) {
    Server& making = server(where);
    while (making.made < until) make(where, ++making.made);
    const auto is_behind = [](const Server& a, const Server& b) { return a.made < b.made; };
    const Zxid everywhere = std::min_element(servers_.begin(), servers_.end(), is_behind)->made;
    for (; forgotten_ < everywhere; ++forgotten_) log_.pop_front();
  }
  void agreed(Zxid) {}

  TreeStore takes_;
  Network network_;
  EventQueue& events_;
  std::function<int(int)> server_of_;
  std::function<void(const Change&)> numbered_told_;
  int leader_;
  Contents truth_; ///< after all writes that have a number
  std::vector<Server> servers_;
  std::deque<Client> clients_;
  std::deque<Write> log_;
  Zxid numbered_ = 0;
  Zxid forgotten_ = 0; ///< writes that all servers have made
};

} // namespace daruma::treestore
