// What OpenMP's programs ask and set by omp.h, or by Fortran's module omp_lib: the same functions with arguments by
// reference; and its locks.
#include "sim/hosting/openmp.hpp"
#include "sim/hosting/stand_ins.hpp"

#include <algorithm>
#include <climits>

namespace daruma::hosting {

namespace {

OpenMpSettings& settings() { return openmp_thread().task->settings; }

/// The region around the calling thread at that level, and its number there; null for none.
struct Place {
  const OpenMpTeam* team;
  int number;
};

Place at_level(int level) {
  const OpenMpThread& thread = openmp_thread();
  Place place{thread.team, thread.number};
  if (level < 0 || level > place.team->level) return {nullptr, -1};
  while (place.team->level > level) place = {place.team->outer, place.team->number_in_outer};
  return place;
}

/// A nested lock is its owner, 0 for none, and how often it has it.
int take_again(int* lock) {
  if (lock[0] != this_thread().id) return 0;
  return ++lock[1];
}

} // namespace

} // namespace daruma::hosting

extern "C" {

int simulated_omp_get_num_threads() { return openmp_thread().team->size; }
int simulated_omp_get_max_threads() { return settings().threads; }
int simulated_omp_get_thread_num() { return openmp_thread().number; }
int simulated_omp_get_num_procs() { return caller().port.own_cores(); }
int simulated_omp_in_parallel() { return openmp_thread().team->active_level > 0; }
int simulated_omp_get_dynamic() { return settings().is_dynamic; }
int simulated_omp_get_nested() { return settings().most_active_levels > 1; }
int simulated_omp_get_thread_limit() { return openmp_process().thread_limit; }
int simulated_omp_get_max_active_levels() { return settings().most_active_levels; }
int simulated_omp_get_supported_active_levels() { return INT_MAX; }
int simulated_omp_get_level() { return openmp_thread().team->level; }
int simulated_omp_get_active_level() { return openmp_thread().team->active_level; }
int simulated_omp_in_final() { return openmp_thread().task->is_final; }
int simulated_omp_get_cancellation() { return 0; }
int simulated_omp_get_proc_bind() { return 0; }
int simulated_omp_get_num_teams() { return 1; }
int simulated_omp_get_team_num() { return 0; }
int simulated_omp_get_max_task_priority() { return INT_MAX; }
int simulated_omp_get_num_places() { return 0; }
int simulated_omp_get_place_num() { return -1; }
int simulated_omp_get_partition_num_places() { return 0; }

void simulated_omp_set_num_threads(int value) { settings().threads = std::max(value, 1); }
void simulated_omp_set_dynamic(int value) { settings().is_dynamic = value != 0; }
void simulated_omp_set_nested(int value) { settings().most_active_levels = value ? INT_MAX : 1; }
void simulated_omp_set_max_active_levels(int value) {
  if (value >= 0) settings().most_active_levels = value;
}

int simulated_omp_get_ancestor_thread_num(int level) { return at_level(level).number; }
int simulated_omp_get_team_size(int level) {
  const OpenMpTeam* const team = at_level(level).team;
  return team ? team->size : -1;
}

void simulated_omp_set_schedule(int kind, int chunk) {
  const int without_order = kind & 0x7; // the highest bit asks for chunks in order
  if (without_order < 1 || without_order > 4) return;
  settings().schedule = static_cast<OpenMpSchedule>(without_order);
  const int least = settings().schedule == OpenMpSchedule::fixed ? 0 : 1;
  settings().chunk = static_cast<std::uint64_t>(std::max(chunk, least));
}
void simulated_omp_get_schedule(int* kind, int* chunk) {
  *kind = static_cast<int>(settings().schedule);
  *chunk = static_cast<int>(settings().chunk);
}

double simulated_omp_get_wtime() { return look_at_clock().count(); }
double simulated_omp_get_wtick() { return 1e-9; }

void simulated_omp_init_lock(int* lock) { *lock = 0; }
void simulated_omp_destroy_lock(int*) {}
void simulated_omp_set_lock(int* lock) { take_lock(*lock, "omp_set_lock"); }
void simulated_omp_unset_lock(int* lock) { give_lock(*lock); }
int simulated_omp_test_lock(int* lock) {
  if (try_lock(*lock)) return 1;
  poll_in_vain(__func__);
  return 0;
}
void simulated_omp_init_nest_lock(int* lock) { lock[0] = lock[1] = 0; }
void simulated_omp_destroy_nest_lock(int*) {}
void simulated_omp_set_nest_lock(int* lock) {
  if (take_again(lock) > 0) return;
  take_lock(*lock, "omp_set_nest_lock");
  lock[1] = 1;
}
void simulated_omp_unset_nest_lock(int* lock) {
  if (--lock[1] == 0) give_lock(*lock);
}
int simulated_omp_test_nest_lock(int* lock) {
  if (const int times = take_again(lock); times > 0) return times;
  if (try_lock(*lock)) return lock[1] = 1;
  poll_in_vain(__func__);
  return 0;
}

/// Teams of the host run one after the other.
void simulated_GOMP_teams_reg(void (*part)(void*), void* data, unsigned, unsigned, unsigned) { part(data); }

int simulated_fortran_omp_get_num_threads() { return simulated_omp_get_num_threads(); }
int simulated_fortran_omp_get_max_threads() { return simulated_omp_get_max_threads(); }
int simulated_fortran_omp_get_thread_num() { return simulated_omp_get_thread_num(); }
int simulated_fortran_omp_get_num_procs() { return simulated_omp_get_num_procs(); }
int simulated_fortran_omp_in_parallel() { return simulated_omp_in_parallel(); }
int simulated_fortran_omp_get_dynamic() { return simulated_omp_get_dynamic(); }
int simulated_fortran_omp_get_nested() { return simulated_omp_get_nested(); }
int simulated_fortran_omp_get_thread_limit() { return simulated_omp_get_thread_limit(); }
int simulated_fortran_omp_get_max_active_levels() { return simulated_omp_get_max_active_levels(); }
int simulated_fortran_omp_get_supported_active_levels() { return simulated_omp_get_supported_active_levels(); }
int simulated_fortran_omp_get_level() { return simulated_omp_get_level(); }
int simulated_fortran_omp_get_active_level() { return simulated_omp_get_active_level(); }
int simulated_fortran_omp_in_final() { return simulated_omp_in_final(); }
int simulated_fortran_omp_get_cancellation() { return simulated_omp_get_cancellation(); }
int simulated_fortran_omp_get_proc_bind() { return simulated_omp_get_proc_bind(); }
int simulated_fortran_omp_get_num_teams() { return simulated_omp_get_num_teams(); }
int simulated_fortran_omp_get_team_num() { return simulated_omp_get_team_num(); }
int simulated_fortran_omp_get_max_task_priority() { return simulated_omp_get_max_task_priority(); }
int simulated_fortran_omp_get_num_places() { return simulated_omp_get_num_places(); }
int simulated_fortran_omp_get_place_num() { return simulated_omp_get_place_num(); }
int simulated_fortran_omp_get_partition_num_places() { return simulated_omp_get_partition_num_places(); }
void simulated_fortran_omp_set_num_threads(const int* value) { simulated_omp_set_num_threads(*value); }
void simulated_fortran_omp_set_num_threads_8(const std::int64_t* value) {
  simulated_omp_set_num_threads(static_cast<int>(*value));
}
void simulated_fortran_omp_set_dynamic(const int* value) { simulated_omp_set_dynamic(*value); }
void simulated_fortran_omp_set_dynamic_8(const std::int64_t* value) {
  simulated_omp_set_dynamic(static_cast<int>(*value));
}
void simulated_fortran_omp_set_nested(const int* value) { simulated_omp_set_nested(*value); }
void simulated_fortran_omp_set_nested_8(const std::int64_t* value) {
  simulated_omp_set_nested(static_cast<int>(*value));
}
void simulated_fortran_omp_set_max_active_levels(const int* value) { simulated_omp_set_max_active_levels(*value); }
void simulated_fortran_omp_set_max_active_levels_8(const std::int64_t* value) {
  simulated_omp_set_max_active_levels(static_cast<int>(*value));
}
int simulated_fortran_omp_get_ancestor_thread_num(const int* level) {
  return simulated_omp_get_ancestor_thread_num(*level);
}
int simulated_fortran_omp_get_ancestor_thread_num_8(const std::int64_t* level) {
  return simulated_omp_get_ancestor_thread_num(static_cast<int>(*level));
}
int simulated_fortran_omp_get_team_size(const int* level) { return simulated_omp_get_team_size(*level); }
int simulated_fortran_omp_get_team_size_8(const std::int64_t* level) {
  return simulated_omp_get_team_size(static_cast<int>(*level));
}
void simulated_fortran_omp_set_schedule(const int* kind, const int* chunk) {
  simulated_omp_set_schedule(*kind, *chunk);
}
void simulated_fortran_omp_set_schedule_8(const int* kind, const std::int64_t* chunk) {
  simulated_omp_set_schedule(*kind, static_cast<int>(*chunk));
}
void simulated_fortran_omp_get_schedule(int* kind, int* chunk) { simulated_omp_get_schedule(kind, chunk); }
double simulated_fortran_omp_get_wtime() { return simulated_omp_get_wtime(); }
double simulated_fortran_omp_get_wtick() { return simulated_omp_get_wtick(); }
void simulated_fortran_omp_init_lock(int* lock) { simulated_omp_init_lock(lock); }
void simulated_fortran_omp_destroy_lock(int* lock) { simulated_omp_destroy_lock(lock); }
void simulated_fortran_omp_set_lock(int* lock) { simulated_omp_set_lock(lock); }
void simulated_fortran_omp_unset_lock(int* lock) { simulated_omp_unset_lock(lock); }
int simulated_fortran_omp_test_lock(int* lock) { return simulated_omp_test_lock(lock); }
void simulated_fortran_omp_init_nest_lock(int* lock) { simulated_omp_init_nest_lock(lock); }
void simulated_fortran_omp_destroy_nest_lock(int* lock) { simulated_omp_destroy_nest_lock(lock); }
void simulated_fortran_omp_set_nest_lock(int* lock) { simulated_omp_set_nest_lock(lock); }
void simulated_fortran_omp_unset_nest_lock(int* lock) { simulated_omp_unset_nest_lock(lock); }
int simulated_fortran_omp_test_nest_lock(int* lock) { return simulated_omp_test_nest_lock(lock); }

void ended_GOMP_doacross_post() { end_with("GOMP_doacross_post"); }
void ended_GOMP_doacross_wait() { end_with("GOMP_doacross_wait"); }
void ended_GOMP_doacross_ull_post() { end_with("GOMP_doacross_ull_post"); }
void ended_GOMP_doacross_ull_wait() { end_with("GOMP_doacross_ull_wait"); }
void ended_GOMP_loop_doacross_static_start() { end_with("GOMP_loop_doacross_static_start"); }
void ended_GOMP_loop_doacross_dynamic_start() { end_with("GOMP_loop_doacross_dynamic_start"); }
void ended_GOMP_loop_doacross_guided_start() { end_with("GOMP_loop_doacross_guided_start"); }
void ended_GOMP_loop_doacross_runtime_start() { end_with("GOMP_loop_doacross_runtime_start"); }
void ended_GOMP_loop_doacross_start() { end_with("GOMP_loop_doacross_start"); }
void ended_GOMP_loop_ull_doacross_static_start() { end_with("GOMP_loop_ull_doacross_static_start"); }
void ended_GOMP_loop_ull_doacross_dynamic_start() { end_with("GOMP_loop_ull_doacross_dynamic_start"); }
void ended_GOMP_loop_ull_doacross_guided_start() { end_with("GOMP_loop_ull_doacross_guided_start"); }
void ended_GOMP_loop_ull_doacross_runtime_start() { end_with("GOMP_loop_ull_doacross_runtime_start"); }
void ended_GOMP_loop_ull_doacross_start() { end_with("GOMP_loop_ull_doacross_start"); }
void ended_GOMP_parallel_reductions() { end_with("GOMP_parallel_reductions"); }
void ended_GOMP_taskgroup_reduction_register() { end_with("GOMP_taskgroup_reduction_register"); }
void ended_GOMP_taskgroup_reduction_unregister() { end_with("GOMP_taskgroup_reduction_unregister"); }
void ended_GOMP_task_reduction_remap() { end_with("GOMP_task_reduction_remap"); }
void ended_GOMP_workshare_task_reduction_unregister() { end_with("GOMP_workshare_task_reduction_unregister"); }
void ended_GOMP_target() { end_with("GOMP_target"); }
void ended_GOMP_target_ext() { end_with("GOMP_target_ext"); }
void ended_GOMP_target_data() { end_with("GOMP_target_data"); }
void ended_GOMP_target_data_ext() { end_with("GOMP_target_data_ext"); }
void ended_GOMP_target_end_data() { end_with("GOMP_target_end_data"); }
void ended_GOMP_target_update() { end_with("GOMP_target_update"); }
void ended_GOMP_target_update_ext() { end_with("GOMP_target_update_ext"); }
void ended_GOMP_target_enter_exit_data() { end_with("GOMP_target_enter_exit_data"); }
void ended_GOMP_teams() { end_with("GOMP_teams"); }
void ended_GOMP_teams4() { end_with("GOMP_teams4"); }
void ended_GOMP_parallel_start() { end_with("GOMP_parallel_start"); }
void ended_GOMP_parallel_end() { end_with("GOMP_parallel_end"); }
void ended_GOMP_parallel_loop_static_start() { end_with("GOMP_parallel_loop_static_start"); }
void ended_GOMP_parallel_loop_dynamic_start() { end_with("GOMP_parallel_loop_dynamic_start"); }
void ended_GOMP_parallel_loop_guided_start() { end_with("GOMP_parallel_loop_guided_start"); }
void ended_GOMP_parallel_loop_runtime_start() { end_with("GOMP_parallel_loop_runtime_start"); }
void ended_GOMP_parallel_sections_start() { end_with("GOMP_parallel_sections_start"); }
void ended_omp_fulfill_event() { end_with("omp_fulfill_event"); }
}
