// `daruma explore`: has faults befall processes at every moment of their calls of MPI, and says what becomes of it.
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/explore_order.hpp"
#include "sim/cli/explored_page.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/cli/time_lines.hpp"
#include "sim/cli/watched.hpp"
#include "sim/cli/worlds.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/results/digest.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <memory>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// Programs are found from the folders in which cases run.
scenario::Scenario with_absolute_programs(scenario::Scenario scenario) {
  for (scenario::Job& job : scenario.jobs)
    if (!job.program.empty()) job.program = fs::absolute(job.program);
  if (scenario.explore)
    for (fs::path& file : scenario.explore->files) file = fs::absolute(file);
  return scenario;
}

study::PreparedScenario load(const std::string& file, const std::vector<scenario::Override>& overrides) {
  batch::Logs logs;
  return prepare(with_absolute_programs(scenario::load(file, surroundings(), overrides)), file, Fidelity::smpi, logs);
}

/// The scenario but for what its cases are, each of which says that itself.
std::string without_faults(const std::string& resolved_json) {
  auto document = nlohmann::ordered_json::parse(resolved_json);
  if (document.contains("explore"))
    for (const char* const key : {"faults", "for", "factor"}) document["explore"].erase(key);
  return document.dump();
}

/// What the outcomes of cases depend on.
std::map<std::string, std::string> provenance_of(const scenario::Scenario& scenario) {
  std::map<std::string, std::string> provenance = run::versions();
  provenance["scenario"] = without_faults(scenario.resolved_json);
  for (const scenario::Input& input : scenario.inputs)
    provenance["sha256 of " + input.name] = results::sha256_of(input.path);
  return provenance;
}

/// A metric that the answer is judged by has to be there.
void check_answer(const explore::Recorded& recorded, const explore::Bench& bench, const std::string& file) {
  const std::string& answer = bench.promise.answer;
  if (answer == "same" || answer == "any" || recorded.reference.metrics.count(answer) > 0) return;
  throw scenario::ScenarioError(
      {{file, "/explore/answer", fmt::format("the run without faults has no metric \"{}\"", answer)}});
}

fs::path slurm_folder(const ExploreOrder& order) { return fs::absolute(order.out / "slurm"); }

explore::MakeTrials trials_of(const ExploreOrder& order, const Words& words) {
  if (!order.on_slurm) return explore::on_cores(order.plan.workers);
  return explore::on_slurm({slurm_folder(order), "daruma-explore", task_words("explore", words)});
}

/// What tries nothing must not be taken for a program that survives all.
void check_possible(const explore::Exploration& exploration, const ExploreOrder& order) {
  if (exploration.possible() > 0 || order.plan.time < never) return;
  throw scenario::ScenarioError(
      {{order.file, "/explore", "there is nothing to try: none of the faults can befall its jobs at any moment"}});
}

/// With the program where it is, seen from the file's folder.
std::string reproducing(const explore::Failing& failing, const scenario::Scenario& scenario, const fs::path& folder) {
  auto document = nlohmann::ordered_json::parse(scenario.resolved_json);
  document["name"] =
      document.at("name").get<std::string>() + ", " + std::string(word_of(explore::verdicts, failing.verdict));
  document["description"] = failing.why;
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
    auto& job = document["jobs"][i];
    if (!scenario.jobs[i].program.empty())
      job["program"] = fs::proximate(scenario.jobs[i].program, fs::absolute(folder)).string();
    if (failing.ranks > 0) job["ranks"] = failing.ranks;
  }
  for (const explore::Fault& fault : failing.faults) document["events"].push_back(json_of(fault));
  return document.dump(2) + "\n";
}

std::vector<Reproduction> reproduce(const ExploreOrder& order, const explore::Exploration& exploration,
                                    const explore::Bench& bench, const std::atomic<bool>& stop) {
  constexpr std::size_t most = 20;
  const fs::path folder = order.out / "failing";
  const auto& tried = exploration.tried();
  const auto with_ranks = [&](int ranks) -> std::unique_ptr<study::PreparedScenario> {
    auto overrides = order.overrides;
    overrides.push_back({"/jobs/0/ranks", std::to_string(ranks)});
    try {
      return std::make_unique<study::PreparedScenario>(load(order.file, overrides));
    } catch (const scenario::ScenarioError&) { return nullptr; }
  };
  std::vector<Reproduction> all;
  for (explore::Failing failing : failing_in(tried)) {
    const auto is_it = [&](std::size_t number) {
      return key_of(tried[number].candidate.faults) == key_of(failing.faults);
    };
    const std::size_t example = *std::find_if(failing.cases.begin(), failing.cases.end(), is_it);
    if (all.size() < most) failing = with_fewest_ranks(failing, tried[example].candidate, bench, with_ranks, stop);
    if (all.empty()) {
      fs::remove_all(folder);
      make_folder(folder);
    }
    std::string verdict(word_of(explore::verdicts, failing.verdict));
    std::replace(verdict.begin(), verdict.end(), ' ', '-');
    const fs::path file = folder / fmt::format("{}-{}.json", all.size() + 1, verdict);
    write_file(file, reproducing(failing, bench.scenario.scenario(), folder));
    all.push_back({std::move(failing), file});
  }
  explore::Bench limited = bench;
  limited.limits = limits_of(*exploration.recorded(), bench.scenario.scenario());
  write_time_lines(
      all, limited, [](const fs::path& file) { return load(file, {}); }, order.plan.workers, stop);
  return all;
}

int explore_scenario(const Given& given) {
  ExploreOrder order = read_explore_order(given);
  const study::PreparedScenario prepared = load(order.file, order.overrides);
  const scenario::Exploration promise = read_promise(prepared.scenario(), given, order.plan);
  const TemporaryFolder folder; // of runs that are killed theirs stay
  const explore::Bench bench{prepared, promise, {}, folder.path()};
  if (order.is_task) {
    be_task(bench, slurm_folder(order));
    return done;
  }
  make_folder(order.out);
  explore::ExplorationFile file(fs::absolute(order.out / "explore.sqlite"), provenance_of(prepared.scenario()));
  Progress progress;
  const Interruptible guard(progress);
  explore::Exploration exploration(bench, order.plan, file, progress, trials_of(order, given.words()));
  Obstacles obstacles("exploration");
  wait_with_bar(
      progress, [&] { return exploration.expected(); },
      [&](auto time) {
        const bool is_done = exploration.is_done_within(std::chrono::duration<double>(time));
        obstacles.meet(exploration.obstacle());
        return is_done;
      });
  if (order.on_slurm && !progress.stop) fs::remove_all(slurm_folder(order));
  if (!exploration.recorded()) {
    tell("interrupted before the run without faults had come to its end: nothing was tried");
    return 128 + SIGINT;
  }
  const explore::Recorded& recorded = *exploration.recorded();
  if (!recorded.problem.empty()) throw scenario::ScenarioError({{order.file, "", recorded.problem}});
  check_answer(recorded, bench, order.file);
  if (!progress.stop) check_possible(exploration, order);
  const Explored explored{
      order.file,          prepared.scenario().name, order.plan.most_faults(),
      order.plan.victims,  order.plan.is_sample,     recorded,
      exploration.tried(), exploration.possible(),   reproduce(order, exploration, bench, progress.stop)};
  fmt::print("{}", order.json ? to_json(explored) : to_text(explored, columns()));
  write_file(order.out / "explore.html", to_page(explored, installed_text(installation().report_page)));
  if (!order.junit.empty()) write_file(order.junit, to_junit(explored));
  if (progress.stop) return interrupted();
  return explored.failing.empty() ? done : expectation_failed;
}

} // namespace

Command explore_command() {
  return {
      "explore",
      "let processes die at every moment, and see what becomes of the answer",
      "A run without faults says which calls of MPI there are. In each case a process, or a node, dies at one "
      "moment of one call: before it, inside it, after it, or while it computes; with --deaths 2 another one dies "
      "after that, and so on. With --faults something else befalls it there. Cases that show something new come first. "
      "What each is held against, the scenario's \"explore\" says. A scenario file reproduces each way to go wrong, "
      "with as few deaths and ranks as found.\n"
      "The exit status is 0 only if all cases keep the promise. Killed and started again, the same command goes on "
      "with what is left; what was found is in the folder out/NAME: explore.html is a page of it, with the program's "
      "source and the time line of each way to go wrong.",
      {scenario_argument()},
      explore_options(),
      {"explore scenarios/programs/survivors.json", "explore quickstart --deaths 2 --cases 500",
       "explore scenarios/programs/every-death.json --faults message-bits"},
      explore_scenario};
}

} // namespace daruma::cli
