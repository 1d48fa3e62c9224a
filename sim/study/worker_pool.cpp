#include "sim/study/worker_pool.hpp"

#include "sim/study/child_processes.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace daruma::study {

namespace {

// A worker writes a line for each of its runs: one of these and the run, or the exception's message as JSON.
constexpr char worked = '+';
constexpr char threw = '!';

std::string line_of(const RunKey& key, const MakeRun& make) {
  try {
    return worked + write_run(make(key));
  } catch (const std::exception& problem) {
    const nlohmann::json said(problem.what());
    return threw + said.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

/// Nothing if the line is none of a run. Throws WorkerError with what a run threw.
std::optional<SweptRun> run_in(const std::string& line) {
  if (line.empty()) return std::nullopt;
  const std::string text = line.substr(1);
  if (line.front() == threw) throw WorkerError(nlohmann::json::parse(text).get<std::string>());
  return read_run(text);
}

class WorkerPool : public Executor {
public:
  WorkerPool(std::vector<RunKey> keys, int workers, RunsPerProcess runs_per_process, MakeRun make)
      : keys_(std::move(keys)), workers_(workers), runs_per_process_(runs_per_process), make_(std::move(make)) {}

  bool is_done() const override { return next_ == keys_.size() && workers_.is_idle(); }
  std::string loss() const override { return loss_; }

  std::vector<SweptRun> finished_within(Seconds time) override {
    while (next_ < keys_.size() && workers_.has_room()) start_next();
    std::vector<SweptRun> runs;
    for (const ChildProcesses::News& news : workers_.heard_within(time)) take(news, runs);
    return runs;
  }

private:
  void take(const ChildProcesses::News& news, std::vector<SweptRun>& runs) {
    for (const std::string& line : news.lines) {
      auto run = run_in(line);
      if (!run) continue;
      --left_[news.number];
      runs.push_back(std::move(*run));
    }
    if (news.has_ended && left_[news.number] > 0) loss_ = "a simulation " + news.fate;
  }

  /// Many at first and fewer towards the end, so that all cores come to the end together.
  std::vector<RunKey> next_keys() {
    const std::size_t left = keys_.size() - next_;
    const std::size_t workers = workers_.workers();
    const std::size_t share = runs_per_process_ == RunsPerProcess::one ? 1 : (left + workers) / (workers + 1);
    const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(next_);
    next_ += share;
    return {begin, begin + static_cast<std::ptrdiff_t>(share)};
  }

  void start_next() {
    const int number = static_cast<int>(next_);
    const std::vector<RunKey> keys = next_keys();
    left_[number] = keys.size();
    workers_.start(number, [&](const WriteLine& write) {
      for (const RunKey& key : keys) write(line_of(key, make_));
    });
  }

  const std::vector<RunKey> keys_;
  ChildProcesses workers_;
  const RunsPerProcess runs_per_process_;
  const MakeRun make_;
  std::size_t next_ = 0;            ///< of the keys
  std::map<int, std::size_t> left_; ///< runs without a result, by worker
  std::string loss_;
};

} // namespace

MakeExecutor on_cores(int workers, RunsPerProcess runs_per_process, MakeRun make) {
  return [workers, runs_per_process, make = std::move(make)](std::vector<RunKey> keys) -> std::unique_ptr<Executor> {
    return std::make_unique<WorkerPool>(std::move(keys), workers, runs_per_process, make);
  };
}

} // namespace daruma::study
