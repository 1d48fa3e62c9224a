/* What a task's function asks Falanx for, and tells it. */
#ifndef FALANX_WORKER_H
#define FALANX_WORKER_H

#include <falanx.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The key that the task was submitted with, in every rank of the group. */
int falanx_get_request_key_value(falanx_context_t* con, char* key, size_t size, size_t* key_length);

/* The key of the task's output. Rank 0 of the group says it; the others need not. */
int falanx_set_response_key(falanx_context_t* con, const char* key, size_t key_length);

#ifdef __cplusplus
}
#endif

#endif
