#include "sim/experiment/expectations.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace daruma::experiment {

namespace {

double number(const std::variant<bool, double>& value) {
  return std::holds_alternative<bool>(value) ? (std::get<bool>(value) ? 1.0 : 0.0) : std::get<double>(value);
}

std::string text(const std::variant<bool, double>& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  return fmt::format("{}", std::get<double>(value));
}

const char* words(scenario::Relation relation) {
  switch (relation) {
  case scenario::Relation::is:
    return "is";
  case scenario::Relation::at_least:
    return "is at least";
  case scenario::Relation::at_most:
    return "is at most";
  }
  return "";
}

bool holds(scenario::Relation relation, double found, double expected) {
  switch (relation) {
  case scenario::Relation::is:
    return found == expected;
  case scenario::Relation::at_least:
    return found >= expected;
  case scenario::Relation::at_most:
    return found <= expected;
  }
  return false;
}

Verdict judge_one(const scenario::Expectation& expectation, const Metrics& metrics) {
  const auto claim = fmt::format("{} {} {}", expectation.metric, words(expectation.relation), text(expectation.value));
  const auto found = metrics.find(expectation.metric);
  if (found == metrics.end()) return {false, claim + ": the run has no such metric"};
  const bool is_truth = std::holds_alternative<bool>(expectation.value);
  const std::string value = is_truth ? (found->second != 0 ? "true" : "false") : fmt::format("{}", found->second);
  return {holds(expectation.relation, found->second, number(expectation.value)), claim + ": it is " + value};
}

} // namespace

std::vector<Verdict> judge(const std::vector<scenario::Expectation>& expectations, const Metrics& metrics) {
  std::vector<Verdict> verdicts;
  std::transform(expectations.begin(), expectations.end(), std::back_inserter(verdicts),
                 [&metrics](const auto& expectation) { return judge_one(expectation, metrics); });
  return verdicts;
}

} // namespace daruma::experiment
