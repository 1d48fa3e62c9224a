// A rank of a Falanx job: what the C interface's falanx_context_t points at.
#pragma once

#include "models/falanx/include/falanx.h"
#include "models/falanx/logic/scheduler.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"
#include "models/falanx/mpi/data_store.hpp"
#include "models/falanx/mpi/group.hpp"

#include <map>
#include <memory>
#include <string>

struct falanx_data_store {
  daruma::models::falanx::DataStore store;
};

struct falanx_context {
public:
  /// Collective over `ranks.comm`, all of which play a role, and over nobody else; a death meanwhile ends the job.
  falanx_context(const daruma::models::falanx::Ranks& ranks, const daruma::models::falanx::SchedulerKind& kind,
                 const daruma::models::falanx::ServiceTimes& times);

  /// Plays the rank's role until the job's end; a client's begins only.
  void start();
  void stop();
  /// Frees the communicators of the job and of its groups.
  void close();

  bool is_client() const { return role() == daruma::models::falanx::Role::client; }
  daruma::models::falanx::SubmitterSide& submitter() { return *submitter_; }
  falanx_data_store& data_store() { return data_store_; }
  /// The group of workers that the calling rank is in; null if it is in none.
  daruma::models::falanx::Group* group() { return group_.get(); }
  /// The one that the group is at.
  const daruma::models::falanx::Task& task() const { return task_; }

  std::map<std::string, falanx_function_t, std::less<>> functions;

private:
  daruma::models::falanx::Role role() const { return wire_.ranks().roles.role_of(wire_.me()); }
  void make_group();
  void work();
  void perform(const daruma::models::falanx::Task& task, MPI_Comm team);

  daruma::models::falanx::Wire wire_;
  daruma::models::falanx::ServiceTimes times_;
  std::unique_ptr<daruma::models::falanx::Scheduler> scheduler_;
  std::unique_ptr<daruma::models::falanx::SubmitterSide> submitter_;
  falanx_data_store data_store_;
  std::unique_ptr<daruma::models::falanx::Group> group_;
  daruma::models::falanx::Task task_;
  MPI_Errhandler on_error_ = MPI_ERRHANDLER_NULL;
};

namespace daruma::models::falanx {

/// All ranks of `comm` call it; null in those that have no role, which are those beyond `roles`.
falanx_context* open_job(MPI_Comm comm, const Roles& roles, const SchedulerKind& kind, const ServiceTimes& times);

void close_job();

} // namespace daruma::models::falanx
