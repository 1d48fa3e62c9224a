#include "sim/run/real/installation.hpp"

#include "sim/core/replaced.hpp"
#include "sim/core/search_path.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <unistd.h>

namespace daruma::real {

namespace {

namespace fs = std::filesystem;

std::string output_of(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 4096> buffer{};
  for (std::size_t size = 0; (size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    output.append(buffer.data(), size);
  pclose(pipe);
  return output;
}

/// Debian names the launcher after its MPI where several can be installed; elsewhere there is only mpirun.
fs::path find_launcher(Family family) {
  const std::string particular = family == Family::open_mpi ? "mpirun.openmpi" : "mpirun.mpich";
  for (const std::string& name : {particular, std::string("mpirun")})
    if (const auto found = find_in_path(name)) return *found;
  throw Lack("there is neither " + particular + " nor mpirun in PATH; on Debian: apt-get install " +
             (family == Family::open_mpi ? "openmpi-bin" : "mpich"));
}

std::string value_of(const std::string& lines, const std::string& name) {
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);)
    if (line.compare(0, name.size() + 1, name + "=") == 0) return line.substr(name.size() + 1);
  return "";
}

/// From "Open MPI v5.0.7, package: ..." or "MPICH Version:      4.0.2".
std::string version_in(const std::string& library) {
  const std::size_t digit = library.find_first_of("0123456789");
  if (digit == std::string::npos) return "";
  return library.substr(digit, library.find_first_of(", \t", digit) - digit);
}

} // namespace

Installation read_about(const std::string& about) {
  const std::string library = value_of(about, "library");
  Installation found;
  found.cxx = value_of(about, "cxx");
  found.mpi_shim = value_of(about, "mpi_shim");
  found.ulfm = value_of(about, "ulfm") == "1" ? Ulfm::present : Ulfm::absent;
  if (library.rfind("Open MPI", 0) == 0) {
    found.version = "Open MPI " + version_in(library);
    return found;
  }
  if (library.rfind("MPICH", 0) == 0) {
    found.family = Family::mpich;
    found.version = "MPICH " + version_in(library);
    return found;
  }
  throw Lack("the runner does not say which MPI it was built for; it has to be Open MPI or MPICH" +
             (about.empty() ? "" : ", got: " + about));
}

Installation find_installation(const fs::path& runner) {
  if (access(runner.c_str(), X_OK) != 0) throw Lack("there is no runner at " + runner.string());
  Installation found = read_about(output_of(shell_word(runner.string()) + " about"));
  found.runner = fs::absolute(runner);
  found.launcher = find_launcher(found.family);
  return found;
}

fs::path twin_of(const fs::path& program, Family family) {
  return fs::path(program).replace_extension(family == Family::open_mpi ? ".openmpi" : ".mpich");
}

Command launch_command(const Installation& mpi, int processes, const std::vector<std::string>& words,
                       const fs::path& run_directory) {
  Command command;
  command.words = {mpi.launcher.string()};
  const auto add = [&command](std::initializer_list<const char*> flags) {
    command.words.insert(command.words.end(), flags.begin(), flags.end());
  };
  command.environment = {{"DARUMA_RUN", run_directory.string()}, {"TMPDIR", run_directory.string()}};
  if (mpi.family == Family::open_mpi) {
    if (geteuid() == 0) {
      command.environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1";
      command.environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
    }
    add({"--oversubscribe", "--mca", "async_mpi_finalize", "1", "--mca", "btl_tcp_if_include", "lo", "--mca", "btl"});
    if (mpi.ulfm == Ulfm::present) {
      add({"self,sm,tcp", "--with-ft", "ulfm"});
      command.environment["PRTE_MCA_state_base_recoverable"] = "1";
    } else {
      add({"self,vader,tcp"});
    }
  }
  add({"-n"});
  command.words.push_back(std::to_string(processes));
  command.words.insert(command.words.end(), words.begin(), words.end());
  return command;
}

} // namespace daruma::real
