// Attributes of communicators and their keys; those that MPI itself has on MPI_COMM_WORLD.
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"

#include <daruma-numbers.h>

#include <cstring>

namespace daruma::mpi {

namespace {

/// Where MPI's own attributes lie: programs read them through a pointer.
int* predefined(Process& process, int key) {
  static int largest_tag = 1 << 30;
  static int time_is_global = 1;
  static int no_rank = MPI_PROC_NULL;
  static int any_rank = MPI_ANY_SOURCE;
  static int tolerates_failures = 1;
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
    process.universe_size = process.job->size_of_universe();
    return &process.universe_size;
  case MPI_APPNUM:
    return &process.number_of_command;
  case MPIX_FT:
    return &tolerates_failures;
  case MPI_LASTUSEDCODE:
    process.last_used_code = first_added_error + static_cast<int>(process.added_errors.size()) - 1;
    return &process.last_used_code;
  default:
    return nullptr;
  }
}

} // namespace

extern "C" {

void* daruma_number(MPI_Aint number) { return add_number(self().key_values, number); }
int daruma_is_number(const void* value) { return is_number(self().key_values, value); }

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* remove, int* key,
                           void* extra_state) {
  *key = add_key(enter(__func__).key_values, copy, remove, extra_state);
  return MPI_SUCCESS;
}

int MPI_Comm_free_keyval(int* key) {
  Process& process = enter(__func__);
  const int error = free_key(process.key_values, *key, Annotated::communicators);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

int MPI_Comm_set_attr(MPI_Comm comm, int key, void* value) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    return set_attribute(handle.owner->key_values, comm, handle.annotate().attributes, key, value);
  });
}

int MPI_Comm_get_attr(MPI_Comm comm, int key, void* value, int* flag) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    void* const own = predefined(*handle.owner, key);
    *flag = own != nullptr;
    if (!own)
      return get_attribute(handle.owner->key_values, Annotated::communicators, handle.attributes(), key, value, flag);
    std::memcpy(value, &own, sizeof own);
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_delete_attr(MPI_Comm comm, int key) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) {
    return remove_attribute(handle.owner->key_values, comm, handle.annotate().attributes, key);
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
