#include "models/spares/mpi/rebuilt_team.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"
#include "models/port/ulfm.hpp"

#include <algorithm>
#include <numeric>

namespace daruma::models::spares {

namespace {

/// Nobody goes on waiting on it.
void give_up_on(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return;
  ulfm::revoke(comm);
  MPI_Comm_free(&comm);
}

/// From those who started processes to these: the merged communicator is the one to stay on.
int welcome(MPI_Comm merged) {
  int word = 1;
  return MPI_Bcast(&word, 1, MPI_INT, 0, merged);
}

} // namespace

RebuiltTeam::RebuiltTeam(int ranks) : processes_(static_cast<std::size_t>(ranks)) {
  std::iota(processes_.begin(), processes_.end(), 0);
  MPI_Comm_get_parent(&parents_);
  if (is_started_late()) return;
  everyone_ = MPI_COMM_WORLD;
  MPI_Comm_set_errhandler(everyone_, MPI_ERRORS_RETURN);
  rank_ = rank_in(everyone_);
}

bool RebuiltTeam::is_witness() const {
  const auto ranks = static_cast<int>(processes_.size());
  const auto first =
      std::find_if(processes_.begin(), processes_.end(), [ranks](int process) { return process < ranks; });
  return rank_ == (first == processes_.end() ? 0 : first - processes_.begin());
}

bool RebuiltTeam::conclude(bool well) {
  if (!well) ulfm::revoke(everyone_);
  int flag = well ? 1 : 0;
  const int code = ulfm::agree(everyone_, &flag);
  return code == MPI_SUCCESS && flag != 0;
}

/// Who has just been started joins the others in what is left to do.
std::optional<int> RebuiltTeam::recover() {
  if (everyone_ != MPI_COMM_NULL)
    leave_dead_behind();
  else if (!enter())
    port().die();
  while (true) {
    if (const auto members = take_stock()) {
      const std::vector<int> vacant = vacant_ranks(*members);
      const int missing = static_cast<int>(processes_.size() - members->size());
      if (missing == 0 && settle(*members, vacant)) return static_cast<int>(vacant.size());
      const Start outcome = missing == 0 ? Start::broken : start(missing);
      if (outcome == Start::refused) return std::nullopt;
      if (outcome == Start::started) continue;
    }
    leave_dead_behind();
  }
}

bool RebuiltTeam::enter() {
  MPI_Comm_set_errhandler(parents_, MPI_ERRORS_RETURN);
  if (MPI_Intercomm_merge(parents_, 1, &everyone_) != MPI_SUCCESS) return false;
  MPI_Comm_set_errhandler(everyone_, MPI_ERRORS_RETURN);
  return welcome(everyone_) == MPI_SUCCESS;
}

void RebuiltTeam::leave_dead_behind() {
  MPI_Comm survivors = ulfm::survivors_of(everyone_);
  free(everyone_);
  everyone_ = survivors;
}

/// Nothing if somebody failed meanwhile, as all agree.
std::optional<RebuiltTeam::Members> RebuiltTeam::take_stock() {
  const Member own{rank_, port().process_id(), failures_};
  Members members(static_cast<std::size_t>(size_of(everyone_)));
  const int code = MPI_Allgather(&own, sizeof own, MPI_BYTE, members.data(), sizeof own, MPI_BYTE, everyone_);
  return conclude(code == MPI_SUCCESS) ? std::optional(members) : std::nullopt;
}

std::vector<int> RebuiltTeam::vacant_ranks(const Members& members) const {
  std::vector<int> vacant;
  for (int rank = 0; rank < static_cast<int>(processes_.size()); ++rank)
    if (std::none_of(members.begin(), members.end(), [rank](const Member& member) { return member.rank == rank; }))
      vacant.push_back(rank);
  return vacant;
}

RebuiltTeam::Start RebuiltTeam::start(int count) {
  constexpr int is_well = 1;
  constexpr int is_whole = 2;
  MPI_Comm children = MPI_COMM_NULL;
  const int code = MPI_Comm_spawn(port().spawn_command(), MPI_ARGV_NULL, count, MPI_INFO_NULL, 0, everyone_, &children,
                                  MPI_ERRCODES_IGNORE);
  int flags = (code == MPI_SUCCESS ? is_well : 0) | (ulfm::is_failure(code) ? 0 : is_whole);
  if (ulfm::is_failure(code)) ulfm::revoke(everyone_);
  const bool is_agreed = ulfm::agree(everyone_, &flags) == MPI_SUCCESS;
  if (!is_agreed || flags != (is_well | is_whole)) {
    give_up_on(children);
    return is_agreed && (flags & is_whole) != 0 ? Start::refused : Start::broken;
  }
  MPI_Comm merged = merge(children);
  if (merged == MPI_COMM_NULL) return Start::broken;
  free(everyone_);
  everyone_ = merged;
  if (welcome(everyone_) != MPI_SUCCESS) ulfm::revoke(everyone_);
  return Start::started;
}

/// The side of those who started them. A death among these does not stop it as long as all others have got through: the
/// newcomers then take part in leaving the dead behind.
MPI_Comm RebuiltTeam::merge(MPI_Comm children) {
  MPI_Comm_set_errhandler(children, MPI_ERRORS_RETURN);
  MPI_Comm merged = MPI_COMM_NULL;
  const int code = MPI_Intercomm_merge(children, 0, &merged);
  int flag = code == MPI_SUCCESS ? 1 : 0;
  if (flag == 0) ulfm::revoke(children);
  ulfm::agree(everyone_, &flag);
  if (flag == 0) {
    give_up_on(merged);
    give_up_on(children);
    return MPI_COMM_NULL;
  }
  MPI_Comm_set_errhandler(merged, MPI_ERRORS_RETURN);
  free(children);
  return merged;
}

/// Those without a rank get the vacant ones, each in its turn.
bool RebuiltTeam::settle(Members members, const std::vector<int>& vacant) {
  auto next = vacant.begin();
  int failures = 0;
  for (Member& member : members) {
    failures = std::max(failures, member.failures);
    if (member.rank < 0) member.rank = *next++;
  }
  const int rank = members[static_cast<std::size_t>(rank_in(everyone_))].rank;
  MPI_Comm ordered = MPI_COMM_NULL;
  const int code = MPI_Comm_split(everyone_, 0, rank, &ordered);
  if (!conclude(code == MPI_SUCCESS)) {
    free(ordered);
    return false;
  }
  MPI_Comm_set_errhandler(ordered, MPI_ERRORS_RETURN);
  free(everyone_);
  everyone_ = ordered;
  rank_ = rank;
  failures_ = failures + static_cast<int>(vacant.size());
  for (const Member& member : members) processes_[static_cast<std::size_t>(member.rank)] = member.process;
  return true;
}

void RebuiltTeam::disband() { free(everyone_); }

} // namespace daruma::models::spares
