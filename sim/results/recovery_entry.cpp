// What is entered of recoveries into a result: metrics, spans, lines for people.
#include "sim/results/recoveries.hpp"
#include "sim/results/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace daruma::results {

namespace {

/// In the order in which a recovery usually goes through them.
constexpr std::array<std::pair<RecoveryPart, const char*>, recovery_parts> named_parts{{
    {RecoveryPart::detection, "detection"},
    {RecoveryPart::propagation, "propagation"},
    {RecoveryPart::revoke, "revoke"},
    {RecoveryPart::agreement, "agreement"},
    {RecoveryPart::shrink, "shrink"},
    {RecoveryPart::spawn, "spawn"},
    {RecoveryPart::rebuild, "rebuild"},
    {RecoveryPart::relaunch, "relaunch"},
    {RecoveryPart::reload, "reload"},
    {RecoveryPart::other, "other"},
}};

constexpr std::string_view infix = ".recovery.";
constexpr std::string_view lost_work = "lost_work";

/// Calls `take(name, seconds)` for each part, and for the whole.
template <class Take> void for_each_part(const Recovery& recovery, const Take& take) {
  for (const auto& [part, name] : named_parts) take(name, recovery.of(part));
  take(lost_work, recovery.lost_work);
  take("whole", recovery.whole());
}

void enter_metrics(Result& result, const std::string& job, const std::vector<Recovery>& recoveries) {
  const std::string prefix = job + std::string(infix);
  result.metrics[prefix + "count"] = static_cast<double>(recoveries.size());
  for_each_part({}, [&](std::string_view name, Seconds) { result.metrics[fmt::format("{}{}_s", prefix, name)] = 0; });
  for (const Recovery& recovery : recoveries)
    for_each_part(recovery, [&](std::string_view name, Seconds time) {
      result.metrics[fmt::format("{}{}_s", prefix, name)] += time.count();
      if (time > Seconds(0))
        result.metrics[fmt::format("{}{}_s[recovery={}]", prefix, name, recovery.number)] = time.count();
    });
}

void enter_spans(Result& result, const Recovery& recovery) {
  constexpr int whole_job = -1;
  const auto enter = [&](Seconds begin, Seconds end, std::string_view part) {
    result.spans.push_back(
        {begin, end, fmt::format("recovery: {}", part), recovery.job, whole_job, std::to_string(recovery.number)});
  };
  if (recovery.lost_work > Seconds(0)) enter(recovery.death - recovery.lost_work, recovery.death, "lost work");
  for (const Slice& slice : recovery.slices) enter(slice.begin, slice.end, name_of(slice.part));
}

std::string parts_in_words(const Recovery& recovery) {
  std::string text;
  for_each_part(recovery, [&text](std::string_view name, Seconds time) {
    if (time > Seconds(0) && name != "whole")
      text +=
          fmt::format("{}{} {:.4g}", text.empty() ? "" : ", ", name == lost_work ? "lost work" : name, time.count());
  });
  return text;
}

} // namespace

const char* name_of(RecoveryPart part) {
  return std::find_if(named_parts.begin(), named_parts.end(), [part](const auto& named) { return named.first == part; })
      ->second;
}

bool is_of_recovery(const std::string& metric) { return metric.find(infix) != std::string::npos; }

void enter_recoveries(Result& result, const std::vector<std::string>& partly_recorded) {
  bool are_all_known = true;
  for (const JobRow& job : result.jobs) {
    if (job.deaths == 0) continue;
    const bool is_known = std::find(partly_recorded.begin(), partly_recorded.end(), job.name) == partly_recorded.end();
    are_all_known = are_all_known && is_known;
    if (!is_known) continue;
    const std::vector<Recovery> recoveries = recoveries_of(job, result.events, result.spans);
    enter_metrics(result, job.name, recoveries);
    result.recoveries.insert(result.recoveries.end(), recoveries.begin(), recoveries.end());
  }
  if (!are_all_known) result.trace += "; where the time of recoveries went is not known from that";
  if (result.recoveries.empty()) return;
  for (const Recovery& recovery : result.recoveries) enter_spans(result, recovery);
  result.spans = result.spans.in_order([](const Span& a, const Span& b) { return a.end < b.end; });
}

std::string recovery_table(const std::vector<Recovery>& recoveries, int columns) {
  constexpr std::size_t most = 20;
  if (recoveries.empty()) return "";
  std::vector<Column> told{
      {"death_s", Align::right}, {"job"}, {"recovery_s", Align::right}, {"where its time went, in seconds"}};
  for (std::size_t i = 0; i < std::min(most, recoveries.size()); ++i) {
    const Recovery& recovery = recoveries[i];
    told[0].cells.push_back(fmt::format("{:.6f}", recovery.death.count()));
    told[1].cells.push_back(recovery.job);
    told[2].cells.push_back(fmt::format("{:.4g}", recovery.whole().count()));
    told[3].cells.push_back(parts_in_words(recovery));
  }
  const std::size_t more = recoveries.size() - std::min(most, recoveries.size());
  return side_by_side(told, columns) + (more > 0 ? fmt::format("and {} more in result.json\n", more) : "");
}

} // namespace daruma::results
