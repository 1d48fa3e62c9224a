#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/stored_results.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/results/sweep_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// What a report tells of, in the order in which it was named.
struct Sources {
  std::vector<fs::path> runs;
  std::vector<fs::path> sweeps;
};

bool is_sqlite(const fs::path& file) {
  static constexpr std::string_view beginning = "SQLite format 3";
  std::array<char, beginning.size()> found{};
  std::ifstream(file, std::ios::binary).read(found.data(), found.size());
  return std::equal(found.begin(), found.end(), beginning.begin());
}

void add_source(const fs::path& place, Sources& sources) {
  if (!fs::exists(place))
    throw UsageError(place.string() + " does not exist; a report takes folders of runs (out/NAME) or a sweep's file");
  if (!fs::is_directory(place)) return (is_sqlite(place) ? sources.sweeps : sources.runs).push_back(place);
  const bool has_run = fs::exists(place / "result.json");
  const bool has_sweep = fs::exists(place / "sweep.sqlite");
  if (!has_run && !has_sweep)
    throw UsageError(place.string() + " holds neither a run's result.json nor a sweep.sqlite");
  if (has_run) sources.runs.push_back(place / "result.json");
  if (has_sweep) sources.sweeps.push_back(place / "sweep.sqlite");
}

/// Programs need not be there any more.
pages::Told told_of(const fs::path& file) {
  results::Result result = stored_run(file);
  const std::string place = file.string() + ", its scenario";
  scenario::Scenario scenario = scenario::parse(result.scenario_json, place, surroundings());
  check_jobs(scenario, place, [](const fs::path&) { return std::string(); });
  return {file.parent_path().string(), std::move(result), std::move(scenario)};
}

std::vector<pages::Part> parts_of(const Sources& sources) {
  std::vector<pages::Told> runs;
  std::transform(sources.runs.begin(), sources.runs.end(), std::back_inserter(runs), told_of);
  std::vector<pages::Part> parts;
  if (runs.size() > 1) parts.push_back(pages::side_by_side(runs, metric_catalogue()));
  for (const pages::Told& run : runs) parts.push_back(pages::part_of(run, metric_catalogue()));
  for (const fs::path& file : sources.sweeps)
    parts.push_back(pages::part_of(file.string(), results::SweepFile(file), metric_catalogue()));
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
  return {"report",
          "make one page about runs and sweeps, for people",
          "The page, HTML that needs nothing else, tells what was asked, the answer, tables, figures, the time line "
          "and the machine.",
          {{"RESULT", "folders that runs or sweeps left behind (out/NAME), or their files", 1, Argument::any_number,
            files}},
          {Option("out", "FILE.html", "the page").otherwise("report.html beside the first result").completed_by(files),
           Option("title", "TEXT", "its title").otherwise("names the results")},
          {"report out/quickstart", "report out/a out/b --out a-and-b.html"},
          report_results};
}

} // namespace daruma::cli
