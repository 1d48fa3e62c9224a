// A group of workers: its ranks run tasks together, on a communicator of their own (paper, sections 2.1 and 2.3).
//
// Two communicators: the pool is the group with its spares, the team those of it that run tasks, its first ranks. The
// lowest rank of the pool is the Starter: it takes a task and hands it out, and all of the pool agree on how it went. A
// task whose team lost a rank is dropped: every call on the team's communicator fails, and the task's function is left
// by a jump out of the call. Then the pool is rebuilt from those who live, spares move up, and it goes on.
#pragma once

#include "models/falanx/logic/scheduler.hpp"

#include <mpi.h>

#include <csetjmp>
#include <functional>
#include <string>
#include <utility>

namespace daruma::models::falanx {

class Group {
public:
  /// Runs a task's function on the team's communicator.
  using Perform = std::function<void(const Task&, MPI_Comm team)>;

  /// `pool` is the group's, in the order of its ranks; `size` of them form a team. `on_error` is what teams have as
  /// error handler: it calls `drop`.
  Group(MPI_Comm pool, int size, Scheduler& scheduler, MPI_Errhandler on_error);

  /// Runs tasks until the scheduler has no more.
  void work(const Perform& perform);
  /// The key of the output of the task at hand.
  void set_output_key(std::string key) { output_key_ = std::move(key); }
  void disband();

  /// A call on `comm` failed while a task ran: the task is dropped. Does not return.
  [[noreturn]] void drop(MPI_Comm comm);

private:
  bool is_starter() const;
  bool hand_out(std::optional<Task>& task);
  bool run(const std::optional<Task>& task, const Perform& perform);
  bool conclude(bool well);
  bool rebuild();
  void assemble();
  void report(const std::optional<Task>& task, bool well);

  MPI_Comm pool_;
  MPI_Comm team_ = MPI_COMM_NULL;
  int size_;
  Scheduler& scheduler_;
  MPI_Errhandler on_error_;
  std::unique_ptr<StarterSide> starter_; ///< where this rank is the Starter
  std::string output_key_;
  std::jmp_buf dropped_{};
};

} // namespace daruma::models::falanx
