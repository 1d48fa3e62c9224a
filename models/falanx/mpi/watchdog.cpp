#include "models/falanx/mpi/watchdog.hpp"

namespace daruma::models::falanx {
namespace {

/// A WatchDog has no other work.
class Idle final : public Servant {
public:
  Deliveries take(const Letter&) override { return {}; }
  Deliveries lose(int, const std::set<int>&) override { return {}; }
};

/// The first rank from `begin` to `end` that lives.
std::optional<int> first_living(int begin, int end, const std::set<int>& dead) {
  for (int rank = begin; rank < end; ++rank)
    if (dead.count(rank) == 0) return rank;
  return std::nullopt;
}

} // namespace

bool is_on_duty(const Roles& roles, const std::set<int>& dead, int rank) {
  if (const auto watchdog = first_living(roles.first_watchdog(), roles.first_data_node(), dead))
    return *watchdog == rank;
  if (const auto server = first_living(roles.first_server(), roles.first_watchdog(), dead)) return *server == rank;
  return first_living(roles.first_data_node(), roles.first_worker(), dead) == rank;
}

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
