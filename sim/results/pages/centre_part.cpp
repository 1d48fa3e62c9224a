#include "sim/results/pages/centre_part.hpp"

#include "sim/core/affixes.hpp"
#include "sim/results/pages/centre_drawing.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/readable.hpp"
#include "sim/scenario/policy_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace daruma::pages {

namespace {

double metric(const results::Result& result, const char* name) {
  const auto found = result.metrics.find(name);
  return found == result.metrics.end() ? 0 : found->second;
}

constexpr std::array<const char*, 6> compared_with_log{
    "jobs", "mean_wait_s", "p95_wait_s", "mean_bounded_slowdown", "utilisation", "makespan_s"};

std::vector<Quantity> quantities_of(const results::Result& result, bool has_log) {
  std::vector<Quantity> all;
  for (const std::string name : compared_with_log) {
    all.push_back({name, ends_with(name, "_s") ? "s" : "", {metric(result, name.c_str())}});
    if (has_log) all.back().sizes.push_back(metric(result, ("log." + name).c_str()));
  }
  return all;
}

/// Whether what the log says is of the jobs that the centre's own means are of. Results of versions before say of a run
/// that was cut what it says of all jobs.
bool is_log_of_same_jobs(const results::Result& result) {
  const double of_log = metric(result, "log.jobs");
  const bool is_cut = result.cut && result.cut->replicas_asked == 0;
  return of_log > 0 && (!is_cut || of_log <= metric(result, "jobs"));
}

/// What a centre's policies made of it, beside what its log says of the same jobs.
Markup centre_table(const Told& told) {
  const scenario::Centre& centre = *told.scenario.centre;
  std::string policies = scenario::policy_title(centre.queue);
  if (told.result.metrics.count("node_failures") != 0) policies += ", " + scenario::policy_title(centre.on_failure);
  if (centre.urgent) policies += ", " + scenario::policy_title(centre.urgent->policy);
  Table rows{{""}, {}};
  rows.rows.push_back({Cell(policies)});
  const bool has_log = is_log_of_same_jobs(told.result);
  if (has_log) rows.rows.push_back({Cell(told.result.cut ? "as the log says of these" : "as the log says")});
  const std::vector<ReadableUnit> units = shared_units(quantities_of(told.result, has_log));
  for (std::size_t i = 0; i < compared_with_log.size(); ++i) {
    const std::string name = compared_with_log[i];
    rows.heads.push_back(readable_name(name) + (units[i].name.empty() ? "" : ", " + units[i].name));
    const auto cell = [&](const std::string& from) {
      const auto found = told.result.metrics.find(from);
      if (found == told.result.metrics.end()) return std::string();
      return name == "jobs" ? whole(found->second) : units[i].number(found->second);
    };
    rows.rows[0].emplace_back(cell(name));
    if (has_log) rows.rows[1].emplace_back(cell("log." + name));
  }
  Markup html = table(rows);
  if (metric(told.result, "log.jobs") > 0 && !has_log)
    html.add(note("What the log says is of all its jobs, and not comparable with those that had ended."));
  return html;
}

} // namespace

std::string centre_sentence(const results::Result& result) {
  const bool is_mean = replicas(result) > 1;
  const double lost = metric(result, "jobs_lost");
  std::string text = fmt::format("{} jobs finished", whole(metric(result, "jobs")));
  if (lost > 0) text += fmt::format(", {} never did", whole(lost));
  if (result.metrics.count("median_wait_s") != 0)
    text += fmt::format(": half of those waited at most {}, 95 % at most {}",
                        readable(metric(result, "median_wait_s"), "s"), readable(metric(result, "p95_wait_s"), "s"));
  if (const double capacity = metric(result, "capacity_node_h"); capacity > 0)
    text += fmt::format("; {:.3g} % of the nodes' time became their work",
                        100 * metric(result, "finished_node_h") / capacity);
  if (const auto failures = result.metrics.find("node_failures"); failures != result.metrics.end())
    text += failures->second > 0 ? fmt::format("; nodes failed {} times, and jobs were interrupted {} times",
                                               whole(failures->second), whole(metric(result, "interruptions")))
                                 : "; no node failed";
  return text + (is_mean ? fmt::format(" (means over {} replicas).", replicas(result)) : ".");
}

std::string pending_sentence(const results::Result& result) {
  const auto unended = result.metrics.find("jobs_unended");
  if (unended == result.metrics.end() || unended->second == 0) return "";
  std::string text = fmt::format("{} job{} that had come had not ended, and are in no mean", whole(unended->second),
                                 unended->second == 1 ? "" : "s");
  if (const double unstarted = metric(result, "jobs_unstarted"); unstarted > 0)
    text += fmt::format(": {} of them waited still, for {} so far on average", whole(unstarted),
                        readable(metric(result, "mean_wait_so_far_s"), "s"));
  return text + ".";
}

/// What is within the work of the picture before, and no part beside it.
Markup stranded_cores(const results::Result& result) {
  const double stranded = metric(result, "stranded_node_h");
  if (stranded <= 0) return {};
  return note(
      fmt::format("Of the work of jobs that finished, {} were of cores that nobody had asked for: memory or GPUs "
                  "of theirs were taken, or nodes given whole.",
                  readable(stranded, "node h")));
}

Markup centre_pictures(const Told& told) {
  Markup html = centre_table(told);
  html.add(draw_time(told.result)).add(stranded_cores(told.result));
  if (!told.centre) return html.add(note("Its tables do not lie beside result.json; daruma run leaves them there."));
  if (replicas(told.result) > 1) html.add(note("The pictures that follow are of the first replica."));
  if (const auto& states = told.centre->states; !states.empty() && states.front().time_s != 0)
    html.add(
        note(fmt::format("Times in the pictures count from when the first job came; tables, as the log, have {} then.",
                         readable(states.front().time_s, "s"))));
  const int cores = told.scenario.machine.nodes * told.scenario.machine.cores;
  html.add(draw_use(told.centre->states, cores)).add(draw_schedule(*told.centre, told.scenario.machine.nodes));
  return html.add(draw_waits(told.centre->groups));
}

Markup centre_groups(const Told& told) {
  if (!told.centre) return {};
  Table all{
      {"by", "group", "quantity", "jobs", "mean", "least", "25 %", "median", "75 %", "90 %", "95 %", "99 %", "most"},
      {}};
  const auto& groups = told.centre->groups;
  std::vector<Quantity> quantities;
  quantities.reserve(groups.size());
  for (const auto& group : groups)
    quantities.push_back({group.quantity, group.quantity == "bounded_slowdown" ? "" : "s", {group.mean}});
  const std::vector<ReadableUnit> units = shared_units(quantities);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto& [group, unit] = std::tie(groups[i], units[i]);
    all.rows.push_back({group.by, group.name,
                        readable_name(group.quantity) + (unit.name.empty() ? "" : ", " + unit.name), whole(group.jobs),
                        unit.number(group.mean)});
    for (const double value : group.percentiles) all.rows.back().emplace_back(unit.number(value));
  }
  return table(all);
}

} // namespace daruma::pages
