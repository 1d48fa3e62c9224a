// A meeting: all members of a communicator come together, something is decided once, and each gets
// the outcome after the time the runtime needs for it.
//
// The one mechanism behind agreement, shrink, split, dup, create, spawn and merge. A tolerant
// meeting goes on without members whose death was detected and is not interrupted by revocation; a
// strict one fails at every member that learns of a failure or of a revocation before it is decided. Where the
// runtime's operations are messages, a tolerant meeting is decided when the root of a consensus has heard all that it
// does not know to have failed, and each member has the outcome when the decision has come down to it; a strict one is
// decided as it is by formulas, and what follows may be messages.
#pragma once

#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/mpi/rma/exposure.hpp"
#include "sim/mpi/ulfm/consensus.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace daruma::mpi {

/// What a member brings along; each operation uses the fields it needs. It stays when the member dies.
struct Contribution {
  int number = 0;
  int key = 0;
  GroupPtr group;
  std::vector<Command> commands;
  Neighbourhood neighbourhood{};
  std::vector<Edge> edges{};
  Exposure exposure{};
};

/// What was decided, the same object for all.
struct Resolution {
  int error = MPI_SUCCESS;
  int flags[2] = {0, 0};                ///< for each side of the communicator
  std::vector<LocalCommunicator*> made; ///< each participant's handle of what was made; empty: nothing was
  std::vector<int> codes;
  std::string reason; ///< of a refusal
};

/// When members have the outcome of a decision: by formulas, or by messages.
struct Course {
  Seconds lawful;             ///< until all have the outcome, by the profile's formulas
  bool needs_context = false; ///< by messages: a consensus on the context of what was made
  Seconds finish{0};          ///< by messages: of each member, after its last consensus
  bool is_told = false;       ///< by messages: whoever decided tells each member
};

class Rendezvous : public std::enable_shared_from_this<Rendezvous> {
public:
  /// Decides, when everybody is there: fills the outcome and says how long it takes. Kernel context.
  using Decide = std::function<Course(Rendezvous&)>;

  /// `call`: by which the first member came.
  Rendezvous(std::shared_ptr<Communicator> communicator, const CollectiveSequence& turn, const char* call,
             Decide decide);

  Communicator& communicator() const { return *communicator_; }
  bool has(int participant) const { return members_[static_cast<std::size_t>(participant)].place != absent; }
  const Contribution& of(int participant) const { return members_[static_cast<std::size_t>(participant)].contribution; }
  /// Participants whose death was detected, in participant order.
  std::vector<Process*> missing() const;
  /// Those who came and did not leave, in the order in which they came.
  std::vector<Process*> present() const;
  /// The participants among its members get their handles of `made`.
  void hand_out(Communicator& made);
  /// The participant has the outcome, after what it takes to finish. Kernel context.
  void finish(int participant);
  /// A participant has ended in order, in a meeting that is one of messages. Kernel context, as the next.
  void participant_left();
  /// A participant has learnt of a failure, in a meeting that is one of messages. Kernel context.
  void learnt(const Process& participant, const Process& dead);

  Resolution outcome;

private:
  friend std::shared_ptr<const Resolution> meet(const CollectiveSequence&, const Contribution&, Decide,
                                                const LocalCommunicator*);
  friend void strike_off(Process&);
  friend void reconsider_tolerant_meetings(const Process&);
  friend std::vector<std::shared_ptr<Rendezvous>> meetings_of(const Process&);

  static constexpr int absent = -1;
  struct Member {
    int place = absent; ///< in the order in which they came
    bool has_outcome = false;
    Contribution contribution;
  };

  void arrive(const LocalCommunicator& handle, const Contribution& contribution);
  void leave(const LocalCommunicator& handle);
  void decide_if_complete();
  bool is_complete() const;
  bool is_over_for(const LocalCommunicator& handle) const;
  Course decide();
  std::unique_ptr<Consensus> make_consensus(Consensus::Told told);
  void start_consensus();
  void hear_of_failures();
  void decide_at_root();
  void consented(int participant);
  void follow(const Course& course);
  void end_after(Seconds duration);

  std::shared_ptr<Communicator> communicator_;
  std::pair<FaultMode, int> key_;
  const char* call_;
  Decide decide_;
  std::uint64_t number_; ///< of all meetings, in the order in which they began
  std::vector<Member> members_;
  std::vector<Process*> came_; ///< null for who left
  int left_ = 0;
  int waits_for_ = 0; ///< who neither came nor is suspected
  bool decided_ = false;
  bool over_ = false;
  std::unique_ptr<Consensus> outcome_consensus_; ///< null by formulas, and where the meeting is strict
  std::unique_ptr<Consensus> context_consensus_;
  Seconds finish_{0};
};

/// Takes part in the rendezvous whose turn it is and waits for its end. A revocation of `also` interrupts a strict one,
/// too. Where the meeting failed for the caller, the error says why.
std::shared_ptr<const Resolution> meet(const CollectiveSequence& turn, const Contribution& contribution,
                                       Rendezvous::Decide decide, const LocalCommunicator* also = nullptr);

/// A death was detected for the first time: nobody waits for the dead any more. Kernel context.
void strike_off(Process& dead);
/// Tolerant meetings that waited for the dead, who was struck off, go on. Kernel context.
void reconsider_tolerant_meetings(const Process& dead);

/// Who is in a meeting that waits for `absent`.
std::vector<Process*> those_meeting(const Process& absent);

} // namespace daruma::mpi
