#include "sim/results/digest.hpp"
#include "sim/results/pages/centre_part.hpp"
#include "sim/results/pages/chosen_metrics.hpp"
#include "sim/results/pages/drawings.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/readable.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/results/pages/sweep_state.hpp"
#include "sim/results/pages/tracks.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/expectations.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace daruma::pages {

namespace {

using scenario::counted;
using Tone = Sentence::Tone;

constexpr std::string_view interval_suffix = ".ci95";

bool is_interval(const std::string& metric) {
  return metric.size() > interval_suffix.size() &&
         metric.compare(metric.size() - interval_suffix.size(), interval_suffix.size(), interval_suffix) == 0;
}

/// As `run --replicas` left it: the mean under the metric's name, half the interval beside it.
study::Estimate estimate_of(const results::Result& result, const std::string& metric) {
  study::Estimate estimate;
  estimate.mean = result.metrics.at(metric);
  const auto half = result.metrics.find(metric + std::string(interval_suffix));
  estimate.count = half == result.metrics.end() ? 1 : replicas(result);
  if (half != result.metrics.end()) estimate.half_width = half->second;
  return estimate;
}

nlohmann::json resolved(const results::Result& result) { return nlohmann::json::parse(result.scenario_json); }

Markup asked(const Told& told) {
  const auto scenario = resolved(told.result);
  Markup html;
  const auto description = scenario.find("description");
  if (description != scenario.end() && description->is_string()) html.element("p", description->get<std::string>());
  const auto jobs = static_cast<long long>(told.result.jobs.size());
  html.element("p",
               fmt::format("{}machine \"{}\" of {}; {}", jobs == 0 ? "" : counted(jobs, "job") + "; ",
                           told.scenario.machine.name, counted(told.scenario.machine.nodes, "node"),
                           counted(replicas(told.result), "replica")),
               {{"class", "faint"}});
  return html;
}

/// What of the run is not on the page because nobody wrote it down.
Markup unrecorded(const results::Result& result) { return result.trace.empty() ? Markup() : note(result.trace); }

/// What it was made with, and digests of what it read.
Markup made_of(const Told& told) {
  Markup html;
  std::string made = fmt::format("seed {}", told.result.seed);
  for (const auto& [name, version] : told.result.versions) made += fmt::format(", {} {}", name, version);
  html.element("p", made, {{"class", "faint"}});
  if (!told.command.empty()) html.element("p", "command: " + told.command, {{"class", "faint"}});
  html.begin("p", {{"class", "faint"}});
  html.text(
      fmt::format("sha256 of the resolved scenario: {}. ", results::sha256_of_text(resolved(told.result).dump())));
  for (const auto& [name, digest] : told.result.inputs) html.text(fmt::format("sha256 of {}: {}. ", name, digest));
  return html.end();
}

std::string headline(const std::vector<study::Verdict>& verdicts) {
  const auto failed = std::count_if(verdicts.begin(), verdicts.end(), [](const auto& it) { return !it.holds; });
  const auto all = static_cast<long long>(verdicts.size());
  if (failed > 0) return fmt::format("{} of {} fail.", failed, counted(all, "expectation"));
  return all == 1 ? "The expectation holds." : fmt::format("All {} expectations hold.", all);
}

std::string fate(const results::JobRow& job) {
  std::string text = results::failure_of(job);
  if (job.finished)
    text = fmt::format("{} finished at {} after {}, with {} at the start and {} at the end", job.name,
                       readable(job.end.count(), "s"), readable((job.end - job.start).count(), "s"),
                       counted(job.ranks_at_start, "rank"), job.ranks_at_end);
  if (job.deaths > 0) text += fmt::format("; {} died", counted(job.deaths, "process"));
  if (job.restarts > 0) text += fmt::format("; {}", counted(job.restarts, "restart"));
  if (job.reruns > 0) text += fmt::format("; run {} again", counted(job.reruns, "time"));
  return text + ".";
}

/// What a cut run left is no answer to what was expected of a whole one.
std::vector<study::Verdict> verdicts_of(const Told& told) {
  return told.result.cut ? std::vector<study::Verdict>() : study::judge(told.scenario.expect, told.result.metrics);
}

/// What jobs with ranks came to.
std::string happened(const results::Result& result) {
  const auto& jobs = result.jobs;
  if (jobs.size() == 1) return fate(jobs.front());
  const auto finished = std::count_if(jobs.begin(), jobs.end(), [](const auto& job) { return job.finished; });
  const auto all = static_cast<long long>(jobs.size());
  Seconds last{0};
  int deaths = 0;
  for (const results::JobRow& job : jobs) {
    last = std::max(last, job.end);
    deaths += job.deaths;
  }
  std::string text = finished == all
                         ? fmt::format("All {} jobs finished, the last at {}", all, readable(last.count(), "s"))
                         : fmt::format("{} of {} did not finish", all - finished, counted(all, "job"));
  if (deaths > 0) text += fmt::format("; {} died", counted(deaths, "process"));
  return text + ".";
}

/// The first sentence: what it all came to.
std::string opening(const Told& told) {
  const results::Result& result = told.result;
  if (result.cut && result.cut->replicas_asked > 0)
    return fmt::format("The run was ended by {} when {} of {} replicas were made: metrics are means of those, and what "
                       "was expected of all is not judged.",
                       result.cut->by, replicas(result), result.cut->replicas_asked);
  if (result.cut)
    return fmt::format("The run was cut at {} by {}: this is what had happened until then, and what was expected of a "
                       "whole run is not judged.",
                       readable(result.cut->at.count(), "s"), result.cut->by);
  const auto verdicts = verdicts_of(told);
  const std::string what = told.scenario.centre ? centre_sentence(result) : happened(result);
  return verdicts.empty() ? what : what + " " + headline(verdicts);
}

constexpr std::size_t few = 3; // sentences before the pictures; tables have the others

Sentence sentence_of(const study::Verdict& verdict) {
  return {verdict.holds ? Tone::good : Tone::bad, (verdict.holds ? "holds: " : "FAILS: ") + verdict.sentence};
}

Sentence sentence_of(const results::JobRow& job) { return {job.finished ? Tone::plain : Tone::bad, fate(job)}; }

/// What the first sentence leaves open: what fails, who did not finish; all only where they are few.
Markup answer(const Told& told) {
  const auto verdicts = verdicts_of(told);
  std::vector<Sentence> all;
  for (const bool holds : {false, true})
    for (const auto& verdict : verdicts)
      if (verdict.holds == holds && (!holds || verdicts.size() <= few)) all.push_back(sentence_of(verdict));
  for (const scenario::Expectation& expectation : told.scenario.expect)
    if (expectation.share && !told.result.cut)
      all.push_back(
          {Tone::plain, fmt::format("open: {}; here {}; daruma check decides it.", study::claim_of(expectation),
                                    study::found_for(expectation, told.result.metrics))});
  const auto& jobs = told.result.jobs;
  std::vector<Sentence> fates;
  for (const results::JobRow& job : jobs)
    if (jobs.size() <= few || !job.finished) fates.push_back(sentence_of(job));
  const bool is_told = jobs.size() == 1 && !told.result.cut; // by the first sentence
  const std::size_t shown = is_told ? 0 : std::min(fates.size(), few);
  all.insert(all.end(), fates.begin(), fates.begin() + static_cast<std::ptrdiff_t>(shown));
  Markup html = sentences(all);
  if (shown < fates.size() && !is_told)
    html.add(note(fmt::format("{} more did not finish: the table has all jobs.", fates.size() - shown)));
  return html;
}

/// All that was expected, where the page does not begin with it.
Markup expectations(const Told& told) {
  const auto verdicts = verdicts_of(told);
  if (verdicts.size() <= few) return {};
  std::vector<Sentence> all;
  std::transform(verdicts.begin(), verdicts.end(), std::back_inserter(all),
                 [](const study::Verdict& verdict) { return sentence_of(verdict); });
  return sentences(all);
}

std::string seconds(Seconds time) { return short_number(time.count()); }

Markup jobs_table(const results::Result& result) {
  Table jobs{{"job", "model", "start_s", "end_s", "ranks", "at end", "deaths", "restarts", "reruns", "finished"}, {}};
  for (const auto& job : result.jobs)
    jobs.rows.push_back({job.name, job.model, seconds(job.start), seconds(job.end), std::to_string(job.ranks_at_start),
                         std::to_string(job.ranks_at_end), std::to_string(job.deaths), std::to_string(job.restarts),
                         std::to_string(job.reruns), job.finished ? "yes" : "no: " + job.reason});
  return jobs.rows.empty() ? Markup() : table(jobs);
}

Markup metrics_table(const results::Result& result, const DescribedMetrics& described) {
  const char* const value_head = replicas(result) > 1 ? "mean ± half of the 95 % interval" : "value";
  Table metrics{{"metric", value_head, "unit", "meaning"}, {}};
  for (const auto& [name, value] : result.metrics)
    if (!is_interval(name))
      metrics.rows.push_back(
          {name, with_interval(estimate_of(result, name)), described[name].unit, described[name].meaning});
  return table(metrics);
}

/// What jobs have in common is compared among them, and what has an interval is shown with it.
Markup figures(const results::Result& result, const DescribedMetrics& described) {
  std::map<std::string, std::vector<Bar>> by_metric;
  std::map<std::string, std::string> captions;
  for (const auto& job : result.jobs) {
    const std::string prefix = job.name + ".";
    for (auto it = result.metrics.lower_bound(prefix); it != result.metrics.end(); ++it) {
      if (it->first.compare(0, prefix.size(), prefix) != 0) break;
      if (is_interval(it->first)) continue;
      const std::string metric = it->first.substr(prefix.size());
      by_metric[metric].push_back({job.name, estimate_of(result, it->first)});
      captions.emplace(metric, described.caption(it->first).substr(prefix.size()));
    }
  }
  Markup html;
  for (const auto& [metric, jobs] : by_metric) {
    const bool is_zero = std::all_of(jobs.begin(), jobs.end(), [](const Bar& bar) { return bar.estimate.mean == 0; });
    if (!is_zero && (jobs.size() > 1 || replicas(result) > 1)) html.add(bars(captions[metric], jobs));
  }
  return html;
}

Markup machine(const Told& told) {
  Markup html = draw_machine(told.scenario.machine, machine_state(told.result, told.scenario), told.result.jobs);
  for (const scenario::Job& job : told.scenario.jobs)
    if (const auto picture = grid_picture(job, told.result); picture && !picture->dead.empty())
      html.element("h4", job.name + ": its links").add(draw_links(*picture));
  return html;
}

std::string flaw_of(const results::Result& result) {
  if (result.cut) return "was cut";
  for (const results::JobRow& job : result.jobs)
    if (!job.finished) return job.name + " did not finish";
  const auto lost = result.metrics.find("jobs_lost");
  const bool is_any_lost = lost != result.metrics.end() && lost->second > 0;
  return is_any_lost ? whole(lost->second) + " jobs never finished" : "";
}

/// Metrics that all of them have.
std::vector<Contest> shared_metrics(const std::vector<Told>& all, const DescribedMetrics& described) {
  std::vector<Contest> shared;
  for (const auto& [name, value] : all.front().result.metrics) {
    Contest contest{name, described[name].unit, described[name].better, {}};
    for (const Told& told : all)
      if (const auto found = told.result.metrics.find(name); found != told.result.metrics.end())
        contest.values.push_back({{0, found->second}});
    if (contest.values.size() == all.size()) shared.push_back(std::move(contest));
  }
  return shared;
}

std::vector<std::map<int, double>> jobs_of(const std::vector<Told>& all) {
  std::vector<std::map<int, double>> jobs;
  for (const Told& told : all) {
    const auto found = told.result.metrics.find("jobs");
    jobs.push_back(found == told.result.metrics.end() ? std::map<int, double>()
                                                      : std::map<int, double>{{0, found->second}});
  }
  return jobs;
}

/// Single runs are compared; means of replicas whose single values nobody kept are not.
Markup compared(const std::vector<Told>& all, const DescribedMetrics& described) {
  std::vector<Contender> contenders;
  std::set<std::string> expected;
  Chance chance = Chance::none;
  for (const Told& told : all) {
    if (replicas(told.result) > 1) return {};
    if (told.chance == Chance::drawn) chance = Chance::drawn;
    contenders.push_back({told.title, flaw_of(told.result)});
    for (const scenario::Expectation& expectation : told.scenario.expect) expected.insert(expectation.metric);
  }
  flaw_who_ran_fewer(contenders, jobs_of(all));
  const std::vector<Contest> shared = shared_metrics(all, described);
  const std::vector<Contest> shown = chosen(shared, contenders, expected, chance);
  return shared.empty() ? Markup() : decision(contenders, shown, chance);
}

} // namespace

Part part_of(const Told& told, const results::MetricCatalogue& catalogue) {
  const DescribedMetrics described(catalogue, results::models_of(told.result.jobs));
  Part part;
  part.title = told.title;
  part.answer.element("p", opening(told), {{"class", "verdict"}});
  if (const std::string text = pending_sentence(told.result); !text.empty())
    part.answer.element("p", text, {{"class", "flaw"}});
  if (told.scenario.centre) part.answer.add(centre_pictures(told));
  part.answer.add(answer(told)).add(asked(told)).add(unrecorded(told.result));
  part.footer = made_of(told);
  if (!told.scenario.centre) part.sections.emplace_back("Time line", time_line(told.result));
  if (Markup groups = centre_groups(told); !groups.is_empty())
    part.sections.emplace_back("Groups of jobs", std::move(groups));
  part.sections.emplace_back("Tables", jobs_table(told.result).add(metrics_table(told.result, described)));
  if (Markup expected = expectations(told); !expected.is_empty())
    part.sections.emplace_back("Expectations", std::move(expected));
  if (Markup drawn = figures(told.result, described); !drawn.is_empty())
    part.sections.emplace_back("Figures", std::move(drawn));
  if (told.scenario.centre)
    part.sections.emplace_back("Time line", time_line(told.result));
  else
    part.sections.emplace_back("Machine", machine(told));
  Markup scenario;
  scenario.element("pre", resolved(told.result).dump(2));
  part.sections.emplace_back("Scenario", std::move(scenario));
  return part;
}

Part side_by_side(const std::vector<Told>& all, const results::MetricCatalogue& catalogue) {
  const DescribedMetrics described(catalogue, results::models_of(all.front().result.jobs));
  std::map<std::string, std::vector<Bar>> metrics;
  for (const Told& told : all)
    for (const auto& [name, value] : told.result.metrics)
      if (!is_interval(name)) metrics[name].push_back({told.title, estimate_of(told.result, name)});
  Table table_of_all{{"metric"}, {}};
  for (const Told& told : all) table_of_all.heads.push_back(told.title);
  Markup drawn;
  for (const auto& [name, found] : metrics) {
    if (found.size() < all.size()) continue;
    table_of_all.rows.push_back({name});
    for (const Bar& bar : found) table_of_all.rows.back().push_back(with_interval(bar.estimate));
    if (differs(found)) drawn.add(bars(described.caption(name), found));
  }
  Part part{"Side by side", {}, {}};
  part.answer = compared(all, described);
  part.answer.element("p", fmt::format("{} and {}.", counted(static_cast<long long>(all.size()), "result"),
                                       table_of_all.rows.empty() ? "no metric that all of them have"
                                                                 : "the metrics that all of them have"));
  if (!table_of_all.rows.empty()) part.sections.emplace_back("Tables", table(table_of_all));
  if (!drawn.is_empty()) part.sections.emplace_back("Figures", std::move(drawn));
  return part;
}

} // namespace daruma::pages
