// A side of the highly available scheduler as a client of the tree store's servers, without a rank: its requests become
// reads and changes of the task lists there, one after the other.
//
// Nobody dies and no connection is lost. Nor does whoever waits for longer than HaStore::patience ask whether there is
// still a quorum.
#pragma once

#include "models/falanx/fast/task_lists.hpp"
#include "models/falanx/logic/ha_request.hpp"
#include "sim/treestore/steady_store.hpp"

#include <vector>

namespace daruma::fast {

/// The tree store's servers, with the tasks' ends in the order of their writes that no client has been shown yet.
struct TaskStore {
  treestore::SteadyStore<TaskLists> servers;
  std::vector<models::falanx::TaskId> ended{};
};

class HaClient {
public:
  using Action = EventQueue::Action;

  HaClient(TaskStore& store, models::falanx::HaSide& side) : store_(store), side_(side) {}
  HaClient(const HaClient&) = delete;
  HaClient& operator=(const HaClient&) = delete;

  /// Once, before the first call: its session begins, on a node.
  void connect(int node, Action then) { me_ = store_.servers.connect(node, std::move(then)); }
  /// From a call's first request until the call is over.
  void perform(const models::falanx::HaRequest& first, Action then);

private:
  void make(const models::falanx::HaRequest& request);
  void read();
  void write();
  void go_on() { make(side_.step(answer_)); }
  Bytes look(const TaskLists& lists);
  Bytes look_for_tasks(const TaskLists& lists);
  Bytes look_into_bucket(const TaskLists& lists);
  Bytes look_at_queue(const TaskLists& lists);
  Bytes look_for_ticket(const TaskLists& lists);
  Bytes look_for_ended(const TaskLists& lists);

  TaskStore& store_;
  models::falanx::HaSide& side_;
  int me_ = 0;
  Action then_{};
  models::falanx::HaRequest request_{};
  models::falanx::HaAnswer answer_{};
  std::size_t seen_ = 0; ///< tasks that have ended
};

} // namespace daruma::fast
