// Which collective calls of a communicator's members belong together.
//
// The n-th collective call of every member is the same one. A round remembers what its first member
// called, so that a member that calls something else is found when it comes, before both wait for
// each other for ever. Calls that failures do not interrupt (agree, shrink) are counted apart.
#pragma once

#include <deque>

namespace daruma::mpi {

struct LocalCommunicator;

enum class FaultMode {
  strict,  ///< fails where a failure or a revocation is known
  tolerant ///< goes on without the dead, revoked or not
};

constexpr int rootless = -1;

/// A collective call, as the first member that came made it.
struct Round {
  const char* call;
  int root;
  const LocalCommunicator* first;
  int arrived = 0;
};

/// The rounds that not all members have come to, oldest first.
class Rounds {
public:
  /// A member of `size` comes to round `number`; what the first one called.
  const Round& arrive(int number, const Round& own, int size);

private:
  std::deque<Round> open_;
  int oldest_ = 0;
  Round last_{};
};

/// The caller's place among the collective calls on a communicator.
struct CollectiveSequence {
  LocalCommunicator* comm;
  FaultMode fault_mode;
  int number;
};

/// Takes the next turn for the call that is being made; a misuse where other members called something else.
CollectiveSequence take_turn(LocalCommunicator& comm, FaultMode fault_mode, int root = rootless);

} // namespace daruma::mpi
