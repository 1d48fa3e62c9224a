#include "sim/results/pages/decision.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/readable.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/results/pages/sweep_drawing.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <sstream>

namespace daruma::pages {

namespace {

using scenario::counted;
using study::PointSummary;

/// The resolved scenario of the first point; not an object if there is none.
nlohmann::json first_scenario(const results::SweepPlan& plan) {
  return plan.points.empty() ? nlohmann::json()
                             : nlohmann::json::parse(plan.points.front().scenario_json, nullptr, false);
}

results::ModelOfJob models_in(const nlohmann::json& scenario) {
  results::ModelOfJob models;
  if (!scenario.is_object() || !scenario.contains("jobs")) return models;
  for (const nlohmann::json& job : scenario["jobs"]) models[job.value("name", "")] = job.value("model", "");
  return models;
}

Swept summed_up(const results::SweepFile& file, const SweptScenarios& scenarios) {
  Swept swept{study::summarise(file, file.plan(), file.metrics()), {}, file.plan().varied, scenarios.optima};
  for (const PointSummary& point : swept.points)
    for (const auto& [name, estimate] : point.metrics)
      swept.metrics[name].push_back({label(point, file.plan().varied), estimate});
  return swept;
}

Markup asked_of(const results::SweepFile& file) {
  const results::SweepPlan& plan = file.plan();
  Markup html;
  const auto resolved = first_scenario(plan);
  const auto description = resolved.is_object() ? resolved.find("description") : resolved.end();
  if (description != resolved.end() && description->is_string()) html.element("p", description->get<std::string>());
  std::string varied;
  for (const std::string& pointer : plan.varied) varied += (varied.empty() ? "varied: " : ", ") + pointer;
  html.element("p",
               fmt::format("{}; {}, {}", varied.empty() ? "nothing varied" : varied,
                           counted(static_cast<long long>(plan.points.size()), "combination"),
                           counted(static_cast<long long>(file.runs().size()), "run")),
               {{"class", "faint"}});
  return html;
}

/// What it was made with, and digests of what it read.
Markup made_of(const results::SweepFile& file) {
  Markup html;
  html.begin("p", {{"class", "faint"}});
  for (const auto& [name, value] : file.plan().provenance) html.text(fmt::format("{}: {}. ", name, value));
  return html.end();
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
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

/// Those that the sweep's command named.
std::vector<std::string> named_metrics(const results::SweepPlan& plan) {
  const auto command = plan.provenance.find("command");
  std::vector<std::string> named;
  if (command == plan.provenance.end()) return named;
  std::istringstream words(command->second);
  constexpr std::string_view option = "--metric";
  for (std::string word; words >> word;) {
    if (word == option && words >> word)
      named.push_back(word);
    else if (word.rfind(std::string(option) + "=", 0) == 0)
      named.push_back(word.substr(option.size() + 1));
  }
  return named;
}

/// What the table shows: what the sweep was made for, or what matters most of what differs.
std::vector<std::string> headline(const results::SweepPlan& plan, const Swept& swept,
                                  const DescribedMetrics& described) {
  constexpr std::size_t most = 7;
  static const std::array<const char*, 8> first{
      "mean_wait_s", "p95_wait_s", "mean_bounded_slowdown",   "urgent.deadlines_met",
      "utilisation", "makespan_s", "lost_to_failures_node_h", "lost_to_urgent_node_h"};
  std::vector<std::string> chosen;
  for (const std::string& name : named_metrics(plan))
    if (swept.metrics.count(name) != 0) chosen.push_back(name);
  if (!chosen.empty()) return chosen;
  const auto add = [&](const std::string& name) {
    const auto found = swept.metrics.find(name);
    const bool is_there = std::find(chosen.begin(), chosen.end(), name) != chosen.end();
    if (found == swept.metrics.end() || is_there || described[name].better == Better::neither) return;
    if (chosen.size() < most && (swept.points.size() < 2 || differs(found->second))) chosen.push_back(name);
  };
  for (const char* name : first) add(name);
  for (const auto& [name, bars] : swept.metrics)
    if (ends_with(name, ".makespan_s")) add(name);
  for (const auto& [name, bars] : swept.metrics) add(name);
  return chosen;
}

std::vector<Contest> contests_of(const results::SweepFile& file, const std::vector<std::string>& metrics,
                                 const DescribedMetrics& described) {
  std::vector<Contest> all;
  for (const std::string& name : metrics) {
    Contest contest{name, described[name].unit, described[name].better, {}};
    for (std::size_t point = 0; point < file.plan().points.size(); ++point)
      contest.values.push_back(file.values_by_replica(static_cast<int>(point), name));
    all.push_back(std::move(contest));
  }
  return all;
}

Markup answer_of(const results::SweepFile& file, const Swept& swept, const DescribedMetrics& described, Chance chance) {
  Markup html;
  if (file.runs().empty()) return html.element("p", "No run has been made yet.", {{"class", "flaw"}});
  const std::vector<std::string> metrics = headline(file.plan(), swept, described);
  std::vector<Contender> contenders;
  contenders.reserve(swept.points.size());
  for (const PointSummary& point : swept.points)
    contenders.push_back({label(point, file.plan().varied), flaw_of(point)});
  if (metrics.empty())
    html.element("p", "Nothing that was measured differs between the combinations.", {{"class", "verdict"}});
  else
    html.add(decision(contenders, contests_of(file, metrics, described), chance));
  if (const std::string problem = file.first_problem(); !problem.empty())
    html.element("p", "The first run that broke: " + problem, {{"class", "flaw"}});
  return html;
}

Markup table_of(const Swept& swept, const DescribedMetrics& described) {
  Table all{swept.varied, {}};
  for (const char* head : {"metric", "unit", "runs", "mean", "±", "least", "most"}) all.heads.emplace_back(head);
  for (const PointSummary& point : swept.points)
    for (const auto& [name, estimate] : point.metrics) {
      auto row = point.values;
      row.push_back(name);
      row.push_back(described[name].unit);
      row.push_back(std::to_string(estimate.count));
      row.push_back(short_number(estimate.mean));
      row.push_back(estimate.half_width > 0 ? short_number(estimate.half_width) : "");
      row.push_back(short_number(estimate.least));
      row.push_back(short_number(estimate.most));
      all.rows.emplace_back(row.begin(), row.end());
    }
  return table(all);
}

} // namespace

Part part_of(const std::string& title, const results::SweepFile& file, const results::MetricCatalogue& catalogue,
             const SweptScenarios& scenarios) {
  const auto scenario = first_scenario(file.plan());
  const DescribedMetrics described(catalogue, models_in(scenario));
  const Swept swept = summed_up(file, scenarios);
  const std::vector<std::string> shown = headline(file.plan(), swept, described);
  Part part;
  part.title = title;
  part.answer = answer_of(file, swept, described, scenarios.chance);
  part.answer.add(asked_of(file)).add(figures_of(swept, shown, described));
  part.footer = made_of(file);
  std::vector<std::string> others;
  for (const auto& [metric, all] : swept.metrics)
    if (std::find(shown.begin(), shown.end(), metric) == shown.end()) others.push_back(metric);
  part.sections.emplace_back("Tables", table_of(swept, described));
  if (Markup drawn = figures_of(swept, others, described); !drawn.is_empty())
    part.sections.emplace_back("Figures", std::move(drawn));
  if (file.plan().points.empty()) return part;
  Markup resolved = note("Of the first combination.");
  resolved.element("pre", scenario.is_discarded() ? "" : scenario.dump(2));
  part.sections.emplace_back("Scenario", std::move(resolved));
  return part;
}

} // namespace daruma::pages
