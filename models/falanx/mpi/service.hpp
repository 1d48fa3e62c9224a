// What all ranks of a Falanx job have in common that serve others: requests one after the other, deaths as they become
// known, and an end once nobody is left who could ask. And the WatchDogs, who tell of deaths.
//
// Clients and workers ask. Each says goodbye to every rank that serves, or dies. Then those of one role say goodbye to
// each other, so that what one sends to another is still received.
#pragma once

#include "models/falanx/logic/roles.hpp"
#include "models/falanx/logic/scheduler.hpp"
#include "models/falanx/mpi/wire.hpp"
#include "sim/core/units.hpp"

namespace daruma::models::falanx {

/// Serves until the end. A request takes `service_time` of the rank, beside what the messages take.
void serve(Wire& wire, Line line, Servant& servant, Seconds service_time);

/// A client waits until all workers have said goodbye or died. A scheduler that loses its last server meanwhile ends
/// the job, for then workers wait in vain.
void await_workers(Wire& wire);

/// The calling client or worker asks nobody for anything any more.
void say_goodbye(Wire& wire);

/// WatchDogs: whoever dies, the tasks that it had taken become FAILED (paper, sections 2.2 and 3.2.1).
///
/// There are several, in a line: the first that lives is on duty, the others stand by. Each notices every death by
/// itself, so the next one can take over where the one before died; it then says all that it knows once more. Behind
/// the WatchDogs stand the scheduler's own ranks and, where it has none, the nodes of the data store. The role of a
/// WatchDog, until the end.
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
