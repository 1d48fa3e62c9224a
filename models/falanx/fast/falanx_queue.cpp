// The task queue server: its servant as the models have it, which handles one message after the other.
#include "models/falanx/fast/falanx_scheduler.hpp"
#include "models/falanx/logic/task_queue_servant.hpp"

#include <utility>

namespace daruma::fast {

namespace {

namespace falanx = models::falanx;

class FastQueue final : public FalanxScheduler {
public:
  FastQueue(const FalanxCase& what, FalanxPlacement& ranks)
      : ranks_(ranks), roles_(what.order.roles), service_time_(what.order.times.server), servant_(roles_),
        answered_(static_cast<std::size_t>(roles_.ranks())) {}

  void open(Action then) override { then(); }
  void enlist(int, Action then) override { then(); }

  void submit(int priority, Action then) override {
    ask(client, falanx::ask_to_submit({{}, {}, priority}), [then = std::move(then)](const falanx::Packet&) { then(); });
  }
  void wait_any(std::function<void(TaskId)> then) override {
    ask(client, falanx::ask_for_any_end(),
        [then = std::move(then)](const falanx::Packet& answer) { then(*falanx::task_in(answer)); });
  }
  void result(const TaskId& id, Action then) override {
    ask(client, falanx::ask_for_result(id.order), [then = std::move(then)](const falanx::Packet&) { then(); });
  }
  void close(Action then) override {
    tell(client, falanx::tell_of_close());
    then();
  }

  void take(int worker, Taken then) override {
    ask(rank_of(worker), falanx::ask_for_task(),
        [then = std::move(then)](const falanx::Packet& answer) { then(falanx::task_in(answer)); });
  }
  void complete(int worker, const TaskId& id, Action then) override {
    tell(rank_of(worker), falanx::tell_of_completion(id.order, {}));
    then();
  }

private:
  using Answered = std::function<void(const falanx::Packet&)>;
  static constexpr int client = 0;

  int rank_of(int worker) const { return roles_.first_worker() + worker; }

  void tell(int rank, falanx::Packet packet) {
    const Bytes size = packet_size(packet.key.size(), Bytes(0));
    ranks_.send(rank, roles_.first_server(), size, [this, letter = falanx::Letter{rank, std::move(packet)}] {
      ranks_.serve(server_, service_time_, [this, letter] { handle(letter); });
    });
  }
  void ask(int rank, falanx::Packet packet, Answered answered) {
    answered_[static_cast<std::size_t>(rank)] = std::move(answered);
    tell(rank, std::move(packet));
  }
  void handle(const falanx::Letter& letter) {
    for (falanx::Delivery& one : servant_.take(letter)) {
      const Bytes size = packet_size(one.packet.key.size(), Bytes(0));
      ranks_.send(roles_.first_server(), one.to, size, [this, to = one.to, packet = std::move(one.packet)] {
        std::exchange(answered_[static_cast<std::size_t>(to)], nullptr)(packet);
      });
    }
  }

  FalanxPlacement& ranks_;
  falanx::Roles roles_;
  Seconds service_time_;
  QueueServer server_{};
  falanx::TaskQueueServant servant_;
  std::vector<Answered> answered_; ///< by rank: what it waits for
};

} // namespace

std::unique_ptr<FalanxScheduler> make_fast_queue(const FalanxCase& what, FalanxPlacement& ranks) {
  return std::make_unique<FastQueue>(what, ranks);
}

} // namespace daruma::fast
