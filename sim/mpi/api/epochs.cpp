// Synchronisation of windows.
#include "sim/mpi/rma/epochs.hpp"
#include "sim/mpi/api/window_calls.hpp"
#include "sim/mpi/process/groups.hpp"

namespace daruma::mpi {

namespace {

constexpr int all_assertions =
    MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED | MPI_MODE_NOCHECK;

int check_assertion(int assertion) { return assertion & ~all_assertions ? +MPI_ERR_ASSERT : +MPI_SUCCESS; }

using OpenEpoch = int (*)(LocalWindow&, const Group&, int assertion);

int with_group(const char* call, MPI_Win win, MPI_Group group, int assertion, OpenEpoch open) {
  return on_sound_window(call, win, [&](LocalWindow& window) {
    if (group == MPI_GROUP_NULL) return +MPI_ERR_GROUP;
    if (const int error = check_assertion(assertion)) return error;
    return open(window, *resolve(group), assertion);
  });
}

} // namespace

extern "C" {

int MPI_Win_fence(int assertion, MPI_Win win) {
  return on_sound_window(__func__, win, [&](LocalWindow& window) {
    const int error = check_assertion(assertion);
    return error ? error : fence(window, assertion);
  });
}

int MPI_Win_post(MPI_Group group, int assertion, MPI_Win win) {
  return with_group(__func__, win, group, assertion, post);
}

int MPI_Win_start(MPI_Group group, int assertion, MPI_Win win) {
  return with_group(__func__, win, group, assertion, start);
}

int MPI_Win_complete(MPI_Win win) { return on_sound_window(__func__, win, end_access_epoch); }

int MPI_Win_wait(MPI_Win win) { return on_sound_window(__func__, win, wait_for_origins); }

int MPI_Win_test(MPI_Win win, int* flag) {
  return on_sound_window(__func__, win, [&](LocalWindow& window) {
    bool are_done = false;
    const int error = test_for_origins(window, are_done);
    *flag = are_done;
    return error;
  });
}

int MPI_Win_lock(int type, int rank, int assertion, MPI_Win win) {
  return on_member(__func__, win, rank, [&](LocalWindow& window) {
    if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE) return +MPI_ERR_LOCKTYPE;
    const int error = check_assertion(assertion);
    return error ? error : lock(window, type, rank, assertion);
  });
}

int MPI_Win_unlock(int rank, MPI_Win win) {
  return on_member(__func__, win, rank, [&](LocalWindow& window) { return unlock(window, rank); });
}

int MPI_Win_lock_all(int assertion, MPI_Win win) {
  return on_sound_window(__func__, win, [&](LocalWindow& window) {
    const int error = check_assertion(assertion);
    return error ? error : lock_all(window, assertion);
  });
}

int MPI_Win_unlock_all(MPI_Win win) { return on_sound_window(__func__, win, unlock_all); }

int MPI_Win_flush(int rank, MPI_Win win) {
  return on_member(__func__, win, rank, [&](LocalWindow& window) { return flush(window, rank, Flush::complete); });
}

int MPI_Win_flush_local(int rank, MPI_Win win) {
  return on_member(__func__, win, rank, [&](LocalWindow& window) { return flush(window, rank, Flush::local); });
}

int MPI_Win_flush_all(MPI_Win win) {
  return on_sound_window(__func__, win, [](LocalWindow& window) { return flush_all(window, Flush::complete); });
}

int MPI_Win_flush_local_all(MPI_Win win) {
  return on_sound_window(__func__, win, [](LocalWindow& window) { return flush_all(window, Flush::local); });
}

/// There is one copy of a window's memory; programs that look at it again and again see time pass.
int MPI_Win_sync(MPI_Win win) {
  return on_sound_window(__func__, win, [](const LocalWindow&) { pass(poll_cost); });
}
}

} // namespace daruma::mpi
