#include "sim/results/json_writer.hpp"
#include "sim/results/sinks.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace daruma::results {

namespace {

template <class Values> void write_values(JsonWriter& json, const Values& values) {
  json.begin_list();
  for (const auto& value : values) json.value(value);
  json.end_list();
}

void write(JsonWriter& json, const JobRow& job) {
  json.begin_object();
  json.member("name", job.name).member("model", job.model).member("finished", job.finished);
  json.member("start_s", job.start.count()).member("end_s", job.end.count());
  json.member("ranks_at_start", job.ranks_at_start).member("ranks_at_end", job.ranks_at_end);
  json.member("deaths", job.deaths).member("restarts", job.restarts).member("reruns", job.reruns);
  if (job.failed) json.member("failed", true);
  if (!job.reason.empty()) json.member("reason", job.reason);
  if (!job.nodes.empty()) write_values(json.key("nodes"), job.nodes);
  json.end_object();
}

void write(JsonWriter& json, const Event& event) {
  json.begin_object();
  json.member("time_s", event.time.count()).member("kind", event.kind);
  if (!event.job.empty()) json.member("job", event.job);
  if (event.process >= 0) json.member("process", event.process);
  if (!event.text.empty()) json.member("text", event.text);
  json.end_object();
}

void write(JsonWriter& json, const Cut& cut) {
  json.begin_object();
  if (cut.replicas_asked > 0)
    json.member("replicas_asked", cut.replicas_asked);
  else
    json.member("at_s", cut.at.count());
  json.member("by", cut.by).end_object();
}

void write(JsonWriter& json, const Stack& stack) {
  json.begin_object().member("job", stack.job);
  write_values(json.key("processes"), stack.processes);
  if (stack.thread != 0) json.member("thread", stack.thread);
  write_values(json.key("calls"), stack.calls);
  json.end_object();
}

template <class Value> void write(JsonWriter& json, const std::map<std::string, Value>& members) {
  json.begin_object();
  for (const auto& [name, value] : members) json.member(name, value);
  json.end_object();
}

template <class AllRows> void write_list(JsonWriter& json, const AllRows& rows) {
  json.begin_list();
  for (const auto& row : rows) write(json, row);
  json.end_list();
}

/// Why each metric that JSON has no number for has none; JSON says null there.
std::map<std::string, std::string> without_number(const std::map<std::string, double>& metrics) {
  std::map<std::string, std::string> why;
  for (const auto& [name, value] : metrics) {
    if (std::isnan(value)) why[name] = "not a number: a part or a mean of nothing, or of something infinite";
    if (std::isinf(value)) why[name] = "infinite: beyond the largest number, or a rate over no time";
  }
  return why;
}

} // namespace

void result_json(const Result& result, const Sink& sink) {
  JsonWriter json(2, sink);
  json.begin_object();
  json.member("schema_version", schema_version);
  json.key("scenario").raw(nlohmann::json::parse(result.scenario_json).dump());
  json.member("seed", result.seed).member("replication", result.replication);
  write(json.key("versions"), result.versions);
  if (!result.inputs.empty()) write(json.key("sha256"), result.inputs);
  if (result.cut) write(json.key("cut"), *result.cut);
  if (!result.trace.empty()) json.member("trace", result.trace);
  if (!result.never_due.empty()) write_values(json.key("never_due"), result.never_due);
  write(json.key("metrics"), result.metrics);
  if (const auto why = without_number(result.metrics); !why.empty()) write(json.key("without_number"), why);
  write(json.key("units"), result.units);
  write_list(json.key("jobs"), result.jobs);
  if (!result.stacks.empty()) write_list(json.key("stacks"), result.stacks);
  write_list(json.key("events"), result.events);
  json.end_object();
  json.finish();
}

std::string result_json(const Result& result) {
  return whole([&result](const Sink& sink) { result_json(result, sink); });
}

} // namespace daruma::results
