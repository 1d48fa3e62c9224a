#include "models/falanx/mpi/watchdog.hpp"

namespace daruma::models::falanx {
namespace {

/// A WatchDog has no other work.
class Idle final : public Servant {
public:
  Deliveries take(const Letter&) override { return {}; }
  Deliveries lose(int, const std::set<int>&) override { return {}; }
};

} // namespace

Deliveries Deputy::lose(int rank, const std::set<int>& dead) {
  if (is_on_duty(wire_.ranks().roles, dead, wire_.me())) {
    if (!side_) side_ = scheduler_.watchdog();
    for (const int lost : dead)
      if (said_.insert(lost).second) side_->lose(lost);
  }
  return servant_.lose(rank, dead);
}

void watch(Wire& wire, Scheduler& scheduler) {
  Idle idle;
  Deputy dog(wire, scheduler, idle);
  serve(wire, Line::watchdog, dog, Seconds(0));
}

} // namespace daruma::models::falanx
