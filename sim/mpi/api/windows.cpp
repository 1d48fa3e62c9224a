// Windows: how they are made, what they are, and their end.
#include "sim/mpi/api/infos.hpp"
#include "sim/mpi/api/window_calls.hpp"
#include "sim/mpi/process/groups.hpp"

#include <cstring>
#include <limits>
#include <string>

namespace daruma::mpi {

namespace {

/// The hints that MPI knows for windows and the values that they have until the program says otherwise. They mean
/// nothing here but for alloc_shared_noncontig: accumulates are always in order.
const Info& known_hints() {
  static const Info hints{{"no_locks", "false"},
                          {"accumulate_ordering", "rar,raw,war,waw"},
                          {"accumulate_ops", "same_op_no_op"},
                          {"same_size", "false"},
                          {"same_disp_unit", "false"},
                          {"alloc_shared_noncontig", "false"}};
  return hints;
}

/// What the program has said, and what it has not.
Info hints_of(const LocalWindow& window) {
  Info all = known_hints();
  for (auto& [key, value] : all)
    if (const std::string* given = find(window.hints, key)) value = *given;
  return all;
}

void take_hints(LocalWindow& window, MPI_Info info) {
  if (resolve(info).empty()) return;
  window.hints = hints_of(window);
  for (auto& [key, value] : window.hints)
    if (const std::string* given = find(resolve(info), key)) value = *given;
}

/// What the caller can load from and store to of a member's part; none of one that it does not share memory with.
Exposure shared_part(const LocalWindow& window, int rank) {
  return window.shares_memory_with(rank) ? window.member(rank).exposure() : Exposure{};
}

/// The first that has any size.
Exposure first_shared_part(const LocalWindow& window) {
  const int ranks = static_cast<int>(window.window->exposures.size());
  for (int rank = 0; rank < ranks; ++rank)
    if (const Exposure part = shared_part(window, rank); part.size > 0) return part;
  return {};
}

/// What the members of `comm` make together of what each of them brings. `give(LocalWindow&)` gets the caller's part.
template <class Give>
int making(const char* call, MPI_Comm comm, int flavor, const Exposure& own, MPI_Info info, MPI_Win* result,
           Give&& give) {
  *result = MPI_WIN_NULL;
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    if (own.size < 0) return +MPI_ERR_SIZE;
    if (own.unit <= 0) return +MPI_ERR_DISP;
    const std::string* const apart = find(resolve(info), "alloc_shared_noncontig");
    LocalWindow* made = nullptr;
    const int error =
        make_window(handle, flavor, own, apart && *apart == "true" ? Layout::aligned : Layout::contiguous, made);
    if (error != MPI_SUCCESS) return error;
    take_hints(*made, info);
    give(*made);
    *result = to_mpi(made);
    return +MPI_SUCCESS;
  });
}

auto give_base_to(void* base) {
  return [base](const LocalWindow& window) { std::memcpy(base, &window.exposure().base, sizeof(void*)); };
}

/// No unit that an int cannot hold is one.
int narrow(MPI_Aint unit) { return unit > 0 && unit <= std::numeric_limits<int>::max() ? static_cast<int>(unit) : 0; }

constexpr auto give_nothing = [](const LocalWindow&) {};

} // namespace

extern "C" {

#define DARUMA_COUNTED_CALLS "sim/mpi/api/windows.inc"
#include "sim/mpi/api/counted.hpp"

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  return making(__func__, comm, MPI_WIN_FLAVOR_DYNAMIC, Exposure{}, info, win, give_nothing);
}

int MPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
  return on_window(__func__, win,
                   [&](LocalWindow& window) { return attach(window, static_cast<std::byte*>(base), size); });
}

int MPI_Win_detach(MPI_Win win, const void* base) {
  return on_window(__func__, win, [&](LocalWindow& window) {
    return detach(window, static_cast<std::byte*>(const_cast<void*>(base)));
  });
}

int MPI_Win_free(MPI_Win* win) {
  return on_window(__func__, *win, [&](LocalWindow& window) {
    const int error = free_window(window);
    if (window.is_freed) *win = MPI_WIN_NULL;
    return error;
  });
}

int MPI_Win_get_group(MPI_Win win, MPI_Group* group) {
  return on_window(__func__, win,
                   [&](const LocalWindow& window) { *group = to_mpi(window.window->communicator->groups[0]); });
}

int MPI_Win_set_name(MPI_Win win, const char* name) {
  return on_window(__func__, win, [&](const LocalWindow& window) { window.comm->annotate().name = name; });
}

int MPI_Win_get_name(MPI_Win win, char* name, int* length) {
  return on_window(__func__, win, [&](const LocalWindow& window) {
    const std::string text = window.comm->name().substr(0, MPI_MAX_OBJECT_NAME - 1);
    std::memcpy(name, text.c_str(), text.size() + 1);
    *length = static_cast<int>(text.size());
  });
}

int MPI_Win_set_info(MPI_Win win, MPI_Info info) {
  return on_window(__func__, win, [&](LocalWindow& window) { take_hints(window, info); });
}

int MPI_Win_get_info(MPI_Win win, MPI_Info* info) {
  return on_window(__func__, win, [&](const LocalWindow& window) { *info = to_mpi(hints_of(window)); });
}

int MPI_Win_create_errhandler(MPI_Win_errhandler_fn* function, MPI_Errhandler* handler) {
  enter(__func__);
  *handler = reinterpret_cast<MPI_Errhandler>(function);
  return MPI_SUCCESS;
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler) {
  return on_window(__func__, win, [&](const LocalWindow& window) { window.comm->error_handler = handler; });
}

int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler* handler) {
  return on_window(__func__, win, [&](const LocalWindow& window) { *handler = window.comm->error_handler; });
}

int MPI_Win_call_errhandler(MPI_Win win, int error) {
  on_window(__func__, win, [&](const LocalWindow&) { return error; });
  return MPI_SUCCESS;
}
}

} // namespace daruma::mpi
