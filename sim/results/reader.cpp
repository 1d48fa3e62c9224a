#include "sim/results/reader.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace daruma::results {

namespace {

using Json = nlohmann::json;

/// A value of the document and where it stands, as a JSON pointer.
class Place {
public:
  Place(const Json& value, std::string pointer) : value_(value), pointer_(std::move(pointer)) {}

  Place operator[](const char* name) const {
    if (!value_.is_object()) refuse("an object");
    const auto found = value_.find(name);
    if (found == value_.end()) throw ReadError(pointer_ + "/" + name + ": is missing");
    return {*found, pointer_ + "/" + name};
  }
  bool has(const char* name) const { return value_.is_object() && value_.contains(name); }

  double number() const {
    if (!value_.is_number()) refuse("a number");
    return value_.get<double>();
  }
  int count() const { return static_cast<int>(number()); }
  std::uint64_t seed() const {
    if (!value_.is_number_unsigned()) refuse("a whole number from 0 on");
    return value_.get<std::uint64_t>();
  }
  Seconds time() const { return Seconds(number()); }
  std::string text() const {
    if (!value_.is_string()) refuse("text");
    return value_.get<std::string>();
  }
  bool truth() const {
    if (!value_.is_boolean()) refuse("true or false");
    return value_.get<bool>();
  }
  std::string text_of(const char* name) const { return has(name) ? (*this)[name].text() : ""; }
  std::string dump() const { return value_.dump(); }

  template <class Take> void for_each_member(const Take& take) const {
    if (!value_.is_object()) refuse("an object");
    for (const auto& [name, member] : value_.items()) take(name, Place(member, pointer_ + "/" + name));
  }
  template <class Take> void for_each_item(const Take& take) const {
    if (!value_.is_array()) refuse("a list");
    for (std::size_t i = 0; i < value_.size(); ++i) take(Place(value_[i], pointer_ + "/" + std::to_string(i)));
  }

private:
  [[noreturn]] void refuse(const char* allowed) const {
    throw ReadError(pointer_ + ": must be " + allowed + ", got " + value_.dump().substr(0, 40));
  }

  const Json& value_;
  std::string pointer_;
};

JobRow read_job(const Place& place) {
  JobRow job;
  job.name = place["name"].text();
  job.model = place["model"].text();
  job.finished = place["finished"].truth();
  job.start = place["start_s"].time();
  job.end = place["end_s"].time();
  job.ranks_at_start = place["ranks_at_start"].count();
  job.ranks_at_end = place["ranks_at_end"].count();
  job.deaths = place["deaths"].count();
  job.restarts = place["restarts"].count();
  job.reruns = place["reruns"].count();
  job.failed = place.has("failed") && place["failed"].truth();
  job.reason = place.text_of("reason");
  if (place.has("nodes")) place["nodes"].for_each_item([&](const Place& it) { job.nodes.push_back(it.count()); });
  return job;
}

Event read_event(const Place& place) {
  const int process = place.has("process") ? place["process"].count() : -1;
  return {place["time_s"].time(), place["kind"].text(), place.text_of("job"), process, place.text_of("text")};
}

Json read_json(const std::string& text) {
  Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) throw ReadError("is not JSON");
  return document;
}

/// The track that a record of a trace lies on.
using Track = std::pair<int, int>;
Track track_of(const Place& place) { return {place["pid"].count(), place["tid"].count()}; }

/// What the trace's metadata call tracks: jobs by their first number, processes by both.
struct TrackNames {
  std::map<int, std::string> jobs;
  std::map<Track, int> processes;

  void learn(const Place& place) {
    const std::string what = place["name"].text();
    if (what == "process_name") jobs[track_of(place).first] = place["args"]["name"].text();
    if (what == "thread_sort_index") processes[track_of(place)] = place["args"]["sort_index"].count();
  }
};

Span read_span(const Place& place, const TrackNames& names) {
  constexpr double microsecond = 1e-6;
  const Track track = track_of(place);
  const auto job = names.jobs.find(track.first);
  const auto process = names.processes.find(track);
  if (job == names.jobs.end() || process == names.processes.end()) throw ReadError("a span lies on an unnamed track");
  const double begin = place["ts"].number();
  return {Seconds(begin * microsecond),
          Seconds((begin + place["dur"].number()) * microsecond),
          place["name"].text(),
          job->second,
          process->second,
          place.has("args") ? place["args"].text_of("text") : ""};
}

Cut read_cut(const Place& it) {
  if (it.has("replicas_asked")) return {Seconds(0), it["by"].text(), it["replicas_asked"].count()};
  return {it["at_s"].time(), it["by"].text()};
}

} // namespace

RowList<Span> read_spans(const std::string& text) {
  const Json document = read_json(text);
  const Place events = Place(document, "")["traceEvents"];
  TrackNames names;
  RowList<Span> spans;
  events.for_each_item([&](const Place& it) {
    const std::string phase = it["ph"].text();
    if (phase == "M") names.learn(it);
    if (phase == "X") spans.push_back(read_span(it, names));
  });
  return spans;
}

Result read_result(const std::string& text) {
  const Json document = read_json(text);
  const Place root(document, "");
  const int version = root["schema_version"].count();
  if (version != schema_version)
    throw ReadError("/schema_version: must be " + std::to_string(schema_version) + ", got " + std::to_string(version));
  Result result;
  result.scenario_json = root["scenario"].dump();
  result.seed = root["seed"].seed();
  result.replication = root["replication"].count();
  if (root.has("cut")) result.cut = read_cut(root["cut"]);
  result.trace = root.text_of("trace");
  if (root.has("never_due"))
    root["never_due"].for_each_item([&](const Place& it) { result.never_due.push_back(it.text()); });
  root["versions"].for_each_member(
      [&](const std::string& name, const Place& it) { result.versions[name] = it.text(); });
  if (root.has("sha256"))
    root["sha256"].for_each_member([&](const std::string& name, const Place& it) { result.inputs[name] = it.text(); });
  root["metrics"].for_each_member(
      [&](const std::string& name, const Place& it) { result.metrics[name] = it.number(); });
  if (root.has("units")) // older results have none
    root["units"].for_each_member([&](const std::string& name, const Place& it) { result.units[name] = it.text(); });
  root["jobs"].for_each_item([&](const Place& it) { result.jobs.push_back(read_job(it)); });
  root["events"].for_each_item([&](const Place& it) { result.events.push_back(read_event(it)); });
  return result;
}

} // namespace daruma::results
