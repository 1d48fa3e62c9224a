// The highly available scheduler's sides, as models/falanx/mpi/ha_sides.hpp has them, called back instead of blocking.
//
// What each asks of the store, in which order, and what it does about the answers. Nobody dies and no connection is
// lost: what is done only then is not here. Nor is the question whether there is still a quorum that whoever waits for
// longer than HaStore::patience asks.
#pragma once

#include "models/falanx/fast/falanx_scheduler.hpp"
#include "models/falanx/fast/store_servers.hpp"
#include "sim/core/random_stream.hpp"

#include <deque>
#include <vector>

namespace daruma::fast {

class FastSubmitter {
public:
  using TaskId = models::falanx::TaskId;
  using Action = EventQueue::Action;

  FastSubmitter(StoreServers& store, const models::falanx::HaTerms& terms) : store_(store), terms_(terms) {}

  /// On a node.
  void open(int node, Action then);
  void submit(int priority, Action then);
  void wait_any(std::function<void(TaskId)> then);
  void result(Action then);
  void close(Action then);

private:
  void lay_out(int folders);
  void enqueue(int records);
  void enter(const std::function<void()>& refused);
  void open_bucket();
  void look();

  StoreServers& store_;
  models::falanx::HaTerms terms_;
  int me_ = 0;
  Action then_{};
  std::function<void(TaskId)> named_{};
  TaskId submitting_{};
  TaskId last_bucket_{0, -1};
  std::int64_t submitted_ = 0;
  std::size_t seen_ = 0;  ///< of those that have ended
  std::size_t count_ = 0; ///< of those that were named
};

class FastStarter {
public:
  using TaskId = models::falanx::TaskId;
  using Action = EventQueue::Action;

  FastStarter(StoreServers& store, const models::falanx::HaTerms& terms, int starters, RandomStream random)
      : store_(store), terms_(terms), starters_(starters), random_(random) {}

  /// On a node.
  void enlist(int node, Action then);
  void take(FalanxScheduler::Taken then);
  void complete(const TaskId& id, Action then);
  int lost_races() const { return lost_races_; }

private:
  enum class Watching { no, yes };

  void await_layout();
  void take_some();
  void queue_up();
  void stand_in_queue();
  void watch_the_one_before();
  void look(Watching watching);
  Bytes pick_from(const TaskLists& lists);
  void draw(Watching watching);
  void try_to_take();
  void take_together();
  void take_one_by_one();
  void settle(bool is_taken);
  void give();
  void wait(const std::function<void()>& changed);
  void unless_over(const std::function<void()>& then);
  void commit(StoreChange change, Bytes size, Action then) {
    store_.commit(me_, std::move(change), size, std::move(then));
  }

  StoreServers& store_;
  models::falanx::HaTerms terms_;
  int starters_;
  RandomStream random_;
  int me_ = 0;
  Action then_{};
  FalanxScheduler::Taken told_{};
  std::vector<TaskId> picks_{};
  std::deque<TaskId> taken_{}; ///< and not begun
  TaskId bucket_{};
  std::int64_t ticket_ = -1; ///< in the queue
  bool is_so_ = false;       ///< what was asked last
  bool watches_closing_ = false;
  bool is_over_ = false;
  int lost_races_ = 0;
};

} // namespace daruma::fast
