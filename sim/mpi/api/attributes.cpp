// Attributes of communicators and their keys; those that MPI itself has on MPI_COMM_WORLD.
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"

#include <cstring>

namespace daruma::mpi {

namespace {

/// Where MPI's own attributes lie: programs read them through a pointer.
int* predefined(Process& process, int key) {
  static int largest_tag = 1 << 30;
  static int time_is_global = 1;
  static int no_rank = MPI_PROC_NULL;
  static int any_rank = MPI_ANY_SOURCE;
  switch (key) {
  case MPI_TAG_UB:
    return &largest_tag;
  case MPI_WTIME_IS_GLOBAL:
    return &time_is_global;
  case MPI_HOST:
    return &no_rank;
  case MPI_IO:
    return &any_rank;
  case MPI_UNIVERSE_SIZE:
    process.universe_size = static_cast<int>(process.job->processes.size());
    return &process.universe_size;
  case MPI_LASTUSEDCODE:
    process.last_used_code = first_added_error + static_cast<int>(process.added_errors.size()) - 1;
    return &process.last_used_code;
  default:
    return nullptr;
  }
}

bool is_key(const LocalCommunicator& handle, int key) { return handle.owner->key_values.count(key) != 0; }

} // namespace

extern "C" {

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* remove, int* key,
                           void* extra_state) {
  auto& keys = enter(__func__).key_values;
  *key = static_cast<int>(keys.size());
  keys.emplace(*key, KeyValue{copy, remove, extra_state});
  return MPI_SUCCESS;
}

int MPI_Comm_free_keyval(int* key) {
  Process& process = enter(__func__);
  if (process.key_values.count(*key) == 0) return raise(*process.world, MPI_ERR_KEYVAL);
  *key = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

int MPI_Comm_set_attr(MPI_Comm comm, int key, void* value) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    if (!is_key(handle, key)) return +MPI_ERR_KEYVAL;
    if (handle.attributes().count(key) != 0)
      if (const int error = remove_attribute(handle, key)) return error;
    handle.annotate().attributes[key] = value;
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_get_attr(MPI_Comm comm, int key, void* value, int* flag) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    void* found = predefined(*handle.owner, key);
    *flag = found != nullptr;
    if (key == MPI_APPNUM) return +MPI_SUCCESS; // not set
    if (!found && !is_key(handle, key)) return +MPI_ERR_KEYVAL;
    if (const auto own = handle.attributes().find(key); own != handle.attributes().end()) {
      found = own->second;
      *flag = 1;
    }
    if (*flag) std::memcpy(value, &found, sizeof found);
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_delete_attr(MPI_Comm comm, int key) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    return handle.attributes().count(key) != 0 ? remove_attribute(handle, key) : +MPI_ERR_KEYVAL;
  });
}

int MPI_Keyval_create(MPI_Copy_function* copy, MPI_Delete_function* remove, int* key, void* extra_state) {
  return MPI_Comm_create_keyval(copy, remove, key, extra_state);
}

int MPI_Keyval_free(int* key) { return MPI_Comm_free_keyval(key); }
int MPI_Attr_put(MPI_Comm comm, int key, void* value) { return MPI_Comm_set_attr(comm, key, value); }
int MPI_Attr_get(MPI_Comm comm, int key, void* value, int* flag) { return MPI_Comm_get_attr(comm, key, value, flag); }
int MPI_Attr_delete(MPI_Comm comm, int key) { return MPI_Comm_delete_attr(comm, key); }
}

} // namespace daruma::mpi
