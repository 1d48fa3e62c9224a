// Minimum first: as many jobs as can be run on their least sizes; those get more that have least beyond them.
#include "sim/batch/malleability.hpp"

namespace daruma::batch {

namespace {

int beyond_least(const MalleableJob& one) { return one.processors - one.sizes.least; }

Room room_on_least(const Sizes& first, int at_hand, const MalleableJobs& jobs) {
  return room_of(first.least, at_hand, jobs, &Sizes::least, beyond_least);
}

std::vector<ResizeDecision> grow_nearest_to_least(int free, const MalleableJobs& jobs) {
  return grow_up_to({&Sizes::most}, free, jobs, beyond_least);
}

} // namespace

namespace malleability {
const MalleabilityStrategy min{"min",
                               "jobs start on their least size; who has most beyond it gives, who has least gets",
                               &Sizes::least, room_on_least, grow_nearest_to_least};
} // namespace malleability

} // namespace daruma::batch
