#include "sim/results/pages/sweep_state.hpp"

#include "sim/core/affixes.hpp"
#include "sim/core/number.hpp"
#include "sim/results/pages/readable.hpp"
#include "sim/results/pages/sweep_drawing.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/sweep_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

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
struct Fewer {
  double jobs = 0;
  double of_other = 0;
};

std::optional<Fewer> fewer_than(const std::map<int, double>& jobs, const std::map<int, double>& others) {
  Fewer fewer;
  double shared = 0;
  for (const auto& [replica, count] : jobs) {
    const auto other = others.find(replica);
    if (other == others.end()) continue;
    fewer.jobs += count;
    fewer.of_other += other->second;
    ++shared;
  }
  if (fewer.jobs >= fewer.of_other) return std::nullopt;
  return Fewer{fewer.jobs / shared, fewer.of_other / shared};
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
  std::vector<std::map<int, double>> jobs;
  for (std::size_t i = 0; i < points.size(); ++i) {
    contenders.push_back({label(points[i], file.plan().varied), flaw_of(points[i])});
    jobs.push_back(file.values_by_replica(static_cast<int>(i), "jobs"));
  }
  flaw_who_ran_fewer(contenders, jobs);
  return contenders;
}

void flaw_who_ran_fewer(std::vector<Contender>& contenders, const std::vector<std::map<int, double>>& jobs) {
  std::vector<std::size_t> whole_ones;
  for (std::size_t i = 0; i < contenders.size(); ++i)
    if (contenders[i].flaw.empty()) whole_ones.push_back(i);
  for (const std::size_t one : whole_ones) {
    Fewer most;
    for (const std::size_t other : whole_ones)
      if (const auto fewer = fewer_than(jobs[one], jobs[other]); fewer && fewer->of_other > most.of_other)
        most = *fewer;
    if (most.of_other > 0)
      contenders[one].flaw = fmt::format("ran {} jobs of the {} that others ran, so that its waits are not of the same",
                                         whole(most.jobs), whole(most.of_other));
  }
}

} // namespace daruma::pages
