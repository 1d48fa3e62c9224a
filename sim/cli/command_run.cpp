#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/debugger.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/run_once.hpp"
#include "sim/cli/worlds.hpp"
#include "sim/hosting/debugger.hpp"
#include "sim/results/sinks.hpp"
#include "sim/study/expectations.hpp"
#include "sim/study/memory_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace daruma::cli {

namespace {

std::string told(const std::vector<study::Verdict>& verdicts, const std::vector<scenario::Expectation>& expectations) {
  std::string text;
  for (const auto& verdict : verdicts)
    text += fmt::format("{}  {}\n", verdict.holds ? "holds" : "FAILS", verdict.sentence);
  for (const auto& expectation : expectations)
    if (expectation.share) text += fmt::format("open   {}: daruma check decides\n", study::claim_of(expectation));
  return text;
}

/// What a cut run left is no answer to what was expected of a whole one.
std::string left_open(const std::vector<scenario::Expectation>& expectations) {
  std::string text;
  for (const auto& expectation : expectations)
    text += fmt::format("open   {}: the run was cut\n", study::claim_of(expectation));
  return text;
}

/// A job that did not come to its end is an expectation that failed, unless the scenario says itself what is expected
/// of that. One that was cut short might have come to it.
bool is_unexpected(const results::JobRow& job, bool is_cut, const std::vector<scenario::Expectation>& expectations) {
  const bool is_bad = job.failed || (!job.finished && !is_cut);
  return is_bad && std::none_of(expectations.begin(), expectations.end(),
                                [&](const auto& expectation) { return expectation.metric == job.name + ".finished"; });
}

/// Whether all went as expected; says on standard error what did not.
bool went_as_expected(const results::Result& result, const std::vector<study::Verdict>& verdicts,
                      const std::vector<scenario::Expectation>& expectations) {
  bool is_well = true;
  for (const results::JobRow& job : result.jobs) {
    if (!is_unexpected(job, result.cut.has_value(), expectations)) continue;
    fmt::print(stderr, "daruma: {}\n", results::failure_of(job));
    is_well = false;
  }
  for (const auto& verdict : verdicts) {
    if (verdict.holds) continue;
    fmt::print(stderr, "daruma: expectation failed: {}\n", verdict.sentence);
    is_well = false;
  }
  return is_well;
}

/// Checks everything that a run checks before it begins, and says what it would take.
int run_dry(const RunOrder& order, scenario::Scenario scenario) {
  batch::Logs logs;
  const study::PreparedScenario prepared = prepare(std::move(scenario), order.file, order.fidelity, logs);
  const study::MemoryEstimate estimate = study::estimate_memory(prepared.scenario());
  const Bytes free = study::free_memory();
  if (order.json)
    fmt::print("{{\"processes\": {}, \"least_memory_B\": {:.0f}, \"free_memory_B\": {:.0f}}}\n", estimate.processes,
               estimate.least.value(), free.value());
  else
    fmt::print(
        "{}: {} processes on {} nodes\n"
        "memory: at least {:.0f} MiB, {:.0f} kB a process, and what programs write, messages hold and traces record; "
        "{:.0f} MiB are free\n"
        "all that is checked before a run is well; nothing was run\n",
        order.file, estimate.processes, prepared.scenario().machine.nodes, estimate.least / Bytes(1 << 20),
        1e-3 * estimate.least.value() / static_cast<double>(estimate.processes), free / Bytes(1 << 20));
  return done;
}

/// What the debugger that watches this process is shown from now on; null where none is asked for. Starts it where none
/// watches, and does not come back then.
std::unique_ptr<hosting::ShownProcess> shown_to_debugger(const RunOrder& order, const scenario::Scenario& scenario,
                                                         Words words) {
  if (order.debugged.empty()) return nullptr;
  const DebuggedProcess debugged = read_debugged(order.debugged, scenario);
  if (!hosting::is_debugged()) {
    batch::Logs logs;
    prepare(scenario, order.file, order.fidelity, logs);
    words.insert(words.begin(), "run");
    become_debugger(words, debugged);
  }
  leave_input_to_debugger();
  return std::make_unique<hosting::ShownProcess>(debugged.job, debugged.number);
}

/// ", jobs.csv, schedule.csv": the tables of a centre.
std::string other_files(const results::Result& result) {
  std::string text;
  for (const auto& [name, table] : result.tables) text += ", " + name;
  return text;
}

/// Models without ranks have no steps at which they could be asked.
void check_steps(const Given& given, const RunOrder& order, const scenario::Scenario& scenario) {
  if (order.fidelity == Fidelity::smpi || scenario.centre) return;
  for (const char* const name : {"until", "progress"})
    if (given.has(name))
      throw UsageError(fmt::format("--{} is of runs with ranks and of centres; this is neither", name));
}

int run_scenario(const Given& given) {
  const RunOrder order = read_run_order(given);
  const auto scenario = scenario::load(order.file, surroundings(), order.overrides);
  check_steps(given, order, scenario);
  if (order.is_dry) return run_dry(order, scenario);
  const auto shown_process = shown_to_debugger(order, scenario, given.words());
  const ResultFolder folder(order.out, order.command);
  std::vector<study::Verdict> verdicts;
  std::string claims;
  const results::Result result = run_once(order, scenario, folder, [&](const results::Result& had) {
    if (!had.cut) verdicts = study::judge(scenario.expect, had.metrics);
    return claims = had.cut ? left_open(scenario.expect) : told(verdicts, scenario.expect);
  });
  if (order.json)
    results::result_json(result, [](std::string_view part) { fmt::print("{}", part); });
  else
    fmt::print("{}\n{} holds result.json, trace.json{} and this table\n", shown(result, claims, columns()),
               order.out.string(), other_files(result));
  if (result.cut) return cut_short(*result.cut, order.out);
  return went_as_expected(result, verdicts, scenario.expect) ? done : expectation_failed;
}

} // namespace

Command run_command() {
  return {
      "run",
      "simulate a scenario, or run it for real on this machine's MPI",
      "Prints what became of each job, when, and whether the scenario's expectations hold. The folder out/NAME "
      "gets result.json, trace.json for Perfetto, the printed table, and output/RANK.txt with what each process "
      "printed; of a centre also tables of its jobs, schedule, cores and queue over time, outages and groups of jobs. "
      "Ctrl-C or SIGTERM ends a run with ranks or of a centre as --until does, with exit status 130 or 143; a second "
      "one ends it at "
      "once.",
      {scenario_argument()},
      {usual_out_option("folder for the results"), set_option(),
       seed_option("seed of all random numbers").otherwise("the scenario's"),
       Option("replicas", "N", "so many runs with other random numbers; metrics are their means")
           .standard("1")
           .between(1, 1'000'000),
       fidelity_option().standard("smpi"), on_option("runs the scenario for real on this MPI"), runner_option(),
       patience_option(),
       Option("until", "TIME", "stops at that simulated time; what was recorded until then is the result"),
       Option("debug", "RANK",
              "starts gdb, which stops that process (JOB:RANK where there are several jobs) where the "
              "scenario's events come during calls, or at its main, and where it hangs or aborts"),
       Option("dry-run", "checks the scenario and says how much memory its processes take at least; runs nothing"),
       Option("progress", "says on standard error how the run is coming along: simulated time, messages a second, "
                          "memory, what is left"),
       json_option()},
      {"run scenarios/quickstart.json", "run quickstart --set /jobs/0/ranks=64 --out out/wider",
       "run thousand-ranks --until 2s --progress", "run spare-fugaku --fidelity fast",
       "run thousand-ranks --set /jobs/0/ranks=960 --dry-run", "run out/every-death/failing/1-gives-up.json --debug 1"},
      run_scenario};
}

} // namespace daruma::cli
