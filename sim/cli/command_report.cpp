#include "sim/batch/scenario_costs.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/stored_results.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/results/reader.hpp"
#include "sim/results/sweep_file.hpp"
#include "sim/scenario/problems.hpp"
#include "sim/study/prepared_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// What a report tells of, in the order in which it was named.
struct Sources {
  std::vector<fs::path> runs;
  std::vector<fs::path> sweeps;
  std::vector<fs::path> reproductions; ///< ID.json
};

/// Its first bytes, as many as tell what it is; fewer of a shorter one.
std::string beginning_of(const fs::path& file) {
  std::array<char, 64> found{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(found.data(), found.size());
  return {found.data(), static_cast<std::size_t>(stream.gcount())};
}

bool is_sqlite(const fs::path& file) { return beginning_of(file).rfind("SQLite format 3", 0) == 0; }

void add_file(const fs::path& file, Sources& sources) {
  if (is_sqlite(file))
    sources.sweeps.push_back(file);
  else if (pages::is_reproduction(beginning_of(file)))
    sources.reproductions.push_back(file);
  else
    sources.runs.push_back(file);
}

/// By their names.
std::vector<fs::path> reproductions_in(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json" && pages::is_reproduction(beginning_of(entry.path())))
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

void add_source(const fs::path& place, Sources& sources) {
  if (!fs::exists(place))
    throw UsageError(
        place.string() +
        " does not exist; a report takes folders of runs (out/NAME), a sweep's file, or what reproduce left");
  if (!fs::is_directory(place)) return add_file(place, sources);
  const bool has_run = fs::exists(place / "result.json");
  const bool has_sweep = fs::exists(place / "sweep.sqlite");
  const auto reproductions = has_run || has_sweep ? std::vector<fs::path>() : reproductions_in(place);
  sources.reproductions.insert(sources.reproductions.end(), reproductions.begin(), reproductions.end());
  if (!has_run && !has_sweep && reproductions.empty())
    throw UsageError(place.string() +
                     " holds neither a run's result.json, nor a sweep.sqlite, nor what daruma reproduce left");
  if (has_run) sources.runs.push_back(place / "result.json");
  if (has_sweep) sources.sweeps.push_back(place / "sweep.sqlite");
}

/// Programs need not be there any more.
pages::Told told_of(const fs::path& file) {
  results::Result result = stored_run(file);
  const std::string place = file.string() + ", its scenario";
  scenario::Scenario scenario = scenario::parse(result.scenario_json, place, surroundings());
  check_jobs(scenario, place, [](const fs::path&) { return std::string(); });
  const pages::Chance chance = study::is_random(scenario) ? pages::Chance::drawn : pages::Chance::none;
  const fs::path folder = file.parent_path();
  pages::Told told{folder.string(), std::move(result), std::move(scenario), chance};
  told.command = stored_command(folder);
  if (told.scenario.centre && fs::exists(folder / "schedule.csv")) told.centre = stored_centre(folder);
  return told;
}

/// What is best by theory, by the place of the scenario that holds it.
std::map<std::string, std::vector<pages::Optimum>> optima_of(const scenario::Scenario& scenario) {
  std::map<std::string, std::vector<pages::Optimum>> optima;
  for (const batch::OptimalPeriod& one : batch::optimal_periods(scenario))
    optima["/centre/checkpoint/period"].push_back({one.name, one.period.count()});
  return optima;
}

/// Of scenarios that cannot be read any more everything may be drawn, and no theory is known. Theory is that of the
/// first.
pages::SweptScenarios scenarios_of(const results::SweepPlan& plan) {
  pages::SweptScenarios all;
  all.chance = pages::Chance::none;
  try {
    for (const results::SweptPoint& point : plan.points) {
      const scenario::Scenario scenario = scenario::parse(point.scenario_json, "", surroundings());
      if (study::is_random(scenario)) all.chance = pages::Chance::drawn;
      if (&point == &plan.points.front()) all.optima = optima_of(scenario);
    }
  } catch (const scenario::ScenarioError&) { return {}; }
  return all;
}

pages::Part part_of_reproduction(const fs::path& file) {
  try {
    const fs::path drawing = fs::path(file).replace_extension(".svg");
    return pages::part_of(pages::Reproduced{content_of(file), fs::exists(drawing) ? content_of(drawing) : ""});
  } catch (const results::ReadError& problem) {
    throw UsageError(fmt::format("{} is no reproduction of daruma's: {}", file.string(), problem.what()));
  }
}

std::vector<pages::Part> parts_of(const Sources& sources) {
  std::vector<pages::Told> runs;
  std::transform(sources.runs.begin(), sources.runs.end(), std::back_inserter(runs), told_of);
  std::vector<pages::Part> parts;
  if (runs.size() > 1) parts.push_back(pages::side_by_side(runs, metric_catalogue()));
  for (const pages::Told& run : runs) parts.push_back(pages::part_of(run, metric_catalogue()));
  for (const fs::path& path : sources.sweeps) {
    const results::SweepFile file(path);
    parts.push_back(pages::part_of(path.string(), file, metric_catalogue(), scenarios_of(file.plan())));
  }
  std::transform(sources.reproductions.begin(), sources.reproductions.end(), std::back_inserter(parts),
                 part_of_reproduction);
  return parts;
}

int report_results(const Given& given) {
  const Words& places = given.arguments();
  Sources sources;
  for (const std::string& place : places) add_source(place, sources);
  const fs::path first = places.front();
  const fs::path folder = fs::is_directory(first) ? first : first.parent_path();
  const fs::path out = given.has("out") ? fs::path(given.text("out")) : folder / "report.html";
  const std::string title =
      given.has("title") ? given.text("title") : fmt::format("Report on {}", fmt::join(places, ", "));
  write_file(out, pages::page(installed_text(installation().report_page), title, parts_of(sources)));
  fmt::print("{}\n", out.string());
  return done;
}

} // namespace

Command report_command() {
  return {
      "report",
      "make one page about runs, sweeps and reproductions, for people",
      "The page, HTML that needs nothing else, begins with what it all came to in a sentence; of a comparison, who is "
      "best at what beyond doubt. Then come what happened as pictures, tables, and what it was made with.",
      {{"RESULT", "folders that runs, sweeps or reproduce left behind (out/NAME), or their files", 1,
        Argument::any_number, files}},
      {Option("out", "FILE.html", "the page").otherwise("report.html beside the first result").completed_by(files),
       Option("title", "TEXT", "its title").otherwise("names the results")},
      {"report out/quickstart", "report out/a out/b --out a-and-b.html"},
      report_results};
}

} // namespace daruma::cli
