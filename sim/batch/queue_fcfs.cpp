// First come, first served: nobody starts before one who came earlier.
#include "sim/batch/profile.hpp"
#include "sim/batch/queue_policy.hpp"

namespace daruma::batch {

Choice choose_in_order(const Situation& situation) {
  Choice choice;
  FreeNow free(situation);
  for (std::size_t place = 0; place < situation.waiting.size(); ++place) {
    const WaitingJob& job = situation.waiting[place];
    const auto room = free.room_for(job, situation.now);
    if (!room) break;
    free.take(job.processors, *room);
    choice.places.push_back(place);
    choice.keep_where(place, *room);
  }
  return choice;
}

namespace queue {
const QueuePolicy fcfs{"fcfs", "in the order in which they came", Limits::ignored, choose_in_order};
} // namespace queue

} // namespace daruma::batch
