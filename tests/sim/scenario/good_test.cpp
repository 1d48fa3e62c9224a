#include "tests/sim/scenario/equality.hpp"
#include "tests/sim/scenario/fixtures.hpp"

#include <gmock/gmock.h>

namespace daruma::scenario {
namespace {

using testing::ElementsAre;
using testing::Pair;

Scenario parsed(const std::vector<Change>& changes = {}) {
  return parse(changed_scenario(changes).dump(), "test.json", surroundings());
}

TEST(GoodScenario, HeadIsRead) {
  const Scenario scenario = parsed();
  EXPECT_EQ(scenario.name, "good");
  EXPECT_EQ(scenario.seed, 7u);
  EXPECT_EQ(scenario.horizon, Seconds(3600));
}

TEST(GoodScenario, JobsAreRead) {
  const std::vector<Job> jobs = parsed().jobs;
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(jobs[0].name, "quake");
  EXPECT_EQ(jobs[0].model, "dyprc-loop");
  EXPECT_EQ(jobs[0].ranks, 4);
  EXPECT_EQ(jobs[0].placement, Placement::block);
  EXPECT_EQ(jobs[0].recovery, RecoveryStyle::shrink);
  EXPECT_THAT(jobs[0].arguments, ElementsAre(Pair("loops", Argument(4.0)), Pair("message", Argument("512KiB")),
                                             Pair("verbose", Argument(false))));
  ASSERT_TRUE(jobs[0].checkpoint);
  EXPECT_EQ(jobs[0].checkpoint->every_loops, 2);
  EXPECT_EQ(jobs[0].checkpoint->size, Bytes(64 << 20));
  EXPECT_EQ(jobs[0].checkpoint->to, CheckpointPlace::partner_memory);
  EXPECT_EQ(jobs[1].spares, 1);
  EXPECT_EQ(jobs[1].recovery, RecoveryStyle::spare);
  EXPECT_EQ(jobs[1].start, Seconds(1));
  EXPECT_EQ(jobs[1].placement, Placement::round_robin);
  EXPECT_FALSE(jobs[1].checkpoint);
}

TEST(GoodScenario, AQueueIsItsPolicysNameOrThatWithParameters) {
  const Scenario scenario = parsed();
  const Account& account = scenario.jobs[0].account;
  EXPECT_EQ(std::tie(account.user, account.partition, account.qos, account.nice), std::make_tuple(3, 2, 1, 5));
  EXPECT_EQ(scenario.manager->queue, "easy");
  EXPECT_EQ(scenario.manager->spares, 1);
  const QueueParameters& parameters = scenario.manager->queue_parameters;
  EXPECT_EQ(parameters.order, "multifactor");
  EXPECT_EQ(parameters.depth, 2);
  EXPECT_EQ(parameters.lookahead, 9);
  EXPECT_EQ(parameters.slack, 0.5);
  const PriorityWeights& weights = parameters.priority;
  EXPECT_EQ(std::tie(weights.age, weights.fair_share, weights.size, weights.partition, weights.qos),
            std::make_tuple(1, 2, 3, 4, 5));
  EXPECT_EQ(weights.max_age, Seconds(2 * 86400));
  EXPECT_EQ(weights.half_life, Seconds(86400));
  EXPECT_THAT(weights.partitions, ElementsAre(1, 2));
  EXPECT_THAT(weights.qualities, ElementsAre(3));
  EXPECT_EQ(parsed({{"/manager/queue", R"({ "depth": 3 })"}}).manager->queue, Manager().queue);
  EXPECT_EQ(parsed({{"/manager/queue", R"("easy")"}}).manager->queue_parameters.depth, 1);
}

TEST(GoodScenario, AJobMayDependOnOthersAndBeATaskOfAnArray) {
  const Scenario scenario = parsed();
  const std::vector<DependencyTerm>& terms = scenario.jobs[1].dependency.terms;
  ASSERT_EQ(terms.size(), 2U);
  EXPECT_EQ(terms[0].type, DependencyType::after);
  EXPECT_EQ(terms[0].id, "quake");
  EXPECT_EQ(terms[0].delay, Seconds(300));
  EXPECT_EQ(terms[1].type, DependencyType::afterany);
  EXPECT_FALSE(scenario.jobs[1].dependency.is_any_enough);
  EXPECT_EQ(scenario.jobs[1].array->name, "floods");
  EXPECT_EQ(scenario.jobs[1].array->limit, 2);
  EXPECT_TRUE(scenario.manager->kill_invalid_depend);
  EXPECT_FALSE(Manager().kill_invalid_depend);
  EXPECT_THAT(scenario.jobs[0].dependency.terms, testing::IsEmpty());
  EXPECT_FALSE(scenario.jobs[0].array);
}

TEST(GoodScenario, ArgumentsReachTheModelAsTheyAreWritten) {
  EXPECT_EQ(argument_text(100000.0), "100000");
  EXPECT_EQ(argument_text(2147483647.0), "2147483647");
  EXPECT_EQ(argument_text(0.5), "0.5");
  EXPECT_EQ(argument_text(1e-06), "1e-06");
  EXPECT_EQ(argument_text(1e300), "1e+300");
  EXPECT_EQ(argument_text(true), "true");
  EXPECT_EQ(argument_text(std::string("864Mf")), "864Mf");
}

TEST(GoodScenario, TraceIsRead) {
  const auto trace = parsed({{"/trace", R"({ "ranks": [0, "2-5"], "kinds": ["death", "print"] })"}}).trace;
  ASSERT_TRUE(trace);
  ASSERT_EQ(trace->ranks.size(), 2u);
  EXPECT_EQ(trace->ranks[0].first, 0);
  EXPECT_EQ(trace->ranks[0].last, 0);
  EXPECT_EQ(trace->ranks[1].first, 2);
  EXPECT_EQ(trace->ranks[1].last, 5);
  EXPECT_THAT(trace->kinds, ElementsAre("death", "print"));
}

TEST(GoodScenario, EventsAreRead) {
  const std::vector<Event> events = parsed().events;
  ASSERT_EQ(events.size(), 14u);
  EXPECT_EQ(events[0].when.at, Seconds(0.15));
  EXPECT_EQ(events[0].when.job, "");
  EXPECT_THAT(std::get<KillRanks>(events[0].action).ranks, ElementsAre(1, 2));
  EXPECT_EQ(events[1].when.job, "quake");
  EXPECT_EQ(events[1].when.restarts, 2);
  EXPECT_EQ(events[1].when.delay, Seconds(1));
  EXPECT_EQ(std::get<Resize>(events[1].action).to, 6);
  EXPECT_EQ(std::get<KillRandom>(events[2].action).count, 1);
  EXPECT_EQ(std::get<KillRandom>(events[2].action).below, 2);
  EXPECT_EQ(std::get<NodeOff>(events[3].action).node, 1);
  EXPECT_EQ(std::get<Command>(events[4].action).text, "krank,1");
  EXPECT_EQ(events[5].when.at, Seconds(5));
  EXPECT_EQ(std::get<BreakComponent>(events[5].action).what, "node1.cpu_fan");
  EXPECT_THAT(std::get<SlowRanks>(events[6].action).ranks, ElementsAre(3));
  EXPECT_EQ(std::get<SlowRanks>(events[6].action).slowdown.factor, 2.5);
  EXPECT_EQ(std::get<SlowNode>(events[7].action).node, 1);
  EXPECT_EQ(std::get<SlowNode>(events[7].action).slowdown.duration, Seconds(20));
  EXPECT_EQ(std::get<SlowLink>(events[8].action).link, "switch0.port1");
  EXPECT_EQ(std::get<Hang>(events[9].action).node, 0);
  EXPECT_EQ(std::get<Hang>(events[9].action).duration, Seconds(2));
  EXPECT_THAT(std::get<Partition>(events[10].action).nodes, ElementsAre(0));
  EXPECT_THAT(std::get<Partition>(events[10].action).from, ElementsAre(1));
  const auto flip = std::get<FlipMessage>(events[11].action);
  EXPECT_EQ(flip.job, "quake");
  EXPECT_THAT(flip.processes, ElementsAre(1));
  EXPECT_EQ(flip.nth, 3);
  EXPECT_EQ(flip.bit, 17);
  EXPECT_EQ(std::get<DelayMessage>(events[12].action).nth, 3);
  EXPECT_EQ(std::get<DelayMessage>(events[12].action).duration, Seconds(2));
  EXPECT_THAT(std::get<DelayNews>(events[13].action).processes, ElementsAre(1));
  EXPECT_EQ(std::get<DelayNews>(events[13].action).duration, Seconds(2));
  const auto of_processes = parsed({{"/events/6/ranks", ""}, {"/events/6/processes", "[1, 9]"}}).events;
  EXPECT_THAT(std::get<SlowProcesses>(of_processes[6].action).processes, ElementsAre(1, 9));
}

TEST(GoodScenario, FaultsOfAProgramsMemoryAreRead) {
  const auto events = parsed({{"/jobs/1", R"({ "name": "p", "program": "p.so", "ranks": 1 })"},
                              {"/events", R"([{ "at": "1s", "deny_memory": "p", "processes": [0], "nth": 4 },
                                              { "at": "2s", "flip_array": "p", "processes": [0], "array": "field" }])"},
                              {"/expect", "[]"}})
                          .events;
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(std::get<DenyMemory>(events[0].action).nth, 4);
  EXPECT_EQ(std::get<FlipArray>(events[1].action).array, "field");
  EXPECT_EQ(std::get<FlipArray>(events[1].action).bit, std::nullopt) << "it is drawn";
}

TEST(GoodScenario, FaultsToExploreAreRead) {
  const auto standard = *parsed({{"/explore", "{}"}}).explore;
  EXPECT_THAT(standard.faults, ElementsAre(FaultKind::deaths));
  EXPECT_THAT(standard.gives_up, ElementsAre(FaultKind::message_bits, FaultKind::array_bits, FaultKind::memory));
  const auto said =
      *parsed({{"/explore", R"({ "faults": ["hangs", "memory"], "for": "3s", "factor": 2.5, "gives_up": [] })"}})
           .explore;
  EXPECT_THAT(said.faults, ElementsAre(FaultKind::hangs, FaultKind::memory));
  EXPECT_EQ(said.duration, Seconds(3));
  EXPECT_EQ(said.factor, 2.5);
  EXPECT_TRUE(said.gives_up.empty());
}

TEST(GoodScenario, BreakdownsAndLocalisationAreRead) {
  const Scenario scenario = parsed();
  ASSERT_EQ(scenario.breakdowns.size(), 1u);
  EXPECT_EQ(scenario.breakdowns[0].device, "port");
  EXPECT_EQ(scenario.breakdowns[0].law, &failure_law::weibull);
  EXPECT_EQ(scenario.breakdowns[0].mtbf, Seconds(50 * 365.25 * 86400));
  ASSERT_TRUE(scenario.localisation);
  EXPECT_EQ(scenario.localisation->recourse, Recourse::none);
  const SocketRules& sockets = scenario.localisation->sockets;
  EXPECT_FALSE(sockets.is_one_network);
  EXPECT_EQ(sockets.tcp_retries2, 8);
  EXPECT_EQ(sockets.tcp_syn_retries, 4);
  EXPECT_EQ(sockets.tcp_keepalive_time, Seconds(60));
  EXPECT_EQ(sockets.tcp_keepalive_intvl, Seconds(10));
  EXPECT_EQ(sockets.tcp_keepalive_probes, 3);
  EXPECT_EQ(sockets.retrans_time_ms, Seconds(0.5));
  EXPECT_EQ(sockets.mcast_solicit, 2);
  EXPECT_EQ(sockets.ucast_solicit, 1);
  EXPECT_EQ(sockets.base_reachable_time_ms, Seconds(20));
  EXPECT_EQ(sockets.delay_first_probe_time, Seconds(2));
  const ManagementTimes& management = scenario.localisation->management;
  EXPECT_EQ(management.latency, Seconds(50e-6));
  EXPECT_EQ(management.bmc_answer, Seconds(0.01));
  EXPECT_EQ(management.agent_answer, Seconds(0.001));
  EXPECT_EQ(management.ipmi_timeout, Seconds(5));
  EXPECT_EQ(management.snmp_timeout, Seconds(0.5));
  EXPECT_EQ(management.snmp_retries, 2);
}

TEST(GoodScenario, FailuresAndExpectationsAreRead) {
  const Scenario scenario = parsed();
  ASSERT_TRUE(scenario.failures);
  EXPECT_EQ(scenario.failures->law, &failure_law::weibull);
  EXPECT_EQ(scenario.failures->shape, 0.7);
  EXPECT_EQ(scenario.failures->node_mtbf, Seconds(5 * 365.25 * 86400));
  ASSERT_EQ(scenario.expect.size(), 3u);
  EXPECT_EQ(std::get<bool>(scenario.expect[0].value), true);
  EXPECT_EQ(scenario.expect[1].relation, Relation::at_least);
  EXPECT_EQ(scenario.expect[2].relation, Relation::at_most);
  EXPECT_EQ(std::get<double>(scenario.expect[2].value), 100.5);
  EXPECT_FALSE(scenario.expect[2].share);
}

TEST(GoodScenario, ExpectationsMayBeOfAPartOfTheRuns) {
  const Scenario scenario =
      parsed({{"/expect/0/in_at_least", "0.99"}, {"/expect/1/in_at_least", "0.5"}, {"/expect/1/confidence", "0.9"}});
  EXPECT_EQ(scenario.expect[0].share->in_at_least, 0.99);
  EXPECT_EQ(scenario.expect[0].share->confidence, 0.95);
  EXPECT_EQ(scenario.expect[1].share->confidence, 0.9);
}

TEST(GoodScenario, BackgroundLoadIsRead) {
  const Scenario scenario = parsed();
  ASSERT_TRUE(scenario.background);
  EXPECT_EQ(scenario.background->arrival_gap, Seconds(300));
  EXPECT_EQ(scenario.background->gap_of, GapOf::node);
  EXPECT_EQ(scenario.background->service, Seconds(120));
  EXPECT_EQ(scenario.background->law, ServiceLaw::pareto);
  EXPECT_EQ(scenario.background->shape, 3);
  ASSERT_EQ(scenario.background->listed.size(), 2u);
  EXPECT_EQ(scenario.background->listed[1].time, Seconds(10));
  EXPECT_EQ(scenario.background->listed[1].node, 1);
  EXPECT_EQ(scenario.background->listed[1].work, never);
}

TEST(GoodScenario, TreeStoreIsRead) {
  const Scenario scenario = parsed();
  ASSERT_TRUE(scenario.tree_store);
  const TreeStore& store = *scenario.tree_store;
  EXPECT_EQ(store.nodes, std::vector<int>{1});
  EXPECT_EQ(store.per_request, Seconds(40e-6));
  EXPECT_EQ(store.per_transaction, Seconds(50e-6));
  EXPECT_EQ(store.marshalling, BytesPerSecond(100e6));
  EXPECT_EQ(store.per_name, Seconds(200e-9));
  EXPECT_EQ(store.log_force, Seconds(2e-3));
  EXPECT_EQ(store.client_per_request, Seconds(30e-6));
  EXPECT_EQ(store.client_unmarshalling, BytesPerSecond(50e6));
  EXPECT_EQ(store.client_per_name, Seconds(100e-9));
  EXPECT_TRUE(store.writes_block_reads);
  EXPECT_EQ(store.after_rest, Seconds(300e-6));
  EXPECT_EQ(store.cooling, Seconds(7e-3));
  EXPECT_EQ(store.processors, 2);
  EXPECT_EQ(store.tick, Seconds(0.2));
  EXPECT_EQ(store.sync_limit, 4);
  EXPECT_EQ(store.election, Seconds(0.3));
  EXPECT_EQ(store.session_timeout, Seconds(4));
  ASSERT_EQ(store.deaths.size(), 1u);
  EXPECT_EQ(store.deaths[0].server, 0);
  EXPECT_EQ(store.deaths[0].at, Seconds(2));
}

TEST(GoodScenario, ListedFailuresAreRead) {
  const Scenario scenario = parsed({{"/failures", R"({ "law": "list", "list": [{ "at": "2s", "node": 1 }] })"}});
  ASSERT_TRUE(scenario.failures);
  EXPECT_TRUE(scenario.failures->is_listed());
  ASSERT_EQ(scenario.failures->list.size(), 1u);
  EXPECT_EQ(scenario.failures->list[0].time, Seconds(2));
  EXPECT_EQ(scenario.failures->list[0].node, 1);
}

TEST(GoodScenario, TheSmallestOneHasTheDefaultsOfTheHeader) {
  const Scenario scenario =
      parse(R"({ "name": "x", "machine": {}, "jobs": [{ "name": "a", "model": "dyprc-loop", "ranks": 1 }] })",
            "test.json", surroundings());
  Scenario expected;
  expected.name = "x";
  expected.machine.name = "in place";
  Job job;
  job.name = "a";
  job.model = "dyprc-loop";
  expected.jobs = {job};
  EXPECT_TRUE(is_same(scenario, expected));
}

Scenario with_centre(const std::string& centre) {
  return parse(R"({ "name": "x", "machine": {}, "centre": )" + centre + "}", "folder/test.json", surroundings());
}

TEST(GoodScenario, ACentreTakesThePlaceOfJobs) {
  const Scenario scenario = with_centre(R"({ "log": "x.swf.gz", "queue": "fcfs" })");
  ASSERT_TRUE(scenario.centre);
  EXPECT_EQ(scenario.centre->log, "folder/x.swf.gz");
  EXPECT_EQ(scenario.centre->queue, "fcfs");
  EXPECT_THAT(scenario.jobs, testing::IsEmpty());
  EXPECT_EQ(with_centre(R"({ "log": "/x.swf" })").centre->log, "/x.swf");
  EXPECT_EQ(with_centre(R"({ "log": "x.swf" })").centre->queue, Centre().queue);
  EXPECT_FALSE(with_centre(R"({ "log": "x.swf" })").centre->feedback);
  EXPECT_TRUE(with_centre(R"({ "log": "x.swf", "feedback": true })").centre->feedback);
  EXPECT_FALSE(Centre().kill_invalid_depend);
  EXPECT_TRUE(with_centre(R"({ "log": "x.swf", "kill_invalid_depend": true })").centre->kill_invalid_depend);
}

TEST(GoodScenario, ACentreHasPoliciesForFailuresAndUrgentJobs) {
  const Centre centre = *with_centre(R"({ "log": "x.swf", "on_failure": "spare", "give_up": 7,
      "node_names": "cn[1-8]",
      "failure_log": { "file": "failures.csv", "system": 20, "from": "drawn" },
      "flexible": { "mouldable": 0.1, "malleable": 0.2, "serial_share": 0.01, "smallest": 0.5,
                    "largest": 2, "strategy": "average", "reconfiguration": "free", "evolving": 0.3,
                    "evolution": [{ "at": 0.25, "size": 2 }, { "at": 0.5, "size": 0.5 }], "requests": "after-queue" },
      "checkpoint": { "size": "2GB", "to": "partner-memory", "period": "1h" },
      "spares": { "nodes": 4, "method": "hybrid", "exchange_share": 0.1 },
      "urgent": { "policy": "idle", "at": ["1d", "2d"], "processors": 64, "run": "1h", "deadline": "3h", "idle": 64 } })")
                             .centre;
  EXPECT_EQ(centre.on_failure, "spare");
  EXPECT_EQ(centre.give_up, 7);
  EXPECT_EQ(centre.node_names, "cn[1-8]");
  EXPECT_EQ(centre.failure_log->file, "folder/failures.csv");
  EXPECT_EQ(centre.failure_log->from, std::nullopt);
  EXPECT_EQ(centre.flexible.malleable, 0.2);
  EXPECT_EQ(centre.flexible.smallest, 0.5);
  EXPECT_EQ(centre.flexible.largest, 2);
  EXPECT_EQ(centre.flexible.strategy, "average");
  EXPECT_EQ(centre.flexible.reconfiguration, Reconfiguration::free);
  EXPECT_EQ(centre.flexible.evolving, 0.3);
  ASSERT_EQ(centre.flexible.evolution.size(), 2U);
  EXPECT_EQ(centre.flexible.evolution[1].at, 0.5);
  EXPECT_EQ(centre.flexible.evolution[1].size, 0.5);
  EXPECT_EQ(centre.flexible.requests, GrowthRequests::after_queue);
  EXPECT_EQ(centre.checkpoint->to, CheckpointPlace::partner_memory);
  EXPECT_EQ(centre.checkpoint->rule, PeriodRule::fixed);
  EXPECT_EQ(centre.checkpoint->period, Seconds(3600));
  EXPECT_EQ(centre.spares->method, "hybrid");
  EXPECT_EQ(centre.urgent->at, (std::vector<Seconds>{Seconds(86400), Seconds(172800)}));
  EXPECT_EQ(centre.urgent->idle, 64);
}

TEST(GoodScenario, ACentresJobsReadAndWrite) {
  const CentreIo io =
      *with_centre(R"({ "log": "x.swf", "io": { "input": "2GB", "output": "1GB", "every": "1h" } })").centre->io;
  EXPECT_EQ(io.input, Bytes(2e9));
  EXPECT_EQ(io.output, Bytes(1e9));
  EXPECT_EQ(io.every, Seconds(3600));
  EXPECT_EQ(with_centre(R"({ "log": "x.swf", "io": { "input": "2GB" } })").centre->io->every, never);
  EXPECT_FALSE(with_centre(R"({ "log": "x.swf" })").centre->io);
}

TEST(GoodScenario, ACentreHasReservations) {
  const Centre centre =
      *parse(R"({ "name": "x", "machine": { "nodes": 40 }, "centre": { "log": "x.swf", "reservations": [
      { "nodes": "20 0-2 1", "from": "1h", "until": "2h", "every": "7d" },
      { "nodes": 4, "from": "0s", "until": "1d", "users": [3, 5] } ] } })",
             "test.json", surroundings())
           .centre;
  ASSERT_EQ(centre.reservations.size(), 2U);
  EXPECT_EQ(centre.reservations[0].nodes, (std::vector<int>{0, 1, 2, 20}));
  EXPECT_EQ(centre.reservations[0].every, Seconds(7 * 86400));
  EXPECT_EQ(centre.reservations[1].count, 4);
  EXPECT_EQ(centre.reservations[1].every, std::nullopt);
  EXPECT_EQ(centre.reservations[1].users, (std::vector<int>{3, 5}));
}

TEST(GoodScenario, CentresHavePartitionsAndPower) {
  const Centre centre = *parse(R"({ "name": "x", "machine": { "nodes": 40 }, "centre": { "log": "x.swf", "partitions": [
      { "name": "debug", "nodes": "0-3 20", "longest": "30min", "job_nodes": 2, "busy_nodes": 4, "user_nodes": 3 },
      { "name": "batch", "number": 7, "priority": 10, "default": true } ],
      "power": { "idle": "100W", "busy": "0.3kW", "off": "5W",
                 "cap": [{ "from": "6h", "most": "8kW" }, { "from": "20h", "most": "12kW" }] } } })",
                               "test.json", surroundings())
                             .centre;
  ASSERT_EQ(centre.partitions.size(), 2U);
  EXPECT_EQ(centre.partitions[0].nodes, (std::vector<int>{0, 1, 2, 3, 20}));
  EXPECT_EQ(centre.partitions[0].number, 1);
  EXPECT_EQ(centre.partitions[0].longest, Seconds(1800));
  EXPECT_EQ(centre.partitions[1].number, 7);
  EXPECT_TRUE(centre.partitions[1].nodes.empty());
  EXPECT_TRUE(centre.partitions[1].is_default);
  ASSERT_TRUE(centre.power.has_value());
  EXPECT_EQ(centre.power->busy, Watts(300));
  ASSERT_EQ(centre.power->caps.size(), 2U);
  EXPECT_EQ(centre.power->caps[1].from, Seconds(20 * 3600));
  EXPECT_EQ(centre.power->caps[1].most, Watts(12000));
  const Centre always = *parse(R"({ "name": "x", "machine": { "nodes": 4 }, "centre": { "log": "x.swf",
      "power": { "idle": "1W", "busy": "2W", "cap": "5W" } } })",
                               "test.json", surroundings())
                             .centre;
  ASSERT_EQ(always.power->caps.size(), 1U);
  EXPECT_EQ(always.power->caps[0].most, Watts(5));
}

TEST(GoodScenario, CentresChooseNodes) {
  const Centre centre = *parse(R"({ "name": "x", "machine": { "nodes": 4 }, "centre": { "log": "x.swf",
      "placement": { "nodes": "random", "exclusive": true, "communication": 0.3, "pattern": "ring" } } })",
                               "test.json", surroundings())
                             .centre;
  ASSERT_TRUE(centre.placement.has_value());
  EXPECT_EQ(centre.placement->nodes, "random");
  EXPECT_TRUE(centre.placement->is_exclusive);
  EXPECT_EQ(centre.placement->communication, 0.3);
  EXPECT_EQ(centre.placement->pattern, "ring");
}

TEST(GoodScenario, CentresSayWhatNodesHaveBesidesCores) {
  const auto node = [](const std::string& text) {
    return parse(R"({ "name": "x", "machine": { "nodes": 4 }, "centre": { "log": "x.swf", "node": )" + text + " } }",
                 "test.json", surroundings())
        .centre->node;
  };
  EXPECT_EQ(node(R"({ "memory": "192GB", "gpus": 4 })")->memory, Bytes(192e9));
  EXPECT_EQ(node(R"({ "memory": "192GB", "gpus": 4 })")->gpus, 4);
  EXPECT_EQ(node(R"({ "gpus": 4 })")->memory, Bytes(0));
}

TEST(GoodScenario, NodesOfACabinetOrBelowASwitchFailTogether) {
  const std::string begin = R"({ "name": "x", "machine": "tree", "centre": { "log": "x.swf", "groups": )";
  const std::string end = R"( }, "failures": { "law": "exponential", "node_mtbf": "1y" } })";
  const auto size = [&](const std::string& groups) {
    const Scenario scenario = parse(begin + groups + end, "test.json", surroundings());
    return size_of_group(scenario.centre->groups, scenario.machine.topology);
  };
  EXPECT_EQ(size(R"({ "nodes": 6, "together": 0.5 })"), 6);
  EXPECT_EQ(size(R"({ "switch_level": 1, "together": 0.5 })"), 4);
  const Topology planes =
      topology::topology_of("fat-tree", {{"down", {3, 4, 5}}, {"up", {1, 1, 2}}, {"parallel", {1, 1, 1}}});
  EXPECT_EQ(size_of_group({1, 2, 0.5}, planes), 12);
  EXPECT_EQ(planes.kind->switch_levels(planes.shape)[1].equals, 1);
  EXPECT_EQ(planes.kind->switch_levels(planes.shape)[2].equals, 2);
}

TEST(GoodScenario, TheLargestSeedIsRead) {
  EXPECT_EQ(parsed({{"/seed", "18446744073709551615"}}).seed, 18446744073709551615u);
}

const std::vector<std::vector<Change>> variants{
    {},
    {{"/machine", R"({ "use": "pair", "cores": { "value": 6, "source": "a guess" } })"}},
    {{"/machine", R"({ "use": "tree", "cores": 4 })"}},
    {{"/machine", R"({ "name": "ring", "cores": 8, "topology": { "kind": "torus", "dimensions": [3] } })"}},
    {{"/runtime", ""}},
    {{"/runtime", R"({ "use": "slow", "spawn": { "fixed": "1s" } })"}},
    {{"/runtime", R"({ "name": "none", "eager_limit": "0B" })"}},
    {{"/runtime",
      R"({ "operations": "messages", "overheads": { "send": "1us", "receive": "2us", "communicator": "3us" },
        "daemons": { "radix": 3, "message": "4us", "plan": "5ms", "start": "6ms", "initialise": "7ms", "address": "8B" },
        "detector": { "kind": "heartbeat-ring", "period": "1s", "timeout": "2s" } })"}},
    {{"/runtime", R"({ "use": "slow", "collectives": "plain" })"}},
    {{"/runtime", R"({ "use": "slow", "collectives": { "use": "plain", "bcast": "linear" } })"}},
    {{"/runtime", R"({ "name": "own", "collectives": { "scan": { "algorithm": "recursive-doubling" } } })"}},
    {{"/runtime", R"({ "name": "own", "send": [{ "bytes_below": "4KiB", "fixed": "0.1us", "rate": "8GB/s" }],
        "receive": [{ "within_node": true, "fixed": { "value": "1us", "kind": "assumed", "source": "a guess" } }, {}],
        "combine": [{ "rate": "5GB/s" }], "copy": [{ "fixed": "20ns" }] })"}},
    {{"/failures", R"({ "law": "list", "list": [{ "at": "0.1s", "node": 1 }] })"}},
};

TEST(GoodScenario, TablesOfCollectivesMayBeNamedAndChanged) {
  const auto algorithm = [](const Scenario& scenario, CollectiveCall call) {
    return choose(scenario.runtime.collectives, call).algorithm;
  };
  CollectiveCall bcast;
  bcast.which = Collective::bcast;
  bcast.ranks = 7;
  bcast.bytes = 1023;
  const Scenario named = parsed({{"/runtime", R"({ "use": "slow", "collectives": "plain" })"}});
  EXPECT_EQ(algorithm(named, bcast), Algorithm::chain);
  EXPECT_EQ(choose(named.runtime.collectives, bcast).degree, 2);
  bcast.bytes = 1024;
  EXPECT_EQ(algorithm(named, bcast), Algorithm::binomial); // none of the rules holds
  bcast.ranks = 8;
  EXPECT_EQ(algorithm(named, bcast), Algorithm::pipeline);
  EXPECT_EQ(choose(named.runtime.collectives, bcast).segment, Bytes(65536));
  const Scenario changed =
      parsed({{"/runtime", R"({ "use": "slow", "collectives": { "use": "plain", "bcast": "linear" } })"}});
  EXPECT_EQ(algorithm(changed, bcast), Algorithm::linear);
  EXPECT_EQ(choose(changed.runtime.collectives, {}).algorithm, Algorithm::linear); // of barrier, as in the table
}

TEST(GoodScenario, ProcessorTimesAreReadInTheirOrder) {
  const RuntimeProfile runtime = parsed({{"/runtime", R"({ "name": "own", "receive": [
          { "bytes_below": "1kB", "within_node": false, "fixed": "3us" },
          { "bytes_below": "1kB", "fixed": "1us", "rate": "1GB/s" }, { "within_node": true, "rate": "2GB/s" }] })"}})
                                     .runtime;
  const auto time = [&](double size, Where where) {
    return processor_time(runtime.receive, Bytes(size), where).count();
  };
  EXPECT_DOUBLE_EQ(time(999, Where::across_nodes), 3e-6);
  EXPECT_DOUBLE_EQ(time(999, Where::within_node), 1e-6 + 999e-9);
  EXPECT_DOUBLE_EQ(time(1000, Where::within_node), 500e-9);
  EXPECT_DOUBLE_EQ(time(1000, Where::across_nodes), 0);
  EXPECT_TRUE(runtime.send.empty());
}

TEST(GoodScenario, ResolvedTextDescribesTheSameScenario) {
  for (const std::vector<Change>& changes : variants) {
    const Scenario scenario = parsed(changes);
    const Scenario again = parse(scenario.resolved_json, "resolved.json", surroundings());
    EXPECT_TRUE(is_same(again, scenario)) << scenario.resolved_json;
    EXPECT_EQ(again.resolved_json, scenario.resolved_json);
  }
}

TEST(GoodScenario, ResolvedTextNeedsNoFilesButTheSchema) {
  Surroundings alone = surroundings();
  alone.machines = alone.runtimes = "/nowhere";
  for (const std::vector<Change>& changes : variants) {
    const Scenario scenario = parsed(changes);
    EXPECT_TRUE(is_same(parse(scenario.resolved_json, "resolved.json", alone), scenario));
  }
}

TEST(GoodScenario, ResolvedTextKeepsSources) {
  const auto resolved = nlohmann::json::parse(parsed().resolved_json);
  EXPECT_EQ(resolved["machine"]["cores"]["source"], "chosen for these tests");
  EXPECT_EQ(resolved["machine"]["name"], "pair");
  EXPECT_EQ(resolved["runtime"]["name"], "slow");
  EXPECT_FALSE(resolved.contains("$schema"));
}

// A comparison that always said "same" would make the tests above worthless.
TEST(GoodScenario, ChangesAreSeenByTheComparison) {
  const std::vector<Change> changes{{"/name", R"("other")"},
                                    {"/seed", "8"},
                                    {"/horizon", R"("2h")"},
                                    {"/jobs/0/ranks", "3"},
                                    {"/jobs/0/arguments/loops", "5"},
                                    {"/jobs/0/checkpoint/size", R"("1B")"},
                                    {"/events/0/ranks", "[1]"},
                                    {"/events/1/to", "5"},
                                    {"/events/4/text", R"("8")"},
                                    {"/events/6/factor", "3"},
                                    {"/events/7/for", R"("21s")"},
                                    {"/events/8/slow_link", R"("node1")"},
                                    {"/events/9/for", R"("3s")"},
                                    {"/events/10/from", ""},
                                    {"/failures/shape", "0.8"},
                                    {"/expect/2/at_most", "99"},
                                    {"/expect/2/in_at_least", "0.9"},
                                    {"/machine", R"({ "use": "pair", "link": { "latency": "2us" } })"},
                                    {"/runtime", R"({ "use": "slow", "shrink": { "fixed": "2ms" } })"}};
  for (const Change& change : changes) EXPECT_FALSE(is_same(parsed({change}), parsed())) << change.pointer;
}

} // namespace
} // namespace daruma::scenario
