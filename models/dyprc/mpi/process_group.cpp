#include "models/dyprc/mpi/process_group.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"

#include <algorithm>
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

bool keeps_order(const std::vector<int>& places) {
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] != static_cast<int>(i)) return false;
  return true;
}

/// One card per member, all blank but one's own. Adding up everybody's makes them known to all, through a tree:
/// unlike an all-gather, it does not make pairs talk that the application would be the first to bring together.
class Cards {
public:
  static constexpr int nobody = -1;

  explicit Cards(int members) : cards_(members) {}

  void fill_in(int place, const Member& member, bool informed) {
    cards_[place] = {member.former - Member::newcomer, member.finished, informed ? 1 : 0};
  }

  int exchange(MPI_Comm comm) {
    constexpr int fields = sizeof(Card) / sizeof(int);
    return MPI_Allreduce(MPI_IN_PLACE, cards_.data(), fields * static_cast<int>(cards_.size()), MPI_INT, MPI_SUM, comm);
  }

  int first_informed() const {
    const auto found = std::find_if(cards_.begin(), cards_.end(), [](const Card& card) { return card.informed != 0; });
    return found == cards_.end() ? nobody : static_cast<int>(found - cards_.begin());
  }

  std::vector<Member> members() const {
    std::vector<Member> all;
    all.reserve(cards_.size());
    for (const Card& card : cards_) all.push_back({card.former + Member::newcomer, card.finished});
    return all;
  }

private:
  struct Card {
    int former = 0; ///< counted from Member::newcomer, so that a blank card is all zeros
    int finished = 0;
    int informed = 0;
  };
  std::vector<Card> cards_;
};

/// What goes ahead of the list of kills.
struct Briefing {
  JobFacts facts;
  int kills;
};

int tell(int root, MPI_Comm comm, JobState& job) {
  const JobFacts& facts = job;
  Briefing briefing{facts, static_cast<int>(job.kills.size())};
  const int code = MPI_Bcast(&briefing, bytes<Briefing>(1), MPI_BYTE, root, comm);
  if (code != MPI_SUCCESS) return code;
  static_cast<JobFacts&>(job) = briefing.facts;
  job.kills.resize(briefing.kills);
  if (job.kills.empty()) return MPI_SUCCESS;
  return MPI_Bcast(job.kills.data(), bytes<TimedKill>(job.kills.size()), MPI_BYTE, root, comm);
}

} // namespace

void ProcessGroup::begin() {
  everyone_ = MPI_COMM_WORLD;
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

std::optional<std::vector<Member>> ProcessGroup::introduce(const Member& self, bool informed, JobState& job) {
  Cards cards(size_of(everyone_));
  cards.fill_in(place(), self, informed);
  int code = cards.exchange(everyone_);
  if (code == MPI_SUCCESS) {
    const int who_knows = cards.first_informed();
    if (who_knows == Cards::nobody) MPI_Abort(everyone_, MPI_ERR_OTHER);
    code = tell(who_knows, everyone_, job);
  }
  const Verdict verdict = conclude(code);
  if (!verdict.well || !verdict.whole) return std::nullopt;
  return cards.members();
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
  if (!keeps_order(plan.place)) {
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
    return true;
  }
  if (world != everyone) free(world);
  if (everyone != everyone_) free(everyone);
  return false;
}

void ProcessGroup::replace(MPI_Comm everyone, MPI_Comm world) {
  if (world_ != everyone_ && world_ != world) free(world_);
  if (everyone_ != everyone) free(everyone_);
  everyone_ = everyone;
  world_ = world;
}

void ProcessGroup::disband() { replace(MPI_COMM_NULL, MPI_COMM_NULL); }

} // namespace daruma::models::dyprc
