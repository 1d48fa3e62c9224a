#include "sim/study/worker_pool.hpp"

#include "sim/core/threads.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace daruma::study {

namespace {

// A worker writes a line for each of its runs: one of these and the run, or the exception's message as JSON.
constexpr char worked = '+';
constexpr char threw = '!';

void write_all(int descriptor, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t step = ::write(descriptor, text.data() + written, text.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) std::_Exit(1);
    written += static_cast<std::size_t>(step);
  }
}

std::string line_of(const RunKey& key, const MakeRun& make) {
  try {
    return worked + write_run(make(key)) + '\n';
  } catch (const std::exception& problem) {
    const nlohmann::json said(problem.what());
    return threw + said.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  }
}

/// The child's whole life. It ends without destructors: those of the parent's objects are the parent's.
[[noreturn]] void be_worker(const std::vector<RunKey>& keys, int pipe, const MakeRun& make) {
  for (const RunKey& key : keys) write_all(pipe, line_of(key, make));
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

constexpr pid_t no_process = -1;

struct Worker {
  pid_t pid; ///< no_process once it has ended
  int pipe;
  std::size_t runs;     ///< without a result
  std::string unread{}; ///< the begin of a line
};

int reap(Worker& worker) {
  ::close(worker.pipe);
  int status = 0;
  while (::waitpid(worker.pid, &status, 0) < 0 && errno == EINTR) {}
  worker.pid = no_process;
  return status;
}

/// Reads what is there; false at the end of the output.
bool read_some(Worker& worker) {
  std::array<char, 65536> buffer{};
  const ssize_t size = ::read(worker.pipe, buffer.data(), buffer.size());
  if (size < 0) return errno == EINTR;
  worker.unread.append(buffer.data(), static_cast<std::size_t>(size));
  return size > 0;
}

/// Takes the whole lines of what was read. Throws WorkerError with what a run threw.
void take_lines(Worker& worker, std::vector<SweptRun>& runs) {
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = worker.unread.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string text = worker.unread.substr(begin + 1, end - begin - 1);
    if (worker.unread[begin] == threw) throw WorkerError(nlohmann::json::parse(text).get<std::string>());
    auto run = read_run(text);
    if (!run) continue;
    --worker.runs;
    runs.push_back(std::move(*run));
  }
  worker.unread.erase(0, begin);
}

class WorkerPool : public Executor {
public:
  WorkerPool(std::vector<RunKey> keys, int workers, RunsPerProcess runs_per_process, MakeRun make)
      : keys_(std::move(keys)), workers_(static_cast<std::size_t>(workers > 0 ? workers : cores_here())),
        runs_per_process_(runs_per_process), make_(std::move(make)) {}

  ~WorkerPool() override {
    for (Worker& worker : busy_) {
      if (worker.pid == no_process) continue;
      ::kill(worker.pid, SIGKILL);
      reap(worker);
    }
  }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  bool is_done() const override { return next_ == keys_.size() && busy_.empty(); }
  std::string loss() const override { return loss_; }

  std::vector<SweptRun> finished_within(Seconds time) override {
    while (next_ < keys_.size() && busy_.size() < workers_) start_next();
    std::vector<pollfd> watched;
    for (const Worker& worker : busy_) watched.push_back({worker.pipe, POLLIN, 0});
    std::vector<SweptRun> runs;
    if (::poll(watched.data(), watched.size(), static_cast<int>(std::ceil(time.count() * 1000))) <= 0) return runs;
    for (std::size_t i = 0; i < watched.size(); ++i)
      if (watched[i].revents != 0) hear(busy_[i], runs);
    const auto has_ended = [](const Worker& worker) { return worker.pid == no_process; };
    busy_.erase(std::remove_if(busy_.begin(), busy_.end(), has_ended), busy_.end());
    return runs;
  }

private:
  void hear(Worker& worker, std::vector<SweptRun>& runs) {
    const bool is_at_work = read_some(worker);
    take_lines(worker, runs);
    if (is_at_work) return;
    const int status = reap(worker);
    if (worker.runs > 0) loss_ = fate(status);
  }

  /// Many at first and fewer towards the end, so that all cores come to the end together.
  std::vector<RunKey> next_keys() {
    const std::size_t left = keys_.size() - next_;
    const std::size_t share = runs_per_process_ == RunsPerProcess::one ? 1 : (left + workers_) / (workers_ + 1);
    const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(next_);
    next_ += share;
    return {begin, begin + static_cast<std::ptrdiff_t>(share)};
  }

  void start_next() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw WorkerError(std::string("cannot make a pipe: ") + std::strerror(errno));
    std::fflush(nullptr);
    const std::vector<RunKey> keys = next_keys();
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) throw WorkerError(std::string("cannot start a process: ") + std::strerror(errno));
    if (pid == 0) {
      end_with(parent);
      ::close(ends[0]);
      be_worker(keys, ends[1], make_);
    }
    ::close(ends[1]);
    busy_.push_back({pid, ends[0], keys.size()});
  }

  const std::vector<RunKey> keys_;
  const std::size_t workers_;
  const RunsPerProcess runs_per_process_;
  const MakeRun make_;
  std::size_t next_ = 0; ///< of the keys
  std::vector<Worker> busy_;
  std::string loss_;
};

} // namespace

MakeExecutor on_cores(int workers, RunsPerProcess runs_per_process, MakeRun make) {
  return [workers, runs_per_process, make = std::move(make)](std::vector<RunKey> keys) -> std::unique_ptr<Executor> {
    return std::make_unique<WorkerPool>(std::move(keys), workers, runs_per_process, make);
  };
}

} // namespace daruma::study
