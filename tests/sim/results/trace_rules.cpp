#include "tests/sim/results/trace_rules.hpp"

#include <map>
#include <set>
#include <utility>

namespace daruma::results {

namespace {

using Json = nlohmann::json;
using Track = std::pair<std::int64_t, std::int64_t>; // pid, tid

class Rules {
public:
  std::vector<std::string> broken_by(const Json& trace) {
    if (!trace.is_object() || !trace.contains("traceEvents") || !trace["traceEvents"].is_array()) {
      return {"the document is no object with a list of traceEvents"};
    }
    const Json unit = trace.value("displayTimeUnit", Json("ms"));
    if (unit != "ms" && unit != "ns") broken_.push_back("displayTimeUnit is neither ms nor ns");
    for (const Json& event : trace["traceEvents"]) check(event);
    check_names();
    check_nesting();
    return broken_;
  }

private:
  void say(const Json& event, const std::string& what) { broken_.push_back(what + ": " + event.dump()); }

  bool has(const Json& event, const char* key, bool (Json::*is_type)() const noexcept) {
    const bool is_right = event.contains(key) && (event[key].*is_type)();
    if (!is_right) say(event, std::string(key) + " is missing or of the wrong type");
    return is_right;
  }

  void check(const Json& event) {
    if (!event.is_object() || !has(event, "ph", &Json::is_string) || !has(event, "name", &Json::is_string)) return;
    if (!has(event, "pid", &Json::is_number_integer) || !has(event, "tid", &Json::is_number_integer)) return;
    if (event["name"] == "") say(event, "name is empty");
    if (event.contains("args") && !event["args"].is_object()) say(event, "args is no object");
    if (event.contains("cat") && !event["cat"].is_string()) say(event, "cat is no text");
    const std::string phase = event["ph"];
    if (phase == "M")
      check_metadata(event);
    else if (phase == "X")
      check_complete(event);
    else if (phase == "i")
      check_instant(event);
    else if (phase == "C")
      check_counter(event);
    else
      say(event, "phase is not one of M, X, i and C");
  }

  static Track track(const Json& event) { return {event["pid"], event["tid"]}; }

  void check_metadata(const Json& event) {
    const std::string name = event["name"];
    const Json args = event.value("args", Json::object());
    if (name == "process_name" || name == "thread_name") {
      if (!args.contains("name") || !args["name"].is_string() || args["name"] == "") say(event, "args.name is missing");
      const bool is_new = name == "process_name" ? named_processes_.insert(event["pid"].get<std::int64_t>()).second
                                                 : named_threads_.insert(track(event)).second;
      if (!is_new) say(event, "named twice");
    } else if (name == "process_sort_index" || name == "thread_sort_index") {
      if (!args.contains("sort_index") || !args["sort_index"].is_number_integer())
        say(event, "args.sort_index is missing");
    } else {
      say(event, "unknown metadata");
    }
  }

  bool has_time(const Json& event, const char* key) {
    if (!has(event, key, &Json::is_number)) return false;
    if (event[key] < 0) say(event, std::string(key) + " is negative");
    return true;
  }

  void check_complete(const Json& event) {
    used_.insert(track(event));
    if (has_time(event, "ts") && has_time(event, "dur")) spans_[track(event)].push_back(event);
  }

  void check_instant(const Json& event) {
    used_.insert(track(event));
    has_time(event, "ts");
    const Json scope = event.value("s", Json("t"));
    if (scope != "t" && scope != "p" && scope != "g") say(event, "s is not one of t, p and g");
  }

  /// A curve belongs to its process.
  void check_counter(const Json& event) {
    counted_.insert(event["pid"].get<std::int64_t>());
    has_time(event, "ts");
    for (const Json& value : event.value("args", Json::array()))
      if (!value.is_number()) say(event, "counts something that is no number");
    if (event.value("args", Json::object()).empty()) say(event, "counts nothing");
  }

  void check_names() {
    for (const std::int64_t process : counted_)
      if (named_processes_.count(process) == 0)
        broken_.push_back("process " + std::to_string(process) + " counts and has no process_name");
    for (const Track& track : used_) {
      const std::string what = "track " + std::to_string(track.first) + "/" + std::to_string(track.second);
      if (named_processes_.count(track.first) == 0) broken_.push_back(what + " has no process_name");
      if (named_threads_.count(track) == 0) broken_.push_back(what + " has no thread_name");
    }
  }

  /// Times are multiples of a nanosecond; as whole ones they compare without rounding.
  static std::int64_t nanoseconds(const Json& microseconds) {
    return static_cast<std::int64_t>(microseconds.get<double>() * 1000 + 0.5);
  }

  /// In the order of the file a span lies inside the one that is still open, or after it.
  void check_nesting() {
    for (const auto& [track, spans] : spans_) {
      std::vector<std::int64_t> open_ends;
      std::int64_t last_begin = 0;
      for (const Json& span : spans) {
        const std::int64_t begin = nanoseconds(span["ts"]);
        const std::int64_t end = begin + nanoseconds(span["dur"]);
        if (begin < last_begin) say(span, "begins before the span ahead of it in the file");
        while (!open_ends.empty() && open_ends.back() <= begin) open_ends.pop_back();
        if (!open_ends.empty() && end > open_ends.back()) say(span, "ends after the span that it began in");
        open_ends.push_back(end);
        last_begin = begin;
      }
    }
  }

  std::vector<std::string> broken_;
  std::set<std::int64_t> named_processes_;
  std::set<Track> named_threads_;
  std::set<Track> used_;
  std::set<std::int64_t> counted_; ///< processes
  std::map<Track, std::vector<Json>> spans_;
};

} // namespace

std::vector<std::string> broken_rules(const Json& trace) { return Rules().broken_by(trace); }

} // namespace daruma::results
