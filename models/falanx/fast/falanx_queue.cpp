// The task queue server: its servant as the models have it, behind a counter.
#include "models/falanx/fast/falanx_scheduler.hpp"
#include "models/falanx/mpi/task_queue_server.hpp"

#include <utility>

namespace daruma::fast {

namespace {

namespace falanx = models::falanx;
namespace queue_words = falanx::queue_words;

class FastQueue final : public FalanxScheduler {
public:
  FastQueue(const FalanxCase& what, FalanxHall& hall)
      : hall_(hall), roles_(what.order.roles), counter_(hall.agenda(), what.order.times.server), servant_(roles_),
        answered_(static_cast<std::size_t>(roles_.ranks())) {}

  void open(Action then) override { then(); }
  void enlist(int, Action then) override { then(); }

  void submit(int priority, Action then) override {
    ask(client, {queue_words::submit, priority, 0, {}, {}},
        [then = std::move(then)](const falanx::Packet&) { then(); });
  }
  void wait_any(std::function<void(TaskId)> then) override {
    ask(client, {queue_words::wait, 0, 0, {}, {}},
        [then = std::move(then)](const falanx::Packet& answer) { then(task_in(answer)); });
  }
  void result(const TaskId& id, Action then) override {
    ask(client, {queue_words::result, id.order, 0, {}, {}},
        [then = std::move(then)](const falanx::Packet&) { then(); });
  }
  void close(Action then) override {
    tell(client, {queue_words::close, 0, 0, {}, {}});
    then();
  }

  void take(int worker, Taken then) override {
    ask(rank_of(worker), {queue_words::take, 0, 0, {}, {}}, [then = std::move(then)](const falanx::Packet& answer) {
      then(answer.word == queue_words::none ? std::nullopt : std::optional(task_in(answer)));
    });
  }
  void complete(int worker, const TaskId& id, Action then) override {
    tell(rank_of(worker), {queue_words::complete, id.order, 0, {}, {}});
    then();
  }

private:
  using Answered = std::function<void(const falanx::Packet&)>;
  static constexpr int client = 0;

  static TaskId task_in(const falanx::Packet& answer) { return {static_cast<int>(answer.detail), answer.number}; }
  int rank_of(int worker) const { return roles_.first_worker() + worker; }

  void tell(int rank, falanx::Packet packet) {
    const Bytes size = packet_size(packet.key.size(), Bytes(0));
    hall_.send(rank, roles_.first_server(), size, [this, letter = falanx::Letter{rank, std::move(packet)}] {
      counter_.serve([this, letter] { handle(letter); });
    });
  }
  void ask(int rank, falanx::Packet packet, Answered answered) {
    answered_[static_cast<std::size_t>(rank)] = std::move(answered);
    tell(rank, std::move(packet));
  }
  void handle(const falanx::Letter& letter) {
    for (falanx::Delivery& one : servant_.take(letter)) {
      const Bytes size = packet_size(one.packet.key.size(), Bytes(0));
      hall_.send(roles_.first_server(), one.to, size, [this, to = one.to, packet = std::move(one.packet)] {
        std::exchange(answered_[static_cast<std::size_t>(to)], nullptr)(packet);
      });
    }
  }

  FalanxHall& hall_;
  falanx::Roles roles_;
  Counter counter_;
  falanx::TaskQueueServant servant_;
  std::vector<Answered> answered_; ///< by rank: what it waits for
};

} // namespace

std::unique_ptr<FalanxScheduler> make_fast_queue(const FalanxCase& what, FalanxHall& hall) {
  return std::make_unique<FastQueue>(what, hall);
}

} // namespace daruma::fast
