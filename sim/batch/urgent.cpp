#include "sim/batch/urgent.hpp"

#include <algorithm>

namespace daruma::batch {

const std::vector<UrgentPolicy>& urgent_policies() {
  static const std::vector<UrgentPolicy> all{
      {"wait", make_room_by_waiting},
      {"kill", make_room_by_killing},
      {"preempt", make_room_by_preempting, Farewell::checkpoint},
      {"shrink", make_room_by_shrinking},
      {"idle", make_room_by_waiting, Farewell::none, Reserve::kept},
  };
  return all;
}

const UrgentPolicy* find_urgent_policy(std::string_view name) {
  const auto& all = urgent_policies();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const UrgentPolicy& policy) { return policy.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<Concession> make_room_by_waiting(int, const std::vector<Tenant>&) { return {}; }

std::vector<Concession> grow_back(int free, const std::vector<Shrunk>& shrunk) {
  std::vector<Concession> growing;
  for (const Shrunk& job : shrunk) {
    const int more = std::min(free, job.wanted - job.processors);
    free -= more;
    if (more > 0 && 2 * more >= job.wanted - job.processors) growing.push_back({job.job, job.processors + more});
  }
  return growing;
}

} // namespace daruma::batch
