#include "sim/hosting/openmp.hpp"

#include "sim/hosting/hosted.hpp"
#include "sim/hosting/stand_ins.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <strings.h>
#include <utility>

namespace daruma::hosting {

namespace {

/// A whole number from 1 on, and what follows it; 0 if there is none.
int number_in(const char* text, const char** behind = nullptr) {
  char* end = nullptr;
  const long number = text ? std::strtol(text, &end, 10) : 0;
  if (behind) *behind = end;
  return number > 0 && number <= INT_MAX ? static_cast<int>(number) : 0;
}

/// "dynamic,4".
void read_schedule(const char* text, OpenMpSettings& settings) {
  if (!text) return;
  for (const char* const prefix : {"monotonic:", "nonmonotonic:"})
    if (::strncasecmp(text, prefix, std::strlen(prefix)) == 0) text += std::strlen(prefix);
  const std::size_t length = std::strcspn(text, ", ");
  const auto is = [=](const char* word) {
    return length == std::strlen(word) && ::strncasecmp(text, word, length) == 0;
  };
  const int chunk = text[length] == ',' ? number_in(text + length + 1) : 0;
  settings.schedule = is("static")   ? OpenMpSchedule::fixed
                      : is("guided") ? OpenMpSchedule::guided
                      : is("auto")   ? OpenMpSchedule::automatic
                                     : OpenMpSchedule::dynamic;
  settings.chunk = static_cast<std::uint64_t>(chunk > 0 || settings.schedule == OpenMpSchedule::fixed ? chunk : 1);
}

bool is_true(const char* text) { return text && ::strcasecmp(text, "true") == 0; }

/// As the simulator's environment says, which is the job's.
std::shared_ptr<OpenMpProcess> begun(int cores) {
  auto process = std::make_shared<OpenMpProcess>();
  OpenMpSettings& settings = process->settings;
  const char* levels = nullptr;
  const int wanted = number_in(std::getenv("OMP_NUM_THREADS"), &levels);
  settings.threads = wanted > 0 ? wanted : cores;
  settings.is_dynamic = is_true(std::getenv("OMP_DYNAMIC"));
  const bool is_nested = is_true(std::getenv("OMP_NESTED")) || (wanted > 0 && levels && *levels == ',');
  const int most = number_in(std::getenv("OMP_MAX_ACTIVE_LEVELS"));
  settings.most_active_levels = most > 0 ? most : is_nested ? INT_MAX : 1;
  read_schedule(std::getenv("OMP_SCHEDULE"), settings);
  const int limit = number_in(std::getenv("OMP_THREAD_LIMIT"));
  process->thread_limit = limit > 0 ? limit : INT_MAX;
  return process;
}

/// A thread's part of a region. What the thread was before it is afterwards.
void take_part(OpenMpTeam& team, int number, const std::shared_ptr<OpenMpTask>& parent,
               const std::function<void()>& part) {
  OpenMpThread& thread = openmp_thread();
  OpenMpTeam* const team_before = std::exchange(thread.team, &team);
  const int number_before = std::exchange(thread.number, number);
  const unsigned shares_before = std::exchange(thread.shares, 0);
  OpenMpShare* const share_before = std::exchange(thread.share, nullptr);
  auto task = std::make_shared<OpenMpTask>();
  task->settings = parent->settings;
  const auto task_before = std::exchange(thread.task, std::move(task));
  if (team.is_loop) meet_share(thread);
  part();
  meet_team("GOMP_parallel");
  thread.team = team_before;
  thread.number = number_before;
  thread.shares = shares_before;
  thread.share = share_before;
  thread.task = task_before;
}

/// A thread for regions: it waits for one, and does its part.
void* serve(OpenMpWorker& worker) {
  for (;;) {
    while (!worker.work) wait_at(&worker, nullptr);
    std::exchange(worker.work, nullptr)();
  }
}

/// So many threads that have nothing to do.
std::vector<OpenMpWorker*> idle_workers(std::size_t count) {
  auto& all = openmp_process().workers;
  std::vector<OpenMpWorker*> idle;
  for (std::size_t i = 0; idle.size() < count; ++i) {
    if (i == all.size()) {
      OpenMpWorker& added = *all.emplace_back(std::make_unique<OpenMpWorker>());
      start_thread([&added] { return serve(added); }, 0, true);
    }
    if (!all[i]->is_busy) idle.push_back(all[i].get());
  }
  return idle;
}

int size_of_region(const OpenMpThread& thread, unsigned asked) {
  const OpenMpSettings& settings = thread.task->settings;
  if (thread.team->active_level >= settings.most_active_levels) return 1;
  const int wanted = asked > 0 ? static_cast<int>(asked) : settings.threads;
  return std::max(1, std::min(wanted, openmp_process().thread_limit));
}

} // namespace

OpenMpProcess& openmp_process() {
  Hosted& hosted = caller("_OpenMP");
  if (!hosted.openmp) hosted.openmp = begun(hosted.port.own_cores());
  return *hosted.openmp;
}

OpenMpThread& openmp_thread() {
  const OpenMpProcess& process = openmp_process();
  auto& thread = this_thread().openmp;
  if (!thread) {
    thread = std::make_shared<OpenMpThread>();
    thread->task->settings = process.settings;
  }
  return *thread;
}

void run_region(unsigned threads, const std::function<void()>& part, const std::function<void(OpenMpTeam&)>& prepare) {
  OpenMpThread& first = openmp_thread();
  const auto shared = std::make_shared<OpenMpTeam>(); // who comes out last still looks at it
  OpenMpTeam& team = *shared;
  team.outer = first.team;
  team.number_in_outer = first.number;
  team.size = size_of_region(first, threads);
  team.level = first.team->level + 1;
  team.active_level = first.team->active_level + (team.size > 1 ? 1 : 0);
  prepare(team);
  team.is_loop = !team.shares.empty();
  const auto parent = first.task;
  int number = 0;
  const auto workers = idle_workers(static_cast<std::size_t>(team.size - 1));
  team.busy = team.size - 1;
  for (OpenMpWorker* const worker : workers) {
    worker->is_busy = true;
    worker->work = [shared, worker, &part, parent, number = ++number] {
      take_part(*shared, number, parent, part);
      worker->is_busy = false;
      if (--shared->busy == 0) call_all(&shared->busy);
    };
  }
  for (const OpenMpWorker* const worker : workers) call_all(worker);
  take_part(team, 0, parent, part);
  while (team.busy > 0) wait_at(&team.busy, "GOMP_parallel");
}

void meet_team(const char* function) {
  OpenMpTeam& team = *openmp_thread().team;
  const unsigned before = team.barriers;
  ++team.arrived;
  while (team.barriers == before) {
    if (run_ready_task([](const OpenMpTask&) { return true; })) continue;
    if (team.arrived == team.size && team.open_tasks == 0) {
      team.arrived = 0;
      ++team.barriers;
      call_all(&team.idle);
    } else {
      wait_at(&team.idle, function);
    }
  }
}

bool meet_share(OpenMpThread& thread) {
  OpenMpShare& share = thread.team->shares[thread.shares++];
  thread.share = &share;
  thread.trips = 0;
  thread.from = thread.to = 0;
  return share.met++ == 0;
}

void leave_share(OpenMpThread& thread) {
  auto& all = thread.team->shares;
  if (++thread.share->left == thread.team->size) all.erase(thread.shares - 1);
  thread.share = nullptr;
}

void take_lock(int& lock, const char* function) {
  caller("_OpenMP's locks");
  Thread& thread = this_thread();
  note_poll(thread);
  while (lock != 0)
    if (wait_at(&lock, function) == Woken::called) return; // it was handed over
  lock = thread.id;
}

bool try_lock(int& lock) {
  if (lock != 0) return false;
  lock = this_thread().id;
  return true;
}

void give_lock(int& lock) {
  lock = 0;
  call_one(&lock, [&lock](const Thread& next) { lock = next.id; });
}

} // namespace daruma::hosting
