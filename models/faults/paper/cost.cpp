// Fault localisation: what watching costs while nothing fails, and what is known afterwards.
#include "models/faults/paper/machine.hpp"
#include "sim/faults/baselines.hpp"
#include "sim/study/replications.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace daruma::models::faults::paper {

namespace {

using daruma::faults::Baseline;

struct Watcher {
  const char* title;
  const char* argument; ///< of the model
  Baseline baseline;
};

constexpr std::array watchers{Watcher{"heartbeats around a ring", "ring", Baseline::heartbeat_ring},
                              Watcher{"heartbeats to a server", "server", Baseline::heartbeat_server},
                              Watcher{"looks at the own system", "system", Baseline::system}};
constexpr const char* asking = "errors, and questions after them";

// --- While nothing fails: simulated with ranks

constexpr int ranks = 32;
constexpr double grain_ms = 0.1;
constexpr int least_steps = 500;

study::Metrics watched(const study::StudyContext& context, const std::string& watching, double period_ms,
                       const std::vector<scenario::Override>& more = {}) {
  const bool has_server = watching == "server";
  const int steps = std::max(least_steps, static_cast<int>(2 * period_ms / grain_ms));
  std::vector<scenario::Override> overrides{{"/jobs/0/arguments/watching", watching},
                                            {"/jobs/0/arguments/period", fmt::format("{}ms", period_ms)},
                                            {"/jobs/0/arguments/steps", std::to_string(steps)},
                                            {"/jobs/0/ranks", std::to_string(ranks + (has_server ? 1 : 0))}};
  overrides.insert(overrides.end(), more.begin(), more.end());
  const auto scenario = context.load("watched-steps", overrides);
  return study::replicate(scenario, context.models, 1).front();
}

study::Row percent(const std::string& label, double share, const char* of) {
  return {label, {}, 100 * share, fmt::format("% {}", of)};
}

/// With localisation on: whether all that is counted or timed is the same to the last bit. Questions would be counted.
bool is_free(study::Reproduction& figure, const study::StudyContext& context) {
  const study::Metrics without = watched(context, "none", 10);
  const study::Metrics with = watched(context, "none", 10, {{"/localisation", "{}"}});
  const auto questions = with.find("steps.localisation_queries");
  const double asked = questions == with.end() ? 0 : questions->second;
  const double longer = with.at("steps.step_s") / without.at("steps.step_s") - 1;
  figure.rows.push_back({fmt::format("{}: messages", asking), {}, with.at("steps.messages") + asked, ""});
  figure.rows.push_back({fmt::format("{}: bytes", asking), {}, with.at("steps.bytes"), "B"});
  for (const double period_ms : {10.0, 100.0}) // it has none
    figure.rows.push_back(study::point(asking, "period", period_ms, 100 * longer, "% longer"));
  return with == without;
}

/// The largest slow-down by what it takes of the processors, least of all watchers.
double add_costs(study::Reproduction& figure, const study::StudyContext& context) {
  const double alone = watched(context, "none", 10).at("steps.step_s");
  double amplification = std::numeric_limits<double>::infinity();
  for (const double period_ms : {10.0, 20.0, 50.0, 100.0})
    for (const Watcher& watcher : watchers) {
      const study::Metrics metrics = watched(context, watcher.argument, period_ms);
      const double slow_down = metrics.at("steps.step_s") / alone - 1;
      figure.rows.push_back(study::point(watcher.title, "period", period_ms, 100 * slow_down, "% longer"));
      amplification = std::min(amplification, slow_down / metrics.at("steps.cpu_share"));
      if (period_ms > 10) continue;
      const std::string prefix = fmt::format("{}, 10 ms: ", watcher.title);
      figure.rows.push_back({prefix + "messages", {}, metrics.at("steps.messages"), ""});
      figure.rows.push_back({prefix + "bytes", {}, metrics.at("steps.bytes"), "B"});
      figure.rows.push_back(percent(prefix + "processor", metrics.at("steps.cpu_share"), "taken"));
    }
  return amplification;
}

// --- Afterwards: every single fault that stops anybody's traffic

struct Knowledge {
  double cases = 0;
  double noticed = 0;
  double sound_blamed = 0; ///< nodes
};

class Afterwards {
public:
  explicit Afterwards(const study::StudyContext& context)
      : machine_(context, 1), cases_(daruma::faults::all_failure_modes(machine_.fabric, machine_.tree), 1, {}, {}),
        crossings_(machine_.fabric, all_components(machine_.fabric, machine_.tree), 1, cores_here(), Progress().stop) {}

  Knowledge of(Baseline baseline) const {
    Knowledge sums;
    for (std::int64_t number = 0; number < static_cast<std::int64_t>(cases_.count()); ++number) {
      daruma::faults::Health health(machine_.fabric, machine_.tree);
      health.inflict(cases_.at(number).breaks.front());
      if (!stops_traffic(number)) continue;
      const Seconds now = health.steps().back().at;
      const auto nodes = daruma::faults::blamed(baseline, machine_.fabric, health, now);
      sums.cases += 1;
      sums.noticed += nodes.empty() ? 0 : 1;
      for (const int node : nodes) sums.sound_blamed += is_sound(node, number) ? 1 : 0;
    }
    return sums;
  }

  daruma::faults::Diagnosis of_questions() const { return machine_.diagnose(cases_); }

  /// How many devices an error leaves open, in the mean.
  double candidates_of_errors() const {
    double candidates = 0;
    double detections = 0;
    for (std::int64_t number = 0; number < static_cast<std::int64_t>(cases_.count()); ++number)
      machine_.campaign.run(cases_.at(number), crossings_, [&](const daruma::faults::Record& record) {
        candidates += static_cast<double>(record.findings.size());
        detections += 1;
      });
    return candidates / detections;
  }

private:
  bool stops_traffic(std::int64_t number) const {
    bool is_seen = false;
    machine_.campaign.run(cases_.at(number), crossings_, [&is_seen](const daruma::faults::Record&) { is_seen = true; });
    return is_seen;
  }
  bool is_sound(int node, std::int64_t number) const {
    const auto component = cases_.at(number).breaks.front().what.component;
    return component.model->holder != Holder::node || component.holder != node;
  }

  BreakableMachine machine_;
  daruma::faults::Cases cases_;
  daruma::faults::Crossings crossings_;
};

/// Whether each of the baselines misses a fault or blames sound nodes.
bool add_knowledge(study::Reproduction& figure, const Afterwards& afterwards) {
  bool all_fail = true;
  for (const Watcher& watcher : watchers) {
    const Knowledge sums = afterwards.of(watcher.baseline);
    figure.rows.push_back(percent(fmt::format("{}: faults", watcher.title), sums.noticed / sums.cases, "noticed"));
    figure.rows.push_back(
        {fmt::format("{}: sound nodes blamed", watcher.title), {}, sums.sound_blamed / sums.cases, "a fault"});
    all_fail = all_fail && (sums.noticed < sums.cases || sums.sound_blamed > 0);
  }
  figure.rows.push_back({"errors alone: devices it may be", {}, afterwards.candidates_of_errors(), "a fault"});
  return all_fail;
}

} // namespace

study::Reproduction cost(const study::StudyContext& context) {
  study::Reproduction figure{
      "fault localisation: what watching takes of 32 ranks that add up a number every 0.1 ms while "
      "nothing fails, by its period; and what is known after each single fault of 64 nodes at two "
      "levels of switches"};
  figure.parameters = parameters_of_devices(context);
  figure.plot = study::lines("period", "period of heartbeats and looks (ms)", study::Scale::logarithmic,
                             "time of a step (% longer)");
  const double amplification = add_costs(figure, context);
  const bool asking_is_free = is_free(figure, context);
  const Afterwards afterwards(context);
  const bool others_fail = add_knowledge(figure, afterwards);
  const daruma::faults::Diagnosis ours = afterwards.of_questions();
  const double right = static_cast<double>(ours.right) / static_cast<double>(ours.detections);
  figure.rows.push_back(percent(fmt::format("{}: the part", asking), right, "named"));
  figure.rows.push_back({fmt::format("{}: sound parts named", asking), {}, static_cast<double>(ours.sound), ""});
  figure.claims = {
      {"asking after errors is free while nothing fails: no message, no question, and every time the same "
       "to the last bit",
       asking_is_free},
      {"each way to watch makes steps longer, the more often the more",
       std::all_of(watchers.begin(), watchers.end(),
                   [&](const Watcher& watcher) {
                     const auto times = line(figure, watcher.title);
                     return times.back() > 0 && times.front() > times.back();
                   })},
      {"each step waits for whoever watched in it: steps lose more than the processors do", amplification > 1},
      {"each of the others misses faults or blames sound nodes, and none names a part", others_fail},
      {"asking names nothing sound", ours.sound == 0}};
  return figure;
}

} // namespace daruma::models::faults::paper
