// Maximum steal: who starts takes as many processors as it can use and others can do without, from the largest first.
#include "sim/batch/malleability.hpp"

#include <algorithm>

namespace daruma::batch {

namespace {

int number_of_processors(const MalleableJob& one) { return one.processors; }
int by_number_only(const MalleableJob&) { return 0; }

Room room_by_stealing(const Sizes& first, int at_hand, const MalleableJobs& jobs) {
  int to_be_had = at_hand;
  for (const MalleableJob& one : jobs) to_be_had += std::max(0, one.processors - one.sizes.least);
  if (to_be_had < first.least) return {};
  return room_of(std::min(first.most, to_be_had), at_hand, jobs, &Sizes::least, number_of_processors);
}

std::vector<ResizeDecision> grow_as_they_came(int free, const MalleableJobs& jobs) {
  return grow_up_to({&Sizes::most}, free, jobs, by_number_only);
}

} // namespace

namespace malleability {
const MalleabilityStrategy max_steal{"max-steal",
                                     "jobs start on their most size, for which the largest shrink to their least one",
                                     &Sizes::most, room_by_stealing, grow_as_they_came};
} // namespace malleability

} // namespace daruma::batch
