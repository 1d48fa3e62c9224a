#include "sim/results/trace_rows.hpp"

#include <fmt/compile.h>

#include <algorithm>
#include <cmath>

namespace daruma::results {

namespace {

/// Whole nanoseconds: rounding keeps order, so spans that nest in simulated time still nest in the trace, where
/// rounded microseconds as begin and duration would let an inner span end after its outer one.
std::int64_t nanoseconds(Seconds time) { return std::llround(time.count() * 1e9); }

/// 292 years: beyond, no integer holds the nanoseconds, and a double has none.
constexpr Seconds longest_in_nanoseconds{9.2e9};

} // namespace

TraceRows::TraceRows(const Sink& sink) : json_(2, sink) {
  json_.begin_object();
  json_.member("displayTimeUnit", "ms");
  json_.key("traceEvents").begin_list();
}

void TraceRows::name_process(int number, std::string_view name) {
  metadata("process_name", {number, 0}, "name", name);
  metadata("process_sort_index", {number, 0}, "sort_index", number);
}

void TraceRows::name_thread(Track track, std::string_view name, int place) {
  metadata("thread_name", track, "name", name);
  metadata("thread_sort_index", track, "sort_index", place);
}

void TraceRows::complete(Track track, std::string_view name, std::string_view category, Seconds begin, Seconds end_of,
                         std::string_view text) {
  start('X', name, category, track, begin);
  add(FMT_COMPILE(R"(, "dur": )"));
  add_microseconds(begin, end_of);
  end(text);
}

void TraceRows::instant(Track track, std::string_view name, Scope scope, Seconds time, std::string_view text) {
  start('i', name, name, track, time);
  add(FMT_COMPILE(R"(, "s": "{}")"), scope == Scope::everything ? 'g' : scope == Scope::process ? 'p' : 't');
  end(text);
}

void TraceRows::counter(int process, std::string_view name, Seconds time, double value) {
  start('C', name, name, {process, 0}, time);
  add(FMT_COMPILE(R"(, "args": {{"value": {}}}}})"), value);
  json_.raw({row_.data(), row_.size()});
}

void TraceRows::finish() {
  json_.end_list();
  json_.end_object();
  json_.finish();
}

template <class Value>
void TraceRows::metadata(const char* what, Track track, const char* argument, const Value& value) {
  json_.begin_object().member("ph", "M").member("name", what);
  json_.member("pid", track.process).member("tid", track.thread);
  json_.key("args").begin_object().member(argument, value).end_object();
  json_.end_object();
}

void TraceRows::start(char phase, std::string_view name, std::string_view category, Track track, Seconds time) {
  row_.clear();
  add(FMT_COMPILE(R"({{"ph": "{}", "name": {}, "cat": {}, "pid": {}, "tid": {}, "ts": )"), phase, quoted(name),
      quoted(category), track.process, track.thread);
  add_microseconds(Seconds(0), time);
}

void TraceRows::end(std::string_view text) {
  if (!text.empty()) add(FMT_COMPILE(R"(, "args": {{"text": {}}})"), quoted(text));
  add(FMT_COMPILE("}}"));
  json_.raw({row_.data(), row_.size()});
}

/// The format's unit is the microsecond; three decimals are exact.
void TraceRows::add_microseconds(Seconds from, Seconds to) {
  if (to > longest_in_nanoseconds) {
    constexpr double most = 1e300; // a time without end is no number of the format
    return add(FMT_COMPILE("{:.0f}"), std::min(1e6 * (to - from).count(), most));
  }
  const std::int64_t difference = nanoseconds(to) - nanoseconds(from);
  add(FMT_COMPILE("{}.{:03}"), difference / 1000, difference % 1000);
}

template <class Format, class... Values> void TraceRows::add(const Format& format, const Values&... values) {
  fmt::format_to(fmt::appender(row_), format, values...);
}

} // namespace daruma::results
