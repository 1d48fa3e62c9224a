// "collectives" of a runtime: for each collective an algorithm, a rule, or a list of rules.
#include "sim/scenario/node.hpp"
#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

#include <algorithm>

namespace daruma::scenario {

namespace {

/// The algorithms of that collective, by name.
Choices<Algorithm> choices_for(Collective which) {
  Choices<Algorithm> choices;
  for (const auto& choice : algorithms()) {
    const std::vector<Algorithm>& known = algorithms_of(which);
    if (std::find(known.begin(), known.end(), choice.second) != known.end()) choices.push_back(choice);
  }
  return choices;
}

Algorithm read_algorithm(const Node& node, std::string_view collective, Collective which) {
  const Algorithm otherwise = default_choice(which).algorithm;
  const std::string name = node.text();
  if (name.empty()) return otherwise;
  const Choices<Algorithm> choices = choices_for(which);
  if (const auto algorithm = value_named(choices, name)) return *algorithm;
  std::vector<std::string> names;
  for (const auto& choice : choices) names.emplace_back(choice.first);
  node.remark(unknown("algorithm of " + std::string(collective), name, names));
  return otherwise;
}

std::optional<bool> read_condition(const Node& node) {
  if (!node.is_given()) return std::nullopt;
  return node.truth(false);
}

std::optional<Bytes> read_limit(const Node& node) {
  if (!node.is_given()) return std::nullopt;
  return node.amount(Bytes(0), Sign::not_negative);
}

CollectiveRule read_rule(const Node& node, std::string_view collective, Collective which) {
  CollectiveRule rule;
  if (node["ranks_below"].is_given()) rule.ranks_below = node["ranks_below"].whole(0);
  rule.bytes_below = read_limit(node["bytes_below"]);
  rule.total_below = read_limit(node["total_below"]);
  rule.power_of_two = read_condition(node["power_of_two"]);
  rule.commutative = read_condition(node["commutative"]);
  rule.predefined = read_condition(node["predefined"]);
  rule.fewer_elements_than_ranks = read_condition(node["fewer_elements_than_ranks"]);
  rule.shared_nodes = read_condition(node["shared_nodes"]);
  rule.choice.algorithm = read_algorithm(node["algorithm"], collective, which);
  rule.choice.segment = node["segment"].amount(rule.choice.segment, Sign::not_negative);
  rule.choice.degree = node["degree"].whole(rule.choice.degree);
  return rule;
}

std::vector<CollectiveRule> read_rules(const Node& node, std::string_view collective, Collective which) {
  std::vector<CollectiveRule> rules;
  if (node.is_text()) {
    rules.emplace_back().choice.algorithm = read_algorithm(node, collective, which);
  } else if (node.is_object()) {
    rules.push_back(read_rule(node, collective, which));
  } else {
    for (const Node& rule : node.items()) rules.push_back(read_rule(rule, collective, which));
  }
  return rules;
}

} // namespace

CollectiveTables read_collectives(const Node& node) {
  CollectiveTables tables;
  for (const auto& [name, which] : collectives())
    if (node[name].is_given()) tables[which] = read_rules(node[name], name, which);
  return tables;
}

} // namespace daruma::scenario
