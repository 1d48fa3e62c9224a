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

/// Jobs that can still change, by what puts them in order, then by their places.
using ByPart = std::set<std::pair<double, std::size_t>>;

Room room_from_highest(const Sizes& first, int at_hand, const MalleableJobs& jobs) {
  MalleableJobs after = jobs;
  ByPart order;
  const auto enter = [&](std::size_t place) {
    if (after[place].processors > after[place].sizes.least) order.emplace(-part_of_range(after[place]), place);
  };
  for (std::size_t i = 0; i < after.size(); ++i) enter(i);
  for (int lacking = first.least - at_hand; lacking > 0; --lacking) {
    if (order.empty()) return {};
    const std::size_t place = order.extract(order.begin()).value().second;
    --after[place].processors;
    enter(place);
  }
  return {first.least, changes(jobs, after)};
}

std::vector<ResizeDecision> grow_lowest(int free, const MalleableJobs& jobs) {
  MalleableJobs after = jobs;
  ByPart order;
  const auto enter = [&](std::size_t place) {
    if (after[place].processors < after[place].sizes.most) order.emplace(part_of_range(after[place]), place);
  };
  for (std::size_t i = 0; i < after.size(); ++i) enter(i);
  for (; free > 0 && !order.empty(); --free) {
    const std::size_t place = order.extract(order.begin()).value().second;
    ++after[place].processors;
    enter(place);
  }
  return changes(jobs, after);
}

} // namespace

namespace malleability {
const MalleabilityStrategy average{"average",
                                   "jobs start on their least size; all get the same part of what they can use beyond",
                                   &Sizes::least, room_from_highest, grow_lowest};
} // namespace malleability

} // namespace daruma::batch
