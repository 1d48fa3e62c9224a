// First come, first served: nobody starts before one who came earlier.
//
// Where there are partitions, nobody starts before one who came earlier and could have one of the same nodes; under a
// power cap all wait for the first that waits. Who waits for a limit of its partition or its user is passed over, as in
// Slurm.
#include "sim/batch/profile.hpp"
#include "sim/batch/queue_policy.hpp"

namespace daruma::batch {

namespace {

Choice choose_on_one_pool(const Situation& situation) {
  Choice choice;
  FreeNow free(situation);
  for (std::size_t place = 0; place < situation.waiting.size(); ++place) {
    if (!free.take(situation.waiting[place], {})) break;
    choice.places.push_back(place);
  }
  return choice;
}

} // namespace

Choice choose_in_order(const Situation& situation) {
  if (situation.pools == nullptr) return choose_on_one_pool(situation);
  Choice choice;
  FreeNow free(situation);
  const Pools::Partitions all = situation.pools->neighbours({});
  Pools::Partitions wait = 0; // those in which somebody could have a node for which one before it waits
  for (std::size_t place = 0; place < situation.waiting.size() && wait != all; ++place) {
    const WaitingJob& job = situation.waiting[place];
    if ((wait & Pools::bit_of_partition(job.who.partition)) != 0 || free.is_held(job)) continue;
    const auto room = free.room_for(job);
    if (!room) {
      wait |= situation.power != nullptr ? all : situation.pools->neighbours(job.who);
      continue;
    }
    free.take(job, *room);
    choice.places.push_back(place);
    choice.keep_where(place, *room);
  }
  return choice;
}

namespace queue {
const QueuePolicy fcfs{"fcfs", "in the order in which they came", Limits::ignored, choose_in_order};
} // namespace queue

} // namespace daruma::batch
