#include "sim/scenario/readers.hpp"

#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

namespace daruma::scenario {

namespace {

Expectation read_relation(const Node& node) {
  const std::string metric = node["metric"].text();
  if (node["at_least"].is_given()) return {metric, Relation::at_least, node["at_least"].number(0)};
  if (node["at_most"].is_given()) return {metric, Relation::at_most, node["at_most"].number(0)};
  const Node is = node["is"];
  if (is.is_given() && is.json().is_boolean()) return {metric, Relation::is, is.json().get<bool>()};
  return {metric, Relation::is, is.number(0)};
}

double read_part(const Node& node, double otherwise) {
  const double part = node.number(otherwise);
  if (part <= 0 || part >= 1) node.remark("must be above 0 and below 1, got " + shown(node.json()));
  return part;
}

Expectation read_expectation(const Node& node) {
  constexpr double usual_confidence = 0.95;
  Expectation expectation = read_relation(node);
  if (node["in_at_least"].is_given())
    expectation.share = {read_part(node["in_at_least"], 0.5), read_part(node["confidence"], usual_confidence)};
  else if (node["confidence"].is_given())
    node["confidence"].remark("is of a claim about many runs: \"in_at_least\" is missing");
  return expectation;
}

} // namespace

std::vector<Expectation> read_expectations(const Node& node) {
  std::vector<Expectation> expectations;
  for (const Node& item : node.items()) expectations.push_back(read_expectation(item));
  return expectations;
}

} // namespace daruma::scenario
