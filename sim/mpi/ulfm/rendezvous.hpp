// A meeting: all members of a communicator come together, something is decided once, and each gets
// the outcome after the time the runtime needs for it.
//
// The one mechanism behind agreement, shrink, split, dup, create, spawn and merge. A tolerant
// meeting goes on without members whose death was detected and is not interrupted by revocation; a
// strict one fails at every member that learns of a failure or of a revocation before it is decided.
#pragma once

#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/process/runtime.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace daruma::mpi {

class World;

/// What a member brings along; each operation uses the fields it needs. It stays when the member dies.
struct Contribution {
  int number = 0;
  int key = 0;
  GroupPtr group;
  std::vector<Command> commands;
};

/// What was decided, the same object for all.
struct Resolution {
  int error = MPI_SUCCESS;
  int flags[2] = {0, 0}; ///< for each side of the communicator
  std::vector<std::shared_ptr<Communicator>> communicators;
  std::vector<int> codes;
};

class Rendezvous : public std::enable_shared_from_this<Rendezvous> {
public:
  /// Decides, when everybody is there: fills the outcome and says how long it takes. Kernel context.
  using Decide = std::function<Seconds(Rendezvous&)>;

  Rendezvous(std::shared_ptr<Communicator> communicator, FaultMode fault_mode, Decide decide);

  Communicator& communicator() const { return *communicator_; }
  const std::vector<Process*>& present() const { return present_; }
  bool has(int participant) const { return arrived_[static_cast<std::size_t>(participant)]; }
  const Contribution& of(int participant) const { return contributions_[static_cast<std::size_t>(participant)]; }
  /// Participants whose death was detected, in participant order.
  std::vector<Process*> missing() const;

  Resolution outcome;

private:
  friend std::shared_ptr<Rendezvous> meet(const CollectiveSequence&, const Contribution&, Decide,
                                          const LocalCommunicator*);
  friend void reconsider_tolerant_meetings(World&, Process&);

  void arrive(Process& process, const Contribution& contribution);
  void leave(Process& process);
  void decide_if_complete();
  bool is_complete() const;

  std::shared_ptr<Communicator> communicator_;
  FaultMode fault_mode_;
  const char* call_ = nullptr; ///< by which the first member came
  Decide decide_;
  std::vector<char> arrived_;
  std::vector<Contribution> contributions_;
  std::vector<Process*> present_;
  std::pair<FaultMode, int> key_;
  bool decided_ = false;
  bool over_ = false;
};

/// Takes part in the meeting whose turn it is and waits for its end. A revocation of `also` interrupts a strict one,
/// too. Where the meeting failed for the caller, outcome.error of a fresh meeting says why.
std::shared_ptr<Rendezvous> meet(const CollectiveSequence& turn, const Contribution& contribution,
                                 Rendezvous::Decide decide, const LocalCommunicator* also = nullptr);

/// A death was detected: tolerant rendezvous that waited for the dead may go on. Kernel context.
void reconsider_tolerant_meetings(World& world, Process& dead);

/// Who is in a meeting that waits for `absent`.
std::vector<Process*> those_meeting(World& world, const Process& absent);

} // namespace daruma::mpi
