// Format: "Trace Event Format" (Google, the document that chrome://tracing and Perfetto follow), JSON
// object form. Phases used: M (names and order of tracks), X (complete), i (instant).
#include "sim/results/json_writer.hpp"
#include "sim/results/sinks.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace daruma::results {

namespace {

constexpr const char* machine_track = "machine";
constexpr int most_tracks = 4096; ///< of larger jobs only those processes have one of which something is recorded

/// Whole nanoseconds: rounding keeps order, so spans that nest in simulated time still nest in the trace, where
/// rounded microseconds as begin and duration would let an inner span end after its outer one.
std::int64_t nanoseconds(Seconds time) { return std::llround(time.count() * 1e9); }

/// 292 years: beyond, no integer holds the nanoseconds, and a double has none.
constexpr Seconds longest_in_nanoseconds{9.2e9};

/// Numbers of the tracks: one process per job (and one for what concerns no job), one thread per MPI process, and
/// one for what concerns the whole job. No number is used twice: viewers take a thread that has its process's
/// number for the main thread.
class Tracks {
public:
  explicit Tracks(const Result& result) {
    for (const JobRow& job : result.jobs) add_job(job);
    for (const Event& event : result.events) add(event.job, event.process);
    for (const Span& span : result.spans) add(span.job, span.process);
    int number = 1; // viewers take 0 for the idle process
    for (const std::string& job : jobs_) job_numbers_[job] = number++;
    for (const std::string& job : jobs_)
      for (auto& thread : thread_numbers_[job]) thread.second = number++;
  }

  const std::vector<std::string>& jobs() const { return jobs_; }
  /// The number of the trace's thread for each process of the job.
  const std::map<int, int>& threads(const std::string& job) const { return thread_numbers_.at(job); }
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

  std::vector<std::string> jobs_;
  std::map<std::string, int> job_numbers_;
  std::map<std::string, std::map<int, int>> thread_numbers_;
};

class ChromeTrace {
public:
  ChromeTrace(const Result& result, const Sink& sink) : result_(result), tracks_(result), json_(2, sink) {}

  void write() {
    json_.begin_object();
    json_.member("displayTimeUnit", "ms");
    json_.key("traceEvents").begin_list();
    for (const std::string& job : tracks_.jobs()) name_tracks(job);
    for (const Span& span : result_.spans.in_order(begins_before)) complete(span);
    for (const Event& event : result_.events) instant(event);
    json_.end_list();
    json_.end_object();
    json_.finish();
  }

private:
  void name_tracks(const std::string& job) {
    const int pid = tracks_.pid(job);
    metadata("process_name", pid, 0, "name", job.empty() ? machine_track : job);
    metadata("process_sort_index", pid, 0, "sort_index", pid);
    for (const auto& [process, tid] : tracks_.threads(job)) {
      metadata("thread_name", pid, tid, "name", process < 0 ? "job" : fmt::format("process {}", process));
      metadata("thread_sort_index", pid, tid, "sort_index", process);
    }
  }

  template <class Value> void metadata(const char* what, int pid, int tid, const char* argument, const Value& value) {
    json_.begin_object().member("ph", "M").member("name", what).member("pid", pid).member("tid", tid);
    json_.key("args").begin_object().member(argument, value).end_object();
    json_.end_object();
  }

  /// In the order of their beginnings; of those that begin together, the outer ones first.
  static bool begins_before(const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  }

  void complete(const Span& span) {
    start("X", span.kind, span.job, span.process, span.begin);
    add(FMT_COMPILE(R"(, "dur": )"));
    add_microseconds(span.begin, span.end);
    finish(span.text);
  }

  void instant(const Event& event) {
    start("i", event.kind, event.job, event.process, event.time);
    add(FMT_COMPILE(R"(, "s": "{}")"), event.job.empty() ? 'g' : event.process < 0 ? 'p' : 't');
    finish(event.text);
  }

  void start(const char* phase, const std::string& kind, const std::string& job, int process, Seconds time) {
    const std::string name = results::quoted(kind);
    row_.clear();
    add(FMT_COMPILE(R"({{"ph": "{}", "name": {}, "cat": {}, "pid": {}, "tid": {}, "ts": )"), phase, name, name,
        tracks_.pid(job), tracks_.tid(job, process));
    add_microseconds(Seconds(0), time);
  }

  void finish(const std::string& text) {
    if (!text.empty()) add(FMT_COMPILE(R"(, "args": {{"text": {}}})"), results::quoted(text));
    add(FMT_COMPILE("}}"));
    json_.raw({row_.data(), row_.size()});
  }

  /// The format's unit is the microsecond; three decimals are exact.
  void add_microseconds(Seconds from, Seconds to) {
    if (to > longest_in_nanoseconds) {
      constexpr double most = 1e300; // a time without end is no number of the format
      return add(FMT_COMPILE("{:.0f}"), std::min(1e6 * (to - from).count(), most));
    }
    const std::int64_t difference = nanoseconds(to) - nanoseconds(from);
    add(FMT_COMPILE("{}.{:03}"), difference / 1000, difference % 1000);
  }

  template <class Format, class... Values> void add(const Format& format, const Values&... values) {
    fmt::format_to(fmt::appender(row_), format, values...);
  }

  const Result& result_;
  const Tracks tracks_;
  JsonWriter json_;
  fmt::memory_buffer row_; ///< there may be millions, which are not put together word by word
};

} // namespace

void chrome_trace(const Result& result, const Sink& sink) { ChromeTrace(result, sink).write(); }

std::string chrome_trace(const Result& result) {
  return whole([&result](const Sink& sink) { chrome_trace(result, sink); });
}

} // namespace daruma::results
