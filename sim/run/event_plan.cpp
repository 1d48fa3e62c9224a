#include "sim/run/event_plan.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/core/registry.hpp"
#include "sim/scenario/call_moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <tuple>

namespace daruma::run {

namespace {

std::string in_seconds(Seconds time) { return fmt::format("{:.6g} s", time.count()); }

} // namespace

std::vector<NodeFailure> plan_failures(const scenario::Failures& failures, int nodes, std::uint64_t seed,
                                       int replication) {
  std::vector<NodeFailure> plan;
  if (failures.is_listed()) {
    for (const auto& listed : failures.list) plan.push_back({listed.time, listed.node});
  } else {
    for (int node = 0; node < nodes; ++node) {
      const std::string purpose = "failures/node-" + std::to_string(node);
      RandomStream stream(seed, static_cast<std::uint64_t>(replication), purpose);
      plan.push_back({failures.law->draw(failures.shape, failures.node_mtbf, stream), node});
    }
  }
  std::stable_sort(plan.begin(), plan.end(), [](const NodeFailure& a, const NodeFailure& b) {
    return std::tie(a.time, a.node) < std::tie(b.time, b.node);
  });
  return plan;
}

EventPlan::EventPlan(const scenario::Scenario& scenario, int replication)
    : scenario_(scenario), replication_(replication) {}

std::vector<Due> EventPlan::events() const {
  std::vector<Due> plan;
  for (const scenario::Event& event : scenario_.events)
    if (event.when.has_time()) plan.push_back({event.when.at, &event});
  return plan;
}

std::vector<Due> EventPlan::events_after(std::string_view job, int restarts, Seconds when) const {
  std::vector<Due> plan;
  for (const scenario::Event& event : scenario_.events)
    if (event.when.job == job && event.when.restarts == restarts) plan.push_back({when + event.when.delay, &event});
  return plan;
}

std::vector<const scenario::Event*> EventPlan::events_during_calls() const {
  std::vector<const scenario::Event*> plan;
  for (const scenario::Event& event : scenario_.events)
    if (event.when.during) plan.push_back(&event);
  return plan;
}

std::vector<NodeFailure> EventPlan::failures() const {
  if (!scenario_.failures) return {};
  return plan_failures(*scenario_.failures, scenario_.machine.nodes, scenario_.seed, replication_);
}

std::string EventPlan::never_due(const scenario::Event& event, const std::vector<results::JobRow>& jobs) const {
  const std::string which = fmt::format("events/{}", &event - scenario_.events.data());
  const scenario::Trigger& when = event.when;
  if (when.during)
    return fmt::format("{} {} of process {} of {} was never due: it did not come there", which,
                       scenario::in_words(*when.during), when.during->process, when.during->job);
  if (when.has_time()) {
    Seconds end{0};
    for (const results::JobRow& job : jobs) end = std::max(end, job.end);
    return fmt::format("{} at {} was never due: the run ended at {}", which, in_seconds(when.at), in_seconds(end));
  }
  const results::JobRow* const job = find_named(jobs, when.job);
  return fmt::format("{} {} after restart {} of {} was never due: it had {}", which, in_seconds(when.delay),
                     when.restarts, when.job, job ? job->restarts : 0);
}

/// The draws of an event are its own: those of others do not change when it is left out.
std::vector<int> EventPlan::victims(const scenario::KillRandom& kill, const scenario::Event& event, int living) const {
  const std::string purpose = "event/" + std::to_string(&event - scenario_.events.data());
  RandomStream stream(scenario_.seed, static_cast<std::uint64_t>(replication_), purpose);
  const int candidates = std::min(kill.below, living);
  std::set<int, std::greater<>> chosen;
  while (static_cast<int>(chosen.size()) < std::min(kill.count, candidates))
    chosen.insert(static_cast<int>(stream.below(static_cast<std::uint64_t>(candidates))));
  return {chosen.begin(), chosen.end()};
}

std::vector<int> victims(const scenario::KillRanks& kill) {
  std::vector<int> ranks = kill.ranks;
  std::sort(ranks.rbegin(), ranks.rend());
  return ranks;
}

} // namespace daruma::run
