#include "sim/scenario/node.hpp"
#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace daruma::scenario {

namespace {

/// What law is written there; `others` may be written beside the names of laws. None known: null, and so it is said.
const FailureLaw* read_law(const Node& node, std::vector<std::string> others) {
  const std::string name = node.text();
  const FailureLaw* const law = find_entry(failure_laws(), name);
  if (law != nullptr || name.empty() || std::find(others.begin(), others.end(), name) != others.end()) return law;
  std::vector<std::string> known = names_of(failure_laws());
  known.insert(known.end(), others.begin(), others.end());
  node.remark(unknown("failure law", name, known));
  return nullptr;
}

/// What a law needs beside the name of its mean, in a part of the scenario that needs some things anyway.
KindKeys described(const FailureLaw& law, std::vector<std::string> needs) {
  if (law.shape == Shape::needed) needs.emplace_back("shape");
  return {"failure law " + in_quotes(law.name), std::move(needs), {}};
}

double read_shape(const Node& node, double otherwise) {
  const double shape = node["shape"].number(otherwise);
  if (shape <= 0) node["shape"].remark("must be positive, got " + shown(node["shape"].json()));
  return shape;
}

Breakdown read_breakdown(const Node& node) {
  Breakdown breakdown;
  breakdown.device = node["device"].text();
  breakdown.law = read_law(node["law"], {});
  breakdown.shape = read_shape(node, breakdown.shape);
  breakdown.mtbf = node["mtbf"].amount(breakdown.mtbf, Sign::positive);
  if (breakdown.law != nullptr) check_members(node, "law", described(*breakdown.law, {"device", "mtbf"}));
  return breakdown;
}

} // namespace

Failures read_failures(const Node& node) {
  Failures failures;
  failures.law = read_law(node["law"], {"list"});
  failures.shape = read_shape(node, failures.shape);
  failures.node_mtbf = node["node_mtbf"].amount(failures.node_mtbf, Sign::positive);
  for (const Node& item : node["list"].items())
    failures.list.push_back({item["at"].amount(Seconds(0), Sign::not_negative), item["node"].whole(0)});
  if (failures.law != nullptr) check_members(node, "law", described(*failures.law, {"node_mtbf"}));
  if (node["law"].text() == "list") check_members(node, "law", {R"(failure law "list")", {"list"}, {}});
  return failures;
}

std::vector<Breakdown> read_breakdowns(const Node& node) {
  std::vector<Breakdown> breakdowns;
  for (const Node& item : node.items()) breakdowns.push_back(read_breakdown(item));
  return breakdowns;
}

} // namespace daruma::scenario
