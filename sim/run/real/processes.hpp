// Processes of this machine: starting, watching and ending exactly those that belong to a run.
//
// Whatever a run starts, however deep, inherits its DARUMA_RUN: that is how its processes are told from
// all others. A process is held by a pidfd, so that its number cannot come to mean another one.
#pragma once

#include "sim/run/real/installation.hpp"

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace daruma::real {

/// A handle on one process. It closes with the object; the process goes on.
class Process {
public:
  /// The process may have ended already.
  explicit Process(pid_t pid);
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;

  bool has_ended() const;
  void kill() const;

private:
  int handle_;
};

/// Starts a command in a process group of its own, with standard input empty and both outputs in `output`. It is
/// ended when this process ends. Throws Lack.
pid_t start(const Command&, const std::filesystem::path& output);

/// The exit status as a shell gives it, once the child has ended.
std::optional<int> collect(pid_t child);

/// Ends every process whose environment names this run, and those that they start meanwhile.
void end_all_of(const std::filesystem::path& run_directory);

} // namespace daruma::real
