#include "models/falanx/task_queue_server.hpp"

#include "models/falanx/watchdog.hpp"

#include <algorithm>
#include <utility>

namespace daruma::models::falanx {
namespace {

// The vocabulary of the scheduler's line.
constexpr int submit_word = 0;   ///< number: priority; key: of the input; value: function
constexpr int wait_word = 1;     ///< for any task of the sender's to end
constexpr int result_word = 2;   ///< number: order
constexpr int close_word = 3;    ///< no answer
constexpr int take_word = 4;     ///< a Starter wants a task
constexpr int complete_word = 5; ///< number: order; key: of the output; no answer
constexpr int fail_word = 6;     ///< number: order; no answer
constexpr int lose_word = 7;     ///< number: a rank; no answer

// The vocabulary of its answers.
constexpr int none_word = 0; ///< no task
constexpr int task_word = 1; ///< number: order; detail: priority, or for a result the status; key; value: function

std::string text_of(const Value& value) { return value ? *value : std::string(); }

} // namespace

TaskQueueServant::TaskQueueServant(const Roles& roles) : roles_(roles) {
  for (int client = 0; client < roles.clients; ++client) open_.insert(client);
}

Deliveries TaskQueueServant::take(const Letter& letter) {
  const Packet& packet = letter.packet;
  const bool is_void = lost_.count(letter.from) > 0;
  switch (packet.word) {
  case submit_word:
    submit(letter);
    break;
  case wait_word:
    expectant_.insert(letter.from);
    answer(letter.from);
    break;
  case result_word:
    report_result(letter.from, packet.number);
    break;
  case close_word:
    close(letter.from);
    break;
  case take_word:
    if (!is_void) offer(letter.from);
    break;
  case complete_word:
    if (const auto owner = tasks_.complete(letter.from, packet.number, packet.key)) answer(*owner);
    break;
  case fail_word:
    if (const auto owner = tasks_.fail(letter.from, packet.number)) answer(*owner);
    break;
  case lose_word:
    mark_lost(static_cast<int>(packet.number));
    break;
  }
  return std::exchange(out_, {});
}

Deliveries TaskQueueServant::lose(int, const std::set<int>& dead) {
  if (is_on_duty(roles_, dead, roles_.first_server()))
    for (const int rank : dead) mark_lost(rank);
  return std::exchange(out_, {});
}

void TaskQueueServant::reply(int to, Packet packet) { out_.push_back({to, Line::scheduler_reply, std::move(packet)}); }

void TaskQueueServant::submit(const Letter& letter) {
  const Packet& packet = letter.packet;
  const TaskId id = tasks_.submit(letter.from, {text_of(packet.value), packet.key, static_cast<int>(packet.number)});
  reply(letter.from, {task_word, id.order, id.priority, {}, {}});
  if (idle_.empty()) return;
  const int starter = idle_.front();
  idle_.pop_front();
  offer(starter);
}

void TaskQueueServant::offer(int starter) {
  if (open_.empty()) {
    reply(starter, {none_word, 0, 0, {}, {}});
  } else if (const auto task = tasks_.take(starter)) {
    reply(starter, {task_word, task->id.order, task->id.priority, task->input_key,
                    std::make_shared<const std::string>(task->function)});
  } else {
    idle_.push_back(starter);
  }
}

/// If `owner` waits and there is an answer now.
void TaskQueueServant::answer(int owner) {
  if (expectant_.count(owner) == 0) return;
  const auto id = tasks_.next_ended(owner);
  if (!id && tasks_.has_open(owner)) return;
  expectant_.erase(owner);
  reply(owner, id ? Packet{task_word, id->order, id->priority, {}, {}} : Packet{none_word, 0, 0, {}, {}});
}

void TaskQueueServant::report_result(int owner, std::int64_t order) {
  const auto ending = tasks_.result(order);
  if (ending)
    reply(owner, {task_word, order, ending->status == Status::completed ? 1 : 0, ending->key, {}});
  else
    reply(owner, {none_word, order, 0, {}, {}});
}

void TaskQueueServant::close(int submitter) {
  if (open_.erase(submitter) == 0 || !open_.empty()) return;
  for (const int starter : std::exchange(idle_, {})) offer(starter);
}

void TaskQueueServant::mark_lost(int rank) {
  if (!lost_.insert(rank).second) return;
  idle_.erase(std::remove(idle_.begin(), idle_.end(), rank), idle_.end());
  close(rank);
  for (const int owner : tasks_.lose(rank)) answer(owner);
}

namespace {

/// Asks the server and gets an answer: a dead server has none, and the job ends.
class Asking {
public:
  explicit Asking(Wire& wire) : wire_(wire), server_(wire.ranks().roles.first_server()) {}

  void tell(const Packet& packet) { wire_.post(server_, Line::scheduler, packet); }
  Packet ask(const Packet& packet) {
    if (auto answer = wire_.call(server_, Line::scheduler, packet, Line::scheduler_reply)) return *std::move(answer);
    end_without_server();
  }

private:
  /// Whoever lives of the main logic speaks for all; the others are gone with it.
  [[noreturn]] void end_without_server() {
    const Roles& roles = wire_.ranks().roles;
    for (int client = 0; client < roles.clients && client != wire_.me(); ++client)
      while (wire_.receive(client, Line::scheduler_reply)) {}
    end_job(wire_.ranks(), "the task queue server, rank " + std::to_string(server_) + ", has died; all tasks are lost");
  }

  Wire& wire_;
  int server_;
};

class QueueSubmitter final : public SubmitterSide {
public:
  explicit QueueSubmitter(Wire& wire) : server_(wire) {}

  TaskId submit(const Submission& submission) override {
    const Packet answer = server_.ask({submit_word, submission.priority, 0, submission.input_key,
                                       std::make_shared<const std::string>(submission.function)});
    return {static_cast<int>(answer.detail), answer.number};
  }
  std::optional<TaskId> wait_any() override {
    const Packet answer = server_.ask({wait_word, 0, 0, {}, {}});
    if (answer.word == none_word) return std::nullopt;
    return TaskId{static_cast<int>(answer.detail), answer.number};
  }
  Ending result(const TaskId& id) override {
    Packet answer = server_.ask({result_word, id.order, 0, {}, {}});
    if (answer.word == none_word) return {};
    return {answer.detail == 1 ? Status::completed : Status::failed, std::move(answer.key)};
  }
  void close() override { server_.tell({close_word, 0, 0, {}, {}}); }

private:
  Asking server_;
};

class QueueStarter final : public StarterSide {
public:
  explicit QueueStarter(Wire& wire) : server_(wire) {}

  std::optional<Task> take() override {
    Packet answer = server_.ask({take_word, 0, 0, {}, {}});
    if (answer.word == none_word) return std::nullopt;
    return Task{{static_cast<int>(answer.detail), answer.number}, text_of(answer.value), std::move(answer.key)};
  }
  void complete(const Task& task, const std::string& output_key) override {
    server_.tell({complete_word, task.id.order, 0, output_key, {}});
  }
  void fail(const Task& task) override { server_.tell({fail_word, task.id.order, 0, {}, {}}); }

private:
  Asking server_;
};

class QueueWatchDog final : public WatchDogSide {
public:
  explicit QueueWatchDog(Wire& wire) : server_(wire) {}
  void lose(int rank) override { server_.tell({lose_word, rank, 0, {}, {}}); }

private:
  Asking server_;
};

class TaskQueueServer final : public Scheduler {
public:
  TaskQueueServer(Wire& wire, Seconds service_time) : wire_(wire), service_time_(service_time) {}

  std::unique_ptr<SubmitterSide> submitter() override { return std::make_unique<QueueSubmitter>(wire_); }
  std::unique_ptr<StarterSide> starter() override { return std::make_unique<QueueStarter>(wire_); }
  std::unique_ptr<WatchDogSide> watchdog() override { return std::make_unique<QueueWatchDog>(wire_); }
  void serve() override {
    TaskQueueServant servant(wire_.ranks().roles);
    falanx::serve(wire_, Line::scheduler, servant, service_time_);
  }

private:
  Wire& wire_;
  Seconds service_time_;
};

} // namespace

std::unique_ptr<Scheduler> make_task_queue_server(Wire& wire, Seconds service_time) {
  return std::make_unique<TaskQueueServer>(wire, service_time);
}

} // namespace daruma::models::falanx
