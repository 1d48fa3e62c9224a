// Tasks of OpenMP, as GCC's code asks libgomp for them.
#include "sim/hosting/openmp.hpp"
#include "sim/hosting/stand_ins.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace daruma::hosting {

namespace {

using TaskPtr = std::shared_ptr<OpenMpTask>;

// What GCC's code says of a task.
constexpr unsigned is_final_task = 1U << 1;
constexpr unsigned has_dependences = 1U << 3;
constexpr unsigned goes_up = 1U << 8;
constexpr unsigned has_grain_size = 1U << 9;
constexpr unsigned has_true_condition = 1U << 10;
constexpr unsigned has_no_group = 1U << 11;
constexpr unsigned has_reductions = 1U << 12;
constexpr unsigned is_detached = 1U << 13;

/// How GCC's code passes a task's data.
struct TaskData {
  void (*function)(void*);
  void* data;
  void (*copy)(void* to, void* from); ///< null for bytes
  long size;
  long alignment;
};

/// What a new task is asked to be.
struct TaskOrder {
  TaskData data;
  bool is_deferred;
  bool is_final;
  int priority;
  void** dependences;                  ///< null for none
  const std::uint64_t* ends = nullptr; ///< of a part of a loop, which go before its data
};

void* aligned(char* room, long alignment) {
  const auto place = reinterpret_cast<std::uintptr_t>(room);
  const auto unit = static_cast<std::uintptr_t>(std::max(alignment, 1L));
  return room + (unit - place % unit) % unit;
}

void keep_data(OpenMpTask& task, const TaskData& given) {
  task.storage = std::make_unique<char[]>(static_cast<std::size_t>(given.size + given.alignment));
  task.data = aligned(task.storage.get(), given.alignment);
  if (given.copy)
    given.copy(task.data, given.data);
  else if (given.size > 0)
    std::memcpy(task.data, given.data, static_cast<std::size_t>(given.size));
}

// --- Dependences among the tasks that one task begets

void wait_for(const TaskPtr& task, const TaskPtr& before) {
  if (!before || before->is_over || before == task) return;
  before->successors.push_back(task);
  ++task->awaits;
}

void note_use(const TaskPtr& task, OpenMpTask& parent, const void* what, bool changes) {
  OpenMpTask::Users& users = parent.users[what];
  wait_for(task, users.writer);
  if (!changes) {
    users.readers.push_back(task);
    return;
  }
  for (const TaskPtr& reader : users.readers) wait_for(task, reader);
  users.readers.clear();
  users.writer = task;
}

/// The list has the number of those that change something, and of all; or, behind a zero, all kinds apart.
void note_dependences(const TaskPtr& task, OpenMpTask& parent, void** list) {
  const auto number = [list](int i) { return reinterpret_cast<std::size_t>(list[i]); };
  const bool is_long = number(0) == 0;
  const std::size_t all = is_long ? number(1) : number(0);
  const std::size_t changed = is_long ? number(2) + number(3) : number(1);
  const std::size_t plain = is_long ? changed + number(4) : all;
  void** const places = list + (is_long ? 5 : 2);
  for (std::size_t i = 0; i < plain; ++i) note_use(task, parent, places[i], i < changed);
  constexpr std::size_t to_read = 1; // GOMP_DEPEND_IN
  for (std::size_t i = plain; i < all; ++i) {
    void** const object = static_cast<void**>(places[i]);
    note_use(task, parent, object[0], reinterpret_cast<std::size_t>(object[1]) != to_read);
  }
}

// --- Their lives

void make_ready(OpenMpTeam& team, const TaskPtr& task) {
  const auto is_less_urgent = [&](const TaskPtr& other) { return other->priority < task->priority; };
  team.ready.insert(std::find_if(team.ready.begin(), team.ready.end(), is_less_urgent), task);
  if (!call_one(&team.idle)) call_all(&team.progress);
}

void come_to_end(OpenMpTeam& team, const TaskPtr& task) {
  task->is_over = true;
  task->users.clear();
  for (const TaskPtr& next : std::exchange(task->successors, {}))
    if (--next->awaits == 0 && next->function) make_ready(team, next);
  if (task->group) --task->group->open;
  if (const TaskPtr parent = task->parent.lock()) --parent->children;
  if (--team.open_tasks == 0) call_all(&team.idle);
  call_all(&team.progress);
}

void run(const TaskPtr& task) {
  OpenMpThread& thread = openmp_thread();
  OpenMpTeam& team = *thread.team;
  const auto before = std::exchange(thread.task, task);
  task->function(task->data);
  thread.task = before;
  come_to_end(team, task);
}

/// Runs tasks that are meant until the condition holds.
template <class Condition, class IsMeant>
void work_until(Condition&& condition, IsMeant&& is_meant, const char* function) {
  while (!condition())
    if (!run_ready_task(is_meant)) wait_at(&openmp_thread().team->progress, function);
}

bool is_child_of(const OpenMpTask& task, const TaskPtr& parent) { return task.parent.lock() == parent; }

void wait_for_children(const TaskPtr& task) {
  work_until([&] { return task->children == 0; }, [&](const OpenMpTask& one) { return is_child_of(one, task); },
             "GOMP_taskwait");
}

/// Waits until those that the task depends on are over.
void wait_for_predecessors(const TaskPtr& task, const TaskPtr& parent) {
  work_until([&] { return task->awaits == 0; }, [&](const OpenMpTask& one) { return is_child_of(one, parent); },
             "GOMP_taskwait_depend");
}

TaskPtr beget(const TaskOrder& order) {
  OpenMpThread& thread = openmp_thread();
  auto task = std::make_shared<OpenMpTask>();
  task->settings = thread.task->settings;
  task->is_final = order.is_final || thread.task->is_final;
  task->priority = order.priority;
  task->parent = thread.task;
  task->group = thread.task->group;
  ++thread.task->children;
  ++thread.team->open_tasks;
  if (task->group) ++task->group->open;
  if (order.dependences) note_dependences(task, *thread.task, order.dependences);
  return task;
}

void make_task(const TaskOrder& order) {
  OpenMpThread& thread = openmp_thread();
  const bool is_deferred = order.is_deferred && !thread.task->is_final && thread.team->size > 1;
  const TaskPtr parent = thread.task;
  const TaskPtr task = beget(order);
  if (!is_deferred) wait_for_predecessors(task, parent);
  if (is_deferred || order.data.copy)
    keep_data(*task, order.data);
  else
    task->data = order.data.data;
  if (order.ends) std::memcpy(task->data, order.ends, 2 * sizeof *order.ends);
  task->function = order.data.function;
  if (!is_deferred)
    run(task);
  else if (task->awaits == 0)
    make_ready(*thread.team, task);
}

void begin_group() {
  OpenMpTask& task = *openmp_thread().task;
  auto group = std::make_shared<OpenMpTaskGroup>();
  group->outer = task.group;
  task.group = std::move(group);
}

void end_group() {
  const TaskPtr task = openmp_thread().task;
  const auto group = task->group;
  work_until([&] { return group->open == 0; }, [&](const OpenMpTask& one) { return one.group == group; },
             "GOMP_taskgroup_end");
  task->group = group->outer;
}

/// A loop whose iterations are dealt out to tasks; `Value` is the type of its variable.
template <class Value>
void make_loop(TaskOrder order, unsigned flags, unsigned long tasks, Value first, Value end, Value step) {
  if (flags & has_reductions) end_with("GOMP_taskloop with reductions");
  const bool is_up = std::is_signed_v<Value> ? step > 0 : (flags & goes_up) != 0;
  if (is_up ? first >= end : first <= end) return;
  const LoopWord distance = is_up ? static_cast<LoopWord>(end) - static_cast<LoopWord>(first)
                                  : static_cast<LoopWord>(first) - static_cast<LoopWord>(end);
  const LoopWord stride = is_up ? static_cast<LoopWord>(step) : -static_cast<LoopWord>(step);
  const LoopWord count = (distance - 1) / stride + 1;
  const LoopWord wanted = flags & has_grain_size ? count / std::max<LoopWord>(tasks, 1)
                          : tasks > 0            ? tasks
                                                 : static_cast<LoopWord>(openmp_thread().team->size);
  const LoopWord parts = std::clamp<LoopWord>(wanted, 1, count);
  if (!(flags & has_no_group)) begin_group();
  for (LoopWord part = 0, done = 0; part < parts; ++part) {
    const LoopWord next = done + count / parts + (part < count % parts ? 1 : 0);
    const auto value_at = [&](LoopWord i) { return static_cast<LoopWord>(first) + i * static_cast<LoopWord>(step); };
    const LoopWord ends[] = {value_at(done), next == count ? static_cast<LoopWord>(end) : value_at(next)};
    order.ends = ends;
    make_task(order);
    done = next;
  }
  if (!(flags & has_no_group)) end_group();
}

} // namespace

bool run_ready_task(const std::function<bool(const OpenMpTask&)>& is_meant) {
  auto& ready = openmp_thread().team->ready;
  const auto found = std::find_if(ready.begin(), ready.end(), [&](const TaskPtr& one) { return is_meant(*one); });
  if (found == ready.end()) return false;
  const TaskPtr task = std::move(*found);
  ready.erase(found);
  run(task);
  return true;
}

} // namespace daruma::hosting

// NOLINTBEGIN(readability-function-size): the arguments are those of libgomp's functions
extern "C" {

void simulated_GOMP_task(void (*function)(void*), void* data, void (*copy)(void*, void*), long size, long alignment,
                         bool condition, unsigned flags, void** dependences, int priority, void*) {
  if (flags & is_detached) end_with("GOMP_task with detach");
  make_task({{function, data, copy, size, alignment},
             condition,
             (flags & is_final_task) != 0,
             priority,
             flags & has_dependences ? dependences : nullptr});
}

void simulated_GOMP_taskloop(void (*function)(void*), void* data, void (*copy)(void*, void*), long size, long alignment,
                             unsigned flags, unsigned long tasks, int priority, long first, long end, long step) {
  const TaskOrder order{{function, data, copy, size, alignment},
                        (flags & has_true_condition) != 0,
                        (flags & is_final_task) != 0,
                        priority,
                        nullptr};
  make_loop(order, flags, tasks, first, end, step);
}

void simulated_GOMP_taskloop_ull(void (*function)(void*), void* data, void (*copy)(void*, void*), long size,
                                 long alignment, unsigned flags, unsigned long tasks, int priority,
                                 unsigned long long first, unsigned long long end, unsigned long long step) {
  const TaskOrder order{{function, data, copy, size, alignment},
                        (flags & has_true_condition) != 0,
                        (flags & is_final_task) != 0,
                        priority,
                        nullptr};
  make_loop(order, flags, tasks, first, end, step);
}

void simulated_GOMP_taskwait() { wait_for_children(openmp_thread().task); }

/// As a task would wait that does nothing.
void simulated_GOMP_taskwait_depend(void** dependences) {
  const auto parent = openmp_thread().task;
  const auto task = beget({{nullptr, nullptr, nullptr, 0, 1}, false, false, 0, dependences});
  wait_for_predecessors(task, parent);
  come_to_end(*openmp_thread().team, task);
}

void simulated_GOMP_taskyield() {
  run_ready_task([](const OpenMpTask&) { return true; });
}
void simulated_GOMP_taskgroup_start() { begin_group(); }
void simulated_GOMP_taskgroup_end() { end_group(); }
}
// NOLINTEND(readability-function-size)
