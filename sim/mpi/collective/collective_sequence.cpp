#include "sim/mpi/collective/collective_sequence.hpp"

#include "sim/mpi/process/call_observer.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace daruma::mpi {

const Round& Rounds::arrive(int number, const Round& own, int size) {
  const auto index = static_cast<std::size_t>(number - oldest_);
  if (index == open_.size()) open_.push_back(own);
  Round& round = open_[index];
  if (++round.arrived < size) return round;
  last_ = round;
  open_.pop_front();
  ++oldest_;
  return last_;
}

namespace {

/// Failures take some members out of the common order, and that is no mistake of theirs.
bool is_undisturbed(const Communicator& communicator) {
  const auto is_well = [](const Process* member) { return member->alive || member->finalized; };
  const auto are_well = [&](const GroupPtr& group) { return std::all_of(group->begin(), group->end(), is_well); };
  return !communicator.revocation_spreads && are_well(communicator.groups[0]) && are_well(communicator.groups[1]);
}

std::string with_root(int root) { return root == rootless ? "" : " with root " + std::to_string(root); }

void check_against(const Round& first, const LocalCommunicator& comm, const char* call, int root) {
  const bool same_call = first.call == call || std::strcmp(first.call, call) == 0;
  if (same_call && (first.root == root || comm.communicator->is_inter)) return;
  if (!is_undisturbed(*comm.communicator)) return;
  const Process& other = *first.first->owner;
  misuse(call, "is called" + with_root(root) + " where rank " + std::to_string(first.first->rank) + " (process " +
                   std::to_string(other.number) + ") called " + first.call + with_root(first.root) +
                   ": all members of a communicator make the same collective calls in the same order");
}

} // namespace

CollectiveSequence take_turn(LocalCommunicator& comm, FaultMode fault_mode, int root) {
  tell_takes_part(fiber(), comm, root);
  const int number = comm.turns[static_cast<int>(fault_mode)]++;
  if (fault_mode == FaultMode::strict) {
    const char* call = fiber().waiting.call;
    Communicator& communicator = *comm.communicator;
    check_against(communicator.rounds.arrive(number, {call, root, &comm}, communicator.size()), comm, call, root);
  }
  return {&comm, fault_mode, number};
}

} // namespace daruma::mpi
