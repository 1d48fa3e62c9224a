#include "sim/experiment/workers.hpp"

#include "sim/base/threads.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace daruma::experiment {

namespace {

constexpr char worked = '+';
constexpr char threw = '!';

struct Worker {
  int piece;
  pid_t pid;
  int pipe;
  std::string output;
};

void write_all(int descriptor, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t step = ::write(descriptor, text.data() + written, text.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) std::_Exit(1);
    written += static_cast<std::size_t>(step);
  }
}

/// The child's whole life. It ends without destructors: those of the parent's objects are the parent's.
[[noreturn]] void be_worker(int piece, int pipe, const std::function<std::string(int)>& work) {
  std::string output;
  try {
    output = worked + work(piece);
  } catch (const std::exception& problem) { output = threw + std::string(problem.what()); }
  write_all(pipe, output);
  std::_Exit(0);
}

Worker start(int piece, const std::function<std::string(int)>& work) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw WorkerError(std::string("cannot make a pipe: ") + std::strerror(errno));
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid < 0) throw WorkerError(std::string("cannot start a process: ") + std::strerror(errno));
  if (pid == 0) {
    ::close(ends[0]);
    be_worker(piece, ends[1], work);
  }
  ::close(ends[1]);
  return {piece, pid, ends[0], {}};
}

/// Reads what is there; false at the end of the output.
bool read_some(Worker& worker) {
  std::array<char, 65536> buffer{};
  const ssize_t size = ::read(worker.pipe, buffer.data(), buffer.size());
  if (size < 0) return errno == EINTR;
  worker.output.append(buffer.data(), static_cast<std::size_t>(size));
  return size > 0;
}

std::string fate(int status) {
  if (WIFSIGNALED(status)) return std::string("a simulation was ended by a signal: ") + strsignal(WTERMSIG(status));
  return "a simulation ended without a result, exit status " + std::to_string(WEXITSTATUS(status));
}

/// The worker's result, or why there is none.
std::string reap(const Worker& worker, std::string& problem) {
  ::close(worker.pipe);
  int status = 0;
  while (::waitpid(worker.pid, &status, 0) < 0 && errno == EINTR) {}
  if (worker.output.empty())
    problem = fate(status);
  else if (worker.output.front() == threw)
    problem = worker.output.substr(1);
  else
    return worker.output.substr(1);
  return {};
}

class Crew {
public:
  ~Crew() {
    for (const Worker& worker : busy_) {
      ::kill(worker.pid, SIGKILL);
      std::string ignored;
      reap(worker, ignored);
    }
  }

  std::size_t size() const { return busy_.size(); }
  void add(Worker worker) { busy_.push_back(std::move(worker)); }

  /// Waits until one has finished and takes it out.
  Worker next_finished() {
    while (true) {
      std::vector<pollfd> watched;
      for (const Worker& worker : busy_) watched.push_back({worker.pipe, POLLIN, 0});
      ::poll(watched.data(), watched.size(), -1);
      for (std::size_t i = 0; i < busy_.size(); ++i) {
        if (watched[i].revents == 0 || read_some(busy_[i])) continue;
        Worker finished = std::move(busy_[i]);
        busy_.erase(busy_.begin() + static_cast<std::ptrdiff_t>(i));
        return finished;
      }
    }
  }

private:
  std::vector<Worker> busy_;
};

} // namespace

std::vector<std::string> in_processes(int count, int workers, const std::function<std::string(int)>& work) {
  const auto at_once = static_cast<std::size_t>(workers > 0 ? workers : cores_here());
  std::vector<std::string> results(static_cast<std::size_t>(count));
  std::vector<std::string> problems(static_cast<std::size_t>(count));
  Crew crew;
  for (int next = 0; next < count || crew.size() > 0;) {
    if (next < count && crew.size() < at_once) {
      crew.add(start(next++, work));
      continue;
    }
    const Worker finished = crew.next_finished();
    const auto piece = static_cast<std::size_t>(finished.piece);
    results[piece] = reap(finished, problems[piece]);
  }
  for (const std::string& problem : problems)
    if (!problem.empty()) throw WorkerError(problem);
  return results;
}

} // namespace daruma::experiment
