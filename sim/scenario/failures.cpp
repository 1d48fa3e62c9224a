#include "sim/scenario/kind.hpp"
#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

namespace daruma::scenario {

namespace {

const Choices<FailureLaw> failure_laws{
    {"exponential", FailureLaw::exponential}, {"weibull", FailureLaw::weibull}, {"list", FailureLaw::list}};

Kind described_breakdown(FailureLaw law) {
  if (law == FailureLaw::weibull) return {R"(law "weibull")", {"device", "shape", "mtbf"}, {}};
  return {R"(law "exponential")", {"device", "mtbf"}, {}};
}

Breakdown read_breakdown(const Node& node) {
  Breakdown breakdown;
  breakdown.device = node["device"].text();
  breakdown.law = node["law"].choice(failure_laws, breakdown.law);
  breakdown.shape = node["shape"].number(breakdown.shape);
  breakdown.mtbf = node["mtbf"].amount(breakdown.mtbf, Sign::positive);
  if (breakdown.shape <= 0) node["shape"].remark("must be positive, got " + shown(node["shape"].json()));
  const bool is_law_known = node["law"].is_given() && !node.report().has_within(node["law"].pointer());
  if (is_law_known) check_members(node, "law", described_breakdown(breakdown.law));
  return breakdown;
}

Kind described(FailureLaw law) {
  switch (law) {
  case FailureLaw::exponential:
    return {R"(failure law "exponential")", {"node_mtbf"}, {}};
  case FailureLaw::weibull:
    return {R"(failure law "weibull")", {"shape", "node_mtbf"}, {}};
  case FailureLaw::list:
    return {R"(failure law "list")", {"list"}, {}};
  }
  return {};
}

} // namespace

Failures read_failures(const Node& node) {
  Failures failures;
  failures.law = node["law"].choice(failure_laws, failures.law);
  failures.shape = node["shape"].number(failures.shape);
  failures.node_mtbf = node["node_mtbf"].amount(failures.node_mtbf, Sign::positive);
  for (const Node& item : node["list"].items()) {
    failures.list.push_back({item["at"].amount(Seconds(0), Sign::not_negative), item["node"].whole(0)});
  }
  if (failures.shape <= 0) node["shape"].remark("must be positive, got " + shown(node["shape"].json()));
  const bool is_law_known = node["law"].is_given() && !node.report().has_within(node["law"].pointer());
  if (is_law_known) check_members(node, "law", described(failures.law));
  return failures;
}

std::vector<Breakdown> read_breakdowns(const Node& node) {
  std::vector<Breakdown> breakdowns;
  for (const Node& item : node.items()) breakdowns.push_back(read_breakdown(item));
  return breakdowns;
}

} // namespace daruma::scenario
