#include "models/falanx/mpi/group.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"
#include "models/port/ulfm.hpp"

#include <algorithm>
#include <vector>

namespace daruma::models::falanx {
namespace {

constexpr int starter_rank = 0;

void free(MPI_Comm& comm) {
  if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
}

/// A task as it is handed out; none: the group is let go.
struct TaskHeader {
  std::int64_t order;
  std::int32_t priority;
  std::int32_t function_size;
  std::int32_t key_size;
  std::int32_t is_task;
};

/// Whether all of the first `size` processes of `before` are in `after`.
bool contains_first(MPI_Comm before, int size, MPI_Comm after) {
  const std::vector<int> places = ranks_in(after, before);
  const auto end = places.begin() + std::min(size, static_cast<int>(places.size()));
  return std::find(places.begin(), end, MPI_UNDEFINED) == end;
}

} // namespace

Group::Group(MPI_Comm pool, int size, Scheduler& scheduler, MPI_Errhandler on_error)
    : pool_(pool), size_(size), scheduler_(scheduler), on_error_(on_error) {
  MPI_Comm_set_errhandler(pool_, MPI_ERRORS_RETURN);
}

bool Group::is_starter() const { return rank_in(pool_) == starter_rank; }

void Group::work(const Perform& perform) {
  assemble();
  while (true) {
    if (is_starter() && !starter_) starter_ = scheduler_.starter();
    std::optional<Task> task = is_starter() ? starter_->take() : std::nullopt;
    const bool handed = hand_out(task);
    const bool is_over = handed && !task;
    const bool ran = handed && (is_over || run(task, perform));
    const bool went_well = conclude(ran);
    if (is_starter()) report(task, went_well);
    if (is_over && went_well) return;
  }
}

/// Tells the pool's other ranks which task comes next; in a pool of one there is nobody to tell.
bool Group::hand_out(std::optional<Task>& task) {
  if (size_of(pool_) == 1) return true;
  TaskHeader order{};
  if (task)
    order = {task->id.order, task->id.priority, static_cast<std::int32_t>(task->function.size()),
             static_cast<std::int32_t>(task->input_key.size()), 1};
  if (MPI_Bcast(&order, sizeof order, MPI_BYTE, starter_rank, pool_) != MPI_SUCCESS) return false;
  if (order.is_task == 0) return true;
  std::string text = task ? task->function + task->input_key : std::string();
  const auto cut = static_cast<std::size_t>(order.function_size);
  text.resize(cut + static_cast<std::size_t>(order.key_size));
  if (MPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_BYTE, starter_rank, pool_) != MPI_SUCCESS) return false;
  task = Task{{order.priority, order.order}, text.substr(0, cut), text.substr(cut)};
  return true;
}

/// False if the task was dropped. Spares have no part in it.
bool Group::run(const std::optional<Task>& task, const Perform& perform) {
  output_key_.clear();
  if (team_ == MPI_COMM_NULL) return true;
  if (setjmp(dropped_) != 0) return false;
  perform(*task, team_);
  return true;
}

void Group::drop(MPI_Comm comm) {
  ulfm::revoke(comm);
  if (comm != team_) ulfm::revoke(team_);
  std::longjmp(dropped_, 1);
}

/// Whether the task went well: all members get the same answer. Afterwards the pool is whole again.
bool Group::conclude(bool well) {
  if (size_of(pool_) == 1) return well;
  if (!well) {
    if (team_ != MPI_COMM_NULL) ulfm::revoke(team_);
    ulfm::revoke(pool_);
  }
  int flag = well ? 1 : 0;
  const int code = ulfm::agree(pool_, &flag);
  if (code == MPI_SUCCESS && flag != 0) return true;
  return rebuild() && flag != 0;
}

/// Whether the team has lost nobody: then only spares have died, and a task may have gone well all the same.
bool Group::rebuild() {
  const Seconds begin = port().now();
  MPI_Comm before = pool_;
  pool_ = ulfm::survivors_of(before);
  const bool is_complete = contains_first(before, size_, pool_);
  free(before);
  assemble();
  const std::string left = std::to_string(size_of(pool_)) + " left";
  port().span("rebuild", begin, left);
  if (is_starter()) port().note("rebuild", "group of rank " + std::to_string(port().process_id()) + ": " + left);
  return is_complete;
}

/// Makes a team of the first ranks of the pool, which loses those who die meanwhile.
void Group::assemble() {
  while (true) {
    free(team_);
    int flag = MPI_Comm_split(pool_, rank_in(pool_) < size_ ? 0 : MPI_UNDEFINED, 0, &team_) == MPI_SUCCESS ? 1 : 0;
    if (flag != 0 && team_ != MPI_COMM_NULL) MPI_Comm_set_errhandler(team_, on_error_);
    if (size_of(pool_) == 1) return;
    if (flag == 0) ulfm::revoke(pool_);
    if (ulfm::agree(pool_, &flag) == MPI_SUCCESS && flag != 0) return;
    MPI_Comm before = pool_;
    pool_ = ulfm::survivors_of(before);
    free(before);
  }
}

void Group::report(const std::optional<Task>& task, bool well) {
  if (!task || !starter_) return;
  if (well)
    starter_->complete(*task, output_key_);
  else
    starter_->fail(*task);
}

void Group::disband() {
  free(team_);
  free(pool_);
}

} // namespace daruma::models::falanx
