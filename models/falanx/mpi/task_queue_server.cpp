#include "models/falanx/mpi/task_queue_server.hpp"

#include "models/falanx/mpi/watchdog.hpp"

#include <algorithm>
#include <utility>

namespace daruma::models::falanx {
namespace {

std::string text_of(const Value& value) { return value ? *value : std::string(); }

} // namespace

TaskQueueServant::TaskQueueServant(const Roles& roles) : roles_(roles) {
  for (int client = 0; client < roles.clients; ++client) open_.insert(client);
}

Deliveries TaskQueueServant::take(const Letter& letter) {
  const Packet& packet = letter.packet;
  const bool is_void = lost_.count(letter.from) > 0;
  switch (packet.word) {
  case queue_words::submit:
    submit(letter);
    break;
  case queue_words::wait:
    expectant_.insert(letter.from);
    answer(letter.from);
    break;
  case queue_words::result:
    report_result(letter.from, packet.number);
    break;
  case queue_words::close:
    close(letter.from);
    break;
  case queue_words::take:
    if (!is_void) offer(letter.from);
    break;
  case queue_words::complete:
    if (const auto owner = tasks_.complete(letter.from, packet.number, packet.key)) answer(*owner);
    break;
  case queue_words::fail:
    if (const auto owner = tasks_.fail(letter.from, packet.number)) answer(*owner);
    break;
  case queue_words::lose:
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
  reply(letter.from, {queue_words::task, id.order, id.priority, {}, {}});
  if (idle_.empty()) return;
  const int starter = idle_.front();
  idle_.pop_front();
  offer(starter);
}

void TaskQueueServant::offer(int starter) {
  if (open_.empty()) {
    reply(starter, {queue_words::none, 0, 0, {}, {}});
  } else if (const auto task = tasks_.take(starter)) {
    reply(starter, {queue_words::task, task->id.order, task->id.priority, task->input_key,
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
  reply(owner,
        id ? Packet{queue_words::task, id->order, id->priority, {}, {}} : Packet{queue_words::none, 0, 0, {}, {}});
}

void TaskQueueServant::report_result(int owner, std::int64_t order) {
  const auto ending = tasks_.result(order);
  if (ending)
    reply(owner, {queue_words::task, order, ending->status == Status::completed ? 1 : 0, ending->key, {}});
  else
    reply(owner, {queue_words::none, order, 0, {}, {}});
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
    const Packet answer = server_.ask({queue_words::submit, submission.priority, 0, submission.input_key,
                                       std::make_shared<const std::string>(submission.function)});
    return {static_cast<int>(answer.detail), answer.number};
  }
  std::optional<TaskId> wait_any() override {
    const Packet answer = server_.ask({queue_words::wait, 0, 0, {}, {}});
    if (answer.word == queue_words::none) return std::nullopt;
    return TaskId{static_cast<int>(answer.detail), answer.number};
  }
  Ending result(const TaskId& id) override {
    Packet answer = server_.ask({queue_words::result, id.order, 0, {}, {}});
    if (answer.word == queue_words::none) return {};
    return {answer.detail == 1 ? Status::completed : Status::failed, std::move(answer.key)};
  }
  void close() override { server_.tell({queue_words::close, 0, 0, {}, {}}); }

private:
  Asking server_;
};

class QueueStarter final : public StarterSide {
public:
  explicit QueueStarter(Wire& wire) : server_(wire) {}

  std::optional<Task> take() override {
    Packet answer = server_.ask({queue_words::take, 0, 0, {}, {}});
    if (answer.word == queue_words::none) return std::nullopt;
    return Task{{static_cast<int>(answer.detail), answer.number}, text_of(answer.value), std::move(answer.key)};
  }
  void complete(const Task& task, const std::string& output_key) override {
    server_.tell({queue_words::complete, task.id.order, 0, output_key, {}});
  }
  void fail(const Task& task) override { server_.tell({queue_words::fail, task.id.order, 0, {}, {}}); }

private:
  Asking server_;
};

class QueueWatchDog final : public WatchDogSide {
public:
  explicit QueueWatchDog(Wire& wire) : server_(wire) {}
  void lose(int rank) override { server_.tell({queue_words::lose, rank, 0, {}, {}}); }

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
