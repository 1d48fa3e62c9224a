// Child processes of this one that work and write lines, so many at a time: SimGrid allows one simulation per process,
// and whatever happens to a child happens to it alone.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace daruma::study {

/// Writes a line, which holds no end of one itself. A line that nobody can read any more ends the process.
using WriteLine = std::function<void(std::string_view)>;

class ChildProcesses {
public:
  /// At most so many at a time; 0: one per core.
  explicit ChildProcesses(int workers);
  /// Kills those that are at work, which end as well when this process does.
  ~ChildProcesses();
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;

  std::size_t workers() const { return workers_; }
  bool has_room() const { return busy_.size() < workers_; }
  bool is_idle() const { return busy_.empty(); }

  /// Starts one, known by that number. It ends without destructors when `work` returns: those of this process's objects
  /// are this process's. Throws std::system_error where the system has no process or pipe for it.
  void start(int number, const std::function<void(const WriteLine&)>& work);

  /// What came of one since it was looked at last.
  struct News {
    int number;
    std::vector<std::string> lines;
    bool has_ended = false;
    std::string fate; ///< of one that has ended: how, a sentence
  };
  /// Waits at most so long; returns with the first news.
  std::vector<News> heard_within(Seconds time);

  /// Those that are at work will be heard of once more, with what they have written.
  void kill();

private:
  struct Child {
    int number;
    pid_t pid;
    int pipe;
    std::string unread{}; ///< the begin of a line
  };
  static News hear(Child&);

  std::size_t workers_;
  std::vector<Child> busy_;
};

/// Has the kernel kill this process when its parent, which is that one, ends: nobody would take its result then.
void end_with(pid_t parent);

/// How a process ended, by its status as waitpid has it: a sentence.
std::string fate_of(int status);

} // namespace daruma::study
