#include "sim/batch/urgent.hpp"

#include <algorithm>

namespace daruma::batch {

std::vector<Concession> make_room_by_shrinking(int lacking, const std::vector<Tenant>& tenants) {
  const auto spare = [](const Tenant& tenant) { return tenant.processors - tenant.fewest; };
  std::vector<Tenant> richest_first = tenants;
  std::stable_sort(richest_first.begin(), richest_first.end(),
                   [&](const Tenant& a, const Tenant& b) { return spare(a) > spare(b); });
  std::vector<Concession> shrunk;
  for (const Tenant& tenant : richest_first) {
    const int given = std::min(lacking, spare(tenant));
    if (given <= 0) break;
    shrunk.push_back({tenant.job, tenant.processors - given});
    lacking -= given;
  }
  return lacking <= 0 ? shrunk : std::vector<Concession>();
}

} // namespace daruma::batch
