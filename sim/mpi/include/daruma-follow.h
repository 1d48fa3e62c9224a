/* For bindings of MPI for other languages, which do something of their own where a request starts and ends. */
#ifndef DARUMA_FOLLOW_H
#define DARUMA_FOLLOW_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

enum DarumaMoment {
  DARUMA_STARTS,      /* a persistent one, again or for the first time */
  DARUMA_IS_COMPLETE, /* whoever waits for it does not know yet */
  DARUMA_IS_GONE      /* the program has let it go; the last moment of all */
};

/* From now on `follower` is called, which calls nothing of MPI's, with `state` at these moments of the request's. One
   that is complete already calls it at once. */
void daruma_follow(MPI_Request request, void (*follower)(void* state, enum DarumaMoment moment), void* state);

#ifdef __cplusplus
}
#endif

#endif
