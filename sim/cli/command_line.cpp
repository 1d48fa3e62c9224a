#include "sim/cli/command_line.hpp"

#include "sim/cli/given.hpp"
#include "sim/cli/help.hpp"
#include "sim/cli/output.hpp"
#include "sim/results/sinks.hpp"
#include "sim/results/sweep_file.hpp"
#include "sim/run/real/perform.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/scenario/variation.hpp"
#include "sim/study/executor.hpp"
#include "sim/study/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>
#include <optional>
#include <sys/resource.h>
#include <system_error>

namespace daruma::cli {

namespace {

std::string version() {
  std::string text;
  for (const auto& [name, number] : run::versions())
    text += fmt::format("{} {}\n", name == "simgrid" ? "SimGrid" : name, number);
  return text;
}

int print(const std::string& text) {
  fmt::print("{}", text);
  return done;
}

bool asks_for_help(const Command& command, const Words& words) {
  const auto has = [&words](const char* flag) { return std::find(words.begin(), words.end(), flag) != words.end(); };
  if (command.reading == Reading::by_table) return has("--help") || has("-h");
  if (command.reading == Reading::before_a_program)
    return !words.empty() && (words.front() == "--help" || words.front() == "-h");
  return command.reading == Reading::as_a_compiler && has("--help");
}

/// As scripts ask mpirun whose it is.
bool asks_for_version(const Command& command, const Words& words) {
  return command.reading == Reading::before_a_program && words == Words{"--version"};
}

/// Throws MachineError where not even the program's own files could be open at once.
void check_open_files() {
  constexpr rlim_t least = 32;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= least) return;
  limit.rlim_cur = std::min(least, limit.rlim_max);
  if (limit.rlim_cur < least || setrlimit(RLIMIT_NOFILE, &limit) != 0)
    throw MachineError(
        fmt::format("\"ulimit -n\" allows {} open files, and {} are needed at least", limit.rlim_cur, least));
}

int run_command_line(const Words& words) {
  check_open_files();
  if (words.empty()) {
    fmt::print(stderr, "{}", overview(columns()));
    return bad_input;
  }
  const std::string& first = words.front();
  if (first == "--help" || first == "-h") return print(overview(columns()));
  if (first == "--version") return print(version());
  if (first == "--man") return print(man_page());
  const Command& command = find_command(first);
  const Words rest(words.begin() + 1, words.end());
  if (asks_for_help(command, rest)) return print(help_of(command, columns()));
  if (asks_for_version(command, rest)) return print(version());
  return command.call(Given(command, rest));
}

template <class... Errors> bool is_any_of(const std::exception& problem) {
  return ((dynamic_cast<const Errors*>(&problem) != nullptr) || ...);
}

/// Nothing of an error of the program itself.
std::optional<ExitStatus> status_of(const std::exception& problem) {
  if (is_any_of<UsageError, scenario::ScenarioError, scenario::VariationError, results::ForeignFile>(problem))
    return bad_input;
  const auto* const stopped = dynamic_cast<const run::SimulationError*>(&problem);
  if (stopped && stopped->kind == run::Breakdown::lack) return machine_lacks;
  if (is_any_of<run::SimulationError, study::WorkerError, real::RunError>(problem)) return broke;
  if (is_any_of<MachineError, study::SlurmError, results::FileTrouble, real::Lack, std::system_error, std::bad_alloc>(
          problem))
    return machine_lacks;
  return std::nullopt;
}

/// Where standard error takes nothing, nobody learns more than the status: that the machine lacks something.
int complain(int status, const std::string& message) {
  std::fputs(("daruma: " + message + "\n").c_str(), stderr);
  return std::ferror(stderr) != 0 ? machine_lacks : status;
}

/// What went wrong, and where programs stood then.
std::string told(const std::exception& problem) {
  if (is_any_of<std::bad_alloc>(problem)) return "this computer, or \"ulimit -v\", has too little memory for that";
  const auto* const stopped = dynamic_cast<const run::SimulationError*>(&problem);
  const std::string stacks = stopped ? results::stack_table(stopped->result, columns()) : "";
  return problem.what() + (stacks.empty() ? "" : "\n\n" + stacks.substr(0, stacks.size() - 1));
}

int complain_of_output(const std::error_code& reason) {
  return complain(machine_lacks, "standard output cannot be written: " + reason.message());
}

} // namespace

int run(const Words& words) {
  try {
    const int status = run_command_line(words);
    if (std::fflush(stdout) != 0) return complain_of_output({errno, std::generic_category()});
    if (std::ferror(stdout) != 0) return complain(machine_lacks, "standard output could not be written");
    return status;
  } catch (const real::Interrupted& interrupted) {
    return complain(128 + interrupted.signal, "interrupted; every process that was started has been ended");
  } catch (const std::exception& problem) {
    if (const auto* const failed = dynamic_cast<const std::system_error*>(&problem); failed && std::ferror(stdout) != 0)
      return complain_of_output(failed->code());
    const auto status = status_of(problem);
    return status ? complain(*status, told(problem))
                  : complain(broke, std::string("internal error: ") + problem.what());
  }
}

} // namespace daruma::cli
