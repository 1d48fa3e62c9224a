// The servers of a tree store as the highly available scheduler of Falanx loads them, all of which stay up: the costs
// of sim/treestore, and its order of events, for clients that are no processes.
//
// Each server serves one piece of work after the other: requests and what watches tell (per_request), lists by their
// bytes (marshalling), writes (per_transaction). The leader numbers writes and proposes them; each server forces what
// has come meanwhile into its log together; what a majority has forced is made in order, and each server answers its
// own clients. Lists are therefore as stale as the server that shows them. Messages do not slow each other down.
#pragma once

#include "models/falanx/fast/task_lists.hpp"
#include "sim/core/event_queue.hpp"
#include "sim/core/network.hpp"
#include "sim/core/tree_store.hpp"

#include <array>
#include <deque>
#include <optional>
#include <unordered_map>

namespace daruma::fast {

class StoreServers {
public:
  using Action = EventQueue::Action;
  /// Reads the lists as one server has them; the size of what it has found.
  using Look = std::function<Bytes(const TaskLists&)>;
  struct Watch {
    Topic topic;
    std::int64_t ticket = 0; ///< of the Starter that is to leave the queue
  };

  /// `server_of` tells to which server a client is connected, by number.
  StoreServers(const TreeStore&, const Network&, EventQueue&, models::falanx::Cure, std::function<int(int)> server_of);

  /// Begins the session of a client on a node. Returns its number.
  int connect(int node, Action then);
  /// One request at a time. `path` is the size of what is asked for.
  void read(int client, Bytes path, Look look, Action then, std::optional<Watch> watch = std::nullopt);
  void commit(int client, StoreChange change, Bytes size, Action then);
  /// Whether the client's last commit was made.
  bool has_made(int client) const { return clients_[static_cast<std::size_t>(client)].made; }
  /// The ticket that it got when it queued up.
  std::int64_t ticket_of(int client) const { return clients_[static_cast<std::size_t>(client)].ticket; }
  /// Told once of what a watch has to tell; at once if that was before.
  void await(int client, std::function<void(Topic)> told);
  /// The tasks in the order in which they ended; how many of them a server shows its lists say.
  const std::vector<models::falanx::TaskId>& ended() const { return ended_; }

private:
  enum class Work : std::uint8_t { read, forward, lead, follow, commit, answer, tell };
  struct Job {
    Work work;
    Topic topic; ///< to be told
    std::int32_t client;
    std::int64_t number; ///< of a write; of servers' agreement
  };
  static constexpr std::size_t list_topics = 4; ///< all but turn
  struct Client {
    int node;
    int server;
    Look look{};
    Action then{};
    std::optional<Watch> watch{};
    StoreChange change{};
    Bytes size{0};
    Bytes found{0};
    bool made = false;
    std::int64_t ticket = -1;
    Seconds last_arrival{0};                             ///< of what its server has sent
    Seconds free{0};                                     ///< when it has taken that in; it rests from then on
    std::array<std::uint32_t, list_topics + 1> untold{}; ///< by topic
    std::array<bool, list_topics> watching{};            ///< by topic
    std::function<void(Topic)> awaiting{};
  };
  struct Write {
    StoreChange change;
    std::int32_t client;
    bool is_admitted;
  };
  /// Numbers of writes: until where this server has them in its log, and so on.
  struct Server {
    int node;
    TaskLists lists;
    std::deque<Job> waiting{};
    std::optional<Job> at{};
    Seconds worked_until{0};
    std::int64_t logged = 0;
    std::int64_t forcing = 0;
    std::int64_t forced = 0;
    std::int64_t acknowledged = 0; ///< forced, as the leader knows
    std::int64_t made = 0;
    Seconds from_leader{0}; ///< when the last message arrives
    Seconds to_leader{0};
    std::array<std::vector<std::int32_t>, list_topics> watchers{};  ///< by topic
    std::unordered_map<std::int64_t, std::int32_t> turn_watchers{}; ///< by ticket, looked up only
  };

  Server& server(int number) { return servers_[static_cast<std::size_t>(number)]; }
  Client& client(int number) { return clients_[static_cast<std::size_t>(number)]; }

  void ask(int who, Work work);
  void deliver(int who, Bytes content, Action action);
  void reply(int who, Bytes content);
  void tell(int who, Topic topic);
  void hear(int who, Topic topic);

  void serve(int where, const Job& job);
  void start(int where, const Job& job);
  void finish(int where);
  Seconds time_of(int where, const Job& job);
  void perform(int where, const Job& job);
  Seconds look_up(int where, int who);

  void lead(int who);
  void propose(int who);
  void force(int where);
  void acknowledge(int where);
  void settle(int where, std::int64_t until);
  void make_until(int where, std::int64_t agreed);
  void make(int where, std::int64_t number);
  void notify(int where, Topic topic, std::int64_t ticket);
  void send(int from, int to, Bytes size, Seconds& last, Action arrived);

  TreeStore takes_;
  Network network_;
  EventQueue& agenda_;
  std::function<int(int)> server_of_;
  int leader_;
  TaskLists truth_; ///< after all writes that have a number
  std::vector<Server> servers_;
  std::deque<Client> clients_;
  std::deque<Write> log_;
  std::int64_t numbered_ = 0;
  std::int64_t forgotten_ = 0; ///< writes that all servers have made
  std::vector<models::falanx::TaskId> ended_;
};

} // namespace daruma::fast
