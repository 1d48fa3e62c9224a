#include "sim/run/real/processes.hpp"

#include "sim/core/number.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace daruma::real {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> environment_of_child(const Command& command) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (command.environment.count(text.substr(0, text.find('='))) == 0) all.push_back(text);
  }
  for (const auto& [name, value] : command.environment) all.push_back(std::string(name).append("=").append(value));
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Between fork and exec: only what is safe there.
[[noreturn]] void become(char** words, char** environment, int output) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execve(words[0], words, environment);
  _exit(127);
}

bool belongs_to(const fs::path& process, const std::string& marker) {
  std::ifstream environment(process / "environ", std::ios::binary);
  for (std::string entry; std::getline(environment, entry, '\0');)
    if (entry == marker) return true;
  return false;
}

std::optional<pid_t> pid_in(const fs::path& process) { return number_in<pid_t>(process.filename().string()); }

/// How many of them there were.
int kill_all(const std::string& marker) {
  int found = 0;
  std::error_code gone;
  for (fs::directory_iterator entry("/proc", gone), end; !gone && entry != end; entry.increment(gone)) {
    const auto pid = pid_in(entry->path());
    if (!pid || *pid == getpid()) continue;
    const Process process(*pid); // held before it is looked at
    if (!belongs_to(entry->path(), marker)) continue;
    process.kill();
    ++found;
  }
  return found;
}

} // namespace

Process::Process(pid_t pid) : handle_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {}
Process::~Process() {
  if (handle_ >= 0) close(handle_);
}
Process::Process(Process&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
Process& Process::operator=(Process&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

bool Process::has_ended() const {
  pollfd watched{handle_, POLLIN, 0};
  return handle_ < 0 || poll(&watched, 1, 0) > 0;
}

void Process::kill() const {
  if (handle_ >= 0) syscall(SYS_pidfd_send_signal, handle_, SIGKILL, nullptr, 0);
}

pid_t start(const Command& command, const fs::path& output) {
  const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) throw Lack(output.string() + " cannot be written: " + std::strerror(errno));
  std::vector<std::string> words = command.words;
  std::vector<std::string> environment = environment_of_child(command);
  const auto word_pointers = pointers_to(words);
  const auto environment_pointers = pointers_to(environment);
  const pid_t child = fork();
  if (child == 0)
    become(const_cast<char**>(word_pointers.data()), const_cast<char**>(environment_pointers.data()), file);
  close(file);
  if (child < 0) throw Lack(std::string("no process can be started: ") + std::strerror(errno));
  return child;
}

std::optional<int> collect(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) <= 0) return std::nullopt;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void end_all_of(const fs::path& run_directory) {
  constexpr int most_rounds = 1000;
  const std::string marker = "DARUMA_RUN=" + run_directory.string();
  for (int round = 0; round < most_rounds && kill_all(marker) > 0; ++round)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

} // namespace daruma::real
