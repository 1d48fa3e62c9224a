#include "sim/core/affixes.hpp"
#include "sim/results/pages/chosen_metrics.hpp"
#include "sim/results/pages/decision.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/readable.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/results/pages/sweep_drawing.hpp"
#include "sim/results/pages/sweep_state.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

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

/// The metrics that the scenario's expectations name.
std::set<std::string> expected_in(const nlohmann::json& scenario) {
  std::set<std::string> names;
  if (!scenario.is_object() || !scenario.contains("expect")) return names;
  for (const nlohmann::json& expectation : scenario["expect"]) names.insert(expectation.value("metric", ""));
  return names;
}

/// What the table shows: what the sweep was made for, or what matters most of what differs.
std::vector<Contest> shown_of(const results::SweepFile& file, const Swept& swept,
                              const std::vector<Contender>& contenders, const DescribedMetrics& described,
                              Chance chance) {
  std::vector<std::string> named;
  for (const std::string& name : named_metrics(file.plan()))
    if (swept.metrics.count(name) != 0) named.push_back(name);
  if (!named.empty()) return contests_of(file, named, described);
  return chosen(contests_of(file, file.metrics(), described), contenders, expected_in(first_scenario(file.plan())),
                chance);
}

/// Whether it is of the log itself, and not of what was simulated.
bool is_of_log(const std::string& metric) { return begins_with(metric, "log."); }

/// What the log says itself, where that is the same for all combinations.
Markup of_log(const Swept& swept) {
  const auto jobs = swept.metrics.find("log.jobs");
  const auto wait = swept.metrics.find("log.mean_wait_s");
  if (jobs == swept.metrics.end() || wait == swept.metrics.end()) return {};
  if (differs(jobs->second) || differs(wait->second)) return {};
  return note(fmt::format("As the log says itself, its {} jobs waited {} on average.",
                          whole(jobs->second.front().estimate.mean),
                          readable(wait->second.front().estimate.mean, "s")));
}

Markup answer_of(const results::SweepFile& file, const Swept& swept, const std::vector<Contender>& contenders,
                 const std::vector<Contest>& shown, Chance chance) {
  Markup html;
  if (file.runs().empty()) return html.element("p", "No run has been made yet.", {{"class", "flaw"}});
  if (const std::string text = unfinished(file); !text.empty()) html.element("p", text, {{"class", "flaw"}});
  if (const std::string problem = file.first_problem(); !problem.empty())
    html.element("p", "The first run that broke: " + problem, {{"class", "flaw"}});
  return html.add(decision(contenders, shown, chance)).add(of_log(swept));
}

/// Whether the log says the same of it for all of several combinations.
bool is_of_log_for_all(const std::string& metric, const Swept& swept) {
  const auto& all = swept.metrics.at(metric);
  return is_of_log(metric) && swept.points.size() > 1 && all.size() == swept.points.size() && !differs(all);
}

/// What the log says for all combinations stands once, before theirs.
Markup table_of(const Swept& swept, const DescribedMetrics& described) {
  Table all{swept.varied, {}};
  for (const char* head : {"metric", "unit", "runs", "mean", "±", "least", "most"}) all.heads.emplace_back(head);
  const auto add = [&](std::vector<std::string> row, const std::string& name, const study::Estimate& estimate) {
    row.push_back(name);
    row.push_back(described[name].unit);
    row.push_back(std::to_string(estimate.count));
    row.push_back(short_number(estimate.mean));
    row.push_back(estimate.half_width > 0 ? short_number(estimate.half_width) : "");
    row.push_back(short_number(estimate.least));
    row.push_back(short_number(estimate.most));
    all.rows.emplace_back(row.begin(), row.end());
  };
  for (const auto& [name, bars] : swept.metrics)
    if (is_of_log_for_all(name, swept))
      add(std::vector<std::string>(swept.varied.size(), "all"), name, bars.front().estimate);
  for (const PointSummary& point : swept.points)
    for (const auto& [name, estimate] : point.metrics)
      if (!is_of_log_for_all(name, swept)) add(point.values, name, estimate);
  return table(all);
}

} // namespace

Part part_of(const std::string& title, const results::SweepFile& file, const results::MetricCatalogue& catalogue,
             const SweptScenarios& scenarios) {
  const auto scenario = first_scenario(file.plan());
  const DescribedMetrics described(catalogue, models_in(scenario));
  const Swept swept = summed_up(file, scenarios);
  const std::vector<Contender> contenders = contenders_of(file, swept.points);
  const std::vector<Contest> contests = shown_of(file, swept, contenders, described, scenarios.chance);
  std::vector<std::string> shown;
  shown.reserve(contests.size());
  for (const Contest& contest : contests) shown.push_back(contest.name);
  Part part;
  part.title = title;
  part.answer = answer_of(file, swept, contenders, contests, scenarios.chance);
  part.answer.add(asked_of(file)).add(figures_of(swept, shown, described));
  part.footer = made_of(file);
  std::vector<std::string> others;
  for (const auto& [metric, all] : swept.metrics)
    if (!is_of_log(metric) && std::find(shown.begin(), shown.end(), metric) == shown.end()) others.push_back(metric);
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
