// Threads that the program of a process has started: each is a fiber of the process, on a stack of its own, and one
// actor of SimGrid's.
//
// Threads give up the processor only where they wait or let time pass; so the program's code between two such places is
// never interrupted by another thread. They end with their process.
#pragma once

#include "sim/core/words.hpp"
#include "sim/mpi/process/fiber.hpp"
#include "sim/mpi/process/process.hpp"

#include <simgrid/s4u/Actor.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace daruma::mpi {

struct Thread {
  Thread(Process& process, int number) : fiber(process, number) {}

  Fiber fiber;
  simgrid::s4u::ActorPtr actor;
  bool is_called_off = false; ///< it is to end, or not to begin
};

class Threads {
public:
  explicit Threads(Process& process) : process_(process) {}

  /// Those that have not come to their end by themselves, in the order of their start.
  const std::vector<std::unique_ptr<Thread>>& all() const { return all_; }
  void start(std::size_t stack, std::function<void()> code);
  /// Ends all but the one whose actor is spared. Kernel context.
  void end_others(const simgrid::s4u::Actor* spared) const;
  /// Holds a call of MPI against the level of threads that MPI_Init_thread has granted.
  void check_call(const Fiber& caller);

private:
  void remove(const Thread&);

  Process& process_;
  std::vector<std::unique_ptr<Thread>> all_;
  int started_ = 0;
  bool is_warned_ = false;
};

/// The calling thread lets time pass, or waits, in its program and not in MPI.
class OutsideMpi {
public:
  OutsideMpi();
  ~OutsideMpi();
  OutsideMpi(const OutsideMpi&) = delete;
  OutsideMpi& operator=(const OutsideMpi&) = delete;

private:
  Fiber& fiber_;
  Waiting before_;
};

/// Starts a thread of the calling process, which runs `code` on a stack of the job's size, or of so many bytes if that
/// is more.
void start_thread(std::function<void()> code, std::size_t least_stack);

/// Ends all other threads of the calling process, the one that it began with excepted.
void end_other_threads();

/// The levels by MPI's names, in ascending order.
const Choices<ThreadLevel>& thread_levels();
std::string name_of(ThreadLevel);
/// What is granted to who asks for that one of MPI's numbers.
ThreadLevel thread_level_for(int required);

} // namespace daruma::mpi
