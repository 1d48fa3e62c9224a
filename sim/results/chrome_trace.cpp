#include "sim/results/centre_rows.hpp"
#include "sim/results/schedule_trace.hpp"
#include "sim/results/sinks.hpp"
#include "sim/results/trace_rows.hpp"

#include <fmt/format.h>

#include <map>

namespace daruma::results {

namespace {

constexpr const char* machine_track = "machine";
constexpr int most_tracks = 4096; ///< of larger jobs only those processes have one of which something is recorded

/// Numbers of the tracks: one process per job (and one for what concerns no job), one thread per MPI process, and
/// one for what concerns the whole job. No number is used twice: viewers take a thread that has its process's
/// number for the main thread.
class Tracks {
public:
  explicit Tracks(const Result& result) {
    for (const JobRow& job : result.jobs) add_job(job);
    for (const Event& event : result.events) add(event.job, event.process);
    for (const Span& span : result.spans) add(span.job, span.process);
    for (const std::string& job : jobs_) job_numbers_[job] = next_++;
    for (const std::string& job : jobs_)
      for (auto& thread : thread_numbers_[job]) thread.second = next_++;
  }

  const std::vector<std::string>& jobs() const { return jobs_; }
  /// The number of the trace's thread for each process of the job.
  const std::map<int, int>& threads(const std::string& job) const { return thread_numbers_.at(job); }
  int next() const { return next_; }
  int pid(const std::string& job) const { return job_numbers_.at(job); }
  int tid(const std::string& job, int process) const { return threads(job).at(process); }

private:
  void add_job(const JobRow& job) {
    const int processes = job.ranks_at_start <= most_tracks ? job.ranks_at_start : 0;
    for (int process = -1; process < processes; ++process) add(job.name, process);
  }

  void add(const std::string& job, int process) {
    const auto [threads, is_new] = thread_numbers_.try_emplace(job);
    if (is_new) jobs_.push_back(job);
    threads->second.try_emplace(process);
  }

  int next_ = 1; ///< number that nobody has; viewers take 0 for the idle process
  std::vector<std::string> jobs_;
  std::map<std::string, int> job_numbers_;
  std::map<std::string, std::map<int, int>> thread_numbers_;
};

class ChromeTrace {
public:
  ChromeTrace(const Result& result, const Sink& sink) : result_(result), tracks_(result), rows_(sink) {}

  void write() {
    for (const std::string& job : tracks_.jobs()) name_tracks(job);
    for (const Span& span : result_.spans.in_order(begins_before)) complete(span);
    for (const Event& event : result_.events) instant(event);
    if (!result_.tables.empty() && result_.trace.empty())
      add_schedule(centre_rows(result_.tables), tracks_.next(), rows_);
    rows_.finish();
  }

private:
  void name_tracks(const std::string& job) {
    const int pid = tracks_.pid(job);
    rows_.name_process(pid, job.empty() ? machine_track : job);
    for (const auto& [process, tid] : tracks_.threads(job))
      rows_.name_thread({pid, tid}, process < 0 ? "job" : fmt::format("process {}", process), process);
  }

  /// In the order of their beginnings; of those that begin together, the outer ones first.
  static bool begins_before(const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  }

  TraceRows::Track track(const std::string& job, int process) const {
    return {tracks_.pid(job), tracks_.tid(job, process)};
  }

  void complete(const Span& span) {
    rows_.complete(track(span.job, span.process), span.kind, span.kind, span.begin, span.end, span.text);
  }

  void instant(const Event& event) {
    const auto scope = event.job.empty()   ? TraceRows::Scope::everything
                       : event.process < 0 ? TraceRows::Scope::process
                                           : TraceRows::Scope::thread;
    rows_.instant(track(event.job, event.process), event.kind, scope, event.time, event.text);
  }

  const Result& result_;
  const Tracks tracks_;
  TraceRows rows_;
};

} // namespace

void chrome_trace(const Result& result, const Sink& sink) { ChromeTrace(result, sink).write(); }

std::string chrome_trace(const Result& result) {
  return whole([&result](const Sink& sink) { chrome_trace(result, sink); });
}

} // namespace daruma::results
