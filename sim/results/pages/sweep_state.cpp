#include "sim/results/pages/sweep_state.hpp"

#include "sim/core/affixes.hpp"
#include "sim/core/number.hpp"
#include "sim/results/pages/readable.hpp"
#include "sim/results/pages/sweep_drawing.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/sweep_rule.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>
#include <tuple>

namespace daruma::pages {

namespace {

using scenario::counted;
using study::PointSummary;

/// What follows an option wherever the words have it: "--metric NAME" or "--metric=NAME".
std::vector<std::string> values_of(std::string_view option, const results::SweepPlan& plan) {
  const auto command = plan.provenance.find("command");
  std::vector<std::string> values;
  if (command == plan.provenance.end()) return values;
  std::istringstream words(command->second);
  const std::string with_value = std::string(option) + "=";
  for (std::string word; words >> word;) {
    if (word == option && words >> word)
      values.push_back(word);
    else if (word.rfind(with_value, 0) == 0)
      values.push_back(word.substr(with_value.size()));
  }
  return values;
}

template <class Number> std::optional<Number> number_of(std::string_view option, const results::SweepPlan& plan) {
  const std::vector<std::string> values = values_of(option, plan);
  return values.empty() ? std::nullopt : number_in<Number>(values.back());
}

int most_replicas(const results::SweepFile& file) {
  int most = 0;
  for (const auto& [point, replica] : file.runs()) most = std::max(most, replica + 1);
  return most;
}

/// What its command asked for, or a later one that made more.
study::SweepRule rule_of(const results::SweepFile& file) {
  study::SweepRule rule;
  rule.metrics = named_metrics(file.plan());
  rule.precision.relative = number_of<double>("--precision", file.plan()).value_or(0);
  const bool is_precise = rule.precision.relative > 0;
  rule.precision.most = number_of<int>("--replicas", file.plan()).value_or(is_precise ? rule.precision.most : 1);
  if (!is_precise) rule.precision.most = std::max(rule.precision.most, most_replicas(file));
  return rule;
}

/// Why a point cannot be called the best: runs that broke, jobs that did not finish.
std::string flaw_of(const PointSummary& point) {
  if (point.runs == 0) return "not run yet";
  if (point.broken > 0) return fmt::format("{} of {} broke", point.broken, counted(point.runs, "run"));
  for (const auto& [name, estimate] : point.metrics) {
    if (ends_with(name, ".finished") && estimate.mean < 1)
      return fmt::format("{} finished in {:.3g} % of its runs", name.substr(0, name.rfind('.')), 100 * estimate.mean);
    if (name == "jobs_lost" && estimate.mean > 0)
      return fmt::format("{} jobs never finished{}", whole(estimate.mean), point.runs > 1 ? ", on average" : "");
  }
  return "";
}

/// Means over replicas that both have.
struct Both {
  double one = 0;
  double other = 0;
};

Both means_of_shared(const ByReplica& one, const ByReplica& other) {
  Both sums;
  double shared = 0;
  for (const auto& [replica, value] : one) {
    const auto others = other.find(replica);
    if (others == other.end()) continue;
    sums.one += value;
    sums.other += others->second;
    ++shared;
  }
  return shared > 0 ? Both{sums.one / shared, sums.other / shared} : sums;
}

constexpr double notable = 0.01; ///< less work than that part is rounding, and what is counted in another way

/// How much of the other's work it did, as ", 80 % of their work,"; empty where that is about the same or not known.
std::string part_of_work(const Both& work) {
  if (work.one >= (1 - notable) * work.other) return "";
  return fmt::format(", {:.3g} % of their work,", 100 * work.one / work.other);
}

/// Beside one that ran more jobs, or as many with more work; empty: it did not.
std::string flaw_beside(const Both& jobs, const Both& work) {
  if (jobs.one < jobs.other)
    return fmt::format("ran {} jobs of the {} that others ran{} so that its waits are not of the same", whole(jobs.one),
                       whole(jobs.other), work.other > 0 ? part_of_work(work) : "");
  if (jobs.other == 0 || jobs.one > jobs.other || part_of_work(work).empty()) return "";
  return "ran as many jobs as others, but not the same" + part_of_work(work) + " so that its waits are not of the same";
}

/// Whether the same jobs come to the same work whatever is varied: only policies are, and no job has other sizes.
bool is_work_the_same(const results::SweepPlan& plan) {
  constexpr std::array<std::string_view, 4> policies{"/centre/queue", "/centre/on_failure", "/centre/checkpoint",
                                                     "/centre/urgent/policy"};
  const auto is_policy = [&](const std::string& pointer) {
    return std::any_of(policies.begin(), policies.end(),
                       [&](std::string_view policy) { return begins_with(pointer, policy); });
  };
  if (plan.points.empty() || !std::all_of(plan.varied.begin(), plan.varied.end(), is_policy)) return false;
  const auto scenario = nlohmann::json::parse(plan.points.front().scenario_json, nullptr, false);
  const auto flexible = scenario.is_object()
                            ? scenario.value(nlohmann::json::json_pointer("/centre/flexible"), nlohmann::json::object())
                            : nlohmann::json::object();
  double share = 0;
  for (const char* const kind : {"mouldable", "malleable", "evolving"}) share += flexible.value(kind, 0.0);
  return share == 0;
}

} // namespace

std::vector<std::string> named_metrics(const results::SweepPlan& plan) { return values_of("--metric", plan); }

std::string unfinished(const results::SweepFile& file) {
  const auto points = static_cast<int>(file.plan().points.size());
  const study::SweepRule rule = rule_of(file);
  const auto missing = static_cast<long long>(study::missing_runs(file, points, rule).size());
  if (missing == 0) return "";
  const auto made = static_cast<long long>(file.runs().size());
  if (rule.precision.relative > 0)
    return fmt::format("Unfinished: {} made, at least {} more are wanted.", counted(made, "run"), missing);
  return fmt::format("Unfinished: {} of {} made; the same command makes the others.", made,
                     counted(made + missing, "run"));
}

std::vector<Contender> contenders_of(const results::SweepFile& file, const std::vector<PointSummary>& points) {
  std::vector<Contender> contenders;
  std::vector<ByReplica> jobs;
  std::vector<ByReplica> work;
  for (std::size_t i = 0; i < points.size(); ++i) {
    contenders.push_back({label(points[i], file.plan().varied), flaw_of(points[i])});
    jobs.push_back(file.values_by_replica(static_cast<int>(i), "jobs"));
    work.push_back(file.values_by_replica(static_cast<int>(i), "finished_node_h"));
  }
  if (!is_work_the_same(file.plan())) work.clear();
  flaw_who_ran_fewer(contenders, jobs, work);
  return contenders;
}

void flaw_who_ran_fewer(std::vector<Contender>& contenders, const std::vector<ByReplica>& jobs,
                        const std::vector<ByReplica>& work) {
  std::vector<std::size_t> whole_ones;
  for (std::size_t i = 0; i < contenders.size(); ++i)
    if (contenders[i].flaw.empty()) whole_ones.push_back(i);
  for (const std::size_t one : whole_ones) {
    Both most;
    for (const std::size_t other : whole_ones) {
      const Both here = means_of_shared(jobs[one], jobs[other]);
      const Both done = work.empty() ? Both() : means_of_shared(work[one], work[other]);
      const std::string flaw = flaw_beside(here, done);
      if (flaw.empty() || std::tie(here.other, done.other) <= std::tie(most.one, most.other)) continue;
      most = {here.other, done.other};
      contenders[one].flaw = flaw;
    }
  }
}

} // namespace daruma::pages
