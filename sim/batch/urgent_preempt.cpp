#include "sim/batch/urgent.hpp"

#include <algorithm>

namespace daruma::batch {

std::vector<Concession> make_room_by_preempting(int lacking, const std::vector<Tenant>& tenants) {
  std::vector<Tenant> widest_first = tenants;
  std::stable_sort(widest_first.begin(), widest_first.end(),
                   [](const Tenant& a, const Tenant& b) { return a.processors > b.processors; });
  std::vector<Concession> preempted;
  for (const Tenant& tenant : widest_first) {
    if (lacking <= 0) break;
    preempted.push_back({tenant.job, 0});
    lacking -= tenant.processors;
  }
  return lacking <= 0 ? preempted : std::vector<Concession>();
}

} // namespace daruma::batch
