// An agreement of a communicator's participants, as messages of the runtime. It is over for each of them at its own
// time.
//
// What is agreed on is decided elsewhere, once, when the root has heard all: here only who has heard when.
#pragma once

#include "sim/mpi/ulfm/early_returning_agreement.hpp"

#include <functional>
#include <memory>

namespace daruma::mpi {

struct Communicator;
class RuntimeMessages;

class Consensus : private EarlyReturningAgreement::Surroundings {
public:
  struct Told {
    std::function<void()> decided; ///< the root has heard all
    std::function<void(int participant)> returned;
  };

  /// `keeper` gives what owns the consensus; messages under way keep it alive.
  Consensus(const Communicator& communicator, RuntimeMessages& messages, Told told,
            std::function<std::shared_ptr<void>()> keeper);

  /// These three are called in kernel context.
  void contribute(int participant) { agreement_.contribute(participant, ~0); }
  void participant_left() { agreement_.member_left(); }
  void learnt(int participant, int dead) { agreement_.learnt(participant, dead); }

private:
  bool knows(int member, int dead) const override;
  bool has_left(int member) const override;
  void send(int from, int to, EarlyReturningAgreement::Message message) override;
  int decide(int root, int flag) override;
  void returned(int member, int flag) override;

  const Communicator& communicator_;
  RuntimeMessages& messages_;
  Told told_;
  std::function<std::shared_ptr<void>()> keeper_;
  EarlyReturningAgreement agreement_;
};

} // namespace daruma::mpi
