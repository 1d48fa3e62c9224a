#include "sim/core/number.hpp"
#include "sim/results/pages/decision.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/plot.hpp"
#include "sim/results/pages/readable.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/sweep_summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <sstream>

namespace daruma::pages {

namespace {

using scenario::counted;
using study::PointSummary;

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
  std::vector<std::string> varied;
  std::map<std::string, std::vector<Optimum>> optima;
};

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

/// A number, a time or an amount that was swept over.
std::optional<double> number_of(const std::string& value) {
  if (const auto number = number_in<double>(value)) return number;
  if (const auto time = parse_seconds(value)) return time->count();
  if (const auto size = parse_bytes(value)) return size->value();
  return std::nullopt;
}

/// The place of a pointer whose values are at least three numbers; where there are several, the one with most values.
std::optional<std::size_t> swept_number(const Swept& swept) {
  constexpr std::size_t fewest = 3;
  std::optional<std::size_t> best;
  std::size_t most = fewest - 1;
  for (std::size_t i = 0; i < swept.varied.size(); ++i) {
    std::set<double> values;
    bool are_all_numbers = true;
    for (const PointSummary& point : swept.points) {
      const auto number = number_of(point.values[i]);
      are_all_numbers = are_all_numbers && number;
      values.insert(number.value_or(0));
    }
    if (!are_all_numbers || values.size() <= most) continue;
    best = i;
    most = values.size();
  }
  return best;
}

struct Curve {
  Plot::Points lower;
  Plot::Points mean;
  Plot::Points upper;
};

/// What else varied is a curve of its own each.
std::map<std::string, Curve> curves_of(const Swept& swept, const std::vector<std::string>& varied, std::size_t along,
                                       const std::string& metric) {
  std::map<std::string, Curve> curves;
  std::vector<const PointSummary*> points;
  for (const PointSummary& point : swept.points) points.push_back(&point);
  std::stable_sort(points.begin(), points.end(), [=](const PointSummary* a, const PointSummary* b) {
    return number_of(a->values[along]) < number_of(b->values[along]);
  });
  std::vector<std::string> others = varied;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(along));
  for (const PointSummary* point : points) {
    const auto found = std::find_if(point->metrics.begin(), point->metrics.end(),
                                    [&](const auto& entry) { return entry.first == metric; });
    if (found == point->metrics.end()) continue;
    PointSummary rest = *point;
    rest.values.erase(rest.values.begin() + static_cast<std::ptrdiff_t>(along));
    Curve& curve = curves[label(rest, others)];
    const double x = *number_of(point->values[along]);
    const study::Estimate& estimate = found->second;
    curve.lower.emplace_back(x, estimate.mean - estimate.half_width);
    curve.mean.emplace_back(x, estimate.mean);
    curve.upper.emplace_back(x, estimate.mean + estimate.half_width);
  }
  return curves;
}

void hold(Axis& axis, double value) {
  axis.least = std::min(axis.least, value);
  axis.most = std::max(axis.most, value);
}

/// "mean wait, h; smaller is better".
std::string caption_of(const std::string& metric, const ReadableUnit& unit, const DescribedMetrics& described) {
  const std::string direction = results::word_for(described[metric].better);
  return readable_name(metric) + (unit.name.empty() ? "" : ", " + unit.name) +
         (direction.empty() ? "" : "; " + direction + " is better");
}

Markup lines_of(const Swept& swept, std::size_t along, const std::string& metric, const DescribedMetrics& described) {
  const std::vector<std::string>& varied = swept.varied;
  constexpr double wide = 30;
  const std::map<std::string, Curve> curves = curves_of(swept, varied, along, metric);
  const double first = curves.begin()->second.mean.front().first;
  const double last = curves.begin()->second.mean.back().first;
  const bool is_time = parse_seconds(swept.points.front().values[along]).has_value();
  Axis x{first, first, varied[along] + (is_time && last <= wide * first ? ", s" : "")};
  Axis y{0, 0, described[metric].unit};
  for (const auto& [name, curve] : curves)
    for (std::size_t i = 0; i < curve.mean.size(); ++i) {
      hold(x, curve.mean[i].first);
      hold(y, curve.lower[i].second);
      hold(y, curve.upper[i].second);
    }
  if (y.most == y.least) y.most = y.least + 1;
  if (x.most == x.least) return {};
  if (x.least > 0 && x.most > wide * x.least) {
    x.spacing = Spacing::logarithmic;
    if (is_time) x.marks = time_marks(x.least, x.most);
  }
  const ReadableUnit unit = readable_unit(described[metric].unit, y.most);
  y = {y.least / unit.size, y.most / unit.size, unit.name};
  Plot plot(x, y);
  const auto scaled = [&unit](Plot::Points points) {
    for (auto& [place, value] : points) value /= unit.size;
    return points;
  };
  std::vector<std::pair<std::string, std::string>> legend;
  for (const auto& [name, curve] : curves) {
    const std::string style = colour_class(legend.size());
    plot.band(scaled(curve.lower), scaled(curve.upper), style);
    plot.line(scaled(curve.mean), style).dots(scaled(curve.mean), style);
    legend.emplace_back(style, name);
  }
  if (legend.size() == 1) legend.clear();
  if (const auto optima = swept.optima.find(varied[along]); optima != swept.optima.end())
    for (const Optimum& optimum : optima->second)
      if (optimum.value > x.least && optimum.value < x.most) plot.mark(optimum.value, optimum.name);
  return figure(caption_of(metric, unit, described) + "; bands are 95 % intervals of the mean", plot, legend);
}

Markup bars_of(const Swept& swept, const std::string& metric, const DescribedMetrics& described) {
  std::vector<Bar> all = swept.metrics.at(metric);
  double largest = 0;
  for (const Bar& bar : all) largest = std::max(largest, std::abs(bar.estimate.mean));
  const ReadableUnit unit = readable_unit(described[metric].unit, largest);
  for (Bar& bar : all) {
    bar.estimate.mean /= unit.size;
    bar.estimate.half_width /= unit.size;
  }
  return bars(caption_of(metric, unit, described), all);
}

Markup figure_of(const std::string& metric, const Swept& swept, const DescribedMetrics& described) {
  if (const auto along = swept_number(swept)) return lines_of(swept, *along, metric, described);
  return bars_of(swept, metric, described);
}

Markup figures_of(const Swept& swept, const std::vector<std::string>& metrics, const DescribedMetrics& described) {
  Markup html;
  for (const std::string& metric : metrics)
    if (differs(swept.metrics.at(metric))) html.add(figure_of(metric, swept, described));
  return html;
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
