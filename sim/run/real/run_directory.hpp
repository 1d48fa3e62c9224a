// The directory of one job's run on a real MPI, from the side of whoever steers it.
//
// models/port/real/real_port.hpp says what lies in it. It is made under the system's folder for temporary
// files, and removed with the object.
#pragma once

#include "models/port/files/run_log.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/scenario/scenario.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace daruma::real {

/// One line of a process's log.
struct Told {
  int process;
  models::LogEntry entry;
};

class RunDirectory {
public:
  /// `seed` is what the model's own draws are keyed by.
  RunDirectory(const scenario::Scenario&, const scenario::Job&, std::uint64_t seed);

  const std::filesystem::path& path() const { return folder_.path(); }
  std::filesystem::path output() const { return path() / "output"; }

  /// Before the job is run again: the logs go, checkpoints and orders stay.
  void forget_processes();
  void order(const std::string& line) const;
  /// What was in the dead process's memory.
  void lose_checkpoints(int process) const;
  /// What the processes have written since the last call, process by process.
  std::vector<Told> read_on();
  /// The last lines that the job and its launcher printed.
  std::string end_of_output() const;

private:
  void read_log(int process, std::uintmax_t& read, std::vector<Told>& told) const;

  TemporaryFolder folder_;
  std::map<int, std::uintmax_t> read_; ///< bytes of each log
};

} // namespace daruma::real
