// The tasks of a job and what has become of each: what the task queue server keeps (paper, section 3.1). Pure.
//
// Of the tasks that wait, the one of the highest priority goes first, among equals the one submitted first. A task ends
// once: what a Starter says of a task that it does not run (any more) is void.
#pragma once

#include "models/falanx/logic/scheduler.hpp"

#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace daruma::models::falanx {

class TaskQueue {
public:
  TaskId submit(int owner, const Submission& submission);
  /// The next task, RUNNING at `starter` from now on; nothing if none waits.
  std::optional<Task> take(int starter);
  /// The task's owner; nothing if `starter` does not run it.
  std::optional<int> complete(int starter, std::int64_t order, const std::string& output_key);
  std::optional<int> fail(int starter, std::int64_t order);
  /// The owners of tasks that `starter` ran, which are FAILED now, one entry for each.
  std::vector<int> lose(int starter);

  /// A task of `owner` that has ended and that no call has returned yet.
  std::optional<TaskId> next_ended(int owner);
  /// Whether tasks of `owner` wait or run.
  bool has_open(int owner) const;
  /// How a task ended that next_ended has returned; it is forgotten. Nothing of others.
  std::optional<Ending> result(std::int64_t order);

private:
  struct Record {
    int owner;
    int starter;
    Task task;
    Ending ending;
  };
  using Place = std::pair<int, std::int64_t>; ///< in the queue: priority, negated, and order

  std::optional<int> end(int starter, std::int64_t order, Ending ending);

  std::int64_t submitted_ = 0;
  std::map<std::int64_t, Record> tasks_;
  std::set<Place> waiting_;
  std::map<int, std::set<std::int64_t>> running_; ///< by Starter
  std::map<int, int> open_;                       ///< by owner
  std::map<int, std::deque<TaskId>> ended_;       ///< by owner
};

} // namespace daruma::models::falanx
