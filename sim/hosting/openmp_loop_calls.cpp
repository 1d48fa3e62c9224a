// Loops, sections and single regions of OpenMP, as GCC's code asks libgomp for them.
#include "sim/hosting/openmp.hpp"
#include "sim/hosting/stand_ins.hpp"

#include <algorithm>

namespace daruma::hosting {

namespace {

/// A loop's values, their end not among them, and how they are dealt out.
struct LoopOrder {
  LoopWord first;
  LoopWord end;
  LoopWord step;
  bool goes_up;
  OpenMpSchedule schedule;
  LoopWord chunk;
};

LoopOrder loop(long first, long end, long step, OpenMpSchedule schedule, long chunk) {
  return {static_cast<LoopWord>(first), static_cast<LoopWord>(end), static_cast<LoopWord>(step), step > 0, schedule,
          static_cast<LoopWord>(chunk)};
}

LoopOrder loop(bool goes_up, LoopWord first, LoopWord end, LoopWord step, OpenMpSchedule schedule, LoopWord chunk) {
  return {first, end, step, goes_up, schedule, chunk};
}

/// Values of signed loops and of unsigned ones are compared in their own way: `is_signed` says which.
LoopWord count_of(const LoopOrder& order, bool is_signed) {
  const auto is_less = [is_signed](LoopWord a, LoopWord b) {
    return is_signed ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
  };
  const bool is_empty = order.goes_up ? !is_less(order.first, order.end) : !is_less(order.end, order.first);
  if (is_empty) return 0;
  const LoopWord distance = order.goes_up ? order.end - order.first : order.first - order.end;
  const LoopWord stride = order.goes_up ? order.step : -order.step;
  return (distance - 1) / stride + 1;
}

LoopOrder with_settings(LoopOrder order) {
  const OpenMpSettings& settings = openmp_thread().task->settings;
  order.schedule = settings.schedule;
  order.chunk = settings.chunk;
  return order;
}

void lay_out(OpenMpShare& share, const LoopOrder& order, bool is_signed) {
  share.schedule = order.schedule == OpenMpSchedule::automatic ? OpenMpSchedule::fixed : order.schedule;
  share.first = order.first;
  share.step = order.step;
  share.end = order.end;
  share.count = count_of(order, is_signed);
  share.chunk = order.schedule == OpenMpSchedule::automatic ? 0 : order.chunk;
  if (share.schedule != OpenMpSchedule::fixed) share.chunk = std::max<LoopWord>(share.chunk, 1);
}

/// The thread's next part of a loop whose parts are fixed from the first: one each, or chunks in turn.
bool take_fixed(OpenMpThread& thread) {
  const OpenMpShare& share = *thread.share;
  const auto size = static_cast<LoopWord>(thread.team->size);
  const auto number = static_cast<LoopWord>(thread.number);
  if (share.chunk > 0) {
    thread.from = (thread.trips++ * size + number) * share.chunk;
    thread.to = std::min(thread.from + share.chunk, share.count);
    return thread.from < share.count;
  }
  if (thread.trips++ > 0) return false;
  const LoopWord each = share.count / size;
  const LoopWord more = share.count % size;
  thread.from = number * each + std::min(number, more);
  thread.to = thread.from + each + (number < more ? 1 : 0);
  return thread.from < thread.to;
}

/// The next iterations for the thread, from `from` to before `to`; false if there are none.
bool take_iterations(OpenMpThread& thread) {
  OpenMpShare& share = *thread.share;
  if (share.schedule == OpenMpSchedule::fixed) return take_fixed(thread);
  const LoopWord left = share.count - share.next;
  if (left == 0) return false;
  const auto size = static_cast<LoopWord>(thread.team->size);
  const LoopWord part =
      share.schedule == OpenMpSchedule::guided ? std::max((left - 1) / size + 1, share.chunk) : share.chunk;
  thread.from = share.next;
  thread.to = share.next += std::min(part, left);
  return true;
}

template <class Value> bool give_next(Value* from, Value* to) {
  OpenMpThread& thread = openmp_thread();
  if (!take_iterations(thread)) return false;
  const OpenMpShare& share = *thread.share;
  *from = static_cast<Value>(share.first + thread.from * share.step);
  *to = static_cast<Value>(thread.to == share.count ? share.end : share.first + thread.to * share.step);
  return true;
}

template <class Value> bool begin_loop(const LoopOrder& order, Value* from, Value* to) {
  OpenMpThread& thread = openmp_thread();
  if (meet_share(thread)) lay_out(*thread.share, order, std::is_signed_v<Value>);
  return give_next(from, to);
}

// --- Ordered regions: the chunk that holds the iteration `turn` may run its own.

void await_turn() {
  const OpenMpThread& thread = openmp_thread();
  while (thread.share && thread.share->turn != thread.from) wait_at(&thread.share->turn, "GOMP_ordered_start");
}

void pass_turn() {
  const OpenMpThread& thread = openmp_thread();
  if (thread.from == thread.to) return;
  await_turn();
  thread.share->turn = thread.to;
  call_all(&thread.share->turn);
}

template <class Value> bool give_next_in_order(Value* from, Value* to) {
  pass_turn();
  return give_next(from, to);
}

// --- The ends of loops and sections

void end_share() {
  leave_share(openmp_thread());
  meet_team("GOMP_loop_end");
}

// --- Sections are the iterations from 1 on.

void lay_out_sections(OpenMpShare& share, unsigned count) {
  lay_out(share, loop(true, 1, LoopWord{count} + 1, 1, OpenMpSchedule::dynamic, 1), false);
}

unsigned next_section() {
  LoopWord from = 0;
  LoopWord to = 0;
  return give_next(&from, &to) ? static_cast<unsigned>(from) : 0;
}

void begin_sections(unsigned count) {
  OpenMpThread& thread = openmp_thread();
  if (meet_share(thread)) lay_out_sections(*thread.share, count);
}

/// Room that the threads of a loop have in common, of as many bytes as `*memory` says.
void give_memory(void** memory) {
  if (!memory) return;
  auto& room = openmp_thread().share->memory;
  if (room.empty()) room.resize(reinterpret_cast<std::size_t>(*memory));
  *memory = room.data();
}

/// What the newest callers pass: the schedule in the lowest bits, 0 for that of the settings.
LoopOrder with_schedule(LoopOrder order, long schedule) {
  const auto kind = static_cast<int>(schedule & 0x7);
  if (kind == 0) return with_settings(order);
  order.schedule = static_cast<OpenMpSchedule>(kind);
  return order;
}

void run_loop(void (*part)(void*), void* data, unsigned threads, const LoopOrder& order) {
  run_region(
      threads, [=] { part(data); }, [&](OpenMpTeam& team) { lay_out(team.shares[0], order, true); });
}

} // namespace

} // namespace daruma::hosting

// NOLINTBEGIN(readability-function-size): the arguments are those of libgomp's functions
extern "C" {

void simulated_GOMP_parallel(void (*part)(void*), void* data, unsigned threads, unsigned) {
  run_region(threads, [=] { part(data); });
}

void simulated_GOMP_parallel_sections(void (*part)(void*), void* data, unsigned threads, unsigned count, unsigned) {
  run_region(
      threads, [=] { part(data); }, [&](OpenMpTeam& team) { lay_out_sections(team.shares[0], count); });
}

// All kinds of loops, of signed and of unsigned numbers. Chunks come in order: "nonmonotonic" only allows otherwise.

#define LOOP(kind, schedule)                                                                                           \
  bool simulated_GOMP_loop_##kind##_start(long first, long end, long step, long chunk, long* from, long* to) {         \
    return begin_loop(loop(first, end, step, schedule, chunk), from, to);                                              \
  }                                                                                                                    \
  bool simulated_GOMP_loop_##kind##_next(long* from, long* to) { return give_next(from, to); }                         \
  bool simulated_GOMP_loop_ull_##kind##_start(bool up, LoopWord first, LoopWord end, LoopWord step, LoopWord chunk,    \
                                              LoopWord* from, LoopWord* to) {                                          \
    return begin_loop(loop(up, first, end, step, schedule, chunk), from, to);                                          \
  }                                                                                                                    \
  bool simulated_GOMP_loop_ull_##kind##_next(LoopWord* from, LoopWord* to) { return give_next(from, to); }

#define ORDERED_LOOP(kind, schedule)                                                                                   \
  bool simulated_GOMP_loop_ordered_##kind##_start(long first, long end, long step, long chunk, long* from, long* to) { \
    return begin_loop(loop(first, end, step, schedule, chunk), from, to);                                              \
  }                                                                                                                    \
  bool simulated_GOMP_loop_ordered_##kind##_next(long* from, long* to) { return give_next_in_order(from, to); }        \
  bool simulated_GOMP_loop_ull_ordered_##kind##_start(bool up, LoopWord first, LoopWord end, LoopWord step,            \
                                                      LoopWord chunk, LoopWord* from, LoopWord* to) {                  \
    return begin_loop(loop(up, first, end, step, schedule, chunk), from, to);                                          \
  }                                                                                                                    \
  bool simulated_GOMP_loop_ull_ordered_##kind##_next(LoopWord* from, LoopWord* to) {                                   \
    return give_next_in_order(from, to);                                                                               \
  }

#define PARALLEL_LOOP(kind, schedule)                                                                                  \
  void simulated_GOMP_parallel_loop_##kind(void (*part)(void*), void* data, unsigned threads, long first, long end,    \
                                           long step, long chunk, unsigned) {                                          \
    run_loop(part, data, threads, loop(first, end, step, schedule, chunk));                                            \
  }

#define RUNTIME_LOOP(kind)                                                                                             \
  bool simulated_GOMP_loop_##kind##_start(long first, long end, long step, long* from, long* to) {                     \
    return begin_loop(with_settings(loop(first, end, step, OpenMpSchedule::dynamic, 1)), from, to);                    \
  }                                                                                                                    \
  bool simulated_GOMP_loop_##kind##_next(long* from, long* to) { return give_next(from, to); }                         \
  bool simulated_GOMP_loop_ull_##kind##_start(bool up, LoopWord first, LoopWord end, LoopWord step, LoopWord* from,    \
                                              LoopWord* to) {                                                          \
    return begin_loop(with_settings(loop(up, first, end, step, OpenMpSchedule::dynamic, 1)), from, to);                \
  }                                                                                                                    \
  bool simulated_GOMP_loop_ull_##kind##_next(LoopWord* from, LoopWord* to) { return give_next(from, to); }             \
  void simulated_GOMP_parallel_loop_##kind(void (*part)(void*), void* data, unsigned threads, long first, long end,    \
                                           long step, unsigned) {                                                      \
    run_loop(part, data, threads, with_settings(loop(first, end, step, OpenMpSchedule::dynamic, 1)));                  \
  }

LOOP(static, OpenMpSchedule::fixed)
LOOP(dynamic, OpenMpSchedule::dynamic)
LOOP(guided, OpenMpSchedule::guided)
LOOP(nonmonotonic_dynamic, OpenMpSchedule::dynamic)
LOOP(nonmonotonic_guided, OpenMpSchedule::guided)
ORDERED_LOOP(static, OpenMpSchedule::fixed)
ORDERED_LOOP(dynamic, OpenMpSchedule::dynamic)
ORDERED_LOOP(guided, OpenMpSchedule::guided)
PARALLEL_LOOP(static, OpenMpSchedule::fixed)
PARALLEL_LOOP(dynamic, OpenMpSchedule::dynamic)
PARALLEL_LOOP(guided, OpenMpSchedule::guided)
PARALLEL_LOOP(nonmonotonic_dynamic, OpenMpSchedule::dynamic)
PARALLEL_LOOP(nonmonotonic_guided, OpenMpSchedule::guided)
RUNTIME_LOOP(runtime)
RUNTIME_LOOP(nonmonotonic_runtime)
RUNTIME_LOOP(maybe_nonmonotonic_runtime)

#undef LOOP
#undef ORDERED_LOOP
#undef PARALLEL_LOOP
#undef RUNTIME_LOOP

bool simulated_GOMP_loop_ordered_runtime_start(long first, long end, long step, long* from, long* to) {
  return begin_loop(with_settings(loop(first, end, step, OpenMpSchedule::dynamic, 1)), from, to);
}
bool simulated_GOMP_loop_ordered_runtime_next(long* from, long* to) { return give_next_in_order(from, to); }
bool simulated_GOMP_loop_ull_ordered_runtime_start(bool up, LoopWord first, LoopWord end, LoopWord step, LoopWord* from,
                                                   LoopWord* to) {
  return begin_loop(with_settings(loop(up, first, end, step, OpenMpSchedule::dynamic, 1)), from, to);
}
bool simulated_GOMP_loop_ull_ordered_runtime_next(LoopWord* from, LoopWord* to) { return give_next_in_order(from, to); }

bool simulated_GOMP_loop_start(long first, long end, long step, long schedule, long chunk, long* from, long* to,
                               LoopWord* reductions, void** memory) {
  if (reductions) end_with("GOMP_loop_start with task reductions");
  OpenMpThread& thread = openmp_thread();
  const LoopOrder order = with_schedule(loop(first, end, step, OpenMpSchedule::fixed, chunk), schedule);
  if (meet_share(thread)) lay_out(*thread.share, order, true);
  give_memory(memory);
  return !from || give_next(from, to);
}
bool simulated_GOMP_loop_ordered_start(long first, long end, long step, long schedule, long chunk, long* from, long* to,
                                       LoopWord* reductions, void** memory) {
  return simulated_GOMP_loop_start(first, end, step, schedule, chunk, from, to, reductions, memory);
}
bool simulated_GOMP_loop_ull_start(bool up, LoopWord first, LoopWord end, LoopWord step, long schedule, LoopWord chunk,
                                   LoopWord* from, LoopWord* to, LoopWord* reductions, void** memory) {
  if (reductions) end_with("GOMP_loop_ull_start with task reductions");
  OpenMpThread& thread = openmp_thread();
  const LoopOrder order = with_schedule(loop(up, first, end, step, OpenMpSchedule::fixed, chunk), schedule);
  if (meet_share(thread)) lay_out(*thread.share, order, false);
  give_memory(memory);
  return !from || give_next(from, to);
}
bool simulated_GOMP_loop_ull_ordered_start(bool up, LoopWord first, LoopWord end, LoopWord step, long schedule,
                                           LoopWord chunk, LoopWord* from, LoopWord* to, LoopWord* reductions,
                                           void** memory) {
  return simulated_GOMP_loop_ull_start(up, first, end, step, schedule, chunk, from, to, reductions, memory);
}

void simulated_GOMP_loop_end() { end_share(); }
bool simulated_GOMP_loop_end_cancel() {
  end_share();
  return false;
}
void simulated_GOMP_loop_end_nowait() { leave_share(openmp_thread()); }

void simulated_GOMP_ordered_start() { await_turn(); }
void simulated_GOMP_ordered_end() {}

unsigned simulated_GOMP_sections_start(unsigned count) {
  begin_sections(count);
  return next_section();
}
unsigned simulated_GOMP_sections2_start(unsigned count, LoopWord* reductions, void** memory) {
  if (reductions) end_with("GOMP_sections2_start with task reductions");
  begin_sections(count);
  give_memory(memory);
  return next_section();
}
unsigned simulated_GOMP_sections_next() { return next_section(); }
void simulated_GOMP_sections_end() { end_share(); }
bool simulated_GOMP_sections_end_cancel() {
  end_share();
  return false;
}
void simulated_GOMP_sections_end_nowait() { leave_share(openmp_thread()); }

bool simulated_GOMP_single_start() {
  OpenMpThread& thread = openmp_thread();
  const bool is_first = meet_share(thread);
  leave_share(thread);
  return is_first;
}
void* simulated_GOMP_single_copy_start() {
  OpenMpThread& thread = openmp_thread();
  if (meet_share(thread)) return nullptr;
  meet_team("GOMP_single_copy_start");
  void* const copied = thread.share->copied;
  leave_share(thread);
  return copied;
}
void simulated_GOMP_single_copy_end(void* data) {
  OpenMpThread& thread = openmp_thread();
  thread.share->copied = data;
  meet_team("GOMP_single_copy_end");
  leave_share(thread);
}

void simulated_GOMP_barrier() { meet_team("GOMP_barrier"); }
bool simulated_GOMP_barrier_cancel() {
  meet_team("GOMP_barrier");
  return false;
}
/// As OMP_CANCELLATION is false.
bool simulated_GOMP_cancel(int, bool) { return false; }
bool simulated_GOMP_cancellation_point(int) { return false; }

void simulated_GOMP_critical_start() { take_lock(openmp_process().critical, "GOMP_critical_start"); }
void simulated_GOMP_critical_end() { give_lock(openmp_process().critical); }
void simulated_GOMP_critical_name_start(void** name) {
  take_lock(*reinterpret_cast<int*>(name), "GOMP_critical_name_start");
}
void simulated_GOMP_critical_name_end(void** name) { give_lock(*reinterpret_cast<int*>(name)); }
void simulated_GOMP_atomic_start() { take_lock(openmp_process().atomic, "GOMP_atomic_start"); }
void simulated_GOMP_atomic_end() { give_lock(openmp_process().atomic); }

void simulated_GOMP_scope_start(LoopWord* reductions) {
  if (reductions) end_with("GOMP_scope_start with task reductions");
}
}
// NOLINTEND(readability-function-size)
