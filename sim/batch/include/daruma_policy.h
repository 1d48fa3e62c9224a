/* Policies of one's own for a simulated batch system: a shared library that defines one or more of the three objects
   below, and that a scenario names by its file ("queue": "mine.so", relative to the scenario) where it could name a
   policy of Daruma's. In C or C++. docs/howto/write-a-policy.md has an example.

   A policy is a pure function: the same question gets the same answer, whatever was asked before, or results could not
   be made again. Jobs are numbered from 0 in the order in which they first came. Times are seconds since the beginning;
   INFINITY is never. Policies know limits, not run times. What a policy answers that cannot be done ends the
   simulation, which says what that was. */
#ifndef DARUMA_POLICY_H
#define DARUMA_POLICY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What this file describes; each object begins with it. */
#define DARUMA_POLICY_VERSION 1

/* Which of the waiting jobs start now */

struct daruma_waiting_job {
  size_t job;
  int processors;
  double submit_s; /* when it first came */
  double limit_s;  /* of its run time; INFINITY: not known */
  int user;        /* 0: not known */
  int partition;   /* of the scenario's, from 0 on; -1: it is in none */
  int is_urgent;
  int has_room; /* whether it can start now if nobody else does, by free nodes of its own, windows, limits, and cap */
};

struct daruma_running_job {
  size_t job;
  int processors; /* that come free then */
  double end_s;   /* at the latest; it is late if that has gone by */
};

struct daruma_queue {
  double now_s;
  int free; /* processors */
  size_t waiting_jobs;
  const struct daruma_waiting_job* waiting; /* urgent ones first, then in the order of the queue */
  size_t running_jobs;
  const struct daruma_running_job* running; /* by end; a job that gives processors back before is there twice */
};

struct daruma_queue_policy {
  int version;
  int needs_limits; /* 1: a scenario is refused whose jobs have none */
  /* Asked when something is free and somebody waits. Sets starts[i], which is 0, to 1 for each that starts: no more
     processors than are free. They start in the order of the queue; who then has no room any more waits on. */
  void (*choose)(const struct daruma_queue*, char* starts);
};
extern const struct daruma_queue_policy daruma_queue_policy;

/* Who makes room for an urgent job */

struct daruma_allocation {
  size_t job; /* which runs, and is not urgent */
  int processors;
  int fewest; /* with which it can go on; all of them if it cannot go on with fewer */
  double since_s;
};

struct daruma_room {
  int lacking; /* processors, at least 1 */
  size_t jobs;
  const struct daruma_allocation* allocations; /* by number */
};

struct daruma_room_policy {
  int version;
  int writes_checkpoints; /* 1: who has to end writes one first, and needs "checkpoint"; 0: it ends at once */
  int keeps_idle;         /* 1: the scenario's "idle" processors are kept for urgent jobs */
  int needs_malleable;    /* 1: it is of no use where no job can go on with fewer processors */
  /* Changes keeps[i], which is what the job has, to what it goes on with, at least its fewest; 0: it ends, and waits to
     be started again. Together they give what is lacking, or nobody gives anything, and the urgent job waits. */
  void (*make_room)(const struct daruma_room*, int* keeps);
};
extern const struct daruma_room_policy daruma_room_policy;

/* What becomes of a job that loses a node */

struct daruma_hit {
  int asked;         /* processors that the job asked for */
  int processors;    /* that it had */
  int left;          /* of them; all, if a spare node has taken the place of the one that failed */
  int fewest;        /* with which it can go on; all that it had if it cannot go on with fewer */
  double recovery_s; /* what detection and shrinking take, by the runtime */
  double load_s;     /* what the last checkpoint takes to load */
};

struct daruma_answer {
  int goes_on; /* 1: from its last checkpoint on what is left, its fewest at least; 0: it waits to be started again */
  double pause_s; /* until it goes on */
};

struct daruma_failure_policy {
  int version;
  int from_checkpoint; /* 1: who waits again goes on from its last checkpoint, and needs some; 0: from its start */
  int uses_spares;     /* 1: a spare node takes the place of a failed one while there are any, and is needed */
  int needs_malleable; /* 1: it is of no use where no job can go on with fewer processors */
  struct daruma_answer (*on_failure)(const struct daruma_hit*);
};
extern const struct daruma_failure_policy daruma_failure_policy;

#ifdef __cplusplus
}
#endif

#endif
