#include "models/falanx/fast/falanx.hpp"

#include "models/falanx/fast/falanx_data.hpp"
#include "models/falanx/fast/falanx_scheduler.hpp"

#include <string>

namespace daruma::fast {

namespace {

namespace falanx = models::falanx;
using falanx::TaskId;

std::string input_of(std::int64_t number) { return "in:" + std::to_string(number); }
std::string output_of(std::int64_t number) { return "out:" + std::to_string(number); }

/// Main logic and workers, as models/falanx/mpi/programs.cpp has them.
class Bag {
public:
  explicit Bag(const FalanxCase& what)
      : order_(what.order), ranks_(what.network, what.nodes), data_(ranks_, order_.roles, order_.times.data_node),
        scheduler_(order_.scheduler->on_tree_store ? make_fast_ha(what, ranks_) : make_fast_queue(what, ranks_)),
        left_(order_.roles.groups) {}

  FalanxRun perform() {
    ranks_.events().after(order_.startup, [this] { begin(); });
    while (left_ > 0 && ranks_.events().step()) {}
    run_.total = ranks_.events().now();
    run_.lost_races = scheduler_->lost_races();
    return run_;
  }

private:
  static constexpr int client = 0;
  int rank_of(int worker) const { return order_.roles.first_worker() + worker; }

  void begin() {
    scheduler_->open([this] {
      main_logic_ = ranks_.events().now();
      submit(0);
    });
    for (int worker = 0; worker < order_.roles.groups; ++worker)
      scheduler_->enlist(worker, [this, worker] { take(worker); });
  }

  // The main logic.

  void submit(int number) {
    if (number == order_.tasks) return await();
    data_.set(client, input_of(number), order_.input, [this, number] {
      scheduler_->submit(number % order_.priorities, [this, number] { submit(number + 1); });
    });
  }
  void await() {
    if (run_.completed == order_.tasks) return close();
    scheduler_->wait_any([this](const TaskId& id) {
      const int number = static_cast<int>(id.order);
      scheduler_->result(id, [this, number] { read(number); });
    });
  }
  void read(int number) {
    data_.get(client, output_of(number), order_.output, [this] {
      ++run_.completed;
      await();
    });
  }
  void close() {
    run_.main_logic = ranks_.events().now() - main_logic_;
    scheduler_->close([] {});
  }

  // A worker.

  void take(int worker) {
    scheduler_->take(worker, [this, worker](const std::optional<TaskId>& id) {
      if (id)
        perform(worker, static_cast<int>(id->order), id->priority);
      else
        leave(worker);
    });
  }
  void perform(int worker, int number, int priority) {
    data_.get(rank_of(worker), input_of(number), order_.input, [this, worker, number, priority] {
      ranks_.events().after(order_.length, [this, worker, number, priority] { finish(worker, {priority, number}); });
    });
  }
  void finish(int worker, const TaskId& id) {
    data_.set(rank_of(worker), output_of(id.order), order_.output,
              [this, worker, id] { scheduler_->complete(worker, id, [this, worker] { take(worker); }); });
  }
  /// The client hears of it.
  void leave(int worker) {
    ranks_.send(rank_of(worker), client, packet_size(0, Bytes(0)), [this] { --left_; });
  }

  const falanx::SleepOrder& order_;
  FalanxPlacement ranks_;
  FalanxData data_;
  std::unique_ptr<FalanxScheduler> scheduler_;
  int left_; ///< workers that have not left
  Seconds main_logic_{0};
  FalanxRun run_{};
};

} // namespace

FalanxRun run(const FalanxCase& what) { return Bag(what).perform(); }

} // namespace daruma::fast
