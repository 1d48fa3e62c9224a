// A scheduler of Falanx, as the ranks with the other roles see it (paper, sections 2.2 and 3).
//
// A task is INITIAL once it is submitted, RUNNING once a Starter has taken it, and ends COMPLETED or FAILED, each once
// for good. A task that ended otherwise than its Starter says (WatchDogSide) stays as it ended. Every call blocks until
// it is done, and none polls. Each rank uses one side. A scheduler that can serve no more (its server died, its quorum
// is gone) ends the job by `end_job` (ranks.hpp) from within the call; so no call returns an error.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace daruma::models::falanx {

enum class Status { initial, running, completed, failed };

/// Names a task: task_<priority>_<order of submission> in the paper. The order is unique in the job.
struct TaskId {
  int priority = 0;
  std::int64_t order = 0;
};

/// What the main logic wants to have done.
struct Submission {
  std::string function;
  std::string input_key;
  int priority = 0; ///< the larger, the sooner
};

/// A task as its Starter gets it, with all that it needs to run it.
struct Task {
  TaskId id;
  std::string function;
  std::string input_key;
};

/// How a task ended.
struct Ending {
  Status status = Status::initial; ///< completed or failed
  std::string key;                 ///< of the output if it completed; of the input if it failed
};

/// How the main logic submits tasks and learns of their ends.
class SubmitterSide {
public:
  virtual ~SubmitterSide() = default;
  virtual TaskId submit(const Submission&) = 0;
  /// Blocks until a task of this submitter's has ended that no call has returned yet; nothing if there is none to wait
  /// for.
  virtual std::optional<TaskId> wait_any() = 0;
  /// Of a task that wait_any returned; once, afterwards the scheduler may forget the task.
  virtual Ending result(const TaskId&) = 0;
  /// There will be no more tasks from here. When all submitters have said so, the Starters are let go.
  virtual void close() = 0;
};

/// Rank 0 of a group of workers.
class StarterSide {
public:
  virtual ~StarterSide() = default;
  /// Blocks until there is a task for this Starter, which is RUNNING then; nothing when all submitters have closed.
  virtual std::optional<Task> take() = 0;
  virtual void complete(const Task&, const std::string& output_key) = 0;
  /// Its group lost a rank while it ran.
  virtual void fail(const Task&) = 0;
};

/// A WatchDog that has found a rank dead. More than one may say so, and of any rank, more than once.
class WatchDogSide {
public:
  virtual ~WatchDogSide() = default;
  /// Tasks that this rank has taken and not ended become FAILED; whatever it asked for earlier is void.
  virtual void lose(int rank) = 0;
};

/// Made in every rank of the job; a rank asks for the side of its role, as a rank that becomes Starter later does.
class Scheduler {
public:
  virtual ~Scheduler() = default;
  virtual std::unique_ptr<SubmitterSide> submitter() = 0;
  virtual std::unique_ptr<StarterSide> starter() = 0;
  virtual std::unique_ptr<WatchDogSide> watchdog() = 0;
  /// What the ranks do that the scheduler has for itself (Ranks::servers), until all submitters have closed.
  virtual void serve() = 0;
};

} // namespace daruma::models::falanx
