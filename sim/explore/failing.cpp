#include "sim/explore/failing.hpp"

#include <algorithm>
#include <cctype>
#include <tuple>

namespace daruma::explore {

std::string kind_of(Verdict verdict, const std::string& why) {
  std::string kind(word_of(verdicts, verdict));
  const std::string& text = why;
  const std::size_t first_who_waits = text.find("\n  ");
  const std::size_t begin = first_who_waits == std::string::npos ? 0 : first_who_waits;
  const std::size_t end = text.find('\n', begin + 1);
  for (std::size_t i = begin; i < std::min(end, text.size()); ++i) {
    const bool is_digit = std::isdigit(static_cast<unsigned char>(text[i]));
    const bool is_of_line =
        i > 0 && (text[i - 1] == ':' || (is_digit && std::isdigit(static_cast<unsigned char>(kind.back()))));
    if (!is_digit || is_of_line) kind += text[i];
  }
  return kind;
}

namespace {

/// Less is shorter.
auto length_of(const Case& faults) {
  int occurrences = 0;
  for (const Fault& fault : faults) occurrences += fault.moment.occurrence;
  return std::make_tuple(faults.size(), occurrences, faults.back().delay, faults.back().moment.nth,
                         faults.back().moment.process);
}

} // namespace

std::vector<Failing> failing_in(const std::vector<Tried>& tried) {
  std::map<std::string, Failing> ways;
  for (std::size_t i = 0; i < tried.size(); ++i) {
    if (!tried[i].outcome || is_kept(tried[i].outcome->finding)) continue;
    const Finding& finding = tried[i].outcome->finding;
    const Case& faults = tried[i].candidate.faults;
    const auto [way, is_new] = ways.try_emplace(kind_of(finding.verdict, finding.why));
    Failing& failing = way->second;
    if (is_new || length_of(faults) < length_of(failing.faults)) {
      failing.verdict = finding.verdict;
      failing.why = finding.why;
      failing.faults = faults;
    }
    failing.cases.push_back(i);
  }
  std::vector<Failing> all;
  all.reserve(ways.size());
  for (auto& [kind, failing] : ways) all.push_back(std::move(failing));
  std::stable_sort(all.begin(), all.end(),
                   [](const Failing& a, const Failing& b) { return a.cases.size() > b.cases.size(); });
  return all;
}

namespace {

constexpr std::size_t most_cases_a_size = 40;

/// What a child writes, which is killed when it is to stop.
std::vector<std::string> lines_of(const std::function<void(const study::WriteLine&)>& work,
                                  const std::atomic<bool>& stop) {
  study::ChildProcesses child(1);
  child.start(0, work);
  std::vector<std::string> lines;
  while (!child.is_idle()) {
    if (stop) child.kill();
    for (const auto& news : child.heard_within(Seconds(1)))
      lines.insert(lines.end(), news.lines.begin(), news.lines.end());
  }
  return lines;
}

/// Whether the last fault may be of the same kind as that of the example: the same call from the same place.
bool is_alike(const Candidate& candidate, const Candidate& example) {
  return candidate.site.call == example.site.call && !(candidate.site.place < example.site.place) &&
         !(example.site.place < candidate.site.place) && candidate.site.part == example.site.part &&
         candidate.is_later == example.is_later;
}

/// The first case of one death with that many ranks that goes wrong in the same way; empty if none does.
Failing with_so_many(const Failing& failing, const Candidate& example, const Bench& bench,
                     const std::atomic<bool>& stop) {
  Bench smaller = bench;
  const std::vector<std::string> lines = lines_of([&](const study::WriteLine& write) { record(smaller, write); }, stop);
  if (lines.empty()) return {};
  const Recorded recorded = read_recorded(lines);
  if (!recorded.problem.empty()) return {};
  smaller.limits = limits_of(recorded, smaller.scenario.scenario());
  Trunk trunk;
  const Fault& last = example.faults.back();
  const Sanctuary sanctuary = sanctuary_of(smaller.promise, recorded.steps);
  std::vector<Candidate> all =
      candidates({}, {}, outside_of(sanctuary, recorded.steps, last.victim), last.victim, {last.terms});
  for (const Candidate& candidate : by_novelty(std::move(all)))
    if (is_alike(candidate, example) && trunk.branches.size() < most_cases_a_size) {
      trunk.branches.push_back({trunk.branches.size(), candidate.faults.back()});
      trunk.branches.back().fault.bit = last.bit; // most others make no difference
    }
  if (trunk.branches.empty()) return {};
  const std::vector<Trunk> trunks = recorded.uses_files ? apart(trunk) : std::vector{trunk};
  const auto try_all = [&](const study::WriteLine& write) {
    for (const Trunk& one : trunks) try_cases(smaller, recorded.reference, one, write);
  };
  Failing found;
  for (const std::string& line : lines_of(try_all, stop)) {
    const Outcome outcome = read_outcome(line);
    const Case faults{trunk.branches[outcome.number].fault};
    if (is_kept(outcome.finding) || outcome.finding.verdict != failing.verdict) continue;
    if (!found.faults.empty() && !(length_of(faults) < length_of(found.faults))) continue;
    found = {failing.verdict, outcome.finding.why, faults, failing.cases, 0};
  }
  return found;
}

} // namespace

Failing with_fewest_ranks(const Failing& failing, const Candidate& example, const Bench& bench,
                          const WithRanks& with_ranks, const std::atomic<bool>& stop) {
  if (failing.faults.size() != 1 || bench.scenario.scenario().jobs.size() != 1) return failing;
  const int ranks = bench.scenario.scenario().jobs.front().ranks;
  constexpr int most_tried = 16;
  for (int fewer = 2; fewer < std::min(ranks, most_tried) && !stop; ++fewer) {
    const auto scenario = with_ranks(fewer);
    if (!scenario) continue;
    Failing found = with_so_many(failing, example, {*scenario, bench.promise, {}, bench.folders}, stop);
    if (found.faults.empty()) continue;
    found.ranks = fewer;
    return found;
  }
  return failing;
}

} // namespace daruma::explore
