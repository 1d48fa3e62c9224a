#include "sim/scenario/consistency.hpp"
#include "sim/scenario/wording.hpp"

#include <utility>

namespace daruma::scenario {

namespace {

void check_checkpoints_of_centre(const Scenario& scenario, const Node& node) {
  const Centre& centre = *scenario.centre;
  if (!centre.checkpoint) return;
  const bool is_of_nodes = centre.checkpoint->rule == PeriodRule::young || centre.checkpoint->rule == PeriodRule::daly;
  if (is_of_nodes && scenario.failures && scenario.failures->is_listed())
    node["checkpoint"]["period"].remark("needs a mean time to failure, which a list of failures has not");
}

/// What says something of failures needs some. What policies need, sim/batch checks.
void check_failures_of_centre(const Scenario& scenario, const Node& node) {
  const Centre& centre = *scenario.centre;
  if (scenario.failures && centre.failure_log)
    node["failure_log"].remark("nodes fail by \"failures\" or by a log, not both");
  if (!scenario.failures && !centre.failure_log) {
    for (const char* key : {"on_failure", "repair", "groups", "spares"})
      if (node[key].is_given()) node[key].remark("nothing fails without \"failures\" or \"failure_log\"");
    return;
  }
  const bool is_drawn = scenario.failures && !scenario.failures->is_listed();
  if (!is_drawn && node["groups"].is_given())
    node["groups"].remark("failures that are listed say themselves which come together");
  if (centre.failure_log && node["repair"].is_given())
    node["repair"].remark("the failure log says how long repairs took");
  check_checkpoints_of_centre(scenario, node);
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

void check_reservations(const Scenario& scenario, const Node& document) {
  const std::vector<Reservation>& reservations = scenario.centre->reservations;
  const int nodes = scenario.machine.nodes;
  for (std::size_t i = 0; i < reservations.size(); ++i) {
    const int most = reservations[i].nodes.empty() ? reservations[i].count : reservations[i].nodes.back() + 1;
    if (most <= nodes) continue;
    const std::string has = "the machine has " + counted(nodes, "node");
    document["centre"]["reservations"][i]["nodes"].remark(reservations[i].nodes.empty()
                                                              ? has + ", got " + std::to_string(most)
                                                              : has + ", from 0 to " + std::to_string(nodes - 1) +
                                                                    ", and no node " + std::to_string(most - 1));
  }
}

void check_partitions(const Scenario& scenario, const Node& document) {
  const std::vector<CentrePartition>& partitions = scenario.centre->partitions;
  const Node node = document["centre"]["partitions"];
  const int all = scenario.machine.nodes;
  bool is_any_priority = false;
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    const CentrePartition& one = partitions[i];
    is_any_priority = is_any_priority || one.priority > 0;
    if (!one.nodes.empty() && one.nodes.back() >= all)
      node[i]["nodes"].remark("the machine has " + counted(all, "node") + ", from 0 to " + std::to_string(all - 1) +
                              ", and no node " + std::to_string(one.nodes.back()));
    const int nodes = one.nodes.empty() ? all : static_cast<int>(one.nodes.size());
    for (const auto& [key, most] :
         {std::pair{"job_nodes", one.job_nodes}, {"busy_nodes", one.busy_nodes}, {"user_nodes", one.user_nodes}})
      if (most > nodes)
        node[i][key].remark("the partition has " + counted(nodes, "node") + ", got " + std::to_string(most));
  }
  if (is_any_priority && !scenario.centre->queue_parameters.priority.partitions.empty())
    document["centre"]["queue"]["priority"]["partitions"].remark(
        "the partitions of \"partitions\" say their priorities themselves");
}

void check_power(const Scenario& scenario, const Node& document) {
  if (!scenario.centre->power) return;
  const CentrePower& power = *scenario.centre->power;
  const Watts idle = power.idle * scenario.machine.nodes;
  const Watts one_core = (power.busy - power.idle) / scenario.machine.cores;
  const Node node = document["centre"]["power"]["cap"];
  for (std::size_t i = 0; i < power.caps.size(); ++i) {
    const Node place = node.is_text() ? node : node[i]["most"];
    if (power.caps[i].most < idle + one_core)
      place.remark("leaves nothing for work: the machine's " + counted(scenario.machine.nodes, "node") + " draw " +
                   to_text(idle) + " when idle, got " + in_quotes(to_text(power.caps[i].most)));
  }
}

/// Its jobs are those of the log, and nothing but failures of nodes happens to them.
void check_centre(const Scenario& scenario, const Node& document) {
  for (const char* key :
       {"horizon", "manager", "events", "breakdowns", "localisation", "background", "tree_store", "trace"})
    if (document[key].is_given()) document[key].remark("is for \"jobs\"; a \"centre\" runs those of its log");
  check_failures_of_centre(scenario, document["centre"]);
}

} // namespace daruma::scenario
