#include "models/falanx/fast/falanx_scheduler.hpp"
#include "models/falanx/fast/ha_sizes.hpp"
#include "models/falanx/fast/task_lists.hpp"
#include "models/falanx/logic/ha_request.hpp"
#include "models/falanx/logic/ha_starter.hpp"
#include "models/falanx/logic/ha_submitter.hpp"
#include "sim/treestore/ensemble.hpp"
#include "sim/treestore/steady_store.hpp"

#include <deque>
#include <utility>
#include <vector>

namespace daruma::fast {

namespace {

namespace falanx = models::falanx;
using falanx::HaRequest;
using falanx::HaStarter;
using falanx::HaSubmitter;
using falanx::TaskId;
using falanx::WatchIt;
using Kind = HaRequest::Kind;
using Store = treestore::SteadyStore<TaskLists>;
using Topic = TaskLists::Topic;

/// The tree store's servers, with the tasks' ends in the order of their writes that no client has been shown yet.
struct TaskStore {
  treestore::SteadyStore<TaskLists> servers;
  std::vector<TaskId> ended{};
};

/// A side of the highly available scheduler as a client of the tree store's servers, without a rank: its requests
/// become reads and changes of the task lists there, one after the other.
///
/// Nobody dies and no connection is lost. Nor does whoever waits for longer than HaStore::patience ask whether there is
/// still a quorum.
class HaClient {
public:
  using Action = EventQueue::Action;

  HaClient(TaskStore& store, falanx::HaSide& side) : store_(store), side_(side) {}
  HaClient(const HaClient&) = delete;
  HaClient& operator=(const HaClient&) = delete;

  /// Once, before the first call: its session begins, on a node.
  void connect(int node, Action then) { me_ = store_.servers.connect(node, std::move(then)); }
  /// From a call's first request until the call is over.
  void perform(const HaRequest& first, Action then);

private:
  void make(const HaRequest& request);
  void read();
  void write();
  void go_on() { make(side_.step(answer_)); }
  Found look(const TaskLists& lists);
  Found look_for_tasks(const TaskLists& lists);
  Found look_into_bucket(const TaskLists& lists);
  Found look_at_queue(const TaskLists& lists);
  Found look_for_ticket(const TaskLists& lists);
  Found look_for_ended(const TaskLists& lists);

  TaskStore& store_;
  falanx::HaSide& side_;
  int me_ = 0;
  Action then_{};
  HaRequest request_{};
  falanx::HaAnswer answer_{};
  std::size_t seen_ = 0; ///< tasks that have ended
};

/// The size of answers whose text no decision depends on.
constexpr Found small_answer{Bytes(8)};

std::optional<Store::Watch> watch_of(const HaRequest& request) {
  if (request.watch == WatchIt::no) return std::nullopt;
  switch (request.kind) {
  case Kind::find_folders:
    return Store::Watch{Topic::folders};
  case Kind::list_waiting:
    return Store::Watch{Topic::waiting};
  case Kind::list_done:
    return Store::Watch{Topic::done};
  case Kind::list_closed:
    return Store::Watch{Topic::closed};
  default:
    return Store::Watch{Topic::turn, request.ticket.number};
  }
}

void HaClient::perform(const HaRequest& first, Action then) {
  then_ = std::move(then);
  make(first);
}

void HaClient::make(const HaRequest& request) {
  request_ = request;
  switch (request.kind) {
  case Kind::none:
    return std::exchange(then_, nullptr)();
  case Kind::await:
    return store_.servers.await(me_, [this](Topic topic) {
      answer_.is_so = topic == Topic::closed;
      go_on();
    });
  default:
    return falanx::is_read(request.kind) ? read() : write();
  }
}

void HaClient::read() {
  store_.servers.read(
      me_, ha_sizes::path(), [this](const TaskLists& lists) { return look(lists); }, [this] { go_on(); },
      watch_of(request_));
}

void HaClient::write() {
  store_.servers.commit(me_, change_of(request_), ha_sizes::of(request_), [this] {
    answer_.is_so = store_.servers.has_made(me_);
    go_on();
  });
}

// --- What a server shows

Found HaClient::look(const TaskLists& lists) {
  switch (request_.kind) {
  case Kind::find_folders:
    answer_.is_so = lists.has_folders();
    return {};
  case Kind::list_waiting:
    return look_for_tasks(lists);
  case Kind::list_bucket:
    return look_into_bucket(lists);
  case Kind::list_queue:
    return look_at_queue(lists);
  case Kind::find_ticket:
    return look_for_ticket(lists);
  case Kind::list_closed:
    answer_.count = lists.is_closed() ? 1 : 0;
    return lists.is_closed() ? ha_sizes::names(Bytes(5), 1) : Found{};
  case Kind::list_done:
    return look_for_ended(lists);
  case Kind::read_status:
    answer_.status = lists.status_of(request_.task);
    return small_answer;
  default:
    return small_answer;
  }
}

Found HaClient::look_for_tasks(const TaskLists& lists) {
  const std::size_t entries = lists.entries().size();
  answer_.tasks = lists.entries().first(side_.select(entries).count);
  return ha_sizes::names(lists.has_buckets() ? ha_sizes::bucket_name() : ha_sizes::task_name(), entries);
}

Found HaClient::look_into_bucket(const TaskLists& lists) {
  const std::size_t size = lists.size_of_bucket(request_.task);
  const falanx::Selection selected = side_.select(size);
  answer_.tasks.clear();
  if (selected.count > 0) answer_.tasks.push_back(lists.nth_in_bucket(request_.task, selected.first));
  return ha_sizes::names(ha_sizes::task_name(), size);
}

/// Tickets follow one another without gaps.
Found HaClient::look_at_queue(const TaskLists& lists) {
  const std::int64_t mine = request_.ticket.number;
  answer_.own.number = store_.servers.receipt_of(me_);
  answer_.before.number = mine > lists.first_ticket() ? mine - 1 : -1;
  return ha_sizes::names(ha_sizes::ticket_name(), static_cast<std::size_t>(lists.next_ticket() - lists.first_ticket()));
}

/// A Starter looks for its own ticket only to make sure that it is there.
Found HaClient::look_for_ticket(const TaskLists& lists) {
  answer_.is_so = request_.ticket.number >= lists.first_ticket();
  return request_.watch == WatchIt::yes ? Found{} : small_answer;
}

Found HaClient::look_for_ended(const TaskLists& lists) {
  const auto shown = store_.ended.begin() + static_cast<std::ptrdiff_t>(lists.done() - seen_);
  std::vector<TaskId> later(shown, store_.ended.end());
  store_.ended.erase(shown, store_.ended.end());
  answer_.tasks = std::exchange(store_.ended, std::move(later));
  seen_ = lists.done();
  return ha_sizes::names(ha_sizes::task_name(), seen_);
}

// --- All of it

class HaOfClients final : public FalanxScheduler {
public:
  HaOfClients(const FalanxCase& what, FalanxPlacement& ranks)
      : ranks_(ranks), roles_(what.order.roles), terms_(*what.order.scheduler->on_tree_store), store_{store_for(what)},
        submitter_(terms_, roles_.clients, store_) {
    for (int worker = 0; worker < roles_.groups; ++worker)
      starters_.emplace_back(terms_, roles_,
                             RandomStream(what.model_seed, 0, "falanx/starter-" + std::to_string(rank_of(worker))),
                             store_);
  }

  void open(Action then) override {
    submitter_.client.connect(ranks_.node_of(0), [this, then = std::move(then)] {
      submitter_.client.perform(submitter_.logic.open(), then);
    });
  }
  void enlist(int worker, Action then) override {
    starter(worker).client.connect(ranks_.node_of(rank_of(worker)), [this, worker, then = std::move(then)] {
      starter(worker).client.perform(starter(worker).logic.enlist(), then);
    });
  }
  void submit(int priority, Action then) override {
    submitter_.client.perform(submitter_.logic.submit({{}, {}, priority}), std::move(then));
  }
  void wait_any(std::function<void(TaskId)> then) override {
    named_ = std::move(then);
    submitter_.client.perform(submitter_.logic.wait_any(),
                              [this] { std::exchange(named_, nullptr)(*submitter_.logic.named()); });
  }
  void result(const TaskId& id, Action then) override {
    submitter_.client.perform(submitter_.logic.result(id), std::move(then));
  }
  void close(Action then) override { submitter_.client.perform(submitter_.logic.close(), std::move(then)); }
  void take(int worker, Taken then) override {
    StarterOfClient& taker = starter(worker);
    taker.told = std::move(then);
    taker.client.perform(taker.logic.take(), [&taker] {
      const auto& task = taker.logic.task();
      std::exchange(taker.told, nullptr)(task ? std::optional(task->id) : std::nullopt);
    });
  }
  void complete(int worker, const TaskId& id, Action then) override {
    starter(worker).client.perform(starter(worker).logic.complete(id, {}), std::move(then));
  }
  int lost_races() const override {
    int sum = 0;
    for (const StarterOfClient& one : starters_) sum += one.logic.lost_races();
    return sum;
  }

private:
  struct SubmitterOfClient {
    SubmitterOfClient(const falanx::HaTerms& terms, int clients, TaskStore& store)
        : logic(terms, clients, 0), client(store, logic) {}
    HaSubmitter logic;
    HaClient client;
  };
  struct StarterOfClient {
    StarterOfClient(const falanx::HaTerms& terms, const falanx::Roles& roles, const RandomStream& random,
                    TaskStore& store)
        : logic(terms, roles, random), client(store, logic) {}
    HaStarter logic;
    HaClient client;
    Taken told{};
  };

  /// Clients try the servers in the order of those with ranks, and the first that they try is up.
  Store store_for(const FalanxCase& what) {
    const int servers = static_cast<int>(what.tree_store->nodes.size());
    const auto server_of = [seed = what.seed, replication = what.replication, servers](int client) {
      return treestore::server_order(seed, replication, client, servers).front();
    };
    const auto numbered = [this](const StoreChange& change) {
      if (change.kind == Kind::end || change.kind == Kind::list_as_done) store_.ended.push_back(change.tasks.front());
    };
    return Store({*what.tree_store, ranks_.network(), ranks_.events(), TaskLists(terms_.cure), server_of, numbered});
  }
  int rank_of(int worker) const { return roles_.first_worker() + worker; }
  StarterOfClient& starter(int worker) { return starters_[static_cast<std::size_t>(worker)]; }

  FalanxPlacement& ranks_;
  falanx::Roles roles_;
  falanx::HaTerms terms_;
  TaskStore store_;
  SubmitterOfClient submitter_;
  std::function<void(TaskId)> named_{};
  std::deque<StarterOfClient> starters_;
};

} // namespace

std::unique_ptr<FalanxScheduler> make_fast_ha(const FalanxCase& what, FalanxPlacement& ranks) {
  return std::make_unique<HaOfClients>(what, ranks);
}

} // namespace daruma::fast
