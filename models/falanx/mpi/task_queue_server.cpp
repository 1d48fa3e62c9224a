#include "models/falanx/logic/task_queue_servant.hpp"
#include "models/falanx/mpi/schedulers.hpp"
#include "models/falanx/mpi/service.hpp"

#include <utility>

namespace daruma::models::falanx {

namespace {

/// The server as each side sees it: it asks and gets an answer, or tells. A dead server has none, and the job ends.
class ServerClient final : public SubmitterSide, public StarterSide, public WatchDogSide {
public:
  explicit ServerClient(Wire& wire) : wire_(wire), server_(wire.ranks().roles.first_server()) {}

  TaskId submit(const Submission& submission) override { return *task_in(ask(ask_to_submit(submission))); }
  std::optional<TaskId> wait_any() override { return task_in(ask(ask_for_any_end())); }
  Ending result(const TaskId& id) override { return ending_in(ask(ask_for_result(id.order))); }
  void close() override { tell(tell_of_close()); }

  std::optional<Task> take() override { return whole_task_in(ask(ask_for_task())); }
  void complete(const Task& task, const std::string& output_key) override {
    tell(tell_of_completion(task.id.order, output_key));
  }
  void fail(const Task& task) override { tell(tell_of_failure(task.id.order)); }

  void lose(int rank) override { tell(tell_of_loss(rank)); }

private:
  void tell(const Packet& packet) { wire_.post(server_, Line::scheduler, packet); }
  Packet ask(const Packet& packet) {
    if (auto answer = wire_.call(server_, Line::scheduler, packet, Line::scheduler_reply)) return *std::move(answer);
    end_without_server();
  }

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

class TaskQueueServer final : public Scheduler {
public:
  TaskQueueServer(Wire& wire, Seconds service_time) : wire_(wire), service_time_(service_time) {}

  std::unique_ptr<SubmitterSide> submitter() override { return std::make_unique<ServerClient>(wire_); }
  std::unique_ptr<StarterSide> starter() override { return std::make_unique<ServerClient>(wire_); }
  std::unique_ptr<WatchDogSide> watchdog() override { return std::make_unique<ServerClient>(wire_); }
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
