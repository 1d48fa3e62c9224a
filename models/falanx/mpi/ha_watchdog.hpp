// The WatchDog of the highly available scheduler: what the dead had taken becomes FAILED in the tree store (paper,
// section 3.2.1).
#pragma once

#include "models/falanx/logic/scheduler.hpp"
#include "models/falanx/mpi/ha_operations.hpp"

namespace daruma::models::falanx {

class HaWatchDog final : public WatchDogSide {
public:
  HaWatchDog(const Ranks& ranks, int me, const HaTerms& terms)
      : roles_(ranks.roles), terms_(terms), operations_(ranks, me, terms), store_(operations_.store()) {}

  void lose(int rank) override;

private:
  void fence(int rank);
  void leave_queue(int rank);
  void fail(const TaskId& task);
  void gather_stray_tasks();

  Roles roles_;
  HaTerms terms_;
  HaOperations operations_;
  HaStore& store_;
};

} // namespace daruma::models::falanx
