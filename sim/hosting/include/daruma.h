/* What a program can tell Daruma beyond MPI, in simulation and on a real MPI alike: what its work costs, numbers for
   the result, phases for trace and result, and state that is to outlive processes.

   DARUMA is defined by daruma cc. Where it is not, all of this does nothing, so that the same source is compiled by
   mpicc with this file beside it. Functions that can fail return one of the answers below; what was wrong with an
   argument is told on standard error. */
#ifndef DARUMA_H
#define DARUMA_H

#include <stddef.h>

/* Answers; those below 0 are failures. */
enum {
  DARUMA_OK = 0,
  DARUMA_INVALID = -1,    /* an argument that is not allowed */
  DARUMA_NOTHING = -2,    /* there is no such version, or no longer */
  DARUMA_TOO_SMALL = -3,  /* the room does not suffice, and nothing was written there */
  DARUMA_NO_PARTNER = -4, /* saved, but in the own memory only: there is no such process, or it has died */
  DARUMA_NO_ROOM = -5     /* a real machine's files could not be written or read */
};

/* Where a version is kept: own memory is lost with its process, partner memory with both processes, files never. */
enum {
  DARUMA_AS_IN_SCENARIO = 0, /* as the job's "checkpoint" says; without one, files */
  DARUMA_OWN_MEMORY = 1,
  DARUMA_PARTNER_MEMORY = 2,
  DARUMA_FILE_SYSTEM = 3
};

#ifdef DARUMA

#ifdef __cplusplus
extern "C" {
#endif

/* This much floating-point work is done now, at the speed that the scenario gives a core. */
void daruma_compute(double flops);

/* A number of the result: "<job>.<name>", for expectations, sweeps and checks. The last value of the lowest process
   that reports it counts. A name has letters, digits and "_", begins with a letter, and by custom ends with its unit
   ("error_ratio", "solve_s"); names of what is reported of every job ("deaths") are not allowed. */
int daruma_metric(const char* name, double value);

/* What the process does from the one call to the other is a phase: a span of its trace, and "<job>.phase.<name>_s" in
   the result, the seconds of the process that spent most. Phases are the process's, whichever thread tells of them, and
   nest: the one that began last ends first. One that is open when the process dies or ends has lasted until then. Names
   are as those of metrics. What lies in the phase "recovery" is told as part of a recovery, any other phase as work. */
int daruma_phase_begin(const char* name);
int daruma_phase_end(const char* name);

/* The number of this process in its job: its rank in MPI_COMM_WORLD if it was there from the start; later ones go on
   counting. No other process ever has it. */
int daruma_process(void);

/* Saves the `size` bytes at `state` as version `version`, 0 or more, of the logical rank `owner`, in `place`; `partner`
   is the daruma_process() of the process whose memory has a copy, and nothing elsewhere. It takes the time of so many
   bytes, or of the "size" of the job's "checkpoint". A version is there once the call has returned, whole: who dies
   before has left the versions before. Of each owner the two newest are kept, and a version takes the place of those
   with the same or a later number. */
int daruma_checkpoint(int owner, long version, const void* state, size_t size, int place, int partner);

/* The newest version of that owner, up to `at_most`, that still exists; DARUMA_NOTHING if there is none. It takes no
   time. What all have is found by MPI_Allreduce of it with MPI_MIN. */
long daruma_newest(int owner, long at_most);

/* Reads that version, which takes time, into the `room` bytes at `state`; the number of bytes that were saved. */
long daruma_restore(int owner, long version, void* state, size_t room);

/* The `size` bytes at `place` are the process's array of that name, in which the scenario can turn bits over (event
   "flip_array", daruma explore --faults array-bits): whether the program notices is its own affair. Nothing reads or
   writes them otherwise. A name that is given again names the new place; with a null pointer it names none any more,
   which has to be said before the memory is given back. On a real MPI nothing happens. Names are as those of metrics.
 */
int daruma_array(const char* name, void* place, size_t size);

#ifdef __cplusplus
}
#endif

#else /* without Daruma */

static inline void daruma_compute(double flops) { (void)flops; }
static inline int daruma_metric(const char* name, double value) { return (void)name, (void)value, DARUMA_OK; }
static inline int daruma_phase_begin(const char* name) { return (void)name, DARUMA_OK; }
static inline int daruma_phase_end(const char* name) { return (void)name, DARUMA_OK; }
static inline int daruma_process(void) { return 0; }
static inline int daruma_checkpoint(int owner, long version, const void* state, size_t size, int place, int partner) {
  return (void)owner, (void)version, (void)state, (void)size, (void)place, (void)partner, DARUMA_OK;
}
static inline long daruma_newest(int owner, long at_most) { return (void)owner, (void)at_most, DARUMA_NOTHING; }
static inline long daruma_restore(int owner, long version, void* state, size_t room) {
  return (void)owner, (void)version, (void)state, (void)room, DARUMA_NOTHING;
}
static inline int daruma_array(const char* name, void* place, size_t size) {
  return (void)name, (void)place, (void)size, DARUMA_OK;
}

#endif
#endif
