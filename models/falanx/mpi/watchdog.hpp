// WatchDogs: whoever dies, the tasks that it had taken become FAILED (paper, sections 2.2 and 3.2.1).
//
// There are several, in a line: the first that lives is on duty, the others stand by. Each notices every death by
// itself, so the next one can take over where the one before died; it then says all that it knows once more. Behind the
// WatchDogs stand the scheduler's own ranks and, where it has none, the nodes of the data store.
#pragma once

#include "models/falanx/logic/scheduler.hpp"
#include "models/falanx/mpi/service.hpp"

namespace daruma::models::falanx {

/// The role of a WatchDog, until the end.
void watch(Wire& wire, Scheduler& scheduler);

/// Another role's servant that also does a WatchDog's work when it is its turn.
class Deputy final : public Servant {
public:
  Deputy(const Wire& wire, Scheduler& scheduler, Servant& servant)
      : wire_(wire), scheduler_(scheduler), servant_(servant) {}

  Deliveries take(const Letter& letter) override { return servant_.take(letter); }
  Deliveries lose(int rank, const std::set<int>& dead) override;

private:
  const Wire& wire_;
  Scheduler& scheduler_;
  Servant& servant_;
  std::unique_ptr<WatchDogSide> side_; ///< once it was its turn
  std::set<int> said_;
};

} // namespace daruma::models::falanx
