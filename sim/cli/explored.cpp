#include "sim/cli/explored.hpp"

#include "sim/cli/junit.hpp"
#include "sim/explore/befallings.hpp"
#include "sim/hosting/source_lines.hpp"
#include "sim/results/json_writer.hpp"
#include "sim/results/text_layout.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/sequential_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace daruma::cli {

namespace {

using explore::Tried;
using explore::Verdict;
using results::Align;
using scenario::counted;
using scenario::FaultKind;

std::string name_of(const hosting::ProgramPlace& place) { return place.file.empty() ? "" : hosting::short_name(place); }

std::size_t count_tried(const std::vector<Tried>& all) {
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const Tried& one) { return one.outcome; }));
}

std::map<Verdict, std::size_t> by_verdict(const std::vector<Tried>& all) {
  std::map<Verdict, std::size_t> counts;
  for (const Tried& one : all)
    if (one.outcome) ++counts[one.outcome->finding.verdict];
  return counts;
}

/// The same of those whose last fault is of that kind.
std::map<Verdict, std::size_t> by_verdict(const std::vector<Tried>& all, FaultKind kind) {
  std::map<Verdict, std::size_t> counts;
  for (const Tried& one : all)
    if (one.outcome && befalling(one.candidate.faults.back().victim).kind == kind)
      ++counts[one.outcome->finding.verdict];
  return counts;
}

/// In the order in which they were asked for.
std::vector<FaultKind> kinds_of(const Explored& explored) {
  std::vector<FaultKind> kinds;
  for (const explore::Victim victim : explored.victims)
    if (std::find(kinds.begin(), kinds.end(), befalling(victim).kind) == kinds.end())
      kinds.push_back(befalling(victim).kind);
  return kinds;
}

/// "a process may die, a node may hang or memory may be missing".
std::string possibilities_of(const std::vector<explore::Victim>& victims) {
  std::string text;
  for (std::size_t i = 0; i < victims.size(); ++i) {
    if (i > 0) text += i + 1 == victims.size() ? " or " : ", ";
    text += explore::befalling(victims[i]).possibility;
  }
  return text;
}

std::size_t count_kept(const std::vector<Tried>& all) {
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [](const Tried& one) { return one.outcome && is_kept(one.outcome->finding); }));
}

std::string head(const Explored& explored) {
  std::string text = fmt::format("{}: without faults it ends at {:.6g} s, with {} at which {}\n", explored.name,
                                 explored.reference.reference.end.count(),
                                 counted(static_cast<long long>(explored.reference.steps.size()), "moment"),
                                 possibilities_of(explored.victims));
  const std::size_t tried = count_tried(explored.tried);
  text += fmt::format("{} of up to {} tried, of {} known\n", counted(static_cast<long long>(tried), "case"),
                      counted(explored.faults, noun_of_faults(explored)), explored.possible);
  if (tried < explored.tried.size())
    text +=
        fmt::format("for {} there was no time; the same command goes on with them\n", explored.tried.size() - tried);
  return text;
}

std::string verdict_table(const Explored& explored, int width) {
  results::Column verdict{"verdict"};
  results::Column cases{"cases", Align::right};
  for (const auto& [what, count] : by_verdict(explored.tried)) {
    verdict.cells.emplace_back(word_of(explore::verdicts, what));
    cases.cells.push_back(std::to_string(count));
  }
  std::vector<results::Column> columns{verdict, cases};
  const std::vector<FaultKind> kinds = kinds_of(explored);
  for (const FaultKind kind : kinds.size() > 1 ? kinds : std::vector<FaultKind>()) {
    results::Column& of_kind =
        columns.emplace_back(results::Column{std::string(word_of(scenario::fault_kinds, kind)), Align::right});
    const auto counts = by_verdict(explored.tried, kind);
    for (const auto& [what, count] : by_verdict(explored.tried)) {
      const auto found = counts.find(what);
      of_kind.cells.push_back(found == counts.end() ? "" : std::to_string(found->second));
    }
  }
  return results::side_by_side(columns, width);
}

std::string call_table(const Explored& explored, int width) {
  results::Column call{"call"};
  results::Column place{"place"};
  results::Column moments{"moments", Align::right};
  results::Column cases{"cases", Align::right};
  results::Column kept{"survived", Align::right};
  results::Column broken{"broken", Align::right};
  for (const CallSummary& one : by_call(explored.reference.steps, explored.tried)) {
    call.cells.push_back(one.call);
    place.cells.push_back(one.place);
    moments.cells.push_back(one.is_of_recoveries() ? "recovery" : std::to_string(one.moments));
    cases.cells.push_back(std::to_string(one.cases));
    kept.cells.push_back(std::to_string(one.kept));
    broken.cells.push_back(one.broken.empty() ? "" : std::to_string(one.broken.size()));
  }
  return results::side_by_side({call, place, moments, cases, kept, broken}, width);
}

/// Of cases that were drawn, what part of all survives.
std::string share_of(const Explored& explored) {
  constexpr double error = 0.025;
  const auto runs = static_cast<int>(count_tried(explored.tried));
  const auto met = static_cast<int>(count_kept(explored.tried));
  const study::Bounds bounds = study::clopper_pearson(met, runs, error, error);
  return fmt::format("{:.4g} % of all cases keep the promise, from {:.4g} to {:.4g} % with 95 % confidence\n",
                     100.0 * met / runs, 100 * bounds.lower, 100 * bounds.upper);
}

std::string to_text(const Reproduction& one) {
  const std::string time_line = one.time_line.empty() ? "" : fmt::format("  time line: {}\n", one.time_line.string());
  return fmt::format("{}, {}: {}\n  shortest: {}\n  daruma run {}\n{}", word_of(explore::verdicts, one.failing.verdict),
                     counted(static_cast<long long>(one.failing.cases.size()), "case"), one.failing.why,
                     shortest_way(one.failing), one.file.string(), time_line);
}

} // namespace

std::string noun_of_faults(const Explored& explored) {
  return kinds_of(explored) == std::vector<FaultKind>{FaultKind::deaths} ? "death" : "fault";
}

std::string shortest_way(const explore::Failing& failing) {
  std::string text;
  for (const explore::Fault& fault : failing.faults) text += (text.empty() ? "" : ", then ") + in_words(fault);
  return failing.ranks > 0 ? text + fmt::format(", of {} ranks", failing.ranks) : text;
}

const Reproduction* way_of(std::size_t number, const std::vector<Reproduction>& failing) {
  const auto found = std::find_if(failing.begin(), failing.end(), [number](const Reproduction& one) {
    return std::binary_search(one.failing.cases.begin(), one.failing.cases.end(), number);
  });
  return found == failing.end() ? nullptr : &*found;
}

std::vector<CallSummary> by_call(const std::vector<explore::Step>& steps, const std::vector<Tried>& tried) {
  std::vector<hosting::ProgramPlace> places;
  places.reserve(steps.size() + tried.size());
  for (const explore::Step& step : steps) places.push_back(step.site.place);
  for (const Tried& one : tried) {
    places.push_back(one.candidate.site.place);
    if (one.outcome)
      for (const explore::Step& step : one.outcome->after) places.push_back(step.site.place);
  }
  places.erase(std::remove_if(places.begin(), places.end(), [](const auto& place) { return place.file.empty(); }),
               places.end());
  hosting::look_up_source_lines(places);
  std::map<std::pair<std::string, std::string>, CallSummary> calls;
  const auto summary_of = [&calls](const explore::Site& site) -> CallSummary& {
    CallSummary& one = calls[{name_of(site.place), site.call}];
    one.place = name_of(site.place);
    one.call = site.call;
    return one;
  };
  for (const explore::Step& step : steps) ++summary_of(step.site).moments;
  for (std::size_t i = 0; i < tried.size(); ++i) {
    if (!tried[i].outcome) continue;
    for (const explore::Step& step : tried[i].outcome->after) summary_of(step.site);
    CallSummary& one = summary_of(tried[i].candidate.site);
    ++one.cases;
    if (is_kept(tried[i].outcome->finding))
      ++one.kept;
    else
      one.broken.push_back(i);
  }
  std::vector<CallSummary> all;
  all.reserve(calls.size());
  for (auto& [key, one] : calls) all.push_back(std::move(one));
  return all;
}

std::string to_text(const Explored& explored, int width) {
  std::string text = head(explored) + "\n" + verdict_table(explored, width) + "\n" + call_table(explored, width);
  if (explored.is_sample && count_tried(explored.tried) > 0) text += "\n" + share_of(explored);
  for (const Reproduction& one : explored.failing) text += "\n" + to_text(one);
  return text;
}

std::string to_json(const Explored& explored) {
  results::JsonWriter json(3);
  json.begin_object().member("file", explored.file).member("name", explored.name);
  json.member("moments", static_cast<std::int64_t>(explored.reference.steps.size()));
  json.member("known", static_cast<std::int64_t>(explored.possible));
  json.member("tried", static_cast<std::int64_t>(count_tried(explored.tried)));
  json.member("kept", static_cast<std::int64_t>(count_kept(explored.tried)));
  json.key("verdicts").begin_object();
  for (const auto& [what, count] : by_verdict(explored.tried))
    json.member(word_of(explore::verdicts, what), static_cast<std::int64_t>(count));
  json.end_object().key("calls").begin_list();
  for (const CallSummary& one : by_call(explored.reference.steps, explored.tried)) {
    json.begin_object().member("call", one.call).member("place", one.place);
    json.member("moments", static_cast<std::int64_t>(one.moments));
    json.member("cases", static_cast<std::int64_t>(one.cases)).member("kept", static_cast<std::int64_t>(one.kept));
    json.end_object();
  }
  json.end_list().key("failing").begin_list();
  for (const Reproduction& one : explored.failing) {
    json.begin_object().member("verdict", word_of(explore::verdicts, one.failing.verdict));
    json.member("why", one.failing.why).member("cases", static_cast<std::int64_t>(one.failing.cases.size()));
    json.key("faults").raw(key_of(one.failing.faults)).member("scenario", one.file.string());
    if (!one.time_line.empty()) json.member("time_line", one.time_line.string());
    if (one.failing.ranks > 0) json.member("ranks", one.failing.ranks);
    json.end_object();
  }
  return json.end_list().end_object().take() + "\n";
}

std::string to_junit(const Explored& explored) {
  std::vector<JUnitCase> cases;
  for (const CallSummary& one : by_call(explored.reference.steps, explored.tried)) {
    std::string failure;
    for (const std::size_t number : one.broken) {
      const explore::Finding& finding = explored.tried[number].outcome->finding;
      failure += fmt::format("{}{}: {}", failure.empty() ? "" : "\n", word_of(explore::verdicts, finding.verdict),
                             in_words(explored.tried[number].candidate.faults.back()));
      if (const Reproduction* const way = way_of(number, explored.failing))
        failure += fmt::format(" (daruma run {})", way->file.string());
    }
    cases.push_back(
        {fmt::format("{} {}: {}", one.call, one.place, counted(static_cast<long long>(one.cases), "case")), failure});
  }
  return junit_xml({{explored.name, explored.file, cases}});
}

} // namespace daruma::cli
