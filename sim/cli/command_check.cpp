#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/junit.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/cli/watched.hpp"
#include "sim/cli/worlds.hpp"
#include "sim/core/words.hpp"
#include "sim/results/json_writer.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/batch.hpp"
#include "sim/study/prepared_scenario.hpp"
#include "sim/study/sequential_test.hpp"
#include "sim/study/worker_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace daruma::cli {

namespace {

using results::RunKey;
using results::SweptRun;
using study::Decision;
using study::Finding;

struct CheckOrder {
  std::vector<std::string> files;
  std::optional<Fidelity> fidelity; ///< none: ranks where there are jobs, without where there is a centre
  std::string junit;
  int limit = 1; ///< runs of a scenario
  int workers = 0;
  bool json = false;
};

CheckOrder read_check_order(const Given& given) {
  CheckOrder order;
  for (const std::string& word : given.arguments()) order.files.push_back(scenario_file(word));
  if (given.has("fidelity")) order.fidelity = read_fidelity(given);
  order.junit = given.text("junit");
  order.limit = given.whole("replicas");
  if (given.has("workers")) order.workers = given.whole("workers");
  order.json = given.has("json");
  return order;
}

struct Checked {
  std::string file;
  study::PreparedScenario prepared;
  study::SequentialTest test;
};

Checked read_checked(const CheckOrder& order, const std::string& file, batch::Logs& logs) {
  auto scenario = scenario::load(file, surroundings());
  const Fidelity fidelity = order.fidelity.value_or(scenario.centre ? Fidelity::fast : Fidelity::smpi);
  auto prepared = prepare(std::move(scenario), file, fidelity, logs);
  const auto& claims = prepared.scenario().expect;
  if (claims.empty()) throw scenario::ScenarioError({{file, "/expect", "there is nothing to check"}});
  const bool differ = study::is_random(prepared.scenario());
  study::SequentialTest test(claims, order.limit, differ ? study::Runs::differ : study::Runs::are_the_same);
  return {file, std::move(prepared), std::move(test)};
}

std::vector<RunKey> missing_of(const std::vector<Checked>& all) {
  std::vector<RunKey> missing;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const int replica : all[i].test.missing()) missing.emplace_back(static_cast<int>(i), replica);
  return missing;
}

/// A process that simulated ranks makes no other run.
study::RunsPerProcess runs_per_process(const std::vector<Checked>& all) {
  const bool is_any_with_ranks = std::any_of(
      all.begin(), all.end(), [](const Checked& checked) { return checked.prepared.fidelity() == Fidelity::smpi; });
  return study::runs_per_process(is_any_with_ranks ? Fidelity::smpi : Fidelity::fast);
}

/// Whether everything was looked at to its end.
bool test_all(const CheckOrder& order, std::vector<Checked>& all) {
  Progress progress;
  const Interruptible guard(progress);
  const auto of = [&all](const RunKey& key) -> Checked& { return all[static_cast<std::size_t>(key.first)]; };
  study::Batch batch({[&] { return missing_of(all); },
                      [&](const std::vector<SweptRun>& runs) {
                        for (const SweptRun& run : runs) of(run.key).test.enter(run);
                      },
                      study::on_cores(order.workers, runs_per_process(all),
                                      [&](const RunKey& key) { return of(key).prepared.run(key); })},
                     progress);
  wait_with_bar(
      progress, [&] { return batch.expected(); }, [&](auto time) { return batch.is_done_within(time); });
  return !progress.stop;
}

const Choices<Decision> decisions{
    {"holds", Decision::holds}, {"FAILS", Decision::fails}, {"UNDECIDED", Decision::open}};

bool is_decided_by_one(const Checked& checked) {
  const auto& claims = checked.prepared.scenario().expect;
  const bool is_any_of_many = std::any_of(claims.begin(), claims.end(), [](const auto& it) { return it.share; });
  return is_any_of_many && !study::is_random(checked.prepared.scenario());
}

std::string to_text(const std::vector<Checked>& all) {
  std::string text;
  std::size_t claims = 0;
  std::size_t holding = 0;
  for (const Checked& checked : all) {
    text += checked.file + "\n";
    if (is_decided_by_one(checked)) text += "nothing in it is random: all runs are the same, and one decides\n";
    for (const Finding& finding : checked.test.findings()) {
      text +=
          fmt::format("{:<9}  {}: {}\n", word_of(decisions, finding.judgement.decision), finding.claim, finding.remark);
      ++claims;
      if (finding.judgement.decision == Decision::holds) ++holding;
    }
    text += "\n";
  }
  return text + fmt::format("{} of {} {}\n", holding, scenario::counted(static_cast<long long>(claims), "expectation"),
                            claims == 1 ? "holds" : "hold");
}

std::string to_json(const std::vector<Checked>& all) {
  results::JsonWriter json(3);
  json.begin_object().key("scenarios").begin_list();
  for (const Checked& checked : all) {
    json.begin_object().member("file", checked.file).member("name", checked.prepared.scenario().name);
    json.key("expectations").begin_list();
    for (const Finding& finding : checked.test.findings()) {
      const auto& judgement = finding.judgement;
      json.begin_object().member("claim", finding.claim).member("decision", word_of(decisions, judgement.decision));
      json.member("runs", judgement.runs).member("met", judgement.met);
      if (finding.is_of_many) json.member("lower", judgement.bounds.lower).member("upper", judgement.bounds.upper);
      json.member("found", finding.remark).end_object();
    }
    json.end_list().end_object();
  }
  return json.end_list().end_object().take() + "\n";
}

bool holds(const Finding& finding) { return finding.judgement.decision == Decision::holds; }

std::string to_junit(const std::vector<Checked>& all) {
  std::vector<JUnitSuite> suites;
  for (const Checked& checked : all) {
    suites.push_back({checked.prepared.scenario().name, checked.file, {}});
    for (const Finding& finding : checked.test.findings()) {
      const std::string failure = fmt::format("{}: {}", word_of(decisions, finding.judgement.decision), finding.remark);
      suites.back().cases.push_back({finding.claim, holds(finding) ? "" : failure});
    }
  }
  return junit_xml(suites);
}

bool all_hold(const std::vector<Checked>& all) {
  return std::all_of(all.begin(), all.end(), [](const Checked& checked) {
    const auto findings = checked.test.findings();
    return std::all_of(findings.begin(), findings.end(), holds);
  });
}

int check(const Given& given) {
  const CheckOrder order = read_check_order(given);
  batch::Logs logs;
  std::vector<Checked> all;
  all.reserve(order.files.size());
  for (const std::string& file : order.files) all.push_back(read_checked(order, file, logs));
  if (!test_all(order, all)) {
    fmt::print(stderr, "daruma: interrupted before everything was decided\n");
    return 128 + SIGINT;
  }
  fmt::print("{}", order.json ? to_json(all) : to_text(all));
  if (!order.junit.empty()) write_file(order.junit, to_junit(all));
  return all_hold(all) ? done : expectation_failed;
}

Argument scenarios_argument() {
  Argument one = scenario_argument();
  one.most = Argument::any_number;
  return one;
}

} // namespace

Command check_command() {
  return {"check",
          "hold scenarios' expectations against as many runs as it takes",
          "An expectation about a share of runs is decided at its own confidence; it is UNDECIDED if --replicas runs "
          "were too few. The exit status is 0 only if all hold.",
          {scenarios_argument()},
          {Option("junit", "FILE", "writes the verdicts as JUnit XML, for CI systems").completed_by(files),
           fidelity_option().otherwise("smpi for jobs with ranks, fast for a centre"),
           Option("replicas", "N", "at most so many runs of a scenario").standard("10000").between(1, 1'000'000),
           workers_option(), json_option()},
          {"check quickstart", "check scenarios/policies/*.json --junit policies.xml"},
          check};
}

} // namespace daruma::cli
