#include "tests/sim/scenario/equality.hpp"

#include <algorithm>
#include <tuple>

namespace daruma::scenario {

namespace {

// Each overload lists all the fields of its struct.
auto fields(const Trace::Range& x) { return std::tie(x.first, x.last); }
auto fields(const PriorityWeights& x) {
  return std::tie(x.age, x.fair_share, x.size, x.partition, x.qos, x.max_age, x.half_life, x.partitions, x.qualities);
}
auto fields(const QueueParameters& x) {
  return std::tuple_cat(std::tie(x.order, x.depth, x.lookahead, x.slack), fields(x.priority));
}
auto fields(const Manager& x) {
  return std::tuple_cat(std::tie(x.queue, x.urgent, x.idle, x.spares, x.kill_invalid_depend),
                        fields(x.queue_parameters));
}
auto fields(const DependencyTerm& x) { return std::tie(x.type, x.id, x.delay); }
auto fields(const ArrayTask& x) { return std::tie(x.name, x.limit); }
auto fields(const Account& x) { return std::tie(x.user, x.partition, x.qos, x.nice); }
auto fields(const LinkClass& x) { return std::tie(x.bandwidth, x.latency); }
auto fields(const Topology& x) { return std::tie(x.kind, x.shape, x.router_delay); }
auto fields(const CostLaw& x) { return std::tie(x.fixed, x.per_process, x.per_stage); }
auto fields(const SpawnCost& x) { return std::tie(x.fixed, x.per_process, x.per_node); }
auto fields(const Detector& x) { return std::tie(x.kind, x.period, x.period_across_nodes, x.timeout); }
auto fields(const Checkpoint& x) { return std::tie(x.every_loops, x.size, x.to); }
auto fields(const Trigger& x) { return std::tie(x.at, x.job, x.restarts, x.delay, x.during); }
auto fields(const KillProcesses& x) { return std::tie(x.job, x.processes); }
auto fields(const Exploration& x) {
  return std::tie(x.survives, x.answer, x.may_leak, x.files, x.from, x.immortal, x.faults, x.duration, x.factor,
                  x.gives_up);
}
auto fields(const KillRanks& x) { return std::tie(x.job, x.ranks); }
auto fields(const KillRandom& x) { return std::tie(x.job, x.count, x.below); }
auto fields(const NodeOff& x) { return std::tie(x.node); }
auto fields(const Slowdown& x) { return std::tie(x.factor, x.duration); }
auto fields(const SlowProcesses& x) { return std::tuple_cat(std::tie(x.job, x.processes), fields(x.slowdown)); }
auto fields(const SlowRanks& x) { return std::tuple_cat(std::tie(x.job, x.ranks), fields(x.slowdown)); }
auto fields(const SlowNode& x) { return std::tuple_cat(std::tie(x.node), fields(x.slowdown)); }
auto fields(const SlowLink& x) { return std::tuple_cat(std::tie(x.link), fields(x.slowdown)); }
auto fields(const Hang& x) { return std::tie(x.node, x.duration); }
auto fields(const Partition& x) { return std::tie(x.nodes, x.from, x.duration); }
auto fields(const FlipMessage& x) { return std::tie(x.job, x.processes, x.nth, x.bit); }
auto fields(const FlipArray& x) { return std::tie(x.job, x.processes, x.array, x.bit); }
auto fields(const DenyMemory& x) { return std::tie(x.job, x.processes, x.nth); }
auto fields(const DelayMessage& x) { return std::tie(x.job, x.processes, x.nth, x.duration); }
auto fields(const DelayNews& x) { return std::tie(x.job, x.processes, x.duration); }
auto fields(const Resize& x) { return std::tie(x.job, x.to); }
auto fields(const Command& x) { return std::tie(x.job, x.text); }
auto fields(const BreakComponent& x) { return std::tie(x.what); }
auto fields(const Breakdown& x) { return std::tie(x.device, x.law, x.shape, x.mtbf); }
auto fields(const SocketRules& x) {
  return std::tie(x.is_one_network, x.tcp_retries2, x.tcp_syn_retries, x.tcp_keepalive_time, x.tcp_keepalive_intvl,
                  x.tcp_keepalive_probes, x.retrans_time_ms, x.mcast_solicit, x.ucast_solicit, x.base_reachable_time_ms,
                  x.delay_first_probe_time, x.rto_min, x.rto_max, x.timeout_init, x.round_trip);
}
auto fields(const ManagementTimes& x) {
  return std::tie(x.latency, x.bmc_answer, x.agent_answer, x.ipmi_timeout, x.snmp_timeout, x.snmp_retries);
}
auto fields(const Failures::At& x) { return std::tie(x.time, x.node); }
auto fields(const BackgroundJob& x) { return std::tie(x.time, x.node, x.work); }
auto fields(const ServerDeath& x) { return std::tie(x.at, x.server); }
auto fields(const SizeChange& x) { return std::tie(x.at, x.size); }
auto fields(const NodeRepair& x) { return std::tie(x.median, x.sigma); }
auto fields(const NodeGroups& x) { return std::tie(x.nodes, x.switch_level, x.together); }
auto fields(const FailureLog& x) { return std::tie(x.file, x.system, x.nodes, x.from); }
auto fields(const CentreIo& x) { return std::tie(x.input, x.output, x.every); }
auto fields(const CentreCheckpoint& x) { return std::tie(x.size, x.to, x.rule, x.period); }
auto fields(const SpareNodes& x) { return std::tie(x.nodes, x.method, x.exchange_share); }
auto fields(const CentrePartition& x) {
  return std::tie(x.name, x.number, x.nodes, x.longest, x.job_nodes, x.busy_nodes, x.user_nodes, x.priority,
                  x.is_default);
}
auto fields(const CentrePower::Cap& x) { return std::tie(x.from, x.most); }
auto fields(const Reservation& x) { return std::tie(x.count, x.nodes, x.from, x.until, x.every, x.users); }
auto fields(const CentrePlacement& x) { return std::tie(x.nodes, x.is_exclusive, x.communication, x.pattern); }
auto fields(const CentreNode& x) { return std::tie(x.memory, x.gpus); }
auto fields(const LoggedChoice& x) {
  return std::tie(x.users, x.groups, x.applications, x.queues, x.partitions, x.share, x.delay);
}
auto fields(const Share& x) { return std::tie(x.in_at_least, x.confidence); }
auto fields(const ProcessorTimeRule& x) { return std::tie(x.bytes_below, x.within_node, x.fixed, x.rate); }

template <class Struct> bool same(const Struct& a, const Struct& b) { return fields(a) == fields(b); }

bool same(const Job&, const Job&);
bool same(const Trace&, const Trace&);
bool same(const Event&, const Event&);
bool same(const Failures&, const Failures&);
bool same(const Background&, const Background&);
bool same(const TreeStore&, const TreeStore&);
bool same(const Localisation&, const Localisation&);
bool same(const Centre&, const Centre&);
bool same(const CentrePower&, const CentrePower&);
bool same(const FlexibleJobs&, const FlexibleJobs&);
bool same(const UrgentJobs&, const UrgentJobs&);
bool same(const Expectation&, const Expectation&);

template <class Item> bool same_items(const std::vector<Item>& a, const std::vector<Item>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Item& x, const Item& y) { return same(x, y); });
}

template <class Item> bool same_optional(const std::optional<Item>& a, const std::optional<Item>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

bool same(const CentrePower& a, const CentrePower& b) {
  return std::tie(a.idle, a.busy, a.off) == std::tie(b.idle, b.busy, b.off) && same_items(a.caps, b.caps);
}

bool same(const UrgentJobs& a, const UrgentJobs& b) {
  return std::tie(a.policy, a.at, a.gap, a.processors, a.run, a.deadline, a.idle) ==
             std::tie(b.policy, b.at, b.gap, b.processors, b.run, b.deadline, b.idle) &&
         same_optional(a.from_log, b.from_log);
}

bool same(const FlexibleJobs& a, const FlexibleJobs& b) {
  return std::tie(a.mouldable, a.malleable, a.evolving, a.serial_share, a.smallest, a.largest, a.strategy,
                  a.reconfiguration, a.requests) == std::tie(b.mouldable, b.malleable, b.evolving, b.serial_share,
                                                             b.smallest, b.largest, b.strategy, b.reconfiguration,
                                                             b.requests) &&
         same_items(a.evolution, b.evolution);
}

bool same(const Trace& a, const Trace& b) { return same_items(a.ranks, b.ranks) && a.kinds == b.kinds; }

bool same(const Centre& a, const Centre& b) {
  return std::tie(a.log, a.widest, a.queue, a.on_failure, a.give_up, a.feedback, a.kill_invalid_depend, a.node_names) ==
             std::tie(b.log, b.widest, b.queue, b.on_failure, b.give_up, b.feedback, b.kill_invalid_depend,
                      b.node_names) &&
         same(a.flexible, b.flexible) && same_optional(a.repair, b.repair) && same(a.groups, b.groups) &&
         same_optional(a.failure_log, b.failure_log) && same_optional(a.checkpoint, b.checkpoint) &&
         same_optional(a.io, b.io) && same_optional(a.spares, b.spares) && same_optional(a.urgent, b.urgent) &&
         same_items(a.reservations, b.reservations) && same_items(a.partitions, b.partitions) &&
         same_optional(a.power, b.power) && same_optional(a.placement, b.placement) && same_optional(a.node, b.node) &&
         same(a.queue_parameters, b.queue_parameters);
}

bool same(const Machine& a, const Machine& b) {
  return std::tie(a.name, a.nodes, a.cores, a.core_speed, a.memory, a.file_system, a.file_system_latency) ==
             std::tie(b.name, b.nodes, b.cores, b.core_speed, b.memory, b.file_system, b.file_system_latency) &&
         same(a.link, b.link) && same(a.loopback, b.loopback) && a.injection == b.injection &&
         a.sends_at_once == b.sends_at_once && same(a.topology, b.topology);
}

bool same(const CollectiveRule& a, const CollectiveRule& b) {
  return std::tie(a.ranks_below, a.bytes_below, a.total_below, a.power_of_two, a.commutative, a.predefined,
                  a.fewer_elements_than_ranks, a.shared_nodes, a.choice.algorithm, a.choice.segment, a.choice.degree) ==
         std::tie(b.ranks_below, b.bytes_below, b.total_below, b.power_of_two, b.commutative, b.predefined,
                  b.fewer_elements_than_ranks, b.shared_nodes, b.choice.algorithm, b.choice.segment, b.choice.degree);
}

bool same(const CollectiveTables& a, const CollectiveTables& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.first == other.first &&
           std::equal(one.second.begin(), one.second.end(), other.second.begin(), other.second.end(),
                      [](const auto& x, const auto& y) { return same(x, y); });
  });
}

bool same(const RuntimeProfile& a, const RuntimeProfile& b) {
  const auto overheads = [](const Overheads& one) { return std::tie(one.send, one.receive, one.communicator); };
  const auto daemons = [](const Daemons& one) {
    return std::tie(one.radix, one.message, one.plan, one.start, one.initialise, one.address);
  };
  return std::tie(a.name, a.operations, a.connection_setup, a.eager_limit) ==
             std::tie(b.name, b.operations, b.connection_setup, b.eager_limit) &&
         overheads(a.overheads) == overheads(b.overheads) && daemons(a.daemons) == daemons(b.daemons) &&
         same(a.detector, b.detector) && same(a.propagation, b.propagation) && same(a.revoke, b.revoke) &&
         same(a.agreement, b.agreement) && same(a.shrink, b.shrink) && same(a.split, b.split) &&
         same(a.spawn, b.spawn) && same(a.collectives, b.collectives) && same_items(a.send, b.send) &&
         same_items(a.receive, b.receive) && same_items(a.combine, b.combine) && same_items(a.copy, b.copy);
}

bool same(const Job& a, const Job& b) {
  return std::tie(a.name, a.model, a.program, a.command_line, a.host_time_scale, a.patience, a.output_limit, a.stack,
                  a.finalize_at_exit, a.initial_errhandler, a.ranks, a.spares, a.start, a.placement, a.recovery,
                  a.arguments, a.fewest, a.limit, a.deadline, a.dependency.is_any_enough) ==
             std::tie(b.name, b.model, b.program, b.command_line, b.host_time_scale, b.patience, b.output_limit,
                      b.stack, b.finalize_at_exit, b.initial_errhandler, b.ranks, b.spares, b.start, b.placement,
                      b.recovery, b.arguments, b.fewest, b.limit, b.deadline, b.dependency.is_any_enough) &&
         same(a.account, b.account) && same_optional(a.checkpoint, b.checkpoint) &&
         same_items(a.dependency.terms, b.dependency.terms) && same_optional(a.array, b.array);
}

bool same(const Event& a, const Event& b) {
  if (!same(a.when, b.when) || a.action.index() != b.action.index()) return false;
  return std::visit(
      [&](const auto& action) { return same(action, std::get<std::decay_t<decltype(action)>>(b.action)); }, a.action);
}

bool same(const Failures& a, const Failures& b) {
  return std::tie(a.law, a.shape, a.node_mtbf) == std::tie(b.law, b.shape, b.node_mtbf) && same_items(a.list, b.list);
}

bool same(const TreeStore& a, const TreeStore& b) {
  const auto members = [](const TreeStore& one) {
    return std::tie(one.nodes, one.per_request, one.per_transaction, one.marshalling, one.per_name, one.log_force,
                    one.client_per_request, one.client_unmarshalling, one.client_per_name, one.writes_block_reads,
                    one.after_rest, one.cooling, one.processors, one.tick, one.sync_limit, one.election,
                    one.session_timeout);
  };
  return members(a) == members(b) && same_items(a.deaths, b.deaths);
}

bool same(const Expectation& a, const Expectation& b) {
  return std::tie(a.metric, a.relation, a.value) == std::tie(b.metric, b.relation, b.value) &&
         same_optional(a.share, b.share);
}

bool same(const Localisation& a, const Localisation& b) {
  return a.recourse == b.recourse && same(a.sockets, b.sockets) && same(a.management, b.management);
}

bool same(const Background& a, const Background& b) {
  return std::tie(a.arrival_gap, a.gap_of, a.law, a.service, a.shape) ==
             std::tie(b.arrival_gap, b.gap_of, b.law, b.service, b.shape) &&
         same_items(a.listed, b.listed);
}

} // namespace

bool is_same(const Scenario& a, const Scenario& b) {
  return std::tie(a.name, a.seed, a.horizon) == std::tie(b.name, b.seed, b.horizon) && same(a.machine, b.machine) &&
         same(a.runtime, b.runtime) && same_items(a.jobs, b.jobs) && same_items(a.events, b.events) &&
         same_optional(a.failures, b.failures) && same_optional(a.background, b.background) &&
         same_optional(a.tree_store, b.tree_store) && same_items(a.breakdowns, b.breakdowns) &&
         same_optional(a.localisation, b.localisation) && same_optional(a.centre, b.centre) &&
         same_optional(a.manager, b.manager) && same_optional(a.trace, b.trace) &&
         same_optional(a.explore, b.explore) && same_items(a.expect, b.expect);
}

} // namespace daruma::scenario
