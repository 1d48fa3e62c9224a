#include "sim/batch/queue.hpp"

namespace daruma::batch {

std::vector<std::size_t> choose_fcfs(const Situation& situation) {
  std::vector<std::size_t> chosen;
  int free = situation.free;
  for (std::size_t place = 0; place < situation.waiting.size(); ++place) {
    const int processors = situation.waiting[place].processors;
    if (processors > free) break;
    free -= processors;
    chosen.push_back(place);
  }
  return chosen;
}

} // namespace daruma::batch
