#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/sweep_summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace daruma::pages {

namespace {

using scenario::counted;
using study::PointSummary;
using Tone = Sentence::Tone;

/// "method=0d, node_mtbf=1h": places by their last names.
std::string label(const PointSummary& point, const std::vector<std::string>& varied) {
  std::string text;
  for (std::size_t i = 0; i < varied.size(); ++i)
    text += fmt::format("{}{}={}", i == 0 ? "" : ", ", varied[i].substr(varied[i].rfind('/') + 1), point.values[i]);
  return text.empty() ? "as it is" : text;
}

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

/// A sweep's points, and each metric's bars: one a point that has it.
struct Swept {
  std::vector<PointSummary> points;
  std::map<std::string, std::vector<Bar>> metrics;
};

Swept summed_up(const results::SweepFile& file) {
  Swept swept{study::summarise(file, file.plan(), file.metrics()), {}};
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
  html.element("p", fmt::format("{}; {}, {}", varied.empty() ? "nothing varied" : varied,
                                counted(static_cast<long long>(plan.points.size()), "combination"),
                                counted(static_cast<long long>(file.runs().size()), "run")));
  html.begin("p", {{"class", "faint"}});
  for (const auto& [name, value] : plan.provenance) html.text(fmt::format("{}: {}. ", name, value));
  return html.end();
}

/// What else has to be known of a point: that not all of its runs finished.
std::string reservation(const Swept& swept, const std::string& metric, const std::string& point) {
  const auto finished = swept.metrics.find(metric.substr(0, metric.find('.')) + ".finished");
  if (finished == swept.metrics.end() || finished->first == metric) return "";
  for (const Bar& bar : finished->second)
    if (bar.label == point && bar.estimate.mean < 1)
      return fmt::format("; but only {:.4g} % of its runs finished", 100 * bar.estimate.mean);
  return "";
}

std::string told(const Swept& swept, const std::string& metric, const std::vector<Bar>& all, Better better) {
  const Ranking ranking = rank(all, better);
  const Bar& best = all[ranking.best];
  const Bar& worst = all[ranking.worst];
  const char* superlative = better == Better::neither ? "least" : "best";
  std::string text = fmt::format("{}: {} with {}: {}{}", metric, superlative, best.label, with_interval(best.estimate),
                                 reservation(swept, metric, best.label));
  if (!ranking.undecided.empty()) {
    text += "; its interval does not tell it from ";
    for (std::size_t i = 0; i < ranking.undecided.size(); ++i)
      text += (i == 0 ? "" : " and ") + all[ranking.undecided[i]].label;
  }
  return text + fmt::format("; {} with {}: {}.", better == Better::neither ? "most" : "worst", worst.label,
                            with_interval(worst.estimate));
}

Markup answer_of(const results::SweepFile& file, const Swept& swept, const DescribedMetrics& described) {
  constexpr std::size_t most_told = 16;
  std::vector<Sentence> all;
  int broken = 0;
  for (const PointSummary& point : swept.points) broken += point.broken;
  if (broken > 0)
    all.push_back(
        {Tone::bad, fmt::format("{} broke; the first one: {}", counted(broken, "run"), file.first_problem())});
  if (file.runs().empty()) all.push_back({Tone::bad, "No run has been made yet."});
  std::size_t differing = 0;
  for (const Better direction : {Better::up, Better::down, Better::neither})
    for (const auto& [metric, bars_of_it] : swept.metrics)
      if (described[metric].better == direction && differs(bars_of_it) && ++differing <= most_told)
        all.push_back({Tone::plain, told(swept, metric, bars_of_it, direction)});
  Markup html = sentences(all);
  if (differing > most_told)
    html.add(note(fmt::format("{} more metrics differ; figures and tables have them.", differing - most_told)));
  if (differing == 0 && !file.runs().empty()) html.add(note("No metric differs between the combinations."));
  return html;
}

Markup table_of(const Swept& swept, const std::vector<std::string>& varied, const DescribedMetrics& described) {
  Table all{varied, {}};
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

Markup figures_of(const Swept& swept, const DescribedMetrics& described) {
  Markup html;
  for (const auto& [metric, bars_of_it] : swept.metrics)
    if (differs(bars_of_it)) html.add(bars(described.caption(metric), bars_of_it));
  return html;
}

} // namespace

Part part_of(const std::string& title, const results::SweepFile& file, const results::MetricCatalogue& catalogue) {
  const auto scenario = first_scenario(file.plan());
  const DescribedMetrics described(catalogue, models_in(scenario));
  const Swept swept = summed_up(file);
  Part part;
  part.title = title;
  part.answer = asked_of(file);
  part.answer.add(answer_of(file, swept, described));
  if (Markup drawn = figures_of(swept, described); !drawn.is_empty())
    part.sections.emplace_back("Figures", std::move(drawn));
  part.sections.emplace_back("Tables", table_of(swept, file.plan().varied, described));
  if (file.plan().points.empty()) return part;
  Markup resolved = note("Of the first combination.");
  resolved.element("pre", scenario.is_discarded() ? "" : scenario.dump(2));
  part.sections.emplace_back("Scenario", std::move(resolved));
  return part;
}

} // namespace daruma::pages
