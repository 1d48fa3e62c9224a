// Rows of a trace in the "Trace Event Format" (Google, the document that chrome://tracing and Perfetto follow), JSON
// object form, with a line each.
//
// A track is a thread of a process, both by number: 0 is the viewers' idle process, and a thread that has its process's
// number is taken for its main thread.
#pragma once

#include "sim/core/units.hpp"
#include "sim/results/json_writer.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace daruma::results {

class TraceRows {
public:
  struct Track {
    int process;
    int thread;
  };
  /// Whom an instant concerns.
  enum class Scope { everything, process, thread };

  explicit TraceRows(const Sink&);

  /// Processes are shown in the order of their numbers, threads in that of their places.
  void name_process(int number, std::string_view name);
  void name_thread(Track, std::string_view name, int place);
  /// What took the time between two moments; of those of a track one may only be inside another. Without a text it has
  /// no arguments.
  void complete(Track, std::string_view name, std::string_view category, Seconds begin, Seconds end,
                std::string_view text);
  void instant(Track, std::string_view name, Scope, Seconds, std::string_view text);
  /// A curve of the process, from the moment on.
  void counter(int process, std::string_view name, Seconds, double value);
  void finish();

private:
  template <class Value> void metadata(const char* what, Track track, const char* argument, const Value& value);
  void start(char phase, std::string_view name, std::string_view category, Track, Seconds);
  void end(std::string_view text);
  void add_microseconds(Seconds from, Seconds to);
  template <class Format, class... Values> void add(const Format& format, const Values&... values);

  JsonWriter json_;
  fmt::memory_buffer row_; ///< there may be millions, which are not put together word by word
};

} // namespace daruma::results
