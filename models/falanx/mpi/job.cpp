#include "models/falanx/mpi/job.hpp"

#include "models/falanx/logic/data_node.hpp"
#include "models/falanx/mpi/schedulers.hpp"
#include "models/falanx/mpi/service.hpp"
#include "models/port/port.hpp"
#include "models/port/rank.hpp"
#include "models/port/ulfm.hpp"

namespace falanx = daruma::models::falanx;
namespace ulfm = daruma::models::ulfm;

namespace {

/// What the port keeps for this process.
struct Seat {
  std::unique_ptr<falanx_context> job;
};

Seat& seat() { return daruma::models::port().slot<Seat>(); }

/// In calls on a team's communicator. An error that is no failure is the application's, and fatal as MPI's are.
void on_team_error(MPI_Comm* comm, int* code, ...) {
  if (!ulfm::is_failure(*code)) MPI_Abort(*comm, *code);
  seat().job->group()->drop(*comm);
}

/// Someone died before the job was up. One of those who live says so.
[[noreturn]] void end_before_begin(const falanx::Ranks& ranks) {
  MPI_Comm survivors = MPI_COMM_NULL;
  if (ulfm::shrink(ranks.comm, &survivors) == MPI_SUCCESS && daruma::models::rank_in(survivors) > 0)
    MPI_Barrier(survivors);
  falanx::end_job(ranks, "a process died before the job was set up");
}

std::unique_ptr<falanx::Scheduler> make_scheduler(falanx::Wire& wire, const falanx::SchedulerKind& kind,
                                                  const falanx::ServiceTimes& times) {
  if (kind.on_tree_store) return falanx::make_ha_scheduler(wire, *kind.on_tree_store);
  return falanx::make_task_queue_server(wire, times.server);
}

} // namespace

falanx_context::falanx_context(const falanx::Ranks& ranks, const falanx::SchedulerKind& kind,
                               const falanx::ServiceTimes& times)
    : wire_(ranks), times_(times),
      scheduler_(make_scheduler(wire_, kind, times)), data_store_{falanx::DataStore(wire_)} {
  make_group();
}

void falanx_context::make_group() {
  const falanx::Ranks& ranks = wire_.ranks();
  const bool is_worker = role() == falanx::Role::worker;
  MPI_Comm pool = MPI_COMM_NULL;
  const int code = MPI_Comm_split(ranks.comm, is_worker ? ranks.roles.group_of(wire_.me()) : MPI_UNDEFINED, 0, &pool);
  int flag = code == MPI_SUCCESS ? 1 : 0;
  if (ulfm::agree(ranks.comm, &flag) != MPI_SUCCESS || flag == 0) end_before_begin(ranks);
  if (!is_worker) return;
  MPI_Comm_create_errhandler(on_team_error, &on_error_);
  group_ = std::make_unique<falanx::Group>(pool, ranks.roles.group_size, *scheduler_, on_error_);
}

void falanx_context::start() {
  switch (role()) {
  case falanx::Role::client:
    submitter_ = scheduler_->submitter();
    return;
  case falanx::Role::server:
    scheduler_->serve();
    return;
  case falanx::Role::watchdog:
    falanx::watch(wire_, *scheduler_);
    return;
  case falanx::Role::data_node: {
    falanx::DataNode node(wire_.ranks().roles, wire_.me());
    falanx::Deputy deputy(wire_, *scheduler_, node);
    falanx::serve(wire_, falanx::Line::data, deputy, times_.data_node);
    return;
  }
  case falanx::Role::worker:
    work();
  }
}

void falanx_context::work() {
  group_->work([this](const falanx::Task& task, MPI_Comm team) { perform(task, team); });
  falanx::say_goodbye(wire_);
}

/// Nothing here needs a destructor: the function may be left by a jump.
void falanx_context::perform(const falanx::Task& task, MPI_Comm team) {
  const auto function = functions.find(task.function);
  if (function == functions.end())
    falanx::end_job(wire_.ranks(), "no function \"" + task.function + "\" is registered here");
  task_ = task;
  function->second(this, team);
}

void falanx_context::stop() {
  submitter_->close();
  falanx::say_goodbye(wire_);
  falanx::await_workers(wire_);
}

void falanx_context::close() {
  wire_.flush();
  if (group_) group_->disband();
  if (on_error_ != MPI_ERRHANDLER_NULL) MPI_Errhandler_free(&on_error_);
  MPI_Comm comm = wire_.ranks().comm;
  MPI_Comm_free(&comm);
}

namespace daruma::models::falanx {

falanx_context* open_job(MPI_Comm comm, const Roles& roles, const SchedulerKind& kind, const ServiceTimes& times) {
  MPI_Comm own = MPI_COMM_NULL;
  const int code = MPI_Comm_split(comm, rank_in(comm) < roles.ranks() ? 0 : MPI_UNDEFINED, 0, &own);
  int flag = code == MPI_SUCCESS ? 1 : 0;
  if (ulfm::agree(comm, &flag) != MPI_SUCCESS || flag == 0) end_before_begin({comm, roles});
  if (own == MPI_COMM_NULL) return nullptr;
  MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
  seat().job = std::make_unique<falanx_context>(Ranks{own, roles}, kind, times);
  return seat().job.get();
}

void close_job() {
  if (!seat().job) return;
  seat().job->close();
  seat().job.reset();
}

} // namespace daruma::models::falanx
