/* Answers what cannot be done. */
#include <daruma_policy.h>

static void start_all(const struct daruma_queue* queue, char* starts) {
  for (size_t i = 0; i < queue->waiting_jobs; ++i) starts[i] = 1;
}

/* Of each job one processor, whether it can do without or not, and whether that is enough or not. */
static void take_one(const struct daruma_room* room, int* keeps) {
  for (size_t i = 0; i < room->jobs; ++i) --keeps[i];
}

static struct daruma_answer go_on(const struct daruma_hit* hit) {
  return (struct daruma_answer){1, -(double)hit->asked};
}

const struct daruma_queue_policy daruma_queue_policy = {DARUMA_POLICY_VERSION, 0, start_all};
const struct daruma_room_policy daruma_room_policy = {DARUMA_POLICY_VERSION, 0, 0, 0, take_one};
const struct daruma_failure_policy daruma_failure_policy = {DARUMA_POLICY_VERSION, 0, 0, 0, go_on};
