// The scheduler of Falanx's first implementation: one rank, the task queue server (paper, section 3.1).
//
// Submitters and Starters ask it by message; a question that has no answer yet, such as a Starter's for a task while
// none waits, is answered when it has. The server is the last in the line of WatchDogs: it does their work once they
// are all dead, or if there are none. With the server all is lost: the job ends.
#pragma once

#include "models/falanx/logic/scheduler.hpp"
#include "models/falanx/logic/task_queue.hpp"
#include "models/falanx/mpi/service.hpp"

namespace daruma::models::falanx {

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

// Answers.
constexpr int none = 0; ///< no task
constexpr int task = 1; ///< number: order; detail: priority, or for a result the status; key; value: function
} // namespace queue_words

/// What the server does about each message; no messages of its own, hence pure.
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

/// `service_time` is what the server takes for a request.
std::unique_ptr<Scheduler> make_task_queue_server(Wire& wire, Seconds service_time);

} // namespace daruma::models::falanx
