// Everybody offers what it has beyond what it can go on with, and the urgent job takes the same part of each offer.
// Nobody ends for it; it waits where all offers together are not enough.
#include "sim/batch/preemption.hpp"

namespace daruma::batch {

namespace {

std::vector<ResizeDecision> take_same_part(int lacking, const std::vector<Allocation>& allocations) {
  long long offered = 0;
  for (const Allocation& one : allocations) offered += one.processors - one.fewest;
  if (offered == 0 || offered < lacking) return {};
  std::vector<ResizeDecision> shrunk;
  long long asked = 0; // of whom it was, so far
  long long taken = 0;
  for (const Allocation& one : allocations) {
    asked += one.processors - one.fewest;
    const long long given = asked * lacking / offered - taken;
    taken += given;
    if (given > 0) shrunk.push_back({one.job, one.processors - static_cast<int>(given)});
  }
  return shrunk;
}

} // namespace

namespace preemption {
const PreemptionPolicy negotiated{
    "negotiated",   "those that can go on with fewer processors all give the same part of what they can",
    take_same_part, PreemptAction::end_at_once,
    Reserve::none,  Malleability::needed};
} // namespace preemption

} // namespace daruma::batch
