// What the task queue server is asked, and what it answers to whom (paper, section 3.1). Pure.
//
// A question that has no answer yet, such as a Starter's for a task while none waits, is answered when it has. The
// server is the last in the line of WatchDogs: it does their work once they are all dead, or if there are none.
#pragma once

#include "models/falanx/logic/packet.hpp"
#include "models/falanx/logic/roles.hpp"
#include "models/falanx/logic/scheduler.hpp"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace daruma::models::falanx {

/// The tasks of a job and what has become of each: what the task queue server keeps (paper, section 3.1). Pure.
///
/// Of the tasks that wait, the one of the highest priority goes first, among equals the one submitted first. A task
/// ends once: what a Starter says of a task that it does not run (any more) is void.
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

/// What the server is asked, and what it answers.
namespace queue_words {
constexpr int submit = 0;   ///< number: priority; key: of the input; value: function
constexpr int wait = 1;     ///< for any task of the sender's to end
constexpr int result = 2;   ///< number: order
constexpr int close = 3;    ///< no answer
constexpr int take = 4;     ///< a Starter wants a task
constexpr int complete = 5; ///< number: order; key: of the output; no answer
constexpr int fail = 6;     ///< number: order; no answer
constexpr int lose = 7;     ///< number: a rank; no answer

// What an answer to `take` or `wait` holds.
constexpr int none = 0; ///< no task
constexpr int task = 1; ///< number: order; detail: priority, or for a result the status; key; value: function
} // namespace queue_words

// Messages to the server.

Packet ask_to_submit(const Submission& submission);
Packet ask_for_any_end();
Packet ask_for_result(std::int64_t order);
Packet ask_for_task();
Packet tell_of_completion(std::int64_t order, std::string output_key);
Packet tell_of_failure(std::int64_t order);
Packet tell_of_loss(int rank);
Packet tell_of_close();

// What a client reads in an answer of the server.

/// The task that was named; nothing if there is none.
std::optional<TaskId> task_in(const Packet& answer);
/// The task in the answer, with all that its Starter has to know; nothing if there is none.
std::optional<Task> whole_task_in(Packet answer);
/// Neither completed nor failed of a task that was not there.
Ending ending_in(Packet answer);

/// What the server does about each message.
class TaskQueueServant final : public Servant {
public:
  explicit TaskQueueServant(const Roles& roles);

  Deliveries take(const Letter& letter) override;
  Deliveries lose(int rank, const std::set<int>& dead) override;

private:
  void submit(const Letter& letter);
  void offer(int starter);
  void report_result(int owner, std::int64_t order);
  void answer(int owner);
  void mark_lost(int rank);
  void close(int submitter);
  void reply(int to, Packet packet);

  Roles roles_;
  TaskQueue tasks_;
  std::deque<int> idle_;    ///< Starters that wait for a task
  std::set<int> expectant_; ///< submitters that wait for an end
  std::set<int> lost_;      ///< whatever these ask for is void
  std::set<int> open_;      ///< submitters that may still submit
  Deliveries out_;          ///< of the letter at hand
};

} // namespace daruma::models::falanx
