/* The program of the Falanx paper's Figs 3 to 5, line by line. The application's own are its two types and its three
 * functions, which the paper leaves open: here a task squares its number, round after round, and the last one says how
 * it went. */
#include <mpi.h>

#include <stdio.h>
#ifdef DARUMA
#include <daruma.h>
#endif

typedef struct {
  int task_id;
  int round;
  long long value;
} data_in;

typedef data_in data_out;

/* ------------------------------------------------------------------------------------------ Fig. 5 */

#include <datastore.h>
#include <falanx_worker.h>
#include <mpi.h>

static void do_task_A(data_in* inp, data_out* out, MPI_Comm comm);

void taskA(falanx_context_t* con, MPI_Comm comm);
void taskA(falanx_context_t* con, MPI_Comm comm) {
  int rank;
  data_store_t* ds;
  char key[MAX_KEY_LENGTH];
  size_t len;
  data_in inp;
  data_out out;

  MPI_Comm_rank(comm, &rank);
  ds = falanx_context_get_data_store(con);

  if (rank == 0) {
    // get input data from the data store
    falanx_get_request_key_value(con, key, MAX_KEY_LENGTH, &len);
    data_store_get_value(ds, key, len, (char*)&inp, sizeof(data_in));
  }

  do_task_A(&inp, &out, comm);

  if (rank == 0) {
    // put result to the data store
    len = sprintf(key, "out:%04d", inp.task_id);
    data_store_set(ds, key, len, (char*)&out, sizeof(data_out));
    falanx_set_response_key(con, key, len);
  }
}

/* ------------------------------------------------------------------------------------------ Figs 3 and 4 */

#include <datastore.h>
#include <falanx.h>
#include <mpi.h>

#define N_TASKS 10000
#define N_ROUNDS 2
#define SIZE_CLIENT 1
#define SIZE_DATASTORE 4
#define SIZE_WORKER 20

static void prepare_input(data_in* inp, int task_id, int round);
static int prepare_next_input(data_in* inp, data_out* out);

static void do_main_logic(falanx_context_t* con) {
  data_store_t* ds = NULL;
  data_in inp;
  data_out out;
  falanx_id_t id;
  char key[MAX_KEY_LENGTH];
  size_t len;
  int i, rv, round = 0, priority = 0;

  ds = falanx_context_get_data_store(con);

  // Submit initial tasks
  for (i = 0; i < N_TASKS; i++) {
    prepare_input(&inp, i, round);
    len = sprintf(key, "in:%04d", i);
    data_store_set(ds, key, len, (char*)&inp, sizeof(inp));
    falanx_task_submit(con, "task_A", key, len, priority, &id);
  }

  // Wait for any tasks to finish
  while (falanx_task_wait_any(con, &id) != FLX_NO_WAIT_TASK) {
    rv = falanx_get_result_value(con, id, key, MAX_KEY_LENGTH, &len);
    if (rv == FLX_ERR_PROC_FAILED) {
      // Re-submit a failed task here.
      falanx_task_submit(con, "task_A", key, len, priority + 1, &id);
      continue;
    }
    data_store_get_value(ds, key, len, (char*)&out, sizeof(out));
    round = prepare_next_input(&inp, &out);

    if (round < N_ROUNDS) {
      // submit the subsequent task
      len = sprintf(key, "in:%04d", inp.task_id);
      data_store_set(ds, key, len, (char*)&inp, sizeof(inp));
      falanx_task_submit(con, "task_A", key, len, priority, &id);
    }
  }
}

int main(int argc, char** argv) {
  falanx_context_t* con;
  int n_worker;

  MPI_Init(&argc, &argv);

  // Setup Falanx context and assign a role to each rank
  con = falanx_init_simple(MPI_COMM_WORLD, SIZE_CLIENT, SIZE_DATASTORE, SIZE_WORKER, &n_worker);

  // Register task functions
  falanx_register_function(con, "task_A", taskA);

  // Launch Falanx runtime
  if (falanx_start(con) == FLX_SUCCESS) {
    // only the client ranks reach here
    do_main_logic(con);
    falanx_stop(con);
  }

  falanx_finalize(con);
  MPI_Finalize();
  return 0;
}

/* ------------------------------------------------------------------------------------------ the application */

static void prepare_input(data_in* inp, int task_id, int round) {
  inp->task_id = task_id;
  inp->round = round;
  inp->value = task_id;
}

/* All ranks of the group take part. */
static void do_task_A(data_in* inp, data_out* out, MPI_Comm comm) {
  MPI_Bcast(inp, sizeof *inp, MPI_BYTE, 0, comm);
  *out = *inp;
  out->value = inp->value * inp->value % 1000003;
#ifdef DARUMA
  daruma_compute(1e7);
#endif
  MPI_Barrier(comm);
}

static int prepare_next_input(data_in* inp, data_out* out) {
  static int finished = 0, wrong = 0;
  long long value = out->task_id;
  int round;
  for (round = 0; round <= out->round; round++) value = value * value % 1000003;
  *inp = *out;
  inp->round = out->round + 1;
  wrong += value != out->value;
  if (++finished == N_TASKS * N_ROUNDS) printf("%d results, %d wrong\n", finished, wrong);
  return inp->round;
}
