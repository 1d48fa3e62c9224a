#include "sim/core/number_ranges.hpp"
#include "sim/scenario/node.hpp"
#include "sim/scenario/policy_name.hpp"
#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace daruma::scenario {

namespace {

constexpr int most_nodes = 1000000; ///< of a machine

const Choices<CheckpointPlace> shared_places{{"partner-memory", CheckpointPlace::partner_memory},
                                             {"file-system", CheckpointPlace::file_system}};

const Choices<Reconfiguration> reconfigurations{{"priced", Reconfiguration::priced}, {"free", Reconfiguration::free}};

const Choices<GrowthRequests> growth_requests{{"before-queue", GrowthRequests::before_queue},
                                              {"after-queue", GrowthRequests::after_queue}};

std::vector<SizeChange> read_evolution(const Node& node) {
  std::vector<SizeChange> changes;
  for (const Node& item : node.items()) {
    const SizeChange change{item["at"].number(0), item["size"].number(0)};
    if (change.at <= 0 || change.at >= 1)
      item["at"].remark("must be above 0 and below 1, got " + shown(item["at"].json()));
    if (change.size <= 0) item["size"].remark("must be above 0, got " + shown(item["size"].json()));
    if (!changes.empty() && change.at <= changes.back().at)
      item["at"].remark("comes no later than the change of size before it");
    changes.push_back(change);
  }
  return changes;
}

FlexibleJobs read_flexible(const Node& node) {
  FlexibleJobs flexible;
  flexible.mouldable = node["mouldable"].number(flexible.mouldable);
  flexible.malleable = node["malleable"].number(flexible.malleable);
  flexible.evolving = node["evolving"].number(flexible.evolving);
  flexible.serial_share = node["serial_share"].number(flexible.serial_share);
  flexible.smallest = node["smallest"].number(flexible.smallest);
  flexible.largest = node["largest"].number(flexible.largest);
  flexible.strategy = node["strategy"].text(flexible.strategy);
  flexible.reconfiguration = node["reconfiguration"].choice(reconfigurations, flexible.reconfiguration);
  flexible.evolution = read_evolution(node["evolution"]);
  flexible.requests = node["requests"].choice(growth_requests, flexible.requests);
  if (flexible.mouldable + flexible.malleable + flexible.evolving > 1)
    node.remark("\"mouldable\", \"malleable\" and \"evolving\" are parts of all jobs, together no more than 1");
  if (flexible.evolving > 0 && flexible.evolution.empty())
    node["evolving"].remark("evolving jobs need an \"evolution\": what sizes they have, and when");
  return flexible;
}

NodeGroups read_groups(const Node& node) {
  NodeGroups groups;
  groups.nodes = node["nodes"].whole(groups.nodes);
  groups.switch_level = node["switch_level"].whole(groups.switch_level);
  groups.together = node["together"].number(groups.together);
  return groups;
}

FailureLog read_failure_log(const Node& node, const std::filesystem::path& folder) {
  FailureLog log;
  log.file = folder / node["file"].text();
  if (node["system"].is_given()) log.system = node["system"].whole(0);
  log.nodes = node["nodes"].whole(log.nodes);
  if (log.system && node["nodes"].is_given())
    node["nodes"].remark("is for tables of nodes and times; a file with systems says how many nodes each has");
  if (node["from"].text() == "drawn")
    log.from.reset();
  else
    log.from = node["from"].amount(*log.from, Sign::not_negative);
  return log;
}

CentreCheckpoint read_centre_checkpoint(const Node& node) {
  CentreCheckpoint checkpoint;
  checkpoint.size = node["size"].amount(checkpoint.size, Sign::positive);
  checkpoint.to = node["to"].choice(shared_places, checkpoint.to);
  const std::string period = node["period"].text();
  if (period == "young" || period == "daly") {
    checkpoint.rule = period == "young" ? PeriodRule::young : PeriodRule::daly;
  } else if (period != "never") {
    checkpoint.rule = PeriodRule::fixed;
    checkpoint.period = node["period"].amount(checkpoint.period, Sign::positive);
  }
  return checkpoint;
}

CentreIo read_io(const Node& node) {
  CentreIo io;
  io.input = node["input"].amount(io.input, Sign::not_negative);
  io.output = node["output"].amount(io.output, Sign::not_negative);
  io.every = node["every"].amount(io.every, Sign::positive);
  if (node["every"].is_given() && io.output == Bytes(0)) node["every"].remark("is for \"output\", and there is none");
  if (io.input == Bytes(0) && io.output == Bytes(0)) node.remark("needs an \"input\", an \"output\", or both");
  return io;
}

SpareNodes read_spares(const Node& node) {
  SpareNodes spares;
  spares.nodes = node["nodes"].whole(spares.nodes);
  spares.method = node["method"].text(spares.method);
  spares.exchange_share = node["exchange_share"].number(spares.exchange_share);
  return spares;
}

/// A library's file is looked for from `folder` on.
std::string read_policy(const Node& node, const std::string& otherwise, const std::filesystem::path& folder) {
  const std::string name = node.text(otherwise);
  return is_policy_library(name) ? (folder / name).string() : name;
}

LoggedChoice read_choice(const Node& node) {
  LoggedChoice choice;
  choice.users = node["users"].wholes();
  choice.groups = node["groups"].wholes();
  choice.applications = node["applications"].wholes();
  choice.queues = node["queues"].wholes();
  choice.partitions = node["partitions"].wholes();
  choice.share = node["share"].number(choice.share);
  choice.delay = node["delay"].amount(choice.delay, Sign::not_negative);
  return choice;
}

UrgentJobs read_urgent(const Node& node, const std::filesystem::path& folder) {
  UrgentJobs urgent;
  urgent.policy = read_policy(node["policy"], urgent.policy, folder);
  if (node["from_log"].is_given()) urgent.from_log = read_choice(node["from_log"]);
  for (const Node& item : node["at"].items()) urgent.at.push_back(item.amount(Seconds(0), Sign::not_negative));
  urgent.gap = node["gap"].amount(urgent.gap, Sign::positive);
  urgent.processors = node["processors"].whole(urgent.processors);
  urgent.run = node["run"].amount(urgent.run, Sign::positive);
  urgent.deadline = node["deadline"].amount(urgent.deadline, Sign::positive);
  urgent.idle = node["idle"].whole(urgent.idle);
  if (!urgent.from_log && urgent.deadline < urgent.run)
    node["deadline"].remark("is missed by a job that runs " + to_text(urgent.run) + ", got " +
                            in_quotes(to_text(urgent.deadline)));
  return urgent;
}

/// Of "0-15 20", which the schema has looked at; nothing, if a number is too large.
std::optional<std::vector<int>> nodes_in(const std::string& text) {
  const auto ranges = ranges_in(text);
  if (!ranges) return std::nullopt;
  std::vector<int> nodes;
  for (const auto& [first, last] : *ranges) {
    if (last - first > most_nodes) return std::nullopt;
    for (int node = first; node <= last; ++node) nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

Reservation read_reservation(const Node& node) {
  Reservation reservation;
  if (node["nodes"].is_text()) {
    const auto nodes = nodes_in(node["nodes"].text());
    reservation.nodes = nodes.value_or(std::vector<int>());
    if (reservation.nodes.empty()) node["nodes"].remark("must name nodes from 0 on, as \"0-15 20\" does");
  } else {
    reservation.count = node["nodes"].whole(1);
  }
  reservation.from = node["from"].amount(reservation.from, Sign::not_negative);
  reservation.until = node["until"].amount(reservation.until, Sign::positive);
  if (node["every"].is_given()) reservation.every = node["every"].amount(Seconds(0), Sign::positive);
  reservation.users = node["users"].wholes();
  const Seconds length = reservation.until - reservation.from;
  if (length <= Seconds(0))
    node["until"].remark("must be after \"from\", " + to_text(reservation.from) + ", got " +
                         in_quotes(to_text(reservation.until)));
  else if (reservation.every && *reservation.every < length)
    node["every"].remark("must be at least from \"from\" to \"until\", " + to_text(length) + ", got " +
                         in_quotes(to_text(*reservation.every)));
  return reservation;
}

CentrePartition read_partition(const Node& node, int place) {
  CentrePartition partition;
  partition.name = node["name"].text();
  partition.number = node["number"].whole(place);
  if (node["nodes"].is_given()) {
    partition.nodes = nodes_in(node["nodes"].text()).value_or(std::vector<int>());
    if (partition.nodes.empty()) node["nodes"].remark("must name nodes from 0 on, as \"0-15 20\" does");
  }
  if (node["longest"].is_given()) partition.longest = node["longest"].amount(Seconds(0), Sign::positive);
  partition.job_nodes = node["job_nodes"].whole(partition.job_nodes);
  partition.busy_nodes = node["busy_nodes"].whole(partition.busy_nodes);
  partition.user_nodes = node["user_nodes"].whole(partition.user_nodes);
  partition.priority = node["priority"].number(partition.priority);
  partition.is_default = node["default"].truth(partition.is_default);
  return partition;
}

/// Each has a name and a number of its own, and one of them may be the default.
std::vector<CentrePartition> read_partitions(const Node& node) {
  std::vector<CentrePartition> partitions;
  for (const Node& item : node.items()) {
    const CentrePartition one = read_partition(item, static_cast<int>(partitions.size()) + 1);
    for (std::size_t i = 0; i < partitions.size(); ++i) {
      const std::string other = "/centre/partitions/" + std::to_string(i);
      if (!one.name.empty() && partitions[i].name == one.name)
        item["name"].remark("partition name " + in_quotes(one.name) + " is taken by " + other);
      if (partitions[i].number == one.number)
        item[item["number"].is_given() ? "number" : "name"].remark("partition number " + std::to_string(one.number) +
                                                                   " is taken by " + other);
      if (one.is_default && partitions[i].is_default) item["default"].remark("is taken by " + other);
    }
    partitions.push_back(one);
  }
  return partitions;
}

std::vector<CentrePower::Cap> read_caps(const Node& node) {
  constexpr Seconds day{86400};
  if (!node.is_given()) return {};
  if (node.is_text()) return {{Seconds(0), node.amount(Watts(0), Sign::positive)}};
  std::vector<CentrePower::Cap> caps;
  for (const Node& item : node.items()) {
    const CentrePower::Cap cap{item["from"].amount(Seconds(0), Sign::not_negative),
                               item["most"].amount(Watts(0), Sign::positive)};
    if (cap.from >= day) item["from"].remark("is a time of day, below 24h, got " + in_quotes(to_text(cap.from)));
    if (!caps.empty() && cap.from <= caps.back().from)
      item["from"].remark("must be after that of the cap before, " + to_text(caps.back().from) + ", got " +
                          in_quotes(to_text(cap.from)));
    caps.push_back(cap);
  }
  return caps;
}

CentrePower read_power(const Node& node) {
  CentrePower power;
  power.idle = node["idle"].amount(power.idle, Sign::not_negative);
  power.busy = node["busy"].amount(power.busy, Sign::positive);
  power.off = node["off"].amount(power.off, Sign::not_negative);
  power.caps = read_caps(node["cap"]);
  if (power.busy < power.idle)
    node["busy"].remark("must be at least what an idle node draws, " + to_text(power.idle) + ", got " +
                        in_quotes(to_text(power.busy)));
  return power;
}

CentrePlacement read_placement(const Node& node) {
  CentrePlacement placement;
  placement.nodes = node["nodes"].text(placement.nodes);
  placement.is_exclusive = node["exclusive"].truth(placement.is_exclusive);
  placement.communication = node["communication"].number(placement.communication);
  placement.pattern = node["pattern"].text(placement.pattern);
  return placement;
}

CentreNode read_node(const Node& node) {
  CentreNode read;
  read.memory = node["memory"].amount(read.memory, Sign::positive);
  read.gpus = node["gpus"].whole(read.gpus);
  return read;
}

std::vector<double> read_numbers(const Node& node) {
  std::vector<double> numbers;
  for (const Node& item : node.items()) numbers.push_back(item.number(0));
  return numbers;
}

PriorityWeights read_priority(const Node& node) {
  PriorityWeights weights;
  weights.age = node["age"].number(weights.age);
  weights.fair_share = node["fair_share"].number(weights.fair_share);
  weights.size = node["size"].number(weights.size);
  weights.partition = node["partition"].number(weights.partition);
  weights.qos = node["qos"].number(weights.qos);
  weights.max_age = node["max_age"].amount(weights.max_age, Sign::positive);
  weights.half_life = node["half_life"].amount(weights.half_life, Sign::positive);
  weights.partitions = read_numbers(node["partitions"]);
  weights.qualities = read_numbers(node["qualities"]);
  return weights;
}

/// A queue is its policy, or that with parameters.
std::string read_queue(const Node& node, const std::string& otherwise, const std::filesystem::path& folder,
                       QueueParameters& parameters) {
  if (!node.is_object()) return read_policy(node, otherwise, folder);
  parameters.order = node["order"].text();
  parameters.depth = node["depth"].whole(parameters.depth);
  parameters.lookahead = node["lookahead"].whole(parameters.lookahead);
  parameters.slack = node["slack"].number(parameters.slack);
  parameters.priority = read_priority(node["priority"]);
  return read_policy(node["policy"], otherwise, folder);
}

} // namespace

Centre read_centre(const Node& node, const std::filesystem::path& folder) {
  Centre centre;
  centre.log = folder / node["log"].text();
  centre.widest = node["widest"].whole(centre.widest);
  centre.queue = read_queue(node["queue"], centre.queue, folder, centre.queue_parameters);
  centre.on_failure = read_policy(node["on_failure"], centre.on_failure, folder);
  centre.give_up = node["give_up"].whole(centre.give_up);
  if (node["flexible"].is_given()) centre.flexible = read_flexible(node["flexible"]);
  if (node["repair"].is_given())
    centre.repair =
        NodeRepair{node["repair"]["median"].amount(Seconds(0), Sign::not_negative), node["repair"]["sigma"].number(0)};
  if (node["groups"].is_given()) centre.groups = read_groups(node["groups"]);
  centre.node_names = node["node_names"].text();
  if (node["failure_log"].is_given()) centre.failure_log = read_failure_log(node["failure_log"], folder);
  if (node["checkpoint"].is_given()) centre.checkpoint = read_centre_checkpoint(node["checkpoint"]);
  if (node["io"].is_given()) centre.io = read_io(node["io"]);
  if (node["spares"].is_given()) centre.spares = read_spares(node["spares"]);
  if (node["urgent"].is_given()) centre.urgent = read_urgent(node["urgent"], folder);
  centre.feedback = node["feedback"].truth(centre.feedback);
  centre.kill_invalid_depend = node["kill_invalid_depend"].truth(centre.kill_invalid_depend);
  for (const Node& item : node["reservations"].items()) centre.reservations.push_back(read_reservation(item));
  centre.partitions = read_partitions(node["partitions"]);
  if (node["placement"].is_given()) centre.placement = read_placement(node["placement"]);
  if (node["power"].is_given()) centre.power = read_power(node["power"]);
  if (node["node"].is_given()) centre.node = read_node(node["node"]);
  return centre;
}

Manager read_manager(const Node& node, const std::filesystem::path& folder) {
  Manager manager;
  manager.queue = read_queue(node["queue"], manager.queue, folder, manager.queue_parameters);
  manager.urgent = read_policy(node["urgent"], manager.urgent, folder);
  manager.idle = node["idle"].whole(manager.idle);
  manager.spares = node["spares"].whole(manager.spares);
  manager.kill_invalid_depend = node["kill_invalid_depend"].truth(manager.kill_invalid_depend);
  return manager;
}

} // namespace daruma::scenario
