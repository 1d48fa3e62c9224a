#include "sim/results/pages/centre_part.hpp"

#include "sim/results/pages/centre_drawing.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/readable.hpp"
#include "sim/scenario/policy_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace daruma::pages {

namespace {

double metric(const results::Result& result, const char* name) {
  const auto found = result.metrics.find(name);
  return found == result.metrics.end() ? 0 : found->second;
}

/// What a centre's policies made of it, beside what its log says.
Markup centre_table(const Told& told) {
  constexpr std::array<const char*, 6> metrics{"jobs",        "mean_wait_s", "p95_wait_s", "mean_bounded_slowdown",
                                               "utilisation", "makespan_s"};
  const scenario::Centre& centre = *told.scenario.centre;
  std::string policies = scenario::policy_title(centre.queue);
  if (told.result.metrics.count("node_failures") != 0) policies += ", " + scenario::policy_title(centre.on_failure);
  if (centre.urgent) policies += ", " + scenario::policy_title(centre.urgent->policy);
  Table rows{{""}, {}};
  rows.rows.push_back({Cell(policies)});
  rows.rows.push_back({Cell("as the log says")});
  for (const char* name : metrics) {
    const std::string text = name;
    const std::string unit = text.size() > 2 && text.compare(text.size() - 2, 2, "_s") == 0 ? "s" : "";
    const double here = metric(told.result, name);
    const auto logged = told.result.metrics.find("log." + text);
    const bool is_logged = logged != told.result.metrics.end();
    const ReadableUnit readable_as = readable_unit(unit, is_logged ? std::max(here, logged->second) : here);
    rows.heads.push_back(readable_name(text) + (readable_as.name.empty() ? "" : ", " + readable_as.name));
    const bool is_here = told.result.metrics.count(text) != 0;
    rows.rows[0].emplace_back(!is_here ? "" : text == "jobs" ? whole(here) : readable_as.number(here));
    rows.rows[1].emplace_back(!is_logged       ? ""
                              : text == "jobs" ? whole(logged->second)
                                               : readable_as.number(logged->second));
  }
  if (metric(told.result, "log.jobs") == 0) rows.rows.pop_back();
  return table(rows);
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

Markup centre_pictures(const Told& told) {
  Markup html = centre_table(told);
  html.add(draw_time(told.result));
  if (!told.centre) return html.add(note("Its tables do not lie beside result.json; daruma run leaves them there."));
  if (replicas(told.result) > 1) html.add(note("The pictures that follow are of the first replica."));
  const int cores = told.scenario.machine.nodes * told.scenario.machine.cores;
  html.add(draw_use(told.centre->states, cores)).add(draw_schedule(*told.centre, told.scenario.machine.nodes));
  return html.add(draw_waits(told.centre->groups));
}

Markup centre_groups(const Told& told) {
  if (!told.centre) return {};
  Table all{
      {"by", "group", "quantity", "jobs", "mean", "least", "25 %", "median", "75 %", "90 %", "95 %", "99 %", "most"},
      {}};
  for (const auto& group : told.centre->groups) {
    const bool is_time = group.quantity != "bounded_slowdown";
    const ReadableUnit unit = readable_unit(is_time ? "s" : "", group.mean);
    all.rows.push_back(
        {group.by, group.name,
         is_time ? group.quantity.substr(0, group.quantity.size() - 2) + ", " + unit.name : "bounded slowdown",
         whole(group.jobs), unit.number(group.mean)});
    for (const double value : group.percentiles) all.rows.back().emplace_back(unit.number(value));
  }
  return table(all);
}

} // namespace daruma::pages
