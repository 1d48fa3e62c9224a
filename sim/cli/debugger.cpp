#include "sim/cli/debugger.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/core/number.hpp"
#include "sim/hosting/debugger.hpp"
#include "sim/hosting/memory_file.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <vector>

namespace daruma::cli {

namespace {

const scenario::Job& find_job(const std::string& name, const scenario::Scenario& scenario) {
  std::vector<std::string> names;
  names.reserve(scenario.jobs.size());
  for (const scenario::Job& job : scenario.jobs) names.push_back(job.name);
  if (names.empty()) throw UsageError("--debug is of jobs with ranks, and the scenario has none");
  if (name.empty() && names.size() > 1)
    throw UsageError(
        fmt::format("--debug takes JOB:RANK where there are several jobs; these are {}", scenario::listed(names)));
  const auto found = std::find(names.begin(), names.end(), name.empty() ? names.front() : name);
  if (found == names.end()) throw UsageError("--debug: " + scenario::unknown("job", name, names));
  return scenario.jobs[static_cast<std::size_t>(found - names.begin())];
}

/// What is typed at a terminal is looked at by people, and what comes from elsewhere by programs.
constexpr const char* unattended = "set confirm off\nset pagination off\nset width 0\n";

std::string hint(const DebuggedProcess& process) {
  return fmt::format("echo process {} of {} alone: breakpoints stop it and nobody else, and globals are its own\\n\n"
                     "echo \\ \\ bt, up, print NAME   where it is, and what it knows\\n\n"
                     "echo \\ \\ break FILE:LINE      stop there; then next, step, continue\\n\n"
                     "echo \\ \\ out                  go on until the call of MPI returns that it is in\\n\n"
                     "echo \\ \\ continue             to the next breakpoint or event, or the end of the run\\n\n",
                     process.number, process.job);
}

} // namespace

DebuggedProcess read_debugged(const std::string& text, const scenario::Scenario& scenario) {
  const std::size_t colon = text.rfind(':');
  const std::string rank = colon == std::string::npos ? text : text.substr(colon + 1);
  const std::string name = colon == std::string::npos ? "" : text.substr(0, colon);
  const scenario::Job& job = find_job(name, scenario);
  if (job.program.empty())
    throw UsageError(fmt::format("--debug is of programs of one's own; {} runs the model {}", job.name, job.model));
  const int processes = job.ranks + job.spares;
  const auto number = number_in<int>(rank);
  if (!number || *number < 0 || *number >= processes)
    throw UsageError(fmt::format("--debug takes a rank of {} from 0 to {}, got \"{}\"", job.name, processes - 1, rank));
  return {job.name, *number};
}

void leave_input_to_debugger() {
  if (::isatty(STDIN_FILENO) != 0) return;
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::close(nothing);
}

void become_debugger(const Words& words, const DebuggedProcess& process) {
  const std::string commands =
      (::isatty(STDIN_FILENO) != 0 ? "" : unattended) + hint(process) + hosting::gdb_commands();
  const hosting::MemoryFile file("gdb", commands.size());
  file.write(commands.data(), commands.size(), 0);
  ::fcntl(file.descriptor(), F_SETFD, 0); // for the debugger, which this process becomes
  Words all{"gdb", "-q", "-x", file.path(), "--args", std::filesystem::read_symlink("/proc/self/exe")};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execvp("gdb", pointers.data());
  throw MachineError(errno == ENOENT ? "gdb, which --debug starts, is missing; on Debian: apt install gdb"
                                     : fmt::format("gdb cannot be started: {}", std::strerror(errno)));
}

} // namespace daruma::cli
