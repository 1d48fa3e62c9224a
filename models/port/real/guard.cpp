#include "models/port/real/guard.hpp"

#include "models/port/files/run_files.hpp"
#include "sim/core/wall_clock.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace daruma::models {
namespace {

namespace fs = std::filesystem;

constexpr const char* guard_variable = "DARUMA_GUARD";     // what starts a guard
constexpr const char* pipe_variable = "DARUMA_GUARD_PIPE"; // the program's end of the pipe
constexpr std::string_view number_word = "number ";
constexpr std::string_view finalized_word = "finalized";

/// Where a child's descriptor leads to, and the lines that came of it.
class Stream {
public:
  Stream() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe: " + std::string(std::strerror(errno)));
    fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }

  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_writer() const { close(ends_[1]); }

  /// The lines that are complete now. At its end the stream is no longer to be read.
  std::vector<std::string> read_on() {
    std::array<char, 4096> part{};
    ssize_t size = 0;
    while ((size = ::read(ends_[0], part.data(), part.size())) > 0) partial_.append(part.data(), size);
    if (size == 0) ends_[0] = -1;
    std::vector<std::string> lines;
    for (std::size_t end = 0; (end = partial_.find('\n')) != std::string::npos; partial_.erase(0, end + 1))
      lines.push_back(partial_.substr(0, end));
    return lines;
  }
  const std::string& rest() const { return partial_; }

private:
  std::array<int, 2> ends_{};
  std::string partial_;
};

/// The process's log. What is written before the process has a number waits for it.
class Log {
public:
  bool is_open() const { return file_.is_open(); }

  void open(int number) {
    file_.open(fs::path(std::getenv("DARUMA_RUN")) / ("log." + std::to_string(number)), std::ios::app);
    file_ << held_ << std::flush;
  }
  void write(const LogEntry& entry) {
    const std::string line = to_line(entry) + "\n";
    if (is_open())
      file_ << line << std::flush;
    else
      held_ += line;
  }

private:
  std::ofstream file_;
  std::string held_;
};

/// A number that the launcher gives its processes, under one of these names.
std::optional<int> launchers_number(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const char* text = std::getenv(name)) return std::atoi(text);
  return std::nullopt;
}

/// In the child, between fork and exec.
[[noreturn]] void become(const std::vector<std::string>& words, const Stream& out, const Stream& err, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE);
  dup2(out.writer(), STDOUT_FILENO);
  dup2(err.writer(), STDERR_FILENO);
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  execv(pointers[0], pointers.data());
  std::perror(pointers[0]);
  _exit(127);
}

class Guard {
public:
  explicit Guard(const std::vector<std::string>& words) {
    fcntl(told_.writer(), F_SETFD, 0);
    setenv(pipe_variable, std::to_string(told_.writer()).c_str(), 1);
    const pid_t parent = getpid();
    child_ = fork();
    if (child_ < 0) throw std::runtime_error("no process can be started: " + std::string(std::strerror(errno)));
    if (child_ == 0) become(words, out_, err_, parent);
    for (const Stream* stream : {&out_, &err_, &told_}) stream->close_writer();
  }

  /// Returns when the child has ended and all that it said is written down.
  Departure watch() {
    const int ended = static_cast<int>(syscall(SYS_pidfd_open, child_, 0));
    bool is_over = false;
    while (!is_over) {
      std::array<pollfd, 4> watched{
          {{out_.reader(), POLLIN, 0}, {err_.reader(), POLLIN, 0}, {told_.reader(), POLLIN, 0}, {ended, POLLIN, 0}}};
      poll(watched.data(), watched.size(), -1);
      is_over = watched.back().revents != 0;
      take_all();
    }
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {}
    return {status, log_.is_open(), has_finalized_};
  }

  void conclude(const Departure& departure) {
    if (WIFEXITED(departure.wait_status)) {
      if (!out_.rest().empty()) print(out_.rest());
      if (!err_.rest().empty()) complain(err_.rest());
    }
    if (!log_.is_open()) begin_in_its_stead();
    log_.write(judge(departure, clock_.now()));
  }

private:
  void take_all() {
    for (const std::string& line : told_.read_on()) hear(line);
    for (const std::string& line : out_.read_on()) print(line);
    for (const std::string& line : err_.read_on()) complain(line);
  }

  void hear(const std::string& line) {
    if (line == finalized_word) has_finalized_ = true;
    if (line.compare(0, number_word.size(), number_word) == 0) log_.open(std::atoi(line.c_str() + number_word.size()));
  }

  void print(const std::string& line) {
    if (passes_on(STDOUT_FILENO, line)) log_.write(Printed{clock_.now(), line});
  }
  void complain(const std::string& line) {
    if (passes_on(STDERR_FILENO, line)) log_.write(Noted{clock_.now(), "stderr", line});
  }
  /// False once the launcher has gone.
  static bool passes_on(int stream, const std::string& line) {
    const std::string whole = line + "\n";
    return write(stream, whole.data(), whole.size()) >= 0;
  }

  /// A program that never called MPI_Init was there all the same, with the rank that the launcher gave it.
  void begin_in_its_stead() {
    const auto rank = launchers_number({"OMPI_COMM_WORLD_RANK", "PMI_RANK"});
    const auto size = launchers_number({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
    if (!rank || !size) return;
    Log first;
    first.write(Began{clock_.now(), static_cast<int>(child_), static_cast<int>(getpid()), 0, *size});
    first.open(*rank);
    log_.open(*rank);
  }

  Stream out_;
  Stream err_;
  Stream told_;
  pid_t child_ = 0;
  bool has_finalized_ = false;
  Log log_;
  WallClock clock_;
};

void tell(const std::string& line) {
  const char* end = std::getenv(pipe_variable);
  if (end == nullptr) return;
  const std::string whole = line + "\n";
  if (write(std::atoi(end), whole.data(), whole.size()) < 0) std::perror("guard");
}

bool is_death(const Departure& departure) {
  return WIFSIGNALED(departure.wait_status) || (departure.has_begun && !departure.has_finalized);
}

} // namespace

LogEntry judge(const Departure& departure, Seconds when) {
  if (WIFSIGNALED(departure.wait_status)) {
    const int signal = WTERMSIG(departure.wait_status);
    const char* const name = sigabbrev_np(signal);
    const std::string number = name == nullptr ? std::to_string(signal) : "SIG" + std::string(name);
    return Died{when, number + " (" + strsignal(signal) + ")"};
  }
  const int status = WEXITSTATUS(departure.wait_status);
  if (is_death(departure)) return Died{when, "exit status " + std::to_string(status) + " without MPI_Finalize"};
  return Ended{when, Ending::returned, status};
}

int guard(const std::string& self, const std::vector<std::string>& words) {
  setenv(guard_variable, self.c_str(), 1);
  Guard guard(words);
  const Departure departure = guard.watch();
  guard.conclude(departure);
  if (is_death(departure)) std::raise(SIGKILL);
  return EXIT_SUCCESS; // of another status the launcher would make an end of the job; it is in the log
}

bool is_guarded() { return std::getenv(guard_variable) != nullptr; }
void tell_guard_number(int number) { tell(std::string(number_word) + std::to_string(number)); }
void tell_guard_finalized() { tell(std::string(finalized_word)); }

std::optional<std::vector<std::string>> guarded_words(const std::string& command) {
  if (!is_guarded()) return std::nullopt;
  const fs::path mine = fs::read_symlink("/proc/self/exe");
  const fs::path asked = (mine.parent_path() / command).replace_extension(mine.extension());
  if (access(asked.c_str(), X_OK) != 0) return std::nullopt;
  return std::vector<std::string>{std::getenv(guard_variable), "guard", asked};
}

} // namespace daruma::models
