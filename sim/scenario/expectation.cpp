#include "sim/scenario/readers.hpp"

#include <nlohmann/json.hpp>

namespace daruma::scenario {

namespace {

Expectation read_expectation(const Node& node) {
  const std::string metric = node["metric"].text();
  if (node["at_least"].is_given()) return {metric, Relation::at_least, node["at_least"].number(0)};
  if (node["at_most"].is_given()) return {metric, Relation::at_most, node["at_most"].number(0)};
  const Node is = node["is"];
  if (is.is_given() && is.json().is_boolean()) return {metric, Relation::is, is.json().get<bool>()};
  return {metric, Relation::is, is.number(0)};
}

} // namespace

std::vector<Expectation> read_expectations(const Node& node) {
  std::vector<Expectation> expectations;
  for (const Node& item : node.items()) expectations.push_back(read_expectation(item));
  return expectations;
}

} // namespace daruma::scenario
