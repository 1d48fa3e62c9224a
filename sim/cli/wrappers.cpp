#include "sim/cli/wrappers.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/found_program.hpp"
#include "sim/hosting/linked/wrapped_start.h"
#include "sim/hosting/program_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <string_view>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace daruma::cli {

namespace fs = std::filesystem;

/// What a program has told.
struct WrappedStart {
  daruma_wrapped_start head{};
  std::string file;
  std::string folder;
  Words words;
  Words variables; ///< without those that only wrappers have
};

namespace {

constexpr std::chrono::milliseconds between_looks{20};

/// By which Open MPI and MPICH tell a process's rank; who is on which node nobody knows yet.
constexpr const char* variables_of_rank[] = {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "PMI_RANK"};
constexpr const char* variables_of_size[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};

std::string name_in(const std::string& variable) { return variable.substr(0, variable.find('=')); }

/// Nobody else has them; "_" is the shell's name of the last command.
bool is_of_wrappers_alone(const std::string& variable) {
  static const Words names = [] {
    Words all{DARUMA_WRAPPED, "_"};
    all.insert(all.end(), std::begin(variables_of_rank), std::end(variables_of_rank));
    all.insert(all.end(), std::begin(variables_of_size), std::end(variables_of_size));
    return all;
  }();
  return std::find(names.begin(), names.end(), name_in(variable)) != names.end();
}

Words variables_here() {
  Words variables;
  for (char** one = environ; *one; ++one)
    if (!is_of_wrappers_alone(*one)) variables.emplace_back(*one);
  return variables;
}

Words variables_of(int process, int processes, const std::string& socket_name) {
  Words variables = variables_here();
  for (const char* const name : variables_of_rank) variables.push_back(fmt::format("{}={}", name, process));
  for (const char* const name : variables_of_size) variables.push_back(fmt::format("{}={}", name, processes));
  variables.push_back(fmt::format("{}={}:{}", DARUMA_WRAPPED, socket_name, process));
  return variables;
}

std::vector<char*> pointers_to(Words& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Closed when it is left.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

private:
  int number_;
};

[[noreturn]] void throw_errno(const std::string& what) {
  throw MachineError(fmt::format("{}: {}", what, std::strerror(errno)));
}

/// A socket to which programs connect. Linux gives it a name, which is no file.
int listening() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const socklen_t without_name = offsetof(sockaddr_un, sun_path);
  if (::bind(made, reinterpret_cast<const sockaddr*>(&address), without_name) != 0 || ::listen(made, SOMAXCONN) != 0)
    throw_errno("no socket to wait at for what wrappers start");
  return made;
}

std::string name_of_socket(int socket) {
  sockaddr_un address{};
  socklen_t size = sizeof address;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return {address.sun_path + 1, size - offsetof(sockaddr_un, sun_path) - 1};
}

/// Until the other side has told all.
std::string read_all(int connection) {
  std::string text;
  char part[4096];
  for (ssize_t count = 1; count > 0 || (count < 0 && errno == EINTR);) {
    count = ::read(connection, part, sizeof part);
    if (count > 0) text.append(part, static_cast<std::size_t>(count));
  }
  return text;
}

/// Null where it is none.
std::unique_ptr<WrappedStart> read_start(const std::string& told) {
  auto start = std::make_unique<WrappedStart>();
  if (told.size() < sizeof start->head) return nullptr;
  std::memcpy(&start->head, told.data(), sizeof start->head);
  Words texts;
  for (std::size_t at = sizeof start->head; at < told.size(); at += texts.back().size() + 1)
    texts.emplace_back(told.c_str() + at);
  const auto words = static_cast<std::size_t>(start->head.words);
  if (texts.size() < 2 + words) return nullptr;
  start->file = texts[0];
  start->folder = texts[1];
  const auto variables = texts.begin() + 2 + start->head.words;
  start->words.assign(texts.begin() + 2, variables);
  std::remove_copy_if(variables, texts.end(), std::back_inserter(start->variables), is_of_wrappers_alone);
  std::sort(start->variables.begin(), start->variables.end());
  return start;
}

ucred teller_at(int connection) {
  ucred teller{};
  socklen_t size = sizeof teller;
  ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &teller, &size);
  return teller;
}

/// Whether somebody looks on whom a simulated program would not be shown: what emulates the processor, or traces.
bool is_watched(pid_t process, const std::string& file) {
  std::error_code none;
  const fs::path folder = fs::path("/proc") / std::to_string(process);
  if (fs::read_symlink(folder / "exe", none) != file) return true;
  std::ifstream status(folder / "status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("TracerPid:", 0) == 0) return line.find_first_not_of("0 \t", 10) != std::string::npos;
  return false;
}

/// As MPI's launchers have it, only the first process has the launcher's standard input.
const char* input_of(int process) { return process == 0 ? "/dev/stdin" : "/dev/null"; }

/// Whether it leads where it did when the wrapper was started.
bool is_as_given(const WrappedStart& start, int stream) {
  struct stat given {};
  const bool is_input = stream == STDIN_FILENO;
  const int found = is_input ? ::stat(input_of(start.head.process), &given) : ::fstat(stream, &given);
  if (found != 0) given = {};
  return start.head.streams[stream].device == given.st_dev && start.head.streams[stream].file == given.st_ino;
}

/// The first variable that only one of them has, or that differs; both lists are sorted.
std::string differing_variable(const Words& one, const Words& other) {
  const auto [here, there] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  if (here == one.end() && there == other.end()) return "";
  return name_in(here == one.end() || (there != other.end() && *there < *here) ? *there : *here);
}

/// What is not alike; empty if all is.
std::string difference(const WrappedStart& one, const WrappedStart& other) {
  if (one.file != other.file) return fmt::format("the programs {} and {}", one.file, other.file);
  if (one.words != other.words) return "other arguments each";
  if (one.folder != other.folder) return fmt::format("the folders {} and {}", one.folder, other.folder);
  if (one.head.mask != other.head.mask) return "other masks of new files (umask)";
  const std::string variable = differing_variable(one.variables, other.variables);
  return variable.empty() ? "" : "other values of the variable " + variable;
}

/// Throws UsageError where what the program was to be given is more than a simulated one can have.
void check_start(const std::string& wrapper, const WrappedStart& start, pid_t teller) {
  if (is_watched(teller, start.file))
    throw UsageError(
        fmt::format("{} looks on {} while that runs, and it runs in simulation, where it would not be seen; "
                    "darumarun has --progress, and daruma run --debug",
                    wrapper, start.file));
  constexpr const char* names[] = {"input", "output", "error"};
  for (int stream = 0; stream < 3; ++stream)
    if (!is_as_given(start, stream))
      throw UsageError(
          fmt::format("{} sends the standard {} of {} elsewhere, which cannot be done for a single simulated "
                      "process; that of darumarun itself can be sent there",
                      wrapper, names[stream], start.file));
}

int exit_status_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

} // namespace

/// One process's: the command, and once it has come there its program.
class Wrapper {
public:
  Wrapper() = default;
  Wrapper(const Wrapper&) = delete;
  Wrapper& operator=(const Wrapper&) = delete;

  void begin(Words words, Words variables, const char* input) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    if (input != input_of(0)) ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
    pid_t made = 0;
    errno = ::posix_spawn(&made, words.front().c_str(), &actions, nullptr, pointers_to(words).data(),
                          pointers_to(variables).data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (errno != 0) throw_errno(fmt::format("{} cannot be started", words.front()));
    pid_ = made;
  }

  void take(int connection, std::unique_ptr<const WrappedStart> start) {
    connection_ = connection;
    start_ = std::move(start);
  }

  /// Whether the wrapper itself is that process.
  bool is(pid_t process) const { return pid_ == process; }
  bool has_told() const { return start_ != nullptr; }
  const WrappedStart& start() const { return *start_; }

  /// Nothing while it goes on.
  std::optional<int> ended() {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
    pid_ = 0;
    return exit_status_of(status);
  }

  /// Its program has ended, where it has come to one, and so will it. Returns its exit status.
  int end(int status) {
    if (pid_ == 0) return 0;
    answer(status);
    int own = 0;
    while (::waitpid(pid_, &own, 0) < 0 && errno == EINTR) {}
    pid_ = 0;
    return exit_status_of(own);
  }

  /// For handlers of signals, too.
  void ask_to_end() const {
    if (pid_ != 0) ::kill(pid_, SIGTERM);
  }

  /// Its program ends, and it itself at that time at the latest.
  void end_until(std::chrono::steady_clock::time_point latest) {
    if (pid_ == 0) return;
    answer(EXIT_FAILURE);
    while (!ended()) {
      if (std::chrono::steady_clock::now() >= latest) ::kill(pid_, SIGKILL);
      std::this_thread::sleep_for(between_looks);
    }
  }

private:
  /// That it has ended with that status, its program hears.
  void answer(int status) {
    const auto byte = static_cast<unsigned char>(status);
    while (connection_ >= 0 && ::send(connection_, &byte, 1, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
    if (connection_ >= 0) ::close(std::exchange(connection_, -1));
  }

  std::atomic<pid_t> pid_{0}; ///< 0 where there is none any more
  int connection_ = -1;
  std::unique_ptr<const WrappedStart> start_;
};

/// While it lives, what ends darumarun asks its wrappers to end. One at a time.
class Wrappers::EndTogether {
public:
  explicit EndTogether(const Wrappers& wrappers) {
    of_all = &wrappers;
    for (std::size_t i = 0; i < signals.size(); ++i) before_[i] = std::signal(signals[i], on_signal);
  }
  ~EndTogether() {
    for (std::size_t i = 0; i < signals.size(); ++i) std::signal(signals[i], before_[i]);
    of_all = nullptr;
  }
  EndTogether(const EndTogether&) = delete;
  EndTogether& operator=(const EndTogether&) = delete;

private:
  static void on_signal(int signal) {
    for (const Wrapper& one : of_all.load()->all_) one.ask_to_end();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }

  static constexpr std::array<int, 2> signals{SIGTERM, SIGHUP};
  static inline std::atomic<const Wrappers*> of_all{nullptr};
  std::array<void (*)(int), 2> before_{};
};

Wrappers::Wrappers(const fs::path& command, int processes)
    : name_(command.string()), all_(static_cast<std::size_t>(processes)),
      end_together_(std::make_unique<EndTogether>(*this)) {}

Wrappers::Wrappers(const fs::path& command, const Words& arguments, int processes) : Wrappers(command, processes) {
  const Descriptor listener(listening());
  Words words{name_};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::fflush(nullptr);
  for (int i = 0; i < processes; ++i)
    all_[static_cast<std::size_t>(i)].begin(words, variables_of(i, processes, name_of_socket(listener.number())),
                                            input_of(i));
  listen(listener.number());
  for (const Wrapper& one : all_)
    if (const std::string what = difference(all_.front().start(), one.start()); !what.empty())
      throw UsageError(
          fmt::format("{} gives processes {}, and those of a simulated job begin alike; what differs can be "
                      "left to the program, by its rank",
                      name_, what));
}

Wrappers::~Wrappers() {
  for (const Wrapper& one : all_) one.ask_to_end();
  const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  for (Wrapper& one : all_) one.end_until(latest);
}

void Wrappers::listen(int listener) {
  const auto has_told = [](const Wrapper& one) { return one.has_told(); };
  while (!std::all_of(all_.begin(), all_.end(), has_told)) {
    pollfd waiting{listener, POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(between_looks.count())) > 0) {
      hear(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
      continue;
    }
    for (Wrapper& one : all_)
      if (const auto status = one.has_told() ? std::nullopt : one.ended())
        throw UsageError(fmt::format("{} has ended with status {} and started no program that darumacc, darumac++ or "
                                     "darumaf90 has linked, which is what darumarun simulates",
                                     name_, *status));
  }
}

void Wrappers::hear(int connection) {
  if (connection < 0) throw_errno(fmt::format("a program that {} has started cannot be heard", name_));
  const ucred teller = teller_at(connection);
  auto start = teller.uid == ::getuid() ? read_start(read_all(connection)) : nullptr;
  if (!start) {
    ::close(connection);
    return;
  }
  Wrapper& wrapper = all_.at(static_cast<std::size_t>(start->head.process));
  if (wrapper.has_told()) {
    ::close(connection);
    throw UsageError(fmt::format("{} starts several programs at a time in the place of one process", name_));
  }
  wrapper.take(connection, std::move(start));
  check_start(name_, wrapper.start(), teller.pid);
  if (wrapper.is(teller.pid)) wrapper.end(EXIT_SUCCESS); // it has become its program, and nothing follows
}

Words Wrappers::program() const {
  const WrappedStart& start = all_.front().start();
  Words program{start.file};
  program.insert(program.end(), start.words.begin() + 1, start.words.end());
  return program;
}

void Wrappers::take_surroundings() const {
  const WrappedStart& start = all_.front().start();
  ::clearenv();
  for (const std::string& variable : start.variables)
    ::setenv(name_in(variable).c_str(), variable.c_str() + name_in(variable).size() + 1, 1);
  fs::current_path(start.folder);
  ::umask(start.head.mask);
}

int Wrappers::go_on(int status) {
  int highest = 0;
  for (Wrapper& one : all_) highest = std::max(highest, one.end(status));
  return highest;
}

namespace {

/// One that is linked with an MPI is not: it would start nothing, and run as if it were alone.
bool is_command_without_mpi(const fs::path& file) {
  if (!is_in_path(file)) return false;
  try {
    const hosting::ProgramFile read = hosting::read_program_file(file);
    const auto needed = read.elf.needed();
    return std::none_of(needed.begin(), needed.end(), [](const hosting::Needed& library) {
      return library.name.rfind("libmpi", 0) == 0 || library.name == hosting::library_for_outside;
    });
  } catch (const std::runtime_error&) { // what cannot be read is told of where it is to be simulated
    return false;
  }
}

} // namespace

bool is_wrapper(const fs::path& file) { return is_script(file) || is_command_without_mpi(file); }

} // namespace daruma::cli
