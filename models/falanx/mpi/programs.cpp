#include "models/falanx/mpi/programs.hpp"

#include "models/falanx/include/falanx_worker.h"
#include "models/falanx/mpi/idle_workers.hpp"
#include "models/falanx/mpi/job.hpp"
#include "models/falanx/mpi/master_worker.hpp"
#include "models/falanx/mpi/sleep_arguments.hpp"
#include "models/falanx/mpi/sleep_task.hpp"
#include "models/port/rank.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace daruma::models::falanx {
namespace {

constexpr const char* function_name = "sleep";

struct Key {
  std::array<char, MAX_KEY_LENGTH> text{};
  std::size_t length = 0;
};

/// Without an output key the main logic knows that something was not there.
void give_answer(falanx_context_t* con, const Input& input) {
  data_store_t* const store = falanx_context_get_data_store(con);
  const std::string key = "out:" + std::to_string(input.number);
  const std::string bytes = block(Output{answer_to(input.number)}, static_cast<std::size_t>(input.output_size));
  if (data_store_set(store, key.data(), key.size(), bytes.data(), bytes.size()) == FLX_SUCCESS)
    falanx_set_response_key(con, key.data(), key.size());
}

/// Rank 0 reads, all sleep, rank 0 writes. What is left by a jump here owns no memory.
void sleep_task(falanx_context_t* con, MPI_Comm comm) {
  Input input{};
  int code = FLX_SUCCESS;
  if (rank_in(comm) == 0) {
    Key key;
    falanx_get_request_key_value(con, key.text.data(), key.text.size(), &key.length);
    code = data_store_get_value(falanx_context_get_data_store(con), key.text.data(), key.length,
                                reinterpret_cast<char*>(&input), sizeof input);
  }
  port().take_core_back(); // if the group was rebuilt while it rested
  const bool is_alone = size_of(comm) == 1;
  if (!is_alone) MPI_Bcast(&input, sizeof input, MPI_BYTE, 0, comm);
  port().sleep(Seconds(input.length_s));
  if (!is_alone) MPI_Barrier(comm);
  if (rank_in(comm) == 0 && (code == FLX_SUCCESS || code == FLX_ERR_TRUNCATED)) give_answer(con, input);
}

class MainLogic {
public:
  MainLogic(falanx_context_t* con, const SleepOrder& order)
      : con_(con), store_(falanx_context_get_data_store(con)), order_(order),
        idle_workers_(con, order.roles, *order.scheduler) {}

  void perform() {
    for (int number = 0; number < order_.tasks; ++number) begin(number, number % order_.priorities);
    falanx_id_t id{};
    while (falanx_task_wait_any(con_, &id) != FLX_NO_WAIT_TASK) {
      if (!idle_workers_.ended(id)) handle(id);
      idle_workers_.obey();
      if (numbers_.empty()) idle_workers_.wake_all();
    }
  }

  void report() const {
    port().metric("completed", completed_);
    port().metric("failed", failed_);
    port().metric("dropped", dropped_);
    port().metric("data_losses", data_losses_);
    port().metric("wrong", wrong_);
  }

private:
  /// Its input and then the task itself.
  void begin(int number, int priority) {
    const std::string key = "in:" + std::to_string(number);
    const std::string bytes =
        block(Input{number, order_.length.count(), static_cast<std::int64_t>(order_.output.value())},
              static_cast<std::size_t>(order_.input.value()));
    if (data_store_set(store_, key.data(), key.size(), bytes.data(), bytes.size()) != FLX_SUCCESS) give_up();
    submit(number, key, priority);
  }

  void submit(int number, const std::string& key, int priority) {
    falanx_id_t id{};
    falanx_task_submit(con_, function_name, key.data(), key.size(), priority, &id);
    numbers_[id.order] = number;
  }

  void handle(const falanx_id_t& id) {
    Key key;
    const int code = falanx_get_result_value(con_, id, key.text.data(), key.text.size(), &key.length);
    const int number = numbers_.at(id.order);
    numbers_.erase(id.order);
    if (code == FLX_ERR_PROC_FAILED)
      handle_failure(number, {key.text.data(), key.length}, id.priority);
    else
      check(number, {key.text.data(), key.length}, id.priority);
  }

  void handle_failure(int number, const std::string& key, int priority) {
    ++failed_;
    if (order_.on_failure == OnFailure::resubmit)
      submit(number, key, priority + 1);
    else
      ++dropped_;
  }

  void check(int number, const std::string& key, int priority) {
    Output output{};
    const int code = key.empty() ? FLX_ERR_DATA_LOST
                                 : data_store_get_value(store_, key.data(), key.size(),
                                                        reinterpret_cast<char*>(&output), sizeof output);
    if (code != FLX_SUCCESS && code != FLX_ERR_TRUNCATED) {
      ++data_losses_;
      begin(number, priority + 1);
      return;
    }
    ++completed_;
    if (output.answer != answer_to(number)) ++wrong_;
  }

  [[noreturn]] void give_up() const {
    report();
    end_job({MPI_COMM_WORLD, order_.roles}, "no node of the data store is left");
  }

  falanx_context_t* con_;
  data_store_t* store_;
  const SleepOrder& order_;
  IdleWorkers idle_workers_;
  std::map<long long, int> numbers_; ///< of tasks, by order of submission
  int completed_ = 0;
  int failed_ = 0;
  int dropped_ = 0;
  int data_losses_ = 0;
  int wrong_ = 0;
};

/// Performs the job until the client has stopped, and returns the time that its main logic took.
Seconds perform_job(falanx_context_t* con, const SleepOrder& order) {
  const Seconds begin = port().now();
  MainLogic logic(con, order);
  logic.perform();
  const Seconds took = port().now() - begin;
  falanx_stop(con);
  logic.report();
  return took;
}

Program sleep() {
  return {"falanx-sleep",
          falanx_sleep,
          sleep_argument_rules(),
          sleep_mismatch,
          nullptr,
          "Runs a bag of tasks that sleep, with their data in a store, by one of Falanx's schedulers.",
          {{"completed", "count", Better::up, "Tasks whose result came back."},
           {"failed", "count", Better::down, "Tasks whose worker died, each time counted."},
           {"dropped", "count", Better::down, "Tasks that were not submitted again after they failed."},
           {"data_losses", "count", Better::down, "Results or inputs that the data store had lost."},
           {"wrong", "count", Better::down, "Tasks whose result was not the right one."},
           {"setup_s", "s", Better::down, "Time of the job before and after its main logic."},
           {"main_logic_s", "s", Better::down, "Time of the main logic beyond the baseline."},
           {"baseline_s", "s", Better::neither, "Time of all tasks shared out evenly, were there nothing else to do."},
           {"total_s", "s", Better::down, "Time of the whole job."},
           {"lost_races", "count", Better::down,
            "Tasks that a starter tried to take after another had taken them, over all starters."},
           {"lost_races_<starter>", "count", Better::down,
            "Tasks that this starter tried to take after another had taken them."}}};
}

} // namespace

void falanx_sleep() {
  const Seconds begin = port().now();
  MPI_Init(nullptr, nullptr);
  const SleepOrder order = read_sleep_order(size_of(MPI_COMM_WORLD));
  port().sleep(order.startup);
  falanx_context_t* const con = open_job(MPI_COMM_WORLD, order.roles, *order.scheduler, order.times);
  falanx_register_function(con, function_name, sleep_task);
  IdleWorkers::enlist(con);
  const bool is_client = falanx_start(con) == FLX_SUCCESS;
  const Seconds main_logic = is_client ? perform_job(con, order) : Seconds(0);
  falanx_finalize(con);
  if (is_client) {
    const Seconds total = port().now() - begin;
    const Seconds baseline = order.length * order.tasks / order.roles.groups;
    port().metric("setup_s", (total - main_logic).count());
    port().metric("main_logic_s", (main_logic - baseline).count());
    port().metric("baseline_s", baseline.count());
    port().metric("total_s", total.count());
  }
  MPI_Finalize();
}

const std::vector<Program>& programs() {
  static const std::vector<Program> all = [] {
    std::vector<Program> programs{sleep(), master_worker_program()};
    programs.insert(programs.end(), store_probes().begin(), store_probes().end());
    return programs;
  }();
  return all;
}

} // namespace daruma::models::falanx
