#include "models/falanx/mpi/master_worker.hpp"

#include "models/falanx/logic/work_list.hpp"
#include "models/falanx/mpi/sleep_arguments.hpp"
#include "models/falanx/mpi/sleep_task.hpp"
#include "models/port/rank.hpp"
#include "models/port/ulfm.hpp"

#include <cstdlib>
#include <limits>

namespace daruma::models::falanx {
namespace {

constexpr int master_rank = 0;
constexpr int tag = 0;
/// In the place of a task's number: there is none.
constexpr std::int64_t none = -1;

/// At the beginning of what a worker says; the rest of a task's output is there to be carried.
struct Report {
  std::int64_t number;
  Output output;
};

[[noreturn]] void end_bag(std::string_view why) {
  port().print("master-worker: " + std::string(why));
  MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::abort();
}

/// Whether it went well; false after a failure of the other side. Other errors are fatal, as MPI's are.
bool went_well(int code) {
  if (code == MPI_SUCCESS) return true;
  if (!ulfm::is_failure(code)) MPI_Abort(MPI_COMM_WORLD, code);
  return false;
}

bool send(const std::string& bytes, int to, MPI_Comm comm) {
  return went_well(MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, comm));
}

std::string task_message(std::int64_t number, const MasterOrder& order) {
  const Input input{number, order.length.count(), static_cast<std::int64_t>(order.output.value())};
  return block(input, number == none ? 0 : static_cast<std::size_t>(order.input.value()));
}

/// Until the master has no more tasks for it.
void work(MPI_Comm comm, const MasterOrder& order) {
  std::string task(task_message(0, order).size(), '\0');
  std::string report = block(Report{none, {}}, 0);
  while (true) {
    const bool is_told =
        send(report, master_rank, comm) && went_well(MPI_Recv(task.data(), static_cast<int>(task.size()), MPI_BYTE,
                                                              master_rank, tag, comm, MPI_STATUS_IGNORE));
    if (!is_told) end_bag("the master has died, and all tasks that it has not saved are lost");
    Input input{};
    std::memcpy(&input, task.data(), sizeof input);
    if (input.number == none) return;
    const Seconds begin = port().now();
    port().sleep(Seconds(input.length_s));
    port().span("task", begin, std::to_string(input.number));
    report = block(Report{input.number, {answer_to(input.number)}}, static_cast<std::size_t>(input.output_size));
  }
}

class Master {
public:
  explicit Master(const MasterOrder& order) : order_(order), list_(last_list()), restored_(list_.done()) {
    take_on(MPI_COMM_WORLD, 1, size_of(MPI_COMM_WORLD));
  }

  void perform() {
    while (true) {
      fill_vacancies();
      if (present_ == 0) break;
      hear();
      hand_out();
      save();
    }
    if (!list_.is_over()) {
      report();
      end_bag("all workers have died, nobody is left to run tasks");
    }
    for (MPI_Comm& comm : started_) MPI_Comm_free(&comm);
  }

private:
  struct Worker {
    MPI_Comm comm;
    int rank;
    std::string report;
    std::optional<int> task{};
  };

  /// That of the master before, if there was one and it has saved it.
  WorkList last_list() const {
    constexpr auto newest = std::numeric_limits<std::int64_t>::max();
    if (port().checkpoints().every_loops() == 0 || !port().begins_anew()) return WorkList(order_.tasks);
    const auto stored = port().checkpoints().load(0, newest);
    return stored ? WorkList(order_.tasks, stored->state) : WorkList(order_.tasks);
  }

  /// The ranks from `first` to `end` - 1 of a communicator, or of its other side.
  void take_on(MPI_Comm comm, int first, int end) {
    const std::size_t room = block(Report{}, static_cast<std::size_t>(order_.output.value())).size();
    for (int rank = first; rank < end; ++rank) {
      workers_.push_back({comm, rank, std::string(room, '\0')});
      heard_.push_back(MPI_REQUEST_NULL);
      ++present_;
      listen_to(workers_.size() - 1);
    }
  }

  void listen_to(std::size_t which) {
    Worker& worker = workers_[which];
    const int code = MPI_Irecv(worker.report.data(), static_cast<int>(worker.report.size()), MPI_BYTE, worker.rank, tag,
                               worker.comm, &heard_[which]);
    if (!went_well(code)) lose(which);
  }

  /// Blocks until some who are at something have reported or died.
  void hear() {
    std::vector<int> which(heard_.size());
    std::vector<MPI_Status> statuses(heard_.size());
    int count = 0;
    const int code =
        MPI_Waitsome(static_cast<int>(heard_.size()), heard_.data(), &count, which.data(), statuses.data());
    for (int i = 0; i < count; ++i) {
      const auto place = static_cast<std::size_t>(i);
      if (went_well(code == MPI_ERR_IN_STATUS ? statuses[place].MPI_ERROR : code))
        handle(static_cast<std::size_t>(which[place]));
      else
        lose(static_cast<std::size_t>(which[place]));
    }
  }

  void handle(std::size_t which) {
    if (order_.master_time > Seconds(0)) port().sleep(order_.master_time);
    Worker& worker = workers_[which];
    Report report{};
    std::memcpy(&report, worker.report.data(), sizeof report);
    if (worker.task) {
      list_.complete(*worker.task);
      if (report.number != *worker.task || report.output.answer != answer_to(*worker.task)) ++wrong_;
      worker.task.reset();
    }
    idle_.push_back(which);
  }

  void lose(std::size_t which) {
    Worker& worker = workers_[which];
    heard_[which] = MPI_REQUEST_NULL;
    --present_;
    ++vacancies_;
    if (!worker.task) return;
    port().note("requeue", "task " + std::to_string(*worker.task));
    list_.put_back(*worker.task);
    worker.task.reset();
  }

  /// To those who wait; when all is done they may go, and the bag is not lost with the master any more.
  void hand_out() {
    if (!idle_.empty() && list_.is_over()) report();
    while (!idle_.empty() && (list_.to_do() > 0 || list_.is_over())) {
      const std::size_t which = idle_.front();
      idle_.pop_front();
      if (const auto task = list_.hand_out())
        give(which, *task);
      else
        let_go(which);
    }
  }

  /// One who has died without a word may still be sent to: then the receive fails.
  void give(std::size_t which, int task) {
    Worker& worker = workers_[which];
    worker.task = task;
    if (send(task_message(task, order_), worker.rank, worker.comm))
      listen_to(which);
    else
      lose(which);
  }

  void let_go(std::size_t which) {
    send(task_message(none, order_), workers_[which].rank, workers_[which].comm);
    --present_;
  }

  void save() {
    const int every = port().checkpoints().every_loops();
    if (every == 0 || list_.is_over() || list_.done() / every == saved_ / every) return;
    saved_ = list_.done();
    port().checkpoints().save(0, saved_, list_.saved(), port().process_id());
  }

  /// As many as there is room for, and as tasks wait for.
  void fill_vacancies() {
    while (port().recovery() == RecoveryStyle::spawn && vacancies_ > 0 && list_.to_do() > 0) {
      const int count = std::min(vacancies_, list_.to_do());
      MPI_Comm others = MPI_COMM_NULL;
      const int code = MPI_Comm_spawn(port().spawn_command(), MPI_ARGV_NULL, count, MPI_INFO_NULL, 0, MPI_COMM_SELF,
                                      &others, MPI_ERRCODES_IGNORE);
      if (code == MPI_SUCCESS) {
        MPI_Comm_set_errhandler(others, MPI_ERRORS_RETURN);
        started_.push_back(others);
        started_workers_ += count;
        vacancies_ -= count;
        take_on(others, 0, count);
      } else if (!ulfm::is_failure(code)) {
        --vacancies_;
      }
    }
  }

  void report() const {
    port().metric("completed", list_.done());
    port().metric("failed", static_cast<double>(list_.put_back_in_all()));
    port().metric("wrong", wrong_);
    port().metric("restored", restored_);
    port().metric("started", started_workers_);
    port().metric("baseline_s", (order_.length * order_.tasks / (size_of(MPI_COMM_WORLD) - 1)).count());
  }

  const MasterOrder& order_;
  WorkList list_;
  int restored_;
  std::deque<Worker> workers_;     ///< all that there were: reports are received into them
  std::vector<MPI_Request> heard_; ///< for each of them: none for the lost, those let go and those that wait
  std::deque<std::size_t> idle_;
  std::vector<MPI_Comm> started_;
  int present_ = 0;
  int vacancies_ = 0;
  int saved_ = 0;
  int wrong_ = 0;
  int started_workers_ = 0;
};

} // namespace

void master_worker() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm parent = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parent);
  const MasterOrder order = read_master_order();
  if (parent != MPI_COMM_NULL) {
    MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
    work(parent, order);
  } else if (port().sleep(order.startup); rank_in(MPI_COMM_WORLD) == master_rank) {
    Master(order).perform();
  } else {
    work(MPI_COMM_WORLD, order);
  }
  MPI_Finalize();
}

Program master_worker_program() {
  return {
      "master-worker",
      master_worker,
      master_argument_rules(),
      master_mismatch,
      nullptr,
      "Runs a bag of tasks that sleep under one master, as Condor's framework MW does.",
      {{"completed", "count", Better::up, "Tasks whose result came back."},
       {"failed", "count", Better::down, "Tasks whose worker died, each time counted."},
       {"wrong", "count", Better::down, "Tasks whose result was not the right one."},
       {"restored", "count", Better::neither, "Tasks that a lost master had saved as done."},
       {"started", "count", Better::neither, "Workers started in the place of lost ones."},
       {"baseline_s", "s", Better::neither, "Time of all tasks shared out evenly, were there nothing else to do."}}};
}

} // namespace daruma::models::falanx
