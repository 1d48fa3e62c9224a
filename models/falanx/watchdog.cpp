#include "models/falanx/watchdog.hpp"

namespace daruma::models::falanx {
namespace {

class WatchDog final : public Servant {
public:
  WatchDog(const Wire& wire, WatchDogSide& scheduler) : wire_(wire), scheduler_(scheduler) {}

  Deliveries take(const Letter&) override { return {}; }

  Deliveries lose(int, const std::set<int>& dead) override {
    if (!is_on_duty(wire_.ranks().roles, dead, wire_.me())) return {};
    for (const int rank : dead)
      if (said_.insert(rank).second) scheduler_.lose(rank);
    return {};
  }

private:
  const Wire& wire_;
  WatchDogSide& scheduler_;
  std::set<int> said_;
};

} // namespace

bool is_on_duty(const Roles& roles, const std::set<int>& dead, int rank) {
  for (int other = roles.first_watchdog(); other < roles.first_data_node(); ++other)
    if (dead.count(other) == 0) return other == rank;
  for (int other = roles.first_server(); other < roles.first_watchdog(); ++other)
    if (dead.count(other) == 0) return other == rank;
  return false;
}

void watch(Wire& wire, WatchDogSide& scheduler) {
  WatchDog dog(wire, scheduler);
  serve(wire, Line::watchdog, dog, Seconds(0));
}

} // namespace daruma::models::falanx
