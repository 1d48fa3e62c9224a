#include "tests/fuzz/execution.hpp"

#include "tests/fuzz/corpus.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace daruma::fuzz {

namespace {

using Clock = std::chrono::steady_clock;

void limit(int what, Bytes amount) {
  rlimit both{};
  both.rlim_cur = both.rlim_max = static_cast<rlim_t>(amount.value());
  ::setrlimit(static_cast<__rlimit_resource>(what), &both);
}

void write_to(const std::filesystem::path& file, int stream) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  ::dup2(opened, stream);
  ::close(opened);
}

[[noreturn]] void become(std::vector<std::string> command, const std::filesystem::path& folder, const Limits& limits) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  if (::chdir(folder.c_str()) != 0) ::_exit(127);
  ::setpgid(0, 0);           // whom it starts ends with it
  ::signal(SIGINT, SIG_DFL); // a shell's background jobs ignore it
  ::close(STDIN_FILENO);
  ::open("/dev/null", O_RDONLY);
  write_to(folder / "said", STDOUT_FILENO);
  write_to(folder / "told", STDERR_FILENO);
  limit(RLIMIT_FSIZE, limits.file);
  limit(RLIMIT_CORE, Bytes(0));
  ::execv(words.front(), words.data());
  ::_exit(127);
}

/// Nothing of what has ended.
Bytes memory_of(pid_t process) {
  std::ifstream statistics("/proc/" + std::to_string(process) + "/statm");
  double pages = 0;
  double resident = 0;
  statistics >> pages >> resident;
  return Bytes(resident * static_cast<double>(::sysconf(_SC_PAGESIZE)));
}

enum class Wait { ended, late, large };

class Child {
public:
  Child(pid_t id, Bytes memory) : id_(id), memory_(memory) {}

  /// How it is by then, or earlier if it has ended or is too large.
  Wait wait(Seconds time) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
    for (;;) {
      if (::waitpid(id_, &status_, WNOHANG) == id_) return Wait::ended;
      if (memory_of(id_) > memory_) return Wait::large;
      if (Clock::now() >= end) return Wait::late;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  void interrupt() const { ::kill(id_, SIGINT); }
  /// With whom it has started.
  void kill() {
    kill_group();
    ::waitpid(id_, &status_, 0);
  }
  void kill_group() const { ::kill(-id_, SIGKILL); }
  int status() const { return status_; }

private:
  pid_t id_;
  Bytes memory_;
  int status_ = 0;
};

Ending wait_for(Child& child, const Limits& limits) {
  Wait how = child.wait(limits.until_interrupted);
  if (how == Wait::ended) return Ending::by_itself;
  for (const Ending ending : {Ending::interrupted, Ending::interrupted_twice}) {
    if (how == Wait::large) break;
    child.interrupt();
    how = child.wait(limits.grace);
    if (how == Wait::ended) return ending;
  }
  child.kill();
  return how == Wait::large ? Ending::too_large : Ending::killed;
}

} // namespace

Execution execute(const std::vector<std::string>& command, const std::filesystem::path& folder, const Limits& limits) {
  const auto begin = Clock::now();
  const pid_t id = ::fork();
  if (id < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (id == 0) become(command, folder, limits);
  Child child(id, limits.memory);
  Execution result;
  result.ending = wait_for(child, limits);
  child.kill_group();
  result.time = Clock::now() - begin;
  if (WIFSIGNALED(child.status()))
    result.signal = WTERMSIG(child.status());
  else
    result.status = WEXITSTATUS(child.status());
  result.out = content_of(folder / "said");
  result.err = content_of(folder / "told");
  return result;
}

} // namespace daruma::fuzz
