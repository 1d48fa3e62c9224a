#include "sim/explore/verdict.hpp"

#include "sim/results/printed.hpp"
#include "sim/study/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace daruma::explore {

const Choices<Verdict> verdicts{
    {"recovers", Verdict::recovers}, {"gives up", Verdict::gives_up}, {"wrong answer", Verdict::wrong_answer},
    {"hang", Verdict::hang},         {"crash", Verdict::crash},       {"leak", Verdict::leak},
    {"misuse", Verdict::misuse}};

namespace {

std::vector<std::string> printed_lines(const results::Result& result) {
  std::vector<std::string> lines;
  for (const results::Event& event : result.events)
    if (event.kind == results::to_stdout) lines.push_back(event.text);
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// A death that somebody outside inflicted.
bool is_inflicted(const results::Event& event) {
  return event.kind == "death" && (event.text == "killed" || event.text.rfind("its node", 0) == 0);
}

bool is_by_signal(const results::Event& event) { return event.kind == "death" && event.text.rfind("SIG", 0) == 0; }

int inflicted_deaths(const results::Result& result) {
  return static_cast<int>(std::count_if(result.events.begin(), result.events.end(), is_inflicted));
}

Verdict verdict_of(run::Breakdown breakdown) {
  switch (breakdown) {
  case run::Breakdown::standstill:
  case run::Breakdown::endless:
    return Verdict::hang;
  case run::Breakdown::misuse:
    return Verdict::misuse;
  case run::Breakdown::stopped:
  case run::Breakdown::crash:
  case run::Breakdown::policy:
  case run::Breakdown::lack:
    return Verdict::crash;
  }
  return Verdict::crash;
}

/// What is wrong with the answer; empty if nothing is.
std::string wrong_with(const results::Result& result, const Reference& reference,
                       const scenario::Exploration& promise) {
  if (promise.answer == "any") return "";
  if (promise.answer != "same") {
    const auto expected = reference.metrics.find(promise.answer);
    const auto found = result.metrics.find(promise.answer);
    if (expected == reference.metrics.end()) return "";
    if (found == result.metrics.end()) return fmt::format("there is no {}", promise.answer);
    if (found->second == expected->second) return "";
    return fmt::format("{} is {}, without faults it is {}", promise.answer, found->second, expected->second);
  }
  const std::vector<std::string> lines = printed_lines(result);
  std::vector<std::string> missing;
  std::set_difference(reference.lines.begin(), reference.lines.end(), lines.begin(), lines.end(),
                      std::back_inserter(missing));
  return missing.empty() ? "" : fmt::format("nobody printed \"{}\"", missing.front());
}

Finding judge_end(const run::Ending& ending, const run::LeftBehind& left, const Reference& reference,
                  const scenario::Exploration& promise, const std::vector<scenario::Expectation>& expectations) {
  const results::Result& result = ending.result;
  for (const results::Event& event : result.events)
    if (is_by_signal(event))
      return {Verdict::crash, fmt::format("process {} of {} died: {}", event.process, event.job, event.text)};
  if (result.cut)
    return {Verdict::hang, fmt::format("it still ran at {}, long after the {} of the run without faults",
                                       rounded_text(result.cut->at), rounded_text(reference.end))};
  for (const results::JobRow& job : result.jobs) {
    if (job.finished && !job.failed) continue;
    const bool is_late = job.reason.rfind("still running", 0) == 0;
    return {is_late ? Verdict::hang : Verdict::gives_up, fmt::format("{}: {}", job.name, job.reason)};
  }
  for (const study::Verdict& verdict : study::judge(expectations, result.metrics))
    if (!verdict.holds) return {Verdict::wrong_answer, verdict.sentence};
  if (const std::string wrong = wrong_with(result, reference, promise); !wrong.empty())
    return {Verdict::wrong_answer, wrong};
  const run::LeftBehind& usual = reference.left_behind;
  if (left.requests > usual.requests)
    return {Verdict::leak, fmt::format("{} requests are neither completed nor freed in MPI_Finalize, {} without faults",
                                       left.requests, usual.requests)};
  if (!promise.may_leak && left.communicators > usual.communicators)
    return {Verdict::leak, fmt::format("{} communicators are left in MPI_Finalize, {} without faults",
                                       left.communicators, usual.communicators)};
  return {};
}

} // namespace

Seconds last_end(const results::Result& result) {
  Seconds end{0};
  for (const results::JobRow& job : result.jobs) end = std::max(end, job.end);
  return end;
}

Reference reference_of(const results::Result& result, const run::LeftBehind& left) {
  return {printed_lines(result), result.metrics, left, inflicted_deaths(result), last_end(result)};
}

bool is_kept(const Finding& finding) {
  return finding.verdict == Verdict::recovers || (finding.verdict == Verdict::gives_up && !finding.is_promised);
}

Finding judge(const run::Ending& ending, const run::LeftBehind& left, const Reference& reference,
              const scenario::Exploration& promise, const std::vector<scenario::Expectation>& expectations) {
  Finding finding = ending.breakdown ? Finding{verdict_of(*ending.breakdown), ending.problem}
                                     : judge_end(ending, left, reference, promise, expectations);
  finding.deaths = inflicted_deaths(ending.result) - reference.deaths;
  finding.is_promised = finding.deaths <= promise.survives;
  return finding;
}

} // namespace daruma::explore
