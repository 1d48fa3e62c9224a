#include "models/dyprc/mpi/process_group.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"

#include <numeric>
#include <type_traits>

namespace daruma::models::dyprc {
namespace {

constexpr int call_tag = 1;

static_assert(std::is_trivially_copyable_v<JobFacts> && std::is_trivially_copyable_v<TimedKill>);

template <class Thing> int bytes(std::size_t count) { return static_cast<int>(count * sizeof(Thing)); }

/// From those who spawned to those who were spawned: the merged communicator is the one to stay on.
int welcome(MPI_Comm merged) {
  int welcome = 1;
  return MPI_Bcast(&welcome, 1, MPI_INT, 0, merged);
}

void free(MPI_Comm comm) {
  if (comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
}

/// Nobody goes on waiting on it.
void give_up(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return;
  ulfm::revoke(comm);
  free(comm);
}

template <class Thing> int tell_list(int root, MPI_Comm comm, std::vector<Thing>& list) {
  return list.empty() ? +MPI_SUCCESS : MPI_Bcast(list.data(), bytes<Thing>(list.size()), MPI_BYTE, root, comm);
}

/// What goes ahead of the lists.
struct Briefing {
  JobFacts facts;
  int kills;
  int lost;
};

int tell(int root, MPI_Comm comm, JobState& job, std::vector<int>& lost) {
  const JobFacts& facts = job;
  Briefing briefing{facts, static_cast<int>(job.kills.size()), static_cast<int>(lost.size())};
  const int code = MPI_Bcast(&briefing, bytes<Briefing>(1), MPI_BYTE, root, comm);
  if (code != MPI_SUCCESS) return code;
  static_cast<JobFacts&>(job) = briefing.facts;
  job.kills.resize(briefing.kills);
  lost.resize(briefing.lost);
  const int kills_told = tell_list(root, comm, job.kills);
  return kills_told == MPI_SUCCESS ? tell_list(root, comm, lost) : kills_told;
}

} // namespace

void ProcessGroup::begin() {
  everyone_ = settled_ = MPI_COMM_WORLD;
  return_errors();
}

bool ProcessGroup::enter(MPI_Comm parents) {
  MPI_Comm_set_errhandler(parents, MPI_ERRORS_RETURN);
  MPI_Comm merged = MPI_COMM_NULL;
  if (MPI_Intercomm_merge(parents, 1, &merged) != MPI_SUCCESS) return false;
  MPI_Comm_set_errhandler(merged, MPI_ERRORS_RETURN);
  if (welcome(merged) != MPI_SUCCESS) return false;
  everyone_ = merged;
  free(parents);
  return true;
}

int ProcessGroup::place() const { return rank_in(everyone_); }

void ProcessGroup::handle_errors(MPI_Errhandler handler) {
  if (world_ != MPI_COMM_NULL) MPI_Comm_set_errhandler(world_, handler);
}

void ProcessGroup::return_errors() {
  MPI_Comm_set_errhandler(everyone_, MPI_ERRORS_RETURN);
  handle_errors(MPI_ERRORS_RETURN);
}

void ProcessGroup::revoke() {
  ulfm::revoke(everyone_);
  if (world_ != MPI_COMM_NULL && world_ != everyone_) ulfm::revoke(world_);
}

void ProcessGroup::call_spares(const Roster& roster) {
  if (place() != 0) return;
  for (int spare = roster.ranks; spare < roster.ranks + roster.spares; ++spare)
    MPI_Send(nullptr, 0, MPI_BYTE, spare, call_tag, everyone_);
}

bool ProcessGroup::wait_for_call() {
  return MPI_Recv(nullptr, 0, MPI_BYTE, 0, call_tag, everyone_, MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

ProcessGroup::Verdict ProcessGroup::agree(bool well, bool whole) {
  constexpr int is_well = 1;
  constexpr int is_whole = 2;
  int flags = (well ? is_well : 0) | (whole ? is_whole : 0);
  const int code = ulfm::agree(everyone_, &flags);
  return {(flags & is_well) != 0, code == MPI_SUCCESS && (flags & is_whole) != 0};
}

ProcessGroup::Verdict ProcessGroup::conclude(int code) {
  if (ulfm::is_failure(code)) ulfm::revoke(everyone_);
  return agree(code == MPI_SUCCESS, !ulfm::is_failure(code));
}

bool ProcessGroup::all_well(bool here) {
  const Verdict verdict = agree(here, here);
  return verdict.well && verdict.whole;
}

bool ProcessGroup::meet() {
  const Verdict verdict = conclude(ulfm::introduce_all(everyone_));
  return verdict.well && verdict.whole;
}

void ProcessGroup::shrink() { replace(ulfm::survivors_of(everyone_), MPI_COMM_NULL); }

/// A newcomer is the first to know the job where nobody is left of the settled row.
std::vector<int> ProcessGroup::lost(const Roster& roster) const {
  if (settled_ != MPI_COMM_NULL) return ranks_missing(everyone_, settled_, settled_);
  std::vector<int> all(roster.ranks + roster.spares);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// What is reduced is as small as it can be, and the dead alone are listed: who is there follows from that.
std::optional<Attendance> ProcessGroup::introduce(bool finished, bool informed, JobState& job) {
  const int here = size_of(everyone_);
  struct {
    int informed;
    int finished;
  } least{informed ? place() : here, finished ? 1 : 0};
  Attendance attendance;
  int code = MPI_Allreduce(MPI_IN_PLACE, &least, 2, MPI_INT, MPI_MIN, everyone_);
  if (code == MPI_SUCCESS) {
    if (least.informed == here) MPI_Abort(everyone_, MPI_ERR_OTHER);
    if (least.informed == place()) attendance.lost = lost(job.roster);
    code = tell(least.informed, everyone_, job, attendance.lost);
  }
  const Verdict verdict = conclude(code);
  if (!verdict.well || !verdict.whole) return std::nullopt;
  const int left = job.roster.ranks + job.roster.spares - static_cast<int>(attendance.lost.size());
  attendance.newcomers = here - left;
  attendance.finished = least.finished != 0;
  return attendance;
}

ProcessGroup::Growth ProcessGroup::grow(int count) {
  MPI_Comm children = MPI_COMM_NULL;
  const int code = MPI_Comm_spawn(port().spawn_command(), MPI_ARGV_NULL, count, MPI_INFO_NULL, 0, everyone_, &children,
                                  MPI_ERRCODES_IGNORE);
  const Verdict started = conclude(code);
  if (!started.well || !started.whole) {
    give_up(children);
    return started.whole ? Growth::refused : Growth::broken;
  }
  const MPI_Comm merged = merge(children);
  if (merged == MPI_COMM_NULL) return Growth::broken;
  replace(merged, MPI_COMM_NULL);
  if (welcome(merged) != MPI_SUCCESS) ulfm::revoke(merged);
  return meet() ? Growth::grown : Growth::broken;
}

/// The parents' side of the merge. A parent's death does not stop it as long as all others have got through:
/// the newcomers then take part in leaving the dead behind.
MPI_Comm ProcessGroup::merge(MPI_Comm children) {
  MPI_Comm_set_errhandler(children, MPI_ERRORS_RETURN);
  MPI_Comm merged = MPI_COMM_NULL;
  const int code = MPI_Intercomm_merge(children, 0, &merged);
  if (code != MPI_SUCCESS) ulfm::revoke(children);
  if (!conclude(code).well) {
    give_up(merged);
    give_up(children);
    return MPI_COMM_NULL;
  }
  MPI_Comm_set_errhandler(merged, MPI_ERRORS_RETURN);
  free(children);
  return merged;
}

/// Both splits run on the old communicator, so that revoking that one releases everybody.
int ProcessGroup::split(const Plan& plan, MPI_Comm* everyone, MPI_Comm* world) const {
  const int place = plan.place[rank_in(everyone_)];
  *everyone = everyone_;
  if (!plan.keeps_order) {
    const int code = MPI_Comm_split(everyone_, place == Plan::leaves ? MPI_UNDEFINED : 0, place, everyone);
    if (code != MPI_SUCCESS) return code;
  }
  *world = *everyone;
  if (plan.roster.spares == 0) return MPI_SUCCESS;
  const bool is_rank = place != Plan::leaves && place < plan.roster.ranks;
  return MPI_Comm_split(everyone_, is_rank ? 0 : MPI_UNDEFINED, place, world);
}

bool ProcessGroup::settle(const Plan& plan) {
  MPI_Comm everyone = MPI_COMM_NULL;
  MPI_Comm world = MPI_COMM_NULL;
  const Verdict verdict = conclude(split(plan, &everyone, &world));
  if (verdict.well && verdict.whole) {
    replace(everyone, world);
    if (settled_ != everyone_) free(settled_);
    settled_ = everyone_;
    return true;
  }
  if (world != everyone) free(world);
  if (everyone != everyone_) free(everyone);
  return false;
}

void ProcessGroup::replace(MPI_Comm everyone, MPI_Comm world) {
  if (world_ != everyone_ && world_ != world) free(world_);
  if (everyone_ != everyone && everyone_ != settled_) free(everyone_);
  everyone_ = everyone;
  world_ = world;
}

void ProcessGroup::disband() {
  replace(MPI_COMM_NULL, MPI_COMM_NULL);
  free(settled_);
  settled_ = MPI_COMM_NULL;
}

} // namespace daruma::models::dyprc
