#include "analysis/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace daruma::analysis {

namespace {

struct Milestone {
  std::string what;
  Seconds time;
};

/// What programs printed is theirs; who noticed a death, and how many spread the news, is the MPI's own affair.
bool is_milestone(const results::Event& event) {
  return event.kind != "print" && event.kind != "detection" && event.kind != "revoke";
}

std::string described(const results::Event& event) {
  std::string what = event.job.empty() ? event.kind : event.job + ": " + event.kind;
  if (event.kind == "death") return what + " of process " + std::to_string(event.process);
  return event.text.empty() ? what : what + " " + event.text;
}

std::vector<Milestone> milestones_of(const results::Result& result) {
  std::vector<Milestone> milestones;
  for (const auto& event : result.events)
    if (is_milestone(event)) milestones.push_back({described(event), event.time});
  return milestones;
}

/// lengths[i][j]: of the longest common subsequence of a from i on and b from j on.
std::vector<std::vector<int>> common_lengths(const std::vector<Milestone>& a, const std::vector<Milestone>& b) {
  std::vector<std::vector<int>> lengths(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      lengths[i][j] =
          a[i].what == b[j].what ? lengths[i + 1][j + 1] + 1 : std::max(lengths[i + 1][j], lengths[i][j + 1]);
  return lengths;
}

std::vector<MilestonePair> matched(const std::vector<Milestone>& a, const std::vector<Milestone>& b) {
  const auto lengths = common_lengths(a, b);
  std::vector<MilestonePair> pairs;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i].what == b[j].what) {
      pairs.push_back({a[i].what, a[i].time, b[j].time});
      ++i, ++j;
    } else if (j == b.size() || (i < a.size() && lengths[i + 1][j] >= lengths[i][j + 1])) {
      pairs.push_back({a[i].what, a[i].time, std::nullopt});
      ++i;
    } else {
      pairs.push_back({b[j].what, std::nullopt, b[j].time});
      ++j;
    }
  }
  return pairs;
}

std::optional<double> find(const std::map<std::string, double>& metrics, const std::string& name) {
  const auto found = metrics.find(name);
  return found == metrics.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

Comparison compare(const results::Result& a, const results::Result& b) {
  std::set<std::string> names;
  for (const auto& metric : a.metrics) names.insert(metric.first);
  for (const auto& metric : b.metrics) names.insert(metric.first);
  Comparison comparison;
  for (const std::string& name : names)
    comparison.metrics.push_back({name, find(a.metrics, name), find(b.metrics, name)});
  comparison.milestones = matched(milestones_of(a), milestones_of(b));
  return comparison;
}

std::optional<double> relative_error(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  if (*a == *b) return 0;
  if (*a == 0) return std::nullopt;
  return (*b - *a) / std::abs(*a);
}

bool has_same_order(const Comparison& comparison) {
  return std::all_of(comparison.milestones.begin(), comparison.milestones.end(),
                     [](const MilestonePair& pair) { return pair.a && pair.b; });
}

} // namespace daruma::analysis
