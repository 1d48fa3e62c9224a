// `daruma explore`: lets processes die at every moment of their calls of MPI, and says what becomes of it.
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/explored_page.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/cli/watched.hpp"
#include "sim/cli/worlds.hpp"
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
using explore::Victim;

struct ExploreOrder {
  std::string file;
  fs::path out;
  std::vector<scenario::Override> overrides;
  explore::Order plan;
  std::string junit;
  bool json = false;
};

std::vector<Victim> read_victims(const Given& given) {
  const std::string word = given.text("victims");
  if (given.has("hang") && word != "ranks")
    throw UsageError("--hang leaves nobody to die, and --victims says who does: only one of them can be given");
  if (given.has("hang")) return {Victim::silent_node};
  if (word == "both") return {Victim::process, Victim::node};
  return {word == "nodes" ? Victim::node : Victim::process};
}

Seconds read_time(const Given& given, const std::string& option, Seconds otherwise) {
  if (!given.has(option)) return otherwise;
  const auto time = parse_seconds(given.text(option));
  if (!time || *time <= Seconds(0))
    throw UsageError(fmt::format("--{} takes a time above 0, such as 10min, got \"{}\"", option, given.text(option)));
  return *time;
}

ExploreOrder read_explore_order(const Given& given) {
  ExploreOrder order;
  order.overrides = read_overrides(given);
  order.plan.deaths = given.whole("deaths");
  order.plan.victims = read_victims(given);
  order.plan.cases = static_cast<std::size_t>(given.whole("cases"));
  order.plan.hang = read_time(given, "hang", Seconds(0));
  order.plan.time = read_time(given, "time", never);
  order.plan.is_sample = given.has("sample");
  if (given.has("workers")) order.plan.workers = given.whole("workers");
  order.junit = given.text("junit");
  order.json = given.has("json");
  order.file = scenario_file(given.arguments().front());
  order.out = read_out(given, order.file);
  return order;
}

/// Programs are found from the folders in which cases run.
scenario::Scenario with_absolute_programs(scenario::Scenario scenario) {
  for (scenario::Job& job : scenario.jobs)
    if (!job.program.empty()) job.program = fs::absolute(job.program);
  if (scenario.explore)
    for (fs::path& file : scenario.explore->files) file = fs::absolute(file);
  return scenario;
}

study::PreparedScenario load(const ExploreOrder& order, const std::vector<scenario::Override>& overrides) {
  batch::Logs logs;
  return prepare(with_absolute_programs(scenario::load(order.file, surroundings(), overrides)), order.file,
                 Fidelity::smpi, logs);
}

/// What the outcomes of cases depend on.
std::map<std::string, std::string> provenance_of(const scenario::Scenario& scenario) {
  std::map<std::string, std::string> provenance = run::versions();
  provenance["scenario"] = scenario.resolved_json;
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
                                    const explore::Bench& bench) {
  constexpr std::size_t most = 20;
  const fs::path folder = order.out / "failing";
  const auto& tried = exploration.tried();
  const auto with_ranks = [&](int ranks) -> std::unique_ptr<study::PreparedScenario> {
    auto overrides = order.overrides;
    overrides.push_back({"/jobs/0/ranks", std::to_string(ranks)});
    try {
      return std::make_unique<study::PreparedScenario>(load(order, overrides));
    } catch (const scenario::ScenarioError&) { return nullptr; }
  };
  std::vector<Reproduction> all;
  for (explore::Failing failing : failing_in(tried)) {
    const auto is_it = [&](std::size_t number) {
      return key_of(tried[number].candidate.faults) == key_of(failing.faults);
    };
    const std::size_t example = *std::find_if(failing.cases.begin(), failing.cases.end(), is_it);
    if (all.size() < most) failing = with_fewest_ranks(failing, tried[example].candidate, bench, with_ranks);
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
  return all;
}

int explore_scenario(const Given& given) {
  const ExploreOrder order = read_explore_order(given);
  const study::PreparedScenario prepared = load(order, order.overrides);
  const scenario::Exploration promise = prepared.scenario().explore.value_or(scenario::Exploration{});
  const explore::Bench bench{prepared, promise, {}};
  make_folder(order.out);
  explore::ExplorationFile file(fs::absolute(order.out / "explore.sqlite"), provenance_of(prepared.scenario()));
  Progress progress;
  const Interruptible guard(progress);
  explore::Exploration exploration(bench, order.plan, file, progress);
  wait_with_bar(
      progress, [&] { return exploration.expected(); },
      [&](auto time) { return exploration.is_done_within(std::chrono::duration<double>(time)); });
  const explore::Recorded& recorded = exploration.recorded();
  if (!recorded.problem.empty()) throw scenario::ScenarioError({{order.file, "", recorded.problem}});
  check_answer(recorded, bench, order.file);
  const Explored explored{
      order.file, prepared.scenario().name, order.plan.deaths,      order.plan.is_sample,
      recorded,   exploration.tried(),      exploration.possible(), reproduce(order, exploration, bench)};
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
      "after that, and so on. Cases that show something new come first. What each is held against, the scenario's "
      "\"explore\" says. A scenario file reproduces each way to go wrong, with as few deaths and ranks as found.\n"
      "The exit status is 0 only if all cases keep the promise. Killed and started again, the same command goes on "
      "with what is left; what was found is in the folder out/NAME: explore.html is a page of it, with the program's "
      "source.",
      {scenario_argument()},
      {Option("deaths", "K", "up to so many deaths in a case").standard("1").between(1, 10),
       Option("victims", "WHO", "who dies").standard("ranks").one_of({"ranks", "nodes", "both"}),
       Option("hang", "T", "in place of a death, the node of the process hangs for that time").otherwise("deaths"),
       Option("cases", "N", "at most so many cases").standard("10000").between(1, 100'000'000),
       Option("time", "T", "no more cases are begun after that time of this computer's clock").otherwise("no limit"),
       Option("sample", "cases are drawn at random: what part of all survives, with its confidence interval"),
       set_option(), seed_option("seed of all random numbers"), out_option("folder for the results"),
       Option("junit", "FILE", "writes the verdicts as JUnit XML, for CI systems").completed_by(files),
       workers_option(), json_option()},
      {"explore scenarios/programs/survivors.json", "explore quickstart --deaths 2 --cases 500"},
      explore_scenario};
}

} // namespace daruma::cli
