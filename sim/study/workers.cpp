#include "sim/study/workers.hpp"

#include "sim/core/threads.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace daruma::study {

struct Crew::Worker {
  int piece;
  pid_t pid;
  int pipe;
  std::string output;
};

namespace {

constexpr char worked = '+';
constexpr char threw = '!';
constexpr Seconds forever{-1};

void write_all(int descriptor, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t step = ::write(descriptor, text.data() + written, text.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) std::_Exit(1);
    written += static_cast<std::size_t>(step);
  }
}

/// The child's whole life. It ends without destructors: those of the parent's objects are the parent's.
[[noreturn]] void be_worker(int piece, int pipe, const Work& work) {
  std::string output;
  try {
    output = worked + work(piece);
  } catch (const std::exception& problem) { output = threw + std::string(problem.what()); }
  write_all(pipe, output);
  std::_Exit(0);
}

/// Nobody would take the result of a worker whose parent was killed.
void end_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) std::_Exit(1);
}

std::string fate(int status) {
  if (WIFSIGNALED(status)) return std::string("a simulation was ended by a signal: ") + strsignal(WTERMSIG(status));
  return "a simulation ended without a result, exit status " + std::to_string(WEXITSTATUS(status));
}

int reap(pid_t pid, int pipe) {
  ::close(pipe);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

Finished judged(int piece, const std::string& output, int status) {
  if (output.empty() || status != 0) return {piece, Ending::died, fate(status)};
  return {piece, output.front() == worked ? Ending::returned : Ending::threw, output.substr(1)};
}

/// Reads what is there; false at the end of the output.
bool read_some(int pipe, std::string& output) {
  std::array<char, 65536> buffer{};
  const ssize_t size = ::read(pipe, buffer.data(), buffer.size());
  if (size < 0) return errno == EINTR;
  output.append(buffer.data(), static_cast<std::size_t>(size));
  return size > 0;
}

} // namespace

Crew::Crew(int count, int workers, Work work)
    : count_(count), at_once_(static_cast<std::size_t>(workers > 0 ? workers : cores_here())), work_(std::move(work)) {}

Crew::~Crew() {
  for (const Worker& worker : busy_) {
    ::kill(worker.pid, SIGKILL);
    reap(worker.pid, worker.pipe);
  }
}

bool Crew::is_done() const { return next_ == count_ && busy_.empty(); }

void Crew::start_next() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw WorkerError(std::string("cannot make a pipe: ") + std::strerror(errno));
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) throw WorkerError(std::string("cannot start a process: ") + std::strerror(errno));
  if (pid == 0) {
    end_with(parent);
    ::close(ends[0]);
    be_worker(next_, ends[1], work_);
  }
  ::close(ends[1]);
  busy_.push_back({next_++, pid, ends[0], {}});
}

std::vector<Finished> Crew::finished_within(Seconds time) {
  while (next_ < count_ && busy_.size() < at_once_) start_next();
  std::vector<pollfd> watched;
  for (const Worker& worker : busy_) watched.push_back({worker.pipe, POLLIN, 0});
  const int wait_ms = time < Seconds(0) ? -1 : static_cast<int>(std::ceil(time.count() * 1000));
  if (::poll(watched.data(), watched.size(), wait_ms) <= 0) return {};
  std::vector<Finished> finished;
  std::vector<Worker> still_busy;
  for (std::size_t i = 0; i < busy_.size(); ++i) {
    Worker& worker = busy_[i];
    if (watched[i].revents == 0 || read_some(worker.pipe, worker.output))
      still_busy.push_back(std::move(worker));
    else
      finished.push_back(judged(worker.piece, worker.output, reap(worker.pid, worker.pipe)));
  }
  busy_ = std::move(still_busy);
  return finished;
}

std::vector<std::string> in_processes(int count, int workers, const Work& work) {
  std::vector<std::string> results(static_cast<std::size_t>(count));
  std::vector<std::string> problems(static_cast<std::size_t>(count));
  Crew crew(count, workers, work);
  while (!crew.is_done())
    for (Finished& finished : crew.finished_within(forever)) {
      auto& texts = finished.ending == Ending::returned ? results : problems;
      texts[static_cast<std::size_t>(finished.piece)] = std::move(finished.text);
    }
  for (const std::string& problem : problems)
    if (!problem.empty()) throw WorkerError(problem);
  return results;
}

} // namespace daruma::study
