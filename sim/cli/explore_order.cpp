#include "sim/cli/explore_order.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/explore/befallings.hpp"
#include "sim/scenario/consistency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace daruma::cli {

namespace {

using explore::Victim;
using scenario::FaultKind;

std::vector<std::string> words_of_kinds() {
  std::vector<std::string> words;
  for (const auto& [word, kind] : scenario::fault_kinds) words.emplace_back(word);
  return words;
}

/// "deaths,memory"; each kind once.
std::vector<FaultKind> read_kinds(const std::string& list) {
  std::vector<FaultKind> kinds;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    const FaultKind kind = *value_named(scenario::fault_kinds, one_of("kind of fault", word, words_of_kinds()));
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  if (kinds.empty()) throw UsageError("--faults takes a list such as deaths,memory, got an empty one");
  return kinds;
}

std::vector<Victim> victims_of(FaultKind kind, const std::string& who_dies) {
  if (kind != FaultKind::deaths || who_dies == "both") return explore::victims_of(kind);
  return {who_dies == "nodes" ? Victim::node : Victim::process};
}

Seconds read_time(const Given& given, const std::string& option, Seconds otherwise) {
  return given.has(option) ? given.time(option, "10min") : otherwise;
}

/// What the command line says goes before the scenario's own words.
scenario::Exploration promise_of(const scenario::Scenario& scenario, const Given& given) {
  scenario::Exploration promise = scenario.explore.value_or(scenario::Exploration{});
  if (given.has("hang") && (given.has("faults") || given.has("for")))
    throw UsageError("--hang T stands for --faults hangs --for T, which cannot be given as well");
  if (given.has("hang")) promise.faults = {FaultKind::hangs};
  if (given.has("faults")) promise.faults = read_kinds(given.text("faults"));
  const auto has = [&](FaultKind kind) {
    return std::find(promise.faults.begin(), promise.faults.end(), kind) != promise.faults.end();
  };
  if (given.has("orders")) {
    if (has(FaultKind::late_messages) || has(FaultKind::late_news))
      throw UsageError("--orders adds late-messages and late-news to the faults, among which there are such");
    promise.faults.insert(promise.faults.end(), {FaultKind::late_messages, FaultKind::late_news});
  }
  promise.duration = read_time(given, "hang", read_time(given, "for", promise.duration));
  if (given.has("factor")) promise.factor = given.number("factor");
  if (given.has("victims") && !has(FaultKind::deaths))
    throw UsageError("--victims says who dies, and nobody does: deaths is not among the faults");
  const std::string objection =
      has(FaultKind::partitions) ? scenario::objection_to_silence(scenario.runtime.detector, promise.duration) : "";
  if (!objection.empty()) throw UsageError("--for " + daruma::to_text(promise.duration) + " " + objection);
  return promise;
}

std::vector<Victim> read_victims(const scenario::Exploration& promise, const Given& given) {
  std::vector<Victim> all; // each once
  for (const FaultKind kind : promise.faults)
    for (const Victim victim : victims_of(kind, given.text("victims")))
      if (std::find(all.begin(), all.end(), victim) == all.end()) all.push_back(victim);
  return all;
}

} // namespace

ExploreOrder read_explore_order(const Given& given) {
  ExploreOrder order;
  order.overrides = read_overrides(given);
  order.plan.faults = given.whole("deaths");
  order.plan.tries_orders = given.has("orders");
  order.plan.cases = static_cast<std::size_t>(given.whole("cases"));
  order.plan.time = read_time(given, "time", never);
  order.plan.is_sample = given.has("sample");
  order.on_slurm = is_on_slurm(given);
  order.is_task = given.has("task");
  if (order.on_slurm && given.has("time"))
    throw UsageError("--time is for this computer's cores; of an array of Slurm's all tasks are begun at once");
  if (given.has("workers")) order.plan.workers = given.whole("workers");
  order.junit = given.text("junit");
  order.json = given.has("json");
  order.file = scenario_file(given.arguments().front());
  order.out = read_out(given, order.file);
  return order;
}

scenario::Exploration read_promise(const scenario::Scenario& scenario, const Given& given, explore::Order& plan) {
  scenario::Exploration promise = promise_of(scenario, given);
  plan.victims = read_victims(promise, given);
  plan.seed = scenario.seed;
  plan.choice = {{promise.duration, promise.factor}, given.whole("bits"), plan.seed};
  return promise;
}

std::vector<Option> explore_options() {
  return {Option("deaths", "K", "up to so many deaths, or other faults, in a case").standard("1").between(1, 10),
          Option("victims", "WHO", "who dies").standard("ranks").one_of({"ranks", "nodes", "both"}),
          Option("faults", "LIST",
                 fmt::format("what befalls processes, with commas between: {}", fmt::join(words_of_kinds(), ", ")))
              .otherwise("as the scenario's \"explore\" says, deaths"),
          Option("orders",
                 "beside the faults of a case, one message comes after others, or one process learns of deaths "
                 "late"),
          Option("for", "T", "how long what is over after a while lasts").otherwise("as that says, 200ms"),
          Option("factor", "X", "how many times as long takes what is slow")
              .between(1, 1'000'000)
              .otherwise("as that says, 10"),
          Option("bits", "N", "so many bits of each message or array, drawn").standard("1").between(1, 1000),
          Option("hang", "T", "the same as --faults hangs --for T"),
          Option("cases", "N", "at most so many cases").standard("10000").between(1, 100'000'000),
          Option("time", "T", "no more cases are begun after that time of this computer's clock").otherwise("no limit"),
          Option("sample", "cases are drawn at random: what part of all survives, with its confidence interval"),
          set_option(),
          seed_option("seed of all random numbers"),
          out_option("folder for the results"),
          Option("junit", "FILE", "writes the verdicts as JUnit XML, for CI systems").completed_by(files),
          workers_option(),
          engine_option(),
          task_option(),
          json_option()};
}

} // namespace daruma::cli
