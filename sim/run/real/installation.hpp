// A real MPI on this machine, and how a job is started under it.
//
// The runner (models/runner.cpp) was built against the MPI and says which one it is. The flags are
// those that proved necessary on Open MPI 4.1.4 and 5.0.7 with more processes than cores: finalize must
// not wait for the dead, messages go over the loopback device as well because spawned processes hang
// without it, and the launcher has to let a job go on that lost a process.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace daruma::real {

/// This machine lacks what the run needs; the message says what, and how to get it.
class Lack : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

enum class Family { open_mpi, mpich };
/// With ULFM a job can survive the loss of a process; without it the MPI ends the job.
enum class Ulfm { absent, present };

struct Installation {
  Family family = Family::open_mpi;
  std::string version; ///< "Open MPI 5.0.7"
  Ulfm ulfm = Ulfm::absent;
  std::filesystem::path runner;
  std::filesystem::path launcher; ///< mpirun

  /// How users' programs are compiled: the wrapper of the compiler of C++, and what is linked into each.
  std::string cxx = "mpicxx";
  std::filesystem::path mpi_shim = {};
};

/// The file that a program is in for this MPI, where a scenario names the one for simulation: heat.openmpi for heat.so.
std::filesystem::path twin_of(const std::filesystem::path& program, Family);

/// Asks the runner and looks for its MPI's mpirun in PATH. Throws Lack.
Installation find_installation(const std::filesystem::path& runner);

/// What a runner says about itself, "library=...\nulfm=..."; throws Lack if it is anything else.
Installation read_about(const std::string& about);

/// A program to start: its words, and what its environment has besides this process's.
struct Command {
  std::vector<std::string> words;
  std::map<std::string, std::string> environment;
};

/// `words` are what each process runs.
Command launch_command(const Installation&, int processes, const std::vector<std::string>& words,
                       const std::filesystem::path& run_directory);

} // namespace daruma::real
