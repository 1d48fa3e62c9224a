/* What Daruma's "easy", "kill" and "spare" do, written anew. */
#include <daruma_policy.h>

#include <math.h>
#include <stdlib.h>

struct release {
  double time;
  int processors;
};

static int earlier(const void* a, const void* b) {
  const struct release *first = a, *second = b;
  return (first->time > second->time) - (first->time < second->time);
}

static void easy(const struct daruma_queue* queue, char* starts) {
  struct release* releases = malloc((queue->running_jobs + queue->waiting_jobs + 1) * sizeof(struct release));
  size_t known = 0;
  for (; known < queue->running_jobs; ++known)
    releases[known] = (struct release){queue->running[known].end_s, queue->running[known].processors};

  int free_now = queue->free;
  size_t head = 0;
  for (; head < queue->waiting_jobs && queue->waiting[head].processors <= free_now; ++head) {
    const struct daruma_waiting_job* job = &queue->waiting[head];
    starts[head] = 1;
    free_now -= job->processors;
    releases[known++] = (struct release){queue->now_s + job->limit_s, job->processors};
  }
  if (head < queue->waiting_jobs) {
    qsort(releases, known, sizeof(struct release), earlier);
    double reserved_s = queue->now_s;
    int spare = free_now - queue->waiting[head].processors;
    for (size_t i = 0; i < known && (spare < 0 || releases[i].time <= reserved_s); ++i) {
      if (releases[i].time > reserved_s) reserved_s = releases[i].time;
      spare += releases[i].processors;
    }
    if (spare < 0) reserved_s = INFINITY;
    for (size_t i = head + 1; i < queue->waiting_jobs; ++i) {
      const struct daruma_waiting_job* job = &queue->waiting[i];
      const int is_over_before = queue->now_s + job->limit_s <= reserved_s;
      if (job->processors > free_now || (!is_over_before && job->processors > spare)) continue;
      starts[i] = 1;
      free_now -= job->processors;
      if (!is_over_before) spare -= job->processors;
    }
  }
  free(releases);
}

static void end_youngest(const struct daruma_room* room, int* keeps) {
  int lacking = room->lacking, all = 0;
  for (size_t i = 0; i < room->jobs; ++i) all += room->allocations[i].processors;
  if (all < lacking) return;
  while (lacking > 0) {
    size_t youngest = room->jobs;
    for (size_t i = 0; i < room->jobs; ++i)
      if (keeps[i] > 0 &&
          (youngest == room->jobs || room->allocations[i].since_s > room->allocations[youngest].since_s))
        youngest = i;
    keeps[youngest] = 0;
    lacking -= room->allocations[youngest].processors;
  }
}

static struct daruma_answer go_on_if_replaced(const struct daruma_hit* hit) {
  return (struct daruma_answer){hit->left == hit->processors, hit->recovery_s + hit->load_s};
}

const struct daruma_queue_policy daruma_queue_policy = {
    .version = DARUMA_POLICY_VERSION, .needs_limits = 1, .choose = easy};
const struct daruma_room_policy daruma_room_policy = {.version = DARUMA_POLICY_VERSION, .make_room = end_youngest};
const struct daruma_failure_policy daruma_failure_policy = {
    .version = DARUMA_POLICY_VERSION, .from_checkpoint = 1, .uses_spares = 1, .on_failure = go_on_if_replaced};
