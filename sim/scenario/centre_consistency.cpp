#include "sim/scenario/consistency.hpp"
#include "sim/scenario/wording.hpp"

namespace daruma::scenario {

namespace {

void check_checkpoints_of_centre(const Scenario& scenario, const Node& node) {
  const Centre& centre = *scenario.centre;
  if (centre.on_failure == "restart" && !centre.checkpoint)
    node["on_failure"].remark("\"restart\" needs \"checkpoint\"");
  if (!centre.checkpoint) return;
  const Node checkpoint = node["checkpoint"];
  const bool is_of_nodes = centre.checkpoint->rule == PeriodRule::young || centre.checkpoint->rule == PeriodRule::daly;
  if (is_of_nodes && scenario.failures && scenario.failures->law == FailureLaw::list)
    checkpoint["period"].remark("needs a mean time to failure, which a list of failures has not");
  if (centre.on_failure == "restart" && centre.checkpoint->to != CheckpointPlace::file_system)
    checkpoint["to"].remark("what is in memory is lost before a job starts again");
}

/// What says something of failures needs some, and what a policy needs.
void check_failures_of_centre(const Scenario& scenario, const Node& node) {
  const Centre& centre = *scenario.centre;
  if (scenario.failures && centre.failure_log)
    node["failure_log"].remark("nodes fail by \"failures\" or by a log, not both");
  if (!scenario.failures && !centre.failure_log) {
    for (const char* key : {"on_failure", "repair", "groups", "spares"})
      if (node[key].is_given()) node[key].remark("nothing fails without \"failures\" or \"failure_log\"");
    return;
  }
  const bool is_drawn = scenario.failures && scenario.failures->law != FailureLaw::list;
  if (!is_drawn && node["groups"].is_given())
    node["groups"].remark("failures that are listed say themselves which come together");
  if (centre.failure_log && node["repair"].is_given())
    node["repair"].remark("the failure log says how long repairs took");
  check_checkpoints_of_centre(scenario, node);
  if (centre.on_failure == "spare" && !centre.spares) node["on_failure"].remark("\"spare\" needs \"spares\"");
}

void check_urgent_jobs(const Scenario& scenario, const Node& node) {
  const Centre& centre = *scenario.centre;
  const bool has_malleable = centre.flexible.malleable > 0;
  if (centre.on_failure == "shrink" && !has_malleable)
    node["on_failure"].remark("nobody can shrink where no jobs are malleable");
  if (!centre.urgent) return;
  const Node urgent = node["urgent"];
  const std::string& policy = centre.urgent->policy;
  if (policy == "shrink" && !has_malleable) urgent["policy"].remark("nobody can shrink where no jobs are malleable");
  if (policy == "preempt" && !centre.checkpoint) urgent["policy"].remark("\"preempt\" needs \"checkpoint\"");
  if (policy == "preempt" && centre.checkpoint && centre.checkpoint->to != CheckpointPlace::file_system)
    urgent["policy"].remark("\"preempt\" needs checkpoints on the file system");
  if (policy == "idle" && centre.urgent->idle == 0) urgent["policy"].remark("\"idle\" needs \"idle\"");
}

std::string objection_to_level(const Topology& topology, int level) {
  const auto levels = topology.kind->switch_levels(topology.shape);
  if (levels.empty())
    return "needs a machine on which several nodes share a switch that can fail: on topology " +
           in_quotes(topology.kind->name()) + " " + topology.kind->why_no_switch_levels();
  const auto number = static_cast<int>(levels.size());
  if (level > number)
    return "the machine has " + counted(number, "level") + " of switches, got " + std::to_string(level);
  const int equals = levels[static_cast<std::size_t>(level) - 1].equals;
  if (equals == 1) return "";
  return "the machine has " + std::to_string(equals) + " switches of level " + std::to_string(level) +
         " above the same nodes: none of them takes these down";
}

} // namespace

void check_switches(const Scenario& scenario, const Node& document) {
  const int level = scenario.centre->groups.switch_level;
  if (level == 0) return;
  const std::string objection = objection_to_level(scenario.machine.topology, level);
  if (!objection.empty()) document["centre"]["groups"]["switch_level"].remark(objection);
}

/// Its jobs are those of the log, and nothing but failures of nodes happens to them.
void check_centre(const Scenario& scenario, const Node& document) {
  for (const char* key : {"horizon", "manager", "events", "breakdowns", "localisation", "background", "tree_store"})
    if (document[key].is_given()) document[key].remark("is for \"jobs\"; a \"centre\" runs those of its log");
  check_failures_of_centre(scenario, document["centre"]);
  check_urgent_jobs(scenario, document["centre"]);
}

} // namespace daruma::scenario
