// OpenMP for hosted programs: what GCC's code and omp.h's callers expect of libgomp, by simulated threads.
//
// A region costs what its threads compute; forking, joining and scheduling cost nothing. Its threads are the process's
// own: the one that meets it, and others that stay for the next region. Chunks and tasks go to whoever asks first, in
// simulated time. Everything outside of a parallel region is the region of one thread.
#pragma once

#include "sim/hosting/threads.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace daruma::hosting {

/// The numbers are those of omp.h.
enum class OpenMpSchedule : int { fixed = 1, dynamic = 2, guided = 3, automatic = 4 };

/// What a task hands down to those that it begets.
struct OpenMpSettings {
  int threads = 1; ///< of its parallel regions
  bool is_dynamic = false;
  int most_active_levels = 1;
  OpenMpSchedule schedule = OpenMpSchedule::dynamic; ///< of loops with schedule(runtime)
  std::uint64_t chunk = 1;
};

/// Values of loop variables are taken modulo 2^64.
using LoopWord = std::uint64_t;

struct OpenMpTaskGroup {
  std::shared_ptr<OpenMpTaskGroup> outer;
  int open = 0; ///< its tasks that have not come to their end
};

struct OpenMpTask {
  OpenMpSettings settings;
  void (*function)(void*) = nullptr; ///< null for that of a region's thread
  void* data = nullptr;
  std::unique_ptr<char[]> storage; ///< where the data are, of one that is deferred
  std::weak_ptr<OpenMpTask> parent;
  std::shared_ptr<OpenMpTaskGroup> group;
  int priority = 0;
  int children = 0; ///< that have not come to their end
  bool is_final = false;
  bool is_over = false;
  int awaits = 0; ///< tasks that have to end before it begins
  std::vector<std::shared_ptr<OpenMpTask>> successors;
  /// Who of its children was the last to change something, and who has read it since.
  struct Users {
    std::shared_ptr<OpenMpTask> writer;
    std::vector<std::shared_ptr<OpenMpTask>> readers;
  };
  std::map<const void*, Users> users;
};

/// Iterations of a loop, or sections, that a region's threads share.
struct OpenMpShare {
  OpenMpSchedule schedule = OpenMpSchedule::dynamic;
  std::uint64_t first = 0;
  std::uint64_t step = 1;
  std::uint64_t end = 0; ///< behind the last value
  std::uint64_t count = 0;
  std::uint64_t chunk = 1; ///< 0 for one each
  std::uint64_t next = 0;  ///< that nobody has taken
  std::uint64_t turn = 0;  ///< whose ordered region may be run, or one of the same chunk
  int met = 0;             ///< threads that have come to it
  int left = 0;            ///< and that are through
  void* copied = nullptr;  ///< what a single thread has for all
  std::vector<char> memory;
};

struct OpenMpTeam {
  OpenMpTeam* outer = nullptr;
  int number_in_outer = 0; ///< of the thread that met the region
  int size = 1;
  int level = 0;
  int active_level = 0; ///< regions of more than one thread
  bool is_loop = false; ///< its threads begin in the first share
  int arrived = 0;      ///< at its barrier
  int busy = 0;         ///< threads that have not come out of the region, but for the one that met it
  unsigned barriers = 0;
  int open_tasks = 0;
  std::deque<std::shared_ptr<OpenMpTask>> ready;
  std::map<unsigned, OpenMpShare> shares; ///< by the order in which each thread meets them
  char idle = 0;                          ///< a place: who waits for any task, or the end of all
  char progress = 0;                      ///< a place: who waits for certain tasks
};

/// What a thread is in OpenMP.
struct OpenMpThread {
  OpenMpTeam own; ///< outside of all regions
  OpenMpTeam* team = &own;
  int number = 0;
  std::shared_ptr<OpenMpTask> task = std::make_shared<OpenMpTask>();
  unsigned shares = 0; ///< that it has met in its team
  OpenMpShare* share = nullptr;
  std::uint64_t trips = 0; ///< chunks that it has had of the share
  std::uint64_t from = 0;  ///< its iterations now
  std::uint64_t to = 0;
};

/// A thread for regions.
struct OpenMpWorker {
  std::function<void()> work; ///< that it has not begun
  bool is_busy = false;
};

/// What a process has of OpenMP.
struct OpenMpProcess {
  std::vector<std::unique_ptr<OpenMpWorker>> workers;
  OpenMpSettings settings; ///< that its threads begin with
  int thread_limit = 0;
  int critical = 0; ///< a lock, as the next
  int atomic = 0;
};

/// The calling thread's; its process has read OMP_NUM_THREADS and its like.
OpenMpThread& openmp_thread();
OpenMpProcess& openmp_process();

/// Runs `part` in a region of so many threads as are asked for; 0 asks for what the task's settings say.
void run_region(
    unsigned threads, const std::function<void()>& part,
    const std::function<void(OpenMpTeam&)>& prepare = [](OpenMpTeam&) {});
/// Waits for all threads of the region and for all tasks.
void meet_team(const char* function);

/// The share that the calling thread comes to now; whether it is the first to.
bool meet_share(OpenMpThread&);
void leave_share(OpenMpThread&);

/// Runs the task that has been waiting longest of those that are meant; false if there is none.
bool run_ready_task(const std::function<bool(const OpenMpTask&)>& is_meant);

/// A lock that is an int: the id of the thread that has it, 0 for none.
void take_lock(int& lock, const char* function);
bool try_lock(int& lock);
void give_lock(int& lock);

} // namespace daruma::hosting
