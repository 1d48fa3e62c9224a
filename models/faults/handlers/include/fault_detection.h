/* Which part failed? The interface of the paper, to be called from C and C++.
 *
 * MPI library with cluster monitoring (Sakai, Ishikawa), section 3.5.1 and its Figure 8. A communication call failed:
 * the Detection Manager asks the devices on the way to the other end, by IPMI, SNMP and TCP, and lists what is broken.
 * Nothing runs and nothing is sent before that. Differences to the paper: the manager is made by the caller, who says
 * where devices are asked (a file, models/faults/handlers/management.hpp) and which node it is on; a request names the
 * other end, which errno does not tell.
 */
#ifndef DARUMA_FAULT_DETECTION_H
#define DARUMA_FAULT_DETECTION_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct DetManager DetManager;

/* Errors by numbers of our own, which are the same on all systems. */
typedef enum DetError {
  DET_ENETDOWN = 1,
  DET_ENETUNREACH = 2,
  DET_EHOSTUNREACH = 3,
  DET_ECONNRESET = 4,
  DET_ECONNREFUSED = 5,
  DET_ETIMEDOUT = 6
} DetError;

typedef enum DetVerdict {
  DET_CONFIRMED = 1, /* broken, and by nothing else that is */
  DET_EFFECT = 2,    /* broken, by the fault that `because` names */
  DET_UNKNOWN = 3    /* could not be asked; `because` says why, or names the fault that hides it */
} DetVerdict;

typedef struct DetFault {
  const char* id; /* unique: "node3.cpu_fan", "switch0", "switch0.port5" */
  DetVerdict verdict;
  const char* shown_by; /* what showed it: "speed"; of several: "internal_error, throttled" */
  const char* because;
} DetFault;

typedef struct DetReq {
  DetError error;
  int fault_count; /* set by detQuery: causes, their effects, then unknown ones; each in the order of asking */
  const DetFault* faults;
} DetReq;

/* NULL if the file cannot be used or has no such node; `message` (may be NULL) then says why. */
DetManager* detManagerCreate(const char* file, int node, char* message, size_t message_size);
/* After all of its requests. */
void detManagerDelete(DetManager* manager);

/* Whether a fault of a device may be behind an errno: 1 or 0. */
int detNeeded(int error);

/* What was going on with node `peer` when errno was `error`. NULL if there is no such node, or if no fault explains it.
 */
DetReq* detReqCreate(DetManager* manager, int error, int peer);
/* Asks, and blocks meanwhile. 0, or -1 for lack of memory. */
int detQuery(DetReq* request);
void detReqDelete(DetReq* request);

#ifdef __cplusplus
}
#endif

#endif
