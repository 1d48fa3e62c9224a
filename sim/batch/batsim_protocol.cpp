#include "sim/batch/batsim_protocol.hpp"

#include "sim/batch/policy_error.hpp"
#include "sim/core/number_ranges.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace daruma::batch::batsim {

namespace {

using Json = nlohmann::json;

} // namespace

std::string to_ranges(const Cores& cores) {
  NumberRanges ranges;
  for (const int core : cores) ranges.add(core);
  return ranges.take();
}

// --- What the scheduler is told

const char* name_of(JobState state) {
  switch (state) {
  case JobState::completed_successfully:
    return "COMPLETED_SUCCESSFULLY";
  case JobState::completed_failed:
    return "COMPLETED_FAILED";
  case JobState::completed_walltime_reached:
    return "COMPLETED_WALLTIME_REACHED";
  case JobState::completed_killed:
    return "COMPLETED_KILLED";
  }
  return "";
}

JobState state_at_end(const Job& job) {
  if (job.is_cut) return JobState::completed_walltime_reached;
  return job.fails ? JobState::completed_failed : JobState::completed_successfully;
}

namespace {

Json resources(int nodes, int cores_of_node) {
  Json all = Json::array();
  for (int node = 0; node < nodes; ++node)
    for (int core = 0; core < cores_of_node; ++core)
      all.push_back({{"id", node * cores_of_node + core},
                     {"name", fmt::format(cores_of_node == 1 ? "node{}" : "node{}-core{}", node, core)},
                     {"state", "idle"},
                     {"properties", {{"node", std::to_string(node)}}},
                     {"zone_properties", Json::object()}});
  return all;
}

const Json& configuration() {
  static const Json fixed{{"redis-enabled", false},
                          {"redis-hostname", ""},
                          {"redis-port", 0},
                          {"redis-prefix", ""},
                          {"profiles-forwarded-on-submission", false},
                          {"dynamic-jobs-enabled", false},
                          {"dynamic-jobs-acknowledged", false},
                          {"profile-reuse-enabled", false},
                          {"forward-unknown-events", false}};
  return fixed;
}

constexpr const char* workload = "w0";

} // namespace

std::string News::take(Seconds now) {
  return fmt::format(R"({{"now":{},"events":[{}]}})", Json(now.count()).dump(), std::exchange(events_, {}));
}

void News::tell(Seconds time, const char* type, const Json& data) {
  if (is_any()) events_ += ',';
  events_ += Json{{"timestamp", time.count()}, {"type", type}, {"data", data}}.dump();
}

void News::begins(int nodes, int cores_of_node) {
  const int all = nodes * cores_of_node;
  tell(Seconds(0), "SIMULATION_BEGINS",
       {{"nb_resources", all},
        {"nb_compute_resources", all},
        {"nb_storage_resources", 0},
        {"allow_compute_sharing", false},
        {"allow_storage_sharing", false},
        {"config", configuration()},
        {"compute_resources", resources(nodes, cores_of_node)},
        {"storage_resources", Json::array()},
        {"workloads", {{workload, ""}}},
        {"profiles", {{workload, Json::object()}}}});
}

void News::ends(Seconds time) { tell(time, "SIMULATION_ENDS", Json::object()); }

void News::submitted(Seconds time, const std::string& job, const Request& request) {
  Json described{{"id", job}, {"profile", "unknown"}, {"res", request.processors}, {"subtime", time.count()}};
  if (request.limit < never) described["walltime"] = request.limit.count();
  const scenario::Account& account = request.account;
  if (account.user > 0) described["user"] = account.user;
  if (account.partition > 0) described["partition"] = account.partition;
  if (account.qos > 0) described["qos"] = account.qos;
  if (request.priority == Priority::urgent) described["urgent"] = true;
  tell(time, "JOB_SUBMITTED", {{"job_id", job}, {"job", std::move(described)}});
}

void News::nobody_comes_any_more(Seconds time) { tell(time, "NOTIFY", {{"type", "no_more_static_job_to_submit"}}); }

void News::completed(Seconds time, const std::string& job, JobState state, const Cores& cores) {
  tell(time, "JOB_COMPLETED",
       {{"job_id", job},
        {"job_state", name_of(state)},
        {"return_code", state == JobState::completed_successfully ? 0 : 1},
        {"alloc", to_ranges(cores)}});
}

void News::killed(Seconds time, const std::vector<std::string>& all, const std::vector<Killed>& killed) {
  Json progress = Json::object();
  for (const Killed& one : killed) progress[one.job] = {{"profile", "unknown"}, {"progress", one.progress}};
  tell(time, "JOB_KILLED", {{"job_ids", all}, {"job_progress", std::move(progress)}});
}

void News::available(Seconds time, const Cores& cores) {
  tell(time, "NOTIFY", {{"type", "event_machine_available"}, {"resources", to_ranges(cores)}});
}

void News::unavailable(Seconds time, const Cores& cores) {
  tell(time, "NOTIFY", {{"type", "event_machine_unavailable"}, {"resources", to_ranges(cores)}});
}

void News::called(Seconds time) { tell(time, "REQUESTED_CALL", Json::object()); }

void News::consumed(Seconds time, double joules) { tell(time, "ANSWER", {{"consumed_energy", joules}}); }

// --- What it answers

namespace {

/// A value in an answer, and where it is.
class Answer {
public:
  Answer(const Json& value, std::string place) : value_(value), place_(std::move(place)) {}

  [[noreturn]] void refuse(const std::string& what) const {
    throw PolicyError(fmt::format("answers what cannot be done: {} {}", place_.empty() ? "the whole" : place_, what));
  }
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  Answer operator[](const char* key) const {
    if (!has(key)) refuse(fmt::format("has no \"{}\"", key));
    return {value_.at(key), fmt::format("{}/{}", place_, key)};
  }
  double number() const {
    if (!value_.is_number()) refuse("must be a number");
    return value_.get<double>();
  }
  std::string text() const {
    if (!value_.is_string()) refuse("must be a string");
    return value_.get<std::string>();
  }
  std::vector<Answer> items() const {
    if (!value_.is_array()) refuse("must be a list");
    std::vector<Answer> items;
    items.reserve(value_.size());
    for (std::size_t i = 0; i < value_.size(); ++i) items.emplace_back(value_[i], fmt::format("{}/{}", place_, i));
    return items;
  }

private:
  const Json& value_;
  std::string place_;
};

/// Of "0-3 7".
Cores cores_in(const Answer& answer, int all) {
  Cores cores;
  for (const auto& [first, last] : ranges_in(answer.text()).value_or(std::vector<NumberRange>{{-1, -1}})) {
    if (first < 0 || last < first || last >= all)
      answer.refuse(
          fmt::format("must name resources from 0 to {}, as \"0-3 7\" does, got \"{}\"", all - 1, answer.text()));
    for (int core = first; core <= last; ++core) cores.push_back(core);
  }
  std::sort(cores.begin(), cores.end());
  if (cores.empty() || std::adjacent_find(cores.begin(), cores.end()) != cores.end())
    answer.refuse(fmt::format("must name resources, each once, got \"{}\"", answer.text()));
  return cores;
}

/// What asks for nothing here: the end of registrations, which there are none of, and remarks.
bool is_to_be_ignored(std::string_view type) { return type == "NOTIFY" || type == "SET_JOB_METADATA"; }

/// None, if there is nothing to do.
std::optional<Order> order_in(const Answer& event, Seconds time, int cores) {
  using Kind = Order::Kind;
  const std::string type = event["type"].text();
  if (is_to_be_ignored(type)) return std::nullopt;
  const Answer data = event["data"];
  if (type == "EXECUTE_JOB") return Order{Kind::execute, time, {data["job_id"].text()}, cores_in(data["alloc"], cores)};
  if (type == "REJECT_JOB") return Order{Kind::reject, time, {data["job_id"].text()}};
  if (type == "KILL_JOB") {
    Order order{Kind::kill, time};
    for (const Answer& job : data["job_ids"].items()) order.jobs.push_back(job.text());
    return order;
  }
  if (type == "CALL_ME_LATER") {
    const Seconds call(data["timestamp"].number());
    if (call < time) data["timestamp"].refuse(fmt::format("is before the decision, {:.9g} s", time.count()));
    return Order{Kind::call, time, {}, {}, call};
  }
  if (type == "QUERY" && data["requests"].has("consumed_energy")) return Order{Kind::tell_energy, time};
  event["type"].refuse(fmt::format("is \"{}\"; here a scheduler may EXECUTE_JOB, REJECT_JOB, KILL_JOB, CALL_ME_LATER, "
                                   "and QUERY consumed_energy",
                                   type));
}

} // namespace

Reply read_reply(const std::string& text, Seconds asked, int cores) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw PolicyError("answers what is no JSON: " + text.substr(0, 60));
  const Answer all(json, "");
  Reply reply{Seconds(all["now"].number()), {}};
  if (!(reply.now >= asked)) all["now"].refuse(fmt::format("is before {:.9g} s, when it was asked", asked.count()));
  Seconds last = asked;
  for (const Answer& event : all["events"].items()) {
    const Answer timestamp = event["timestamp"];
    const Seconds time(timestamp.number());
    if (!(time >= last && time <= reply.now))
      timestamp.refuse(fmt::format("must be from {:.9g} to {:.9g} s, after the one before and until \"now\"",
                                   last.count(), reply.now.count()));
    last = time;
    if (auto order = order_in(event, time, cores)) reply.orders.push_back(std::move(*order));
  }
  return reply;
}

} // namespace daruma::batch::batsim
