#include "sim/batch/urgent.hpp"

#include <algorithm>

namespace daruma::batch {

std::vector<Concession> make_room_by_killing(int lacking, const std::vector<Tenant>& tenants) {
  std::vector<Tenant> youngest_first = tenants;
  std::stable_sort(youngest_first.begin(), youngest_first.end(),
                   [](const Tenant& a, const Tenant& b) { return a.since > b.since; });
  std::vector<Concession> killed;
  for (const Tenant& tenant : youngest_first) {
    if (lacking <= 0) break;
    killed.push_back({tenant.job, 0});
    lacking -= tenant.processors;
  }
  return lacking <= 0 ? killed : std::vector<Concession>();
}

} // namespace daruma::batch
