#include "models/dyprc/mpi/runtime.hpp"

#include "models/port/port.hpp"

#include <cstdio>

namespace daruma::models::dyprc {
namespace {

extern "C" void dyprc_on_error(MPI_Comm*, int* code, ...) { runtime().met_error(*code); }

std::string error_text(int code) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  return {text, static_cast<std::size_t>(length)};
}

std::string change_of_size(int before, int after) { return std::to_string(before) + "->" + std::to_string(after); }

/// The lines of the paper's logs (Figs. 4 and 5).
void print_restart(const Plan& next, int before, Seconds elapsed, ulfm::ReturnClass met) {
  const int ranks = next.roster.ranks;
  char line[200];
  if (next.lost > 0) {
    std::snprintf(line, sizeof line, "** Got Signaled and Change size(%s): Error %s, and go recover",
                  change_of_size(before, ranks).c_str(), ulfm::describe(met));
    port().print(line);
  }
  if (ranks > before) {
    std::snprintf(line, sizeof line, "+- Restarting Proc(0/%d), new %d/%d", ranks, ranks, ranks);
    port().print(line);
  }
  std::snprintf(line, sizeof line, "++ ULFM -- Now Restarted rank0/%d procs (%.3f sec)-- ++", ranks, elapsed.count());
  port().print(line);
}

/// All that a plan depends on.
std::string plan_for(const Roster& settled, const Attendance& here, const Wishes& wishes) {
  std::string key = "plan for " + std::to_string(settled.ranks) + "+" + std::to_string(settled.spares) + " without";
  for (const int place : here.lost) key += " " + std::to_string(place);
  key += "; newcomers " + std::to_string(here.newcomers) + ", finished " + std::to_string(here.finished ? 1 : 0);
  return key + "; resize to " + std::to_string(wishes.resize_to) + ", style " +
         std::to_string(static_cast<int>(wishes.style)) + ", can spawn " + std::to_string(wishes.can_spawn ? 1 : 0);
}

void report_number(const char* name, int restart, Seconds value) {
  port().metric(std::string(name) + "_" + std::to_string(restart) + "_s", value.count());
}

} // namespace

Runtime& runtime() { return port().slot<Runtime>(); }

int Runtime::merge_child(MPI_Comm* application_world) {
  application_world_ = application_world;
  MPI_Comm_create_errhandler(dyprc_on_error, &handler_);
  MPI_Comm parents = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parents);
  if (parents != MPI_COMM_NULL) {
    if (!processes_.enter(parents)) port().die();
    change(processes_.meet());
  } else {
    processes_.begin();
    informed_ = true;
    place_ = processes_.place();
    job_.roster.spares = port().recovery() == RecoveryStyle::spare ? port().spares() : 0;
    MPI_Comm_size(MPI_COMM_WORLD, &job_.roster.ranks);
    job_.roster.ranks -= job_.roster.spares;
    change(processes_.all_well(true));
  }
  wait_until_needed();
  came_late_ = job_.settled > 1;
  return came_late_ ? 1 : 0;
}

void Runtime::wait_until_needed() {
  while (place_ >= job_.roster.ranks) {
    const bool called = processes_.wait_for_call();
    if (!called) processes_.revoke();
    if (change(processes_.all_well(called)) == Reached::finished) leave();
  }
}

void Runtime::on_restart(void (*function)(void*), void* argument) {
  restart_ = function;
  restart_argument_ = argument;
}

int Runtime::first_pass(bool newcomer) {
  has_restart_point_ = true;
  if (failure_pending_) {
    failure_pending_ = false;
    cause_ = Cause::failure;
    return restart();
  }
  if (!newcomer || !came_late_) return 0;
  cause_ = Cause::already_settled;
  return restart();
}

int Runtime::restart() {
  came_late_ = false;
  if (cause_ != Cause::already_settled) {
    processes_.return_errors();
    const bool ordered = cause_ == Cause::order;
    if (ordered)
      processes_.call_spares(job_.roster);
    else
      processes_.revoke();
    change(processes_.all_well(ordered));
  }
  if (restart_ != nullptr) restart_(restart_argument_);
  return 1;
}

void Runtime::finalize() {
  processes_.return_errors();
  processes_.call_spares(job_.roster);
  finished_ = true;
  const Reached outcome = change(processes_.all_well(true));
  finished_ = false;
  if (outcome == Reached::settled) go_back(Cause::already_settled);
  leave_mpi();
}

void Runtime::met_error(int code) {
  if (!ulfm::is_failure(code)) give_up(error_text(code));
  met_ = ulfm::classify(code);
  if (has_restart_point_) go_back(Cause::failure);
  failure_pending_ = true;
}

void Runtime::go_back(Cause cause) {
  cause_ = cause;
  std::longjmp(restart_point_, 1);
}

Runtime::Reached Runtime::change(bool whole) {
  const Seconds begin = port().now();
  bool can_spawn = true;
  for (;;) {
    if (!whole) processes_.shrink();
    whole = false;
    const auto here = processes_.introduce(finished_ || !is_rank(), informed_, job_);
    if (!here) continue;
    informed_ = true;
    if (is_condemned()) port().die();
    const Wishes wishes{job_.resize_to, port().recovery(), can_spawn};
    plan_ = port().alike<Plan>(plan_for(job_.roster, *here, wishes), [&] { return plan(job_.roster, *here, wishes); });
    const Plan& next = *plan_;
    if (next.rerun) give_up("it lost ranks and is to be run again");
    if (next.finished) return Reached::finished;
    if (next.start > 0) {
      const ProcessGroup::Growth growth = processes_.grow(next.start);
      can_spawn = can_spawn && growth != ProcessGroup::Growth::refused;
      whole = growth != ProcessGroup::Growth::broken;
    } else if (const int before = processes_.place(); processes_.settle(next)) {
      place_ = next.place[before];
      take_place(next, begin);
      return Reached::settled;
    }
  }
}

void Runtime::take_place(const Plan& next, Seconds begin) {
  if (place_ == Plan::leaves) leave();
  const Roster before = job_.roster;
  job_.roster = next.roster;
  job_.resize_to = Wishes::as_it_is;
  settle_kills();
  lost_ = next.lost;
  if (lost_ > 0 && job_.first_failure_s == JobState::never) job_.first_failure_s = job_.last_whole_s;
  if (job_.settled++ > 0) {
    port().span("restart", begin, change_of_size(before.ranks, next.roster.ranks));
    if (is_first()) report(next, before);
  }
  job_.answer_owed = false;
  job_.last_whole_s = port().now().count();
  processes_.handle_errors(handler_);
  *application_world_ = processes_.world();
}

void Runtime::report(const Plan& next, const Roster& before) {
  const int restart = job_.settled - 1;
  const Seconds since_whole = port().now() - Seconds(job_.last_whole_s);
  const Seconds since_first = port().now() - Seconds(job_.first_failure_s);
  print_restart(next, before.ranks, next.lost > 0 ? since_first : since_whole, met_);
  port().restarted(change_of_size(before.ranks, next.roster.ranks));
  report_number("recovery", restart, since_whole);
  if (next.lost > 0) report_number("restart", restart, since_first);
  if (job_.answer_owed) answer();
}

void Runtime::give_up(const std::string& why) {
  port().print("DyProReconf gives the job up: " + why);
  MPI_Abort(MPI_COMM_WORLD, MPI_ERR_OTHER);
}

void Runtime::leave_mpi() {
  processes_.disband();
  MPI_Errhandler_free(&handler_);
  MPI_Finalize();
}

void Runtime::leave() {
  leave_mpi();
  port().leave();
}

} // namespace daruma::models::dyprc
