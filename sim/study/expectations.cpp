#include "sim/study/expectations.hpp"

#include "sim/core/words.hpp"

#include <fmt/format.h>

namespace daruma::study {

namespace {

double number(const std::variant<bool, double>& value) {
  return std::holds_alternative<bool>(value) ? (std::get<bool>(value) ? 1.0 : 0.0) : std::get<double>(value);
}

std::string text(const std::variant<bool, double>& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  return fmt::format("{}", std::get<double>(value));
}

const Choices<scenario::Relation> relations{{"is", scenario::Relation::is},
                                            {"is at least", scenario::Relation::at_least},
                                            {"is at most", scenario::Relation::at_most}};

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
  return {is_met(expectation, metrics), claim_of(expectation) + ": " + found_for(expectation, metrics)};
}

} // namespace

std::string claim_of(const scenario::Expectation& expectation) {
  auto claim =
      fmt::format("{} {} {}", expectation.metric, word_of(relations, expectation.relation), text(expectation.value));
  if (!expectation.share) return claim;
  return fmt::format("{} in at least {:.6g} % of runs, {:.6g} % sure", claim, 100 * expectation.share->in_at_least,
                     100 * expectation.share->confidence);
}

std::string found_for(const scenario::Expectation& expectation, const Metrics& metrics) {
  const auto found = metrics.find(expectation.metric);
  if (found == metrics.end()) return "the run has no such metric";
  if (std::holds_alternative<bool>(expectation.value)) return found->second != 0 ? "it is true" : "it is false";
  return fmt::format("it is {}", found->second);
}

bool is_met(const scenario::Expectation& expectation, const Metrics& metrics) {
  const auto found = metrics.find(expectation.metric);
  return found != metrics.end() && holds(expectation.relation, found->second, number(expectation.value));
}

std::vector<Verdict> judge(const std::vector<scenario::Expectation>& expectations, const Metrics& metrics) {
  std::vector<Verdict> verdicts;
  for (const scenario::Expectation& expectation : expectations)
    if (!expectation.share) verdicts.push_back(judge_one(expectation, metrics));
  return verdicts;
}

} // namespace daruma::study
