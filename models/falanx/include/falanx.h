/* Falanx: a task bag that outlives its processes, as one MPI job (Takefusa, Nakada, Ikegami, Tozawa, Tanaka: a highly
 * available scheduler for Falanx, sections 2 and 3; names as in its Figs 3 to 5 and Table 1).
 *
 * Each rank plays a role: clients run the main logic, the others serve the scheduler, watch for deaths, hold data, or
 * work, in groups. A process that dies costs the task that its group was at; the main logic is told, and submits the
 * task again or not. The MPI has to have ULFM for that; without it Falanx works as long as nobody dies.
 *
 *   con = falanx_init_simple(MPI_COMM_WORLD, 1, 4, 20, &n_worker);
 *   falanx_register_function(con, "task_A", taskA);
 *   if (falanx_start(con) == FLX_SUCCESS) {       only clients get here
 *     do_main_logic(con);
 *     falanx_stop(con);
 *   }
 *   falanx_finalize(con);
 */
#ifndef FALANX_H
#define FALANX_H

#include <datastore.h>
#include <falanx_codes.h>

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct falanx_context falanx_context_t;

/* A task: its priority, the larger the sooner, and the order in which it was submitted. */
typedef struct {
  int priority;
  long long order;
} falanx_id_t;

/* Runs in all ranks of a group, on the group's communicator. When a rank of the group dies, the function is left from
 * within whatever call on `comm`, or on a communicator made from it, fails: by longjmp, so that what it has allocated
 * is not released. */
typedef void (*falanx_function_t)(falanx_context_t* con, MPI_Comm comm);

/* How many ranks play each role. Ranks that are left over do nothing. */
typedef struct {
  int n_client;
  int n_server;          /* the scheduler's own: 1 for the task queue server */
  int n_watchdog;        /* 0: the task queue server watches */
  int n_datastore;       /* nodes of the data store */
  int n_worker;          /* groups of workers */
  int worker_size;       /* ranks of a group that run its tasks */
  int n_spare;           /* ranks of each group that stand by for them */
  const char* scheduler; /* "task-queue-server" */
} falanx_layout_t;

/* All ranks of `comm` call it. One client or more, a task queue server that also watches, nodes of the data store, and
 * `n_worker` groups of workers among which the other ranks are divided evenly; `*n` says how many groups there are.
 * NULL if there are not ranks enough. */
falanx_context_t* falanx_init_simple(MPI_Comm comm, int n_client, int n_datastore, int n_worker, int* n);

/* The same as the layout says. NULL if `comm` has too few ranks for it, or a role has none that needs one. */
falanx_context_t* falanx_init(MPI_Comm comm, const falanx_layout_t* layout);

/* Every rank registers the same functions, before falanx_start. */
int falanx_register_function(falanx_context_t* con, const char* name, falanx_function_t function);

/* Returns at once in clients, with FLX_SUCCESS; in others with FLX_NOT_A_CLIENT when all clients have stopped. */
int falanx_start(falanx_context_t* con);
/* A client has no more to do; tasks that wait are dropped. Returns when all workers have ended. */
int falanx_stop(falanx_context_t* con);
void falanx_finalize(falanx_context_t* con);

data_store_t* falanx_context_get_data_store(falanx_context_t* con);

/* The main logic's. */
int falanx_task_submit(falanx_context_t* con, const char* function, const char* key, size_t key_length, int priority,
                       falanx_id_t* id);
/* Blocks until a task of this client's has ended that has not been returned yet: FLX_SUCCESS and its `id`. */
int falanx_task_wait_any(falanx_context_t* con, falanx_id_t* id);
/* Of a task that falanx_task_wait_any returned, once. FLX_SUCCESS and the key of its output, or FLX_ERR_PROC_FAILED and
 * the key of its input. */
int falanx_get_result_value(falanx_context_t* con, falanx_id_t id, char* key, size_t size, size_t* key_length);

#ifdef __cplusplus
}
#endif

#endif
