// Attributes of windows and their keys; those that MPI itself has on them.
#include "sim/mpi/api/window_calls.hpp"

#include <cstring>

namespace daruma::mpi {

namespace {

/// Where MPI's own attributes lie: programs read them through a pointer, but for the base, which is itself one.
void* predefined(const LocalWindow& window, int key) {
  static int model = MPI_WIN_UNIFIED;
  Exposure& exposure = window.exposure();
  switch (key) {
  case MPI_WIN_BASE:
    return exposure.base;
  case MPI_WIN_SIZE:
    return &exposure.size;
  case MPI_WIN_DISP_UNIT:
    return &exposure.unit;
  case MPI_WIN_CREATE_FLAVOR:
    return &window.window->flavor;
  case MPI_WIN_MODEL:
    return &model;
  default:
    return nullptr;
  }
}

bool is_predefined(int key) { return key <= MPI_WIN_BASE && key >= MPI_WIN_MODEL; }

} // namespace

extern "C" {

int MPI_Win_create_keyval(MPI_Win_copy_attr_function* copy, MPI_Win_delete_attr_function* remove, int* key,
                          void* extra_state) {
  *key = add_key(enter(__func__).key_values, copy, remove, extra_state);
  return MPI_SUCCESS;
}

int MPI_Win_free_keyval(int* key) {
  Process& process = enter(__func__);
  const int error = free_key(process.key_values, *key, Annotated::windows);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

int MPI_Win_set_attr(MPI_Win win, int key, void* value) {
  return on_window(__func__, win, [&](const LocalWindow& window) {
    return set_attribute(window.comm->owner->key_values, win, window.comm->annotate().attributes, key, value);
  });
}

int MPI_Win_get_attr(MPI_Win win, int key, void* value, int* flag) {
  return on_window(__func__, win, [&](const LocalWindow& window) {
    *flag = is_predefined(key);
    if (!*flag)
      return get_attribute(window.comm->owner->key_values, Annotated::windows, window.comm->attributes(), key, value,
                           flag);
    void* const own = predefined(window, key);
    std::memcpy(value, &own, sizeof own);
    return +MPI_SUCCESS;
  });
}

int MPI_Win_delete_attr(MPI_Win win, int key) {
  return on_window(__func__, win, [&](const LocalWindow& window) {
    return remove_attribute(window.comm->owner->key_values, win, window.comm->annotate().attributes, key);
  });
}
}

} // namespace daruma::mpi
