// The functions of falanx.h, falanx_worker.h and datastore.h.
#include "models/falanx/include/falanx_worker.h"
#include "models/falanx/mpi/job.hpp"
#include "models/port/rank.hpp"

#include <algorithm>

namespace falanx = daruma::models::falanx;

namespace {

/// Writes as much of the text as fits, with a zero behind it where there is room.
int write_key(const std::string& text, char* key, std::size_t size, std::size_t* length) {
  const std::size_t fits = std::min(text.size(), size);
  std::copy_n(text.data(), fits, key);
  if (fits < size) key[fits] = '\0';
  *length = fits;
  return fits < text.size() ? FLX_ERR_TRUNCATED : FLX_SUCCESS;
}

bool is_key(std::size_t length) { return length <= falanx::longest_key; }

int code_of(falanx::Finding finding) {
  if (finding == falanx::Finding::found) return FLX_SUCCESS;
  return finding == falanx::Finding::unknown ? FLX_ERR_NO_VALUE : FLX_ERR_DATA_LOST;
}

} // namespace

falanx_context_t* falanx_init_simple(MPI_Comm comm, int n_client, int n_datastore, int n_worker, int* n) {
  const auto roles = falanx::divide_evenly(daruma::models::size_of(comm), n_client, n_datastore, n_worker);
  *n = roles ? roles->groups : 0;
  return roles ? falanx::open_job(comm, *roles, *falanx::find_scheduler("task-queue-server"), {}) : nullptr;
}

falanx_context_t* falanx_init(MPI_Comm comm, const falanx_layout_t* layout) {
  const falanx::Roles roles{layout->n_client, layout->n_server,    layout->n_watchdog, layout->n_datastore,
                            layout->n_worker, layout->worker_size, layout->n_spare};
  const auto* const kind = falanx::find_scheduler(layout->scheduler ? layout->scheduler : "task-queue-server");
  if (!kind || kind->servers != roles.servers || !roles.is_complete() || roles.ranks() > daruma::models::size_of(comm))
    return nullptr;
  return falanx::open_job(comm, roles, *kind, {});
}

int falanx_register_function(falanx_context_t* con, const char* name, falanx_function_t function) {
  if (con) con->functions[name] = function;
  return FLX_SUCCESS;
}

int falanx_start(falanx_context_t* con) {
  if (!con) return FLX_NOT_A_CLIENT;
  con->start();
  return con->is_client() ? FLX_SUCCESS : FLX_NOT_A_CLIENT;
}

int falanx_stop(falanx_context_t* con) {
  con->stop();
  return FLX_SUCCESS;
}

void falanx_finalize(falanx_context_t*) { falanx::close_job(); }

data_store_t* falanx_context_get_data_store(falanx_context_t* con) { return &con->data_store(); }

int falanx_task_submit(falanx_context_t* con, const char* function, const char* key, size_t key_length, int priority,
                       falanx_id_t* id) {
  if (!is_key(key_length) || con->functions.find(function) == con->functions.end()) return FLX_ERR_ARGUMENT;
  const falanx::TaskId given = con->submitter().submit({function, std::string(key, key_length), priority});
  *id = {given.priority, given.order};
  return FLX_SUCCESS;
}

int falanx_task_wait_any(falanx_context_t* con, falanx_id_t* id) {
  const auto ended = con->submitter().wait_any();
  if (!ended) return FLX_NO_WAIT_TASK;
  *id = {ended->priority, ended->order};
  return FLX_SUCCESS;
}

int falanx_get_result_value(falanx_context_t* con, falanx_id_t id, char* key, size_t size, size_t* key_length) {
  const falanx::Ending ending = con->submitter().result({id.priority, id.order});
  *key_length = 0;
  if (ending.status != falanx::Status::completed && ending.status != falanx::Status::failed) return FLX_ERR_ARGUMENT;
  const int code = write_key(ending.key, key, size, key_length);
  return ending.status == falanx::Status::failed ? FLX_ERR_PROC_FAILED : code;
}

int falanx_get_request_key_value(falanx_context_t* con, char* key, size_t size, size_t* key_length) {
  return write_key(con->task().input_key, key, size, key_length);
}

int falanx_set_response_key(falanx_context_t* con, const char* key, size_t key_length) {
  if (!is_key(key_length)) return FLX_ERR_ARGUMENT;
  con->group()->set_output_key(std::string(key, key_length));
  return FLX_SUCCESS;
}

int data_store_set(data_store_t* ds, const char* key, size_t key_length, const char* value, size_t size) {
  if (!is_key(key_length)) return FLX_ERR_ARGUMENT;
  const bool is_stored = ds->store.set({key, key_length}, std::make_shared<const std::string>(value, size));
  return is_stored ? FLX_SUCCESS : FLX_ERR_DATA_LOST;
}

int data_store_get_value(data_store_t* ds, const char* key, size_t key_length, char* value, size_t size) {
  if (!is_key(key_length)) return FLX_ERR_ARGUMENT;
  falanx::Value stored;
  const falanx::Finding finding = ds->store.get({key, key_length}, stored);
  if (finding != falanx::Finding::found || !stored) return code_of(finding);
  std::copy_n(stored->data(), std::min(size, stored->size()), value);
  return stored->size() > size ? FLX_ERR_TRUNCATED : FLX_SUCCESS;
}

int data_store_get_size(data_store_t* ds, const char* key, size_t key_length, size_t* size) {
  if (!is_key(key_length)) return FLX_ERR_ARGUMENT;
  return code_of(ds->store.get_size({key, key_length}, *size));
}
