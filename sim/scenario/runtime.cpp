#include "sim/scenario/node.hpp"
#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

#include <map>

namespace daruma::scenario {

namespace {

const Choices<DetectorKind> detector_kinds{{"perfect", DetectorKind::perfect},
                                           {"on-communication", DetectorKind::on_communication},
                                           {"serial", DetectorKind::serial},
                                           {"heartbeat-ring", DetectorKind::heartbeat_ring}};

const std::map<DetectorKind, KindKeys> detector_keys{
    {DetectorKind::perfect, {R"(detector "perfect")", {}, {}}},
    {DetectorKind::on_communication, {R"(detector "on-communication")", {}, {"timeout"}}},
    {DetectorKind::serial, {R"(detector "serial")", {"period"}, {"period_across_nodes"}}},
    {DetectorKind::heartbeat_ring, {R"(detector "heartbeat-ring")", {"period", "timeout"}, {}}}};

Detector read_detector(const Node& node) {
  Detector detector;
  detector.kind = node["kind"].choice(detector_kinds, detector.kind);
  detector.period = node["period"].amount(detector.period, Sign::positive);
  detector.period_across_nodes = node["period_across_nodes"].amount(detector.period, Sign::positive);
  detector.timeout = node["timeout"].amount(detector.timeout, Sign::not_negative);
  if (!node.is_object() || node.report().has_within(node["kind"].pointer())) return detector;
  check_members(node, "kind", detector_keys.at(detector.kind));
  const bool is_watched = detector.kind == DetectorKind::heartbeat_ring && !node.report().has_within(node.pointer());
  if (is_watched && detector.timeout < detector.period) {
    node["timeout"].remark("must be at least the period of " + to_text(detector.period) + ", got " +
                           in_quotes(to_text(detector.timeout)));
  }
  return detector;
}

CostLaw read_cost_law(const Node& node) {
  CostLaw law;
  law.fixed = node["fixed"].amount(law.fixed, Sign::not_negative);
  law.per_process = node["per_process"].amount(law.per_process, Sign::not_negative);
  law.per_stage = node["per_stage"].amount(law.per_stage, Sign::not_negative);
  return law;
}

SpawnCost read_spawn_cost(const Node& node) {
  SpawnCost cost;
  cost.fixed = node["fixed"].amount(cost.fixed, Sign::not_negative);
  cost.per_process = node["per_process"].amount(cost.per_process, Sign::not_negative);
  cost.per_node = node["per_node"].amount(cost.per_node, Sign::not_negative);
  return cost;
}

const Choices<Operations> operation_kinds{{"formulas", Operations::formulas}, {"messages", Operations::messages}};

Overheads read_overheads(const Node& node) {
  Overheads overheads;
  overheads.send = node["send"].amount(overheads.send, Sign::not_negative);
  overheads.receive = node["receive"].amount(overheads.receive, Sign::not_negative);
  overheads.communicator = node["communicator"].amount(overheads.communicator, Sign::not_negative);
  return overheads;
}

Daemons read_daemons(const Node& node) {
  Daemons daemons;
  daemons.radix = node["radix"].whole(daemons.radix);
  daemons.message = node["message"].amount(daemons.message, Sign::not_negative);
  daemons.plan = node["plan"].amount(daemons.plan, Sign::not_negative);
  daemons.start = node["start"].amount(daemons.start, Sign::not_negative);
  daemons.initialise = node["initialise"].amount(daemons.initialise, Sign::not_negative);
  daemons.address = node["address"].amount(daemons.address, Sign::not_negative);
  return daemons;
}

ProcessorTimeRule read_processor_time(const Node& node) {
  ProcessorTimeRule rule;
  if (node["bytes_below"].is_given()) rule.bytes_below = node["bytes_below"].amount(Bytes(0), Sign::positive);
  if (node["within_node"].is_given()) rule.within_node = node["within_node"].truth(false);
  rule.fixed = node["fixed"].amount(rule.fixed, Sign::not_negative);
  if (node["rate"].is_given()) rule.rate = node["rate"].amount(BytesPerSecond(0), Sign::positive);
  return rule;
}

ProcessorTimes read_processor_times(const Node& node) {
  ProcessorTimes rules;
  for (const Node& rule : node.items()) rules.push_back(read_processor_time(rule));
  return rules;
}

void check_operations(const Node& node, const RuntimeProfile& runtime) {
  if (node.report().has_within(node.pointer())) return;
  if (runtime.operations == Operations::messages && runtime.detector.kind != DetectorKind::heartbeat_ring)
    node["operations"].remark("\"messages\" needs a detector of the kind \"heartbeat-ring\"");
}

} // namespace

RuntimeProfile read_runtime(const Node& node) {
  RuntimeProfile runtime;
  runtime.name = node["name"].text("in place");
  runtime.operations = node["operations"].choice(operation_kinds, runtime.operations);
  runtime.overheads = read_overheads(node["overheads"]);
  runtime.daemons = read_daemons(node["daemons"]);
  runtime.detector = read_detector(node["detector"]);
  runtime.propagation = read_cost_law(node["propagation"]);
  runtime.revoke = read_cost_law(node["revoke"]);
  runtime.agreement = read_cost_law(node["agreement"]);
  runtime.shrink = read_cost_law(node["shrink"]);
  runtime.split = read_cost_law(node["split"]);
  runtime.spawn = read_spawn_cost(node["spawn"]);
  runtime.connection_setup = node["connection_setup"].amount(runtime.connection_setup, Sign::not_negative);
  runtime.eager_limit = node["eager_limit"].amount(runtime.eager_limit, Sign::not_negative);
  runtime.send = read_processor_times(node["send"]);
  runtime.receive = read_processor_times(node["receive"]);
  runtime.combine = read_processor_times(node["combine"]);
  runtime.copy = read_processor_times(node["copy"]);
  runtime.collectives = read_collectives(node["collectives"]);
  check_operations(node, runtime);
  return runtime;
}

} // namespace daruma::scenario
