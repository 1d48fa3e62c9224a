// First come, first served: nobody starts before one who came earlier.
#include "sim/batch/queue_policy.hpp"

#include <utility>

namespace daruma::batch {

Choice choose_in_order(const Situation& situation) {
  std::vector<std::size_t> chosen;
  int free = situation.free;
  for (std::size_t place = 0; place < situation.waiting.size(); ++place) {
    const int processors = situation.waiting[place].processors;
    if (processors > free) break;
    free -= processors;
    chosen.push_back(place);
  }
  return {std::move(chosen)};
}

namespace queue {
const QueuePolicy fcfs{"fcfs", "in the order in which they came", Limits::ignored, choose_in_order};
} // namespace queue

} // namespace daruma::batch
