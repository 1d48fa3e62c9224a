// Preferred size: jobs start on it, or on what is there of it, and are brought back to it first. Who waits gets its
// preferred size from those that have more than theirs; else its least one from these; else its least one from all.
//
// Keep preferred leaves the last of these out: nobody goes below its preferred size for another.
#include "sim/batch/malleability.hpp"

#include <algorithm>
#include <utility>

namespace daruma::batch {

namespace {

int beyond_preferred(const MalleableJob& one) { return one.processors - one.sizes.preferred; }

/// The size that the first gets, and down to which others shrink for it.
using RoomAttempt = std::pair<Size, Size>;

Room first_that_works(const std::vector<RoomAttempt>& attempts, const Sizes& first, int at_hand,
                      const MalleableJobs& jobs) {
  if (at_hand >= first.least) return {std::min(at_hand, first.preferred)};
  for (const auto& [size, floor] : attempts)
    if (Room room = room_of(first.*size, at_hand, jobs, floor, beyond_preferred); room.processors > 0) return room;
  return {};
}

Room room_from_all(const Sizes& first, int at_hand, const MalleableJobs& jobs) {
  return first_that_works(
      {{&Sizes::preferred, &Sizes::preferred}, {&Sizes::least, &Sizes::preferred}, {&Sizes::least, &Sizes::least}},
      first, at_hand, jobs);
}

Room room_from_excess(const Sizes& first, int at_hand, const MalleableJobs& jobs) {
  return first_that_works({{&Sizes::preferred, &Sizes::preferred}, {&Sizes::least, &Sizes::preferred}}, first, at_hand,
                          jobs);
}

std::vector<ResizeDecision> grow_to_preferred_first(int free, const MalleableJobs& jobs) {
  return grow_up_to({&Sizes::preferred, &Sizes::most}, free, jobs, beyond_preferred);
}

} // namespace

namespace malleability {
const MalleabilityStrategy preferred{"preferred",
                                     "jobs start on their preferred size, are shrunk to it before below it, and are "
                                     "brought back to it first",
                                     &Sizes::preferred, room_from_all, grow_to_preferred_first};
const MalleabilityStrategy keep_preferred{"keep-preferred", "as preferred, but nobody is shrunk below that size",
                                          &Sizes::preferred, room_from_excess, grow_to_preferred_first};
} // namespace malleability

} // namespace daruma::batch
