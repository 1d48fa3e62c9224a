// Average: all jobs have the same part of what lies between their least and their most sizes, as nearly as can be.
// Processors go one by one: from the job with the highest part, and to the one with the lowest.
#include "sim/batch/malleability.hpp"

#include <set>
#include <utility>

namespace daruma::batch {

namespace {

double part_of_range(const MalleableJob& one) {
  return static_cast<double>(one.processors - one.sizes.least) / (one.sizes.most - one.sizes.least);
}

enum class Step { take = -1, give = 1 };

/// Takes so many processors one by one, each from the job with the highest part, or gives each to the one with the
/// lowest; of equals to or from the first. How many are left when no job can change any more.
int shift(MalleableJobs& jobs, int count, Step step) {
  std::set<std::pair<double, std::size_t>> order; // by part, or by most part first, then by place
  const auto enter = [&](std::size_t place) {
    const MalleableJob& one = jobs[place];
    const bool can_change = step == Step::give ? one.processors < one.sizes.most : one.processors > one.sizes.least;
    if (can_change) order.emplace(static_cast<int>(step) * part_of_range(one), place);
  };
  for (std::size_t i = 0; i < jobs.size(); ++i) enter(i);
  for (; count > 0 && !order.empty(); --count) {
    const std::size_t place = order.extract(order.begin()).value().second;
    jobs[place].processors += static_cast<int>(step);
    enter(place);
  }
  return count;
}

Room room_from_highest(const Sizes& first, int at_hand, const MalleableJobs& jobs) {
  MalleableJobs after = jobs;
  if (shift(after, first.least - at_hand, Step::take) > 0) return {};
  return {first.least, changes(jobs, after)};
}

std::vector<ResizeDecision> grow_lowest(int free, const MalleableJobs& jobs) {
  MalleableJobs after = jobs;
  shift(after, free, Step::give);
  return changes(jobs, after);
}

} // namespace

namespace malleability {
const MalleabilityStrategy average{"average",
                                   "jobs start on their least size; all get the same part of what they can use beyond",
                                   &Sizes::least, room_from_highest, grow_lowest};
} // namespace malleability

} // namespace daruma::batch
