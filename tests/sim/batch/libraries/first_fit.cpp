// In C++: whoever has room starts. It says a version that does not exist of how it makes room, and has no answer to
// failures.
#include <daruma_policy.h>

namespace {

void choose(const daruma_queue* queue, char* starts) {
  int free = queue->free;
  for (size_t i = 0; i < queue->waiting_jobs; ++i) {
    const daruma_waiting_job& job = queue->waiting[i];
    if (job.has_room == 0 || job.processors > free) continue;
    starts[i] = 1;
    free -= job.processors;
  }
}

void make_no_room(const daruma_room* /*room*/, int* /*keeps*/) {}

} // namespace

const struct daruma_queue_policy daruma_queue_policy = {DARUMA_POLICY_VERSION, 0, choose};
const struct daruma_room_policy daruma_room_policy = {DARUMA_POLICY_VERSION + 1, 0, 0, 0, make_no_room};
const struct daruma_failure_policy daruma_failure_policy = {DARUMA_POLICY_VERSION, 0, 0, 0, nullptr};
