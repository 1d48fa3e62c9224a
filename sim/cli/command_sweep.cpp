#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/cli/sweep_table.hpp"
#include "sim/cli/watched.hpp"
#include "sim/cli/worlds.hpp"
#include "sim/results/digest.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/scenario/problems.hpp"
#include "sim/scenario/variation.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/batch.hpp"
#include "sim/study/prepared_scenario.hpp"
#include "sim/study/slurm.hpp"
#include "sim/study/sweep_rule.hpp"
#include "sim/study/worker_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace daruma::cli {

namespace {

/// What the words after `sweep` ask for.
struct SweepOrder {
  std::string file;
  std::vector<scenario::Override> overrides; ///< the same at every point
  std::vector<scenario::Variation> variations;
  study::SweepRule rule;
  Fidelity fidelity = Fidelity::smpi;
  int workers = 0; ///< 0: one per core
  std::filesystem::path out;
  bool on_slurm = false; ///< and not on this computer's cores
  bool is_task = false;  ///< of an array that such a sweep submitted
  bool json = false;
};

study::Precision read_replicas(const Given& given) {
  study::Precision precision;
  const bool is_precise = given.has("precision");
  if (is_precise) precision.relative = given.number("precision");
  if (is_precise && !(precision.relative > 0 && precision.relative < 1))
    throw UsageError(
        fmt::format("--precision takes a part of the mean between 0 and 1, such as 0.01, got {}", precision.relative));
  precision.most = is_precise ? 1000 : 1;
  if (given.has("replicas")) precision.most = given.whole("replicas", is_precise ? 2 : 1, 1'000'000);
  return precision;
}

std::vector<scenario::Variation> read_variations(const Given& given) {
  std::vector<scenario::Variation> variations;
  for (const std::string& text : given.texts("vary")) variations.push_back(scenario::read_variation(text));
  return variations;
}

/// Throws UsageError and VariationError.
SweepOrder read_sweep_order(const Given& given) {
  SweepOrder order;
  order.overrides = read_overrides(given);
  order.variations = read_variations(given);
  order.rule = {read_replicas(given), given.texts("metric")};
  order.fidelity = read_fidelity(given);
  order.on_slurm = is_on_slurm(given);
  order.is_task = given.has("task");
  if (given.has("workers")) order.workers = given.whole("workers");
  order.json = given.has("json");
  order.file = scenario_file(given.arguments().front());
  order.out = read_out(given, order.file);
  return order;
}

using results::RunKey;
using results::SweepFile;
using results::SweepPlan;
using results::SweptRun;

/// What is wrong with a scenario at a point is told with the values that it has there.
study::PreparedScenario prepare_point(const SweepOrder& order, const scenario::Point& point, batch::Logs& logs) {
  auto overrides = order.overrides;
  overrides.insert(overrides.end(), point.begin(), point.end());
  try {
    return prepare(scenario::load(order.file, surroundings(), overrides), order.file, order.fidelity, logs);
  } catch (const scenario::ScenarioError& error) {
    std::string place;
    for (const scenario::Override& value : point)
      place += fmt::format("{}{}={}", place.empty() ? " with " : ", ", value.pointer, value.value);
    auto problems = error.problems();
    for (scenario::Problem& problem : problems)
      problem.file = (problem.file == scenario::command_line ? order.file : problem.file) + place;
    throw scenario::ScenarioError(std::move(problems));
  }
}

std::map<std::string, std::string> provenance_of(const SweepOrder& order) {
  const bool is_fast = order.fidelity == Fidelity::fast;
  auto provenance = is_fast ? std::map<std::string, std::string>{{"daruma", DARUMA_VERSION}} : run::versions();
  provenance["fidelity"] = is_fast ? "fast" : "smpi";
  return provenance;
}

/// Enters the digests of those files of which none is known yet.
void enter_inputs(const std::vector<scenario::Input>& inputs, std::map<std::string, std::string>& digests) {
  for (const scenario::Input& input : inputs)
    if (digests.count(input.name) == 0) digests[input.name] = results::sha256_of(input.path);
}

/// All of a sweep's points, each looked at before anything runs.
struct Points {
  SweepPlan plan;
  std::vector<study::PreparedScenario> scenarios;
};

Points read_points(const SweepOrder& order) {
  Points points{{provenance_of(order), {}, {}, {}}, {}};
  batch::Logs logs;
  for (const scenario::Variation& variation : order.variations) points.plan.varied.push_back(variation.pointer);
  for (const scenario::Point& point : scenario::combinations(order.variations)) {
    points.scenarios.push_back(prepare_point(order, point, logs));
    const scenario::Scenario& scenario = points.scenarios.back().scenario();
    points.plan.points.push_back({{}, scenario.resolved_json});
    enter_inputs(scenario.inputs, points.plan.inputs);
    for (const scenario::Override& value : point) points.plan.points.back().values.push_back(value.value);
  }
  return points;
}

void refuse_unknown_metrics(const SweepOrder& order, const SweepFile& file) {
  const auto known = file.metrics();
  for (const std::string& metric : order.rule.metrics)
    if (!file.runs().empty() && std::find(known.begin(), known.end(), metric) == known.end())
      throw UsageError("--metric: no run has one of that name: " + scenario::unknown("metric", metric, known));
}

std::filesystem::path slurm_folder(const SweepOrder& order) { return order.out / "slurm"; }

study::MakeExecutor slurm_of(const SweepOrder& order, const Words& words) {
  return study::on_slurm({slurm_folder(order), "daruma-sweep", task_words("sweep", words)});
}

study::MakeExecutor cores_of(const SweepOrder& order, const Points& points) {
  return study::on_cores(order.workers, runs_per_process(order.fidelity), [&points](const RunKey& key) {
    return points.scenarios[static_cast<std::size_t>(key.first)].run(key);
  });
}

/// Whether it came to its end.
bool carry_out(const SweepOrder& order, const study::MakeExecutor& executor, int points, SweepFile& file) {
  Progress progress;
  const Interruptible guard(progress);
  study::Batch batch({[&] {
                        refuse_unknown_metrics(order, file);
                        return study::missing_runs(file, points, order.rule);
                      },
                      [&](const std::vector<SweptRun>& runs) { file.enter(runs); }, executor},
                     progress);
  Obstacles obstacles("sweep");
  wait_with_bar(
      progress, [&] { return batch.expected(); },
      [&](auto time) {
        const bool is_done = batch.is_done_within(time);
        obstacles.meet(batch.obstacle());
        return is_done;
      });
  return !progress.stop;
}

/// Makes what the sweep that submitted this task wants of it.
int be_task(const SweepOrder& order) {
  const auto points = scenario::combinations(order.variations);
  const auto keys = study::runs_of_this_task(slurm_folder(order));
  batch::Logs logs;
  std::map<int, study::PreparedScenario> scenarios;
  for (const auto& [point, replica] : keys)
    if (scenarios.count(point) == 0)
      scenarios.emplace(point, prepare_point(order, points.at(static_cast<std::size_t>(point)), logs));
  const auto runs = study::on_cores(1, runs_per_process(order.fidelity),
                                    [&](const RunKey& key) { return scenarios.at(key.first).run(key); })(keys);
  study::make_all(*runs, [&](const SweptRun& run) { study::hand_in(slurm_folder(order), run); });
  return done;
}

void show(const SweepOrder& order, const SweepPlan& plan, const SweepFile& file) {
  const auto points = study::summarise(file, plan, study::metrics_of_interest(order.rule, file));
  if (order.json)
    fmt::print("{}", sweep_json(points, plan.varied));
  else
    fmt::print("{}\n{} holds {}\n", sweep_table(points, plan.varied, columns()), (order.out / "sweep.sqlite").string(),
               scenario::counted(static_cast<long long>(file.runs().size()), "run"));
}

/// The exit status of a sweep in which all runs were made.
int verdict(const SweepPlan& plan, const SweepFile& file) {
  int broken = 0;
  for (std::size_t point = 0; point < plan.points.size(); ++point) broken += file.broken(static_cast<int>(point));
  if (broken == 0) return done;
  fmt::print(stderr, "daruma: {} broke; the first one: {}\n", scenario::counted(broken, "run"), file.first_problem());
  return broke;
}

void tell_equal_replicas(const SweepOrder& order, const std::vector<study::PreparedScenario>& points) {
  const auto random =
      std::count_if(points.begin(), points.end(), [](const auto& point) { return study::is_random(point.scenario()); });
  const auto equal = static_cast<long long>(points.size()) - random;
  if (order.rule.precision.most == 1 || equal == 0) return;
  const std::string where = random == 0 ? order.file : scenario::counted(equal, "combination");
  tell(fmt::format("nothing in {} is random: all replicas are the same run", where));
}

int sweep(const Given& given) {
  const Words& words = given.words();
  const SweepOrder order = read_sweep_order(given);
  if (order.is_task) return be_task(order);
  const Points points = read_points(order);
  tell_equal_replicas(order, points.scenarios);
  make_folder(order.out);
  SweepFile file(order.out / "sweep.sqlite", points.plan, as_typed("daruma sweep", words));
  const auto executor = order.on_slurm ? slurm_of(order, words) : cores_of(order, points);
  const bool is_complete = carry_out(order, executor, static_cast<int>(points.scenarios.size()), file);
  if (is_complete && order.on_slurm) std::filesystem::remove_all(slurm_folder(order));
  show(order, points.plan, file);
  if (is_complete) return verdict(points.plan, file);
  fmt::print(stderr, "daruma: interrupted; the same command makes the runs that are missing\n");
  return 128 + SIGINT;
}

} // namespace

Command sweep_command() {
  return {
      "sweep",
      "simulate all combinations of values, into one SQLite file",
      "The same command, started again, makes the runs that are missing: after an interruption, or with more "
      "replicas. The file is sweep.sqlite in the folder out/NAME; daruma report makes a page of it.",
      {scenario_argument()},
      {Option("vary", "/POINTER=VALUES", "values for one place of the scenario: a,b,c or 1..9; may be several places")
           .repeated()
           .completed_by(pointers_of_the_scenario),
       Option("replicas", "N", "runs of each combination, at most that many with --precision")
           .otherwise("1; 1000 with --precision"),
       Option("precision", "P", "repeats a combination until the metrics' means are known to that part, such as 0.01"),
       Option("metric", "NAME", "what is shown and made precise").repeated().otherwise("the main ones"),
       fidelity_option().standard("smpi"), set_option(),
       seed_option("seed of all random numbers").otherwise("the scenario's"), workers_option(), engine_option(),
       task_option(), usual_out_option("folder for the file"), json_option()},
      {"sweep quickstart --vary /jobs/0/ranks=8,16,32",
       "sweep spare-stencil --vary /jobs/0/arguments/method=0d,1d --replicas 9"},
      sweep};
}

} // namespace daruma::cli
