#include "sim/mpi/ulfm/consensus.hpp"

#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/ulfm/announcement.hpp"
#include "sim/mpi/ulfm/runtime_messages.hpp"

#include <utility>

namespace daruma::mpi {

Consensus::Consensus(const Communicator& communicator, RuntimeMessages& messages, Told told,
                     std::function<std::shared_ptr<void>()> keeper)
    : communicator_(communicator), messages_(messages), told_(std::move(told)), keeper_(std::move(keeper)),
      agreement_(communicator.size(), *this) {}

bool Consensus::knows(int member, int dead) const {
  const Process& process = communicator_.participant(member);
  return process.known_failures && process.knows_failed(communicator_.participant(dead));
}

/// Whoever has left without returning from it, as it may in a program that is wrong, is waited for.
bool Consensus::has_left(int member) const {
  return agreement_.has_returned(member) && mpi::has_left(communicator_.participant(member));
}

void Consensus::send(int from, int to, EarlyReturningAgreement::Message message) {
  const auto ended = [this, keep = keeper_(), from, to, message](bool has_arrived) {
    if (has_arrived) agreement_.arrived(from, to, message);
  };
  messages_.send(communicator_.participant(from), communicator_.participant(to), ended);
}

int Consensus::decide(int, int flag) {
  told_.decided();
  return flag;
}

void Consensus::returned(int member, int) { told_.returned(member); }

} // namespace daruma::mpi
