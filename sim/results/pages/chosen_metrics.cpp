#include "sim/results/pages/chosen_metrics.hpp"

#include "sim/core/affixes.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace daruma::pages {

namespace {

constexpr std::string_view makespan = "makespan_s";
constexpr std::string_view lost_time = "lost_to_";

/// Of who decides; those that follow it are unknown ones, and then other views of what came before.
constexpr std::array<std::string_view, 18> order{
    "mean_wait_s",
    "p95_wait_s",
    "mean_bounded_slowdown",
    "urgent.deadlines_met",
    "mean_response_s",
    "utilisation",
    makespan,
    "lost_to_failures_node_h",
    "lost_to_urgent_node_h",
    "lost_to_checkpoints_node_h",
    lost_time,
    "interruptions",
    "energy_kwh",
    "beyond_power_cap_s",
    "urgent.mean_response_s",
    "urgent.mean_wait_s",
    "p95_response_s",
    "p95_bounded_slowdown",
};

/// Smaller is more important.
std::size_t rank_of(std::string_view metric) {
  constexpr std::array<std::string_view, 3> other_views{"median_", "p99_", "jain_"};
  const auto is_meant = [=](std::string_view name) {
    if (name == lost_time) return begins_with(metric, lost_time);
    const bool is_of_job = name == makespan && ends_with(metric, "." + std::string(name)); // "heat.makespan_s"
    return metric == name || is_of_job;
  };
  const auto known = std::find_if(order.begin(), order.end(), is_meant);
  if (known != order.end()) return static_cast<std::size_t>(std::distance(order.begin(), known));
  const auto view = std::find_if(other_views.begin(), other_views.end(),
                                 [=](std::string_view begin) { return begins_with(metric, begin); });
  if (view == other_views.end()) return order.size();
  return order.size() + 1 + static_cast<std::size_t>(std::distance(other_views.begin(), view));
}

struct Candidate {
  const Contest* contest;
  bool comes_first; ///< expected of the scenario, or told apart
  bool is_lost_time;
  bool is_kept; ///< however many there are
};

Candidate candidate(const Contest& contest, const std::vector<Contender>& contenders, bool is_expected, Chance chance) {
  const auto standing = standing_of(contest, contenders, chance);
  const bool comes_first = is_expected || (standing && !standing->behind.empty());
  const bool is_lost_time = begins_with(contest.name, lost_time);
  const bool is_loss_or_deadline = is_lost_time || contest.name.find("deadline") != std::string::npos;
  return {&contest, comes_first, is_lost_time, is_expected || (comes_first && is_loss_or_deadline)};
}

bool is_all_zero(const Contest& contest) {
  const auto is_zero = [](const auto& value) { return value.second == 0; };
  return std::all_of(contest.values.begin(), contest.values.end(),
                     [=](const auto& values) { return std::all_of(values.begin(), values.end(), is_zero); });
}

} // namespace

std::vector<Contest> chosen(const std::vector<Contest>& all, const std::vector<Contender>& contenders,
                            const std::set<std::string>& expected, Chance chance) {
  constexpr std::size_t most = 7;
  const bool is_comparison = judged_of(contenders) > 1;
  std::vector<Candidate> candidates;
  for (const Contest& contest : all) {
    if (contest.better == Better::neither) continue;
    if (is_comparison ? !differs(contest, contenders) : is_all_zero(contest)) continue;
    candidates.push_back(candidate(contest, contenders, expected.count(contest.name) != 0, chance));
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::pair(!a.comes_first, rank_of(a.contest->name)) < std::pair(!b.comes_first, rank_of(b.contest->name));
  });
  const bool is_any_apart = is_comparison && !candidates.empty() && candidates.front().comes_first;
  std::vector<Contest> shown;
  for (const Candidate& one : candidates) {
    const bool says_nothing = is_any_apart && one.is_lost_time && !one.comes_first;
    if (one.is_kept || (shown.size() < most && !says_nothing)) shown.push_back(*one.contest);
  }
  return shown;
}

} // namespace daruma::pages
