#include "sim/scenario/problems.hpp"

#include "sim/core/natural_order.hpp"

#include <algorithm>

namespace daruma::scenario {

namespace {

constexpr std::size_t most_reported = 100;

std::string what_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    if (!problem.file.empty()) text += problem.file + ": ";
    if (!problem.pointer.empty()) text += problem.pointer + ": ";
    text += problem.sentence;
  }
  return text;
}

} // namespace

ScenarioError::ScenarioError(std::vector<Problem> problems)
    : std::runtime_error(what_of(problems)), problems_(std::move(problems)) {}

std::vector<Problem> in_file(const std::string& file, const Report& report, const OverriddenPlaces& overridden) {
  std::vector<Problem> problems;
  for (const Remark& remark : report.remarks()) {
    const bool is_set = std::any_of(overridden.begin(), overridden.end(),
                                    [&](const std::string& place) { return is_within(remark.pointer, place); });
    problems.push_back({is_set ? command_line : file, remark.pointer, remark.sentence});
  }
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return is_naturally_before(a.pointer, b.pointer); });
  return problems;
}

void throw_problems(std::vector<Problem> problems) {
  if (problems.empty()) return;
  if (problems.size() > most_reported) {
    const std::string file = problems.front().file;
    problems.resize(most_reported);
    problems.push_back({file, "", "there are more mistakes than these " + std::to_string(most_reported)});
  }
  throw ScenarioError(std::move(problems));
}

} // namespace daruma::scenario
