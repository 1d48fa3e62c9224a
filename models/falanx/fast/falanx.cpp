#include "models/falanx/fast/falanx.hpp"

#include "models/falanx/fast/falanx_placement.hpp"
#include "models/falanx/fast/falanx_scheduler.hpp"
#include "models/falanx/logic/data_node.hpp"
#include "models/falanx/logic/roles.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::fast {

namespace {

namespace falanx = models::falanx;
using falanx::TaskId;

/// The data store of Falanx: what reading and writing a value takes while all its nodes live.
///
/// A node serves one message after the other. A write goes to the value's first node, from there to the second, and is
/// answered when both have it (models/falanx/logic/data_node.hpp).
class FalanxData {
public:
  FalanxData(FalanxPlacement& ranks, const models::falanx::Roles& roles, Seconds service_time);

  /// Stores a value for the caller's rank, one at a time for each rank; `then` is called when it is there.
  void set(int rank, std::string_view key, Bytes size, EventQueue::Action then);
  void get(int rank, std::string_view key, Bytes size, EventQueue::Action then);

private:
  /// A message, and the rank that serves it.
  struct Leg {
    int to;
    Bytes size;
  };
  struct Journey {
    std::vector<Leg> legs; ///< the last leads back
    std::size_t at = 0;
    EventQueue::Action then;
  };
  void begin(int rank, std::vector<Leg> legs, EventQueue::Action then);
  void travel(int rank);
  std::vector<int> holders(std::string_view key) const;

  FalanxPlacement& ranks_;
  int nodes_;
  int first_rank_;
  Seconds service_time_;
  std::vector<QueueServer> servers_; ///< by node
  std::vector<Journey> journeys_;    ///< by the rank that asked
};

FalanxData::FalanxData(FalanxPlacement& ranks, const falanx::Roles& roles, Seconds service_time)
    : ranks_(ranks), nodes_(roles.data_nodes), first_rank_(roles.first_data_node()), service_time_(service_time),
      servers_(static_cast<std::size_t>(nodes_)), journeys_(static_cast<std::size_t>(roles.ranks())) {}

/// The ranks of the data nodes that keep the key.
std::vector<int> FalanxData::holders(std::string_view key) const {
  std::vector<int> ranks = falanx::holders(falanx::primary_node(key, nodes_), nodes_, {});
  for (int& rank : ranks) rank += first_rank_;
  return ranks;
}

void FalanxData::set(int rank, std::string_view key, Bytes size, EventQueue::Action then) {
  const std::vector<int> to = holders(key);
  const Bytes bare = packet_size(0, Bytes(0));
  const Bytes whole = packet_size(key.size(), size);
  std::vector<Leg> legs{{to.front(), whole}};
  if (to.size() > 1) legs.insert(legs.end(), {{to.back(), whole}, {to.front(), bare}});
  legs.push_back({rank, bare});
  begin(rank, std::move(legs), std::move(then));
}

void FalanxData::get(int rank, std::string_view key, Bytes size, EventQueue::Action then) {
  const int holder = holders(key).front();
  begin(rank, {{holder, packet_size(key.size(), Bytes(0))}, {rank, packet_size(0, size)}}, std::move(then));
}

void FalanxData::begin(int rank, std::vector<Leg> legs, EventQueue::Action then) {
  journeys_[static_cast<std::size_t>(rank)] = {std::move(legs), 0, std::move(then)};
  travel(rank);
}

void FalanxData::travel(int rank) {
  Journey& journey = journeys_[static_cast<std::size_t>(rank)];
  const Leg& leg = journey.legs[journey.at];
  const int from = journey.at == 0 ? rank : journey.legs[journey.at - 1].to;
  ++journey.at;
  ranks_.send(from, leg.to, leg.size, [this, rank] {
    Journey& arrived = journeys_[static_cast<std::size_t>(rank)];
    if (arrived.at == arrived.legs.size()) {
      std::exchange(arrived.then, nullptr)();
      return;
    }
    const int node = arrived.legs[arrived.at - 1].to - first_rank_;
    ranks_.serve(servers_[static_cast<std::size_t>(node)], service_time_, [this, rank] { travel(rank); });
  });
}

std::string input_of(std::int64_t number) { return "in:" + std::to_string(number); }
std::string output_of(std::int64_t number) { return "out:" + std::to_string(number); }

/// Main logic and workers, as models/falanx/mpi/programs.cpp has them.
class Bag {
public:
  explicit Bag(const FalanxCase& what)
      : order_(what.order), ranks_(what.network, what.nodes), data_(ranks_, order_.roles, order_.times.data_node),
        scheduler_(order_.scheduler->on_tree_store ? make_fast_ha(what, ranks_) : make_fast_queue(what, ranks_)),
        left_(order_.roles.groups) {}

  FalanxRun perform() {
    ranks_.events().after(order_.startup, [this] { begin(); });
    while (left_ > 0 && ranks_.events().step()) {}
    run_.total = ranks_.events().now();
    run_.lost_races = scheduler_->lost_races();
    return run_;
  }

private:
  static constexpr int client = 0;
  int rank_of(int worker) const { return order_.roles.first_worker() + worker; }

  void begin() {
    scheduler_->open([this] {
      main_logic_ = ranks_.events().now();
      submit(0);
    });
    for (int worker = 0; worker < order_.roles.groups; ++worker)
      scheduler_->enlist(worker, [this, worker] { take(worker); });
  }

  // What the main logic does: it submits the tasks and takes their ends.

  void submit(int number) {
    if (number == order_.tasks) return await();
    data_.set(client, input_of(number), order_.input, [this, number] {
      scheduler_->submit(number % order_.priorities, [this, number] { submit(number + 1); });
    });
  }
  void await() {
    if (run_.completed == order_.tasks) return close();
    scheduler_->wait_any([this](const TaskId& id) {
      const int number = static_cast<int>(id.order);
      scheduler_->result(id, [this, number] { read(number); });
    });
  }
  void read(int number) {
    data_.get(client, output_of(number), order_.output, [this] {
      ++run_.completed;
      await();
    });
  }
  void close() {
    run_.main_logic = ranks_.events().now() - main_logic_;
    scheduler_->close([] {});
  }

  // What a worker does: its Starter takes a task, runs it and says how it ended.

  void take(int worker) {
    scheduler_->take(worker, [this, worker](const std::optional<TaskId>& id) {
      if (id)
        perform(worker, static_cast<int>(id->order), id->priority);
      else
        leave(worker);
    });
  }
  void perform(int worker, int number, int priority) {
    data_.get(rank_of(worker), input_of(number), order_.input, [this, worker, number, priority] {
      ranks_.events().after(order_.length, [this, worker, number, priority] { finish(worker, {priority, number}); });
    });
  }
  void finish(int worker, const TaskId& id) {
    data_.set(rank_of(worker), output_of(id.order), order_.output,
              [this, worker, id] { scheduler_->complete(worker, id, [this, worker] { take(worker); }); });
  }
  /// The client hears of it.
  void leave(int worker) {
    ranks_.send(rank_of(worker), client, packet_size(0, Bytes(0)), [this] { --left_; });
  }

  const falanx::SleepOrder& order_;
  FalanxPlacement ranks_;
  FalanxData data_;
  std::unique_ptr<FalanxScheduler> scheduler_;
  int left_; ///< workers that have not left
  Seconds main_logic_{0};
  FalanxRun run_{};
};

} // namespace

FalanxRun run(const FalanxCase& what) { return Bag(what).perform(); }

} // namespace daruma::fast
