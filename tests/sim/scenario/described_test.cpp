// Machines and runtimes: by name, by name with changes, in place; and where their mistakes are reported.
#include "tests/sim/scenario/fixtures.hpp"

#include <gmock/gmock.h>

namespace daruma::scenario {
namespace {

using testing::ElementsAre;

Machine machine(const std::string& json) {
  return parse(changed_scenario({{"/machine", json}}).dump(), "test.json", surroundings()).machine;
}

RuntimeProfile runtime(const std::string& json) {
  return parse(changed_scenario({{"/runtime", json}}).dump(), "test.json", surroundings()).runtime;
}

TEST(NamedMachine, IsReadFromItsFile) {
  const Machine pair = machine(R"("pair")");
  EXPECT_EQ(pair.name, "pair");
  EXPECT_EQ(pair.nodes, 2);
  EXPECT_EQ(pair.cores, 4);
  EXPECT_EQ(pair.core_speed, FlopsPerSecond(1e9));
  EXPECT_EQ(pair.link.bandwidth, BytesPerSecond(10e9));
  EXPECT_EQ(pair.link.latency, Seconds(1e-6));
  EXPECT_EQ(pair.loopback.bandwidth, BytesPerSecond(20e9));
  EXPECT_EQ(pair.topology.kind->name(), "flat");
}

TEST(NamedMachine, IsTheSameForLoadMachine) {
  const Machine pair = load_machine("pair", surroundings());
  EXPECT_EQ(pair.name, "pair");
  EXPECT_EQ(pair.cores, 4);
}

TEST(NamedMachine, AFatTreeMayHaveFewerNodesThanPlaces) {
  const Machine tree = load_machine("tree", surroundings());
  EXPECT_EQ(tree.nodes, 12);
  EXPECT_THAT(tree.topology.shape.at("down"), ElementsAre(4, 4));
  EXPECT_THAT(tree.topology.shape.at("up"), ElementsAre(1, 2));
  EXPECT_THAT(tree.topology.shape.at("parallel"), ElementsAre(1, 1));
}

/// In a scenario that lies in the folder of the tests' own machines.
Machine machine_beside(const std::string& json) {
  const auto file = surroundings().machines / "test.json";
  return parse(changed_scenario({{"/machine", json}}).dump(), file.string(), surroundings()).machine;
}

TEST(MachineOfAFile, IsReadFromBesideTheScenario) {
  EXPECT_EQ(machine_beside(R"("pair.json")").name, "pair");
  EXPECT_EQ(machine_beside(R"("../platforms/pair.json")").nodes, 2);
  EXPECT_EQ(machine_beside(R"({ "use": "./pair.json", "cores": 6 })").cores, 6);
}

TEST(MachineOfAFile, ThatIsMissingIsNamed) {
  try {
    machine_beside(R"("nowhere.json")");
    FAIL() << "a file that does not exist was taken";
  } catch (const ScenarioError& error) {
    ASSERT_EQ(error.problems().size(), 1u);
    EXPECT_EQ(error.problems()[0].file, (surroundings().machines / "nowhere.json").string());
  }
}

TEST(ChangedMachine, KeysReplaceThoseOfTheFileOneByOne) {
  const Machine changed = machine(R"({ "use": "pair", "cores": 6, "link": { "latency": "2us" } })");
  EXPECT_EQ(changed.cores, 6);
  EXPECT_EQ(changed.link.latency, Seconds(2e-6));
  EXPECT_EQ(changed.link.bandwidth, BytesPerSecond(10e9));
  EXPECT_EQ(changed.nodes, 2);
}

TEST(ChangedMachine, ASourceDoesNotStayBesideAnotherValue) {
  const Scenario scenario =
      parse(changed_scenario({{"/machine", R"({ "use": "pair", "cores": 6 })"}}).dump(), "test.json", surroundings());
  EXPECT_EQ(nlohmann::json::parse(scenario.resolved_json)["machine"]["cores"], 6);
}

TEST(ChangedMachine, TheFirstNodesOfALargerOne) {
  EXPECT_EQ(machine(R"({ "use": "tree", "cores": 4, "nodes": 3 })").nodes, 3);
}

TEST(ChangedMachine, AnotherTopologyReplacesTheWholeOfItAndItsNodes) {
  const Machine grid =
      machine(R"({ "use": "tree", "cores": 4, "topology": { "kind": "mesh", "dimensions": [5, 4] } })");
  EXPECT_EQ(grid.nodes, 20);
  EXPECT_THAT(grid.topology.shape.at("dimensions"), ElementsAre(5, 4));
  EXPECT_EQ(grid.topology.shape.count("down"), 0u);
}

TEST(MachineInPlace, AGridHasAsManyNodesAsItsExtentsSay) {
  EXPECT_EQ(machine(R"({ "topology": { "kind": "torus", "dimensions": [2, 2, 2, 2, 2, 2] } })").nodes, 64);
  EXPECT_EQ(machine(R"({ "nodes": 8, "topology": { "kind": "mesh", "dimensions": [8] } })").nodes, 8);
  EXPECT_EQ(
      machine(R"({ "topology": { "kind": "fat-tree", "down": [4, 3], "up": [1, 2], "parallel": [1, 1] } })").nodes, 12);
}

TEST(MachineInPlace, TheRouterDelayIsPartOfTheTopology) {
  EXPECT_EQ(machine(R"({ "nodes": 8, "router_delay": { "value": "100ns", "source": "x" } })").topology.router_delay,
            Seconds(100e-9));
}

TEST(MachineInPlace, SaysWhatAnAccessToTheFileSystemTakes) {
  EXPECT_EQ(machine(R"({ "nodes": 8 })").file_system_latency, Seconds(0));
  EXPECT_EQ(machine(R"({ "nodes": 8, "file_system_latency": "0.5ms" })").file_system_latency, Seconds(0.5e-3));
}

TEST(MachineInPlace, MayLimitWhatANodeInjects) {
  EXPECT_EQ(machine(R"({ "nodes": 8 })").injection, BytesPerSecond(0)) << "no limit";
  EXPECT_EQ(machine(R"({ "nodes": 8, "injection": { "value": "2GB/s", "source": "x" } })").injection,
            BytesPerSecond(2e9));
}

TEST(MachineInPlace, MayLimitHowManyMessagesANodeSendsAtOnce) {
  EXPECT_EQ(machine(R"({ "nodes": 8 })").sends_at_once, 0) << "any number";
  EXPECT_EQ(machine(R"({ "nodes": 8, "sends_at_once": { "value": 4, "source": "x" } })").sends_at_once, 4);
}

TEST(NamedRuntime, IsReadFromItsFile) {
  const RuntimeProfile slow = load_runtime("slow", surroundings());
  EXPECT_EQ(slow.name, "slow");
  EXPECT_EQ(slow.detector.kind, DetectorKind::serial);
  EXPECT_EQ(slow.detector.period, Seconds(20));
  EXPECT_EQ(slow.detector.period_across_nodes, Seconds(40));
  EXPECT_EQ(slow.shrink.fixed, Seconds(1e-3));
  EXPECT_EQ(slow.shrink.per_stage, Seconds(10e-6));
  EXPECT_EQ(slow.spawn.per_process, Seconds(2e-3));
  EXPECT_EQ(slow.spawn.per_node, Seconds(10e-3));
  EXPECT_EQ(slow.eager_limit, Bytes(4096));
  EXPECT_EQ(slow.connection_setup, Seconds(0));
}

TEST(NamedRuntime, IsIdealUnlessSaidOtherwise) {
  const Scenario scenario = parse(changed_scenario({{"/runtime", ""}}).dump(), "test.json", surroundings());
  EXPECT_EQ(scenario.runtime.name, "ideal");
  EXPECT_EQ(scenario.runtime.detector.kind, DetectorKind::perfect);
}

TEST(ChangedRuntime, AKindReplacesTheWholeDetector) {
  const RuntimeProfile ring =
      runtime(R"({ "use": "slow", "detector": { "kind": "heartbeat-ring", "period": "1s", "timeout": "3s" } })");
  EXPECT_EQ(ring.detector.kind, DetectorKind::heartbeat_ring);
  EXPECT_EQ(ring.detector.timeout, Seconds(3));
  EXPECT_EQ(runtime(R"({ "use": "slow", "detector": { "kind": "perfect" } })").detector.kind, DetectorKind::perfect);
}

TEST(ChangedRuntime, WithoutAKindTheDetectorIsChangedInPart) {
  const RuntimeProfile slower = runtime(R"({ "use": "slow", "detector": { "period": "30s" } })");
  EXPECT_EQ(slower.detector.kind, DetectorKind::serial);
  EXPECT_EQ(slower.detector.period, Seconds(30));
  EXPECT_EQ(slower.detector.period_across_nodes, Seconds(40));
}

TEST(RuntimeInPlace, APeriodCountsAcrossNodesToo) {
  EXPECT_EQ(runtime(R"({ "detector": { "kind": "serial", "period": "2s" } })").detector.period_across_nodes,
            Seconds(2));
}

std::vector<std::string> lines_of(const std::string& machine_json) {
  std::vector<std::string> lines;
  try {
    parse(changed_scenario({{"/machine", machine_json}}).dump(), "test.json", surroundings());
  } catch (const ScenarioError& error) {
    for (const Problem& problem : error.problems()) {
      const std::string file = std::filesystem::path(problem.file).filename().string();
      lines.push_back(file + " " + problem.pointer + ": " + problem.sentence);
    }
  }
  return lines;
}

TEST(MistakesOfANamedFile, NameThatFile) {
  EXPECT_THAT(lines_of(R"("broken")"),
              ElementsAre("broken.json /link/latency: must not be negative, got \"-1us\"",
                          "broken.json /nodes: must be at least 1, got 0",
                          "broken.json /topolgy: unknown key \"topolgy\"; did you mean \"topology\"?"));
}

TEST(MistakesOfANamedFile, SyntaxIncluded) {
  EXPECT_THAT(
      lines_of(R"({ "use": "truncated", "cores": 4 })"),
      ElementsAre("truncated.json : line 2, column 1: syntax error while parsing object key - unexpected end of "
                  "input; expected string literal"));
}

TEST(MistakesOfANamedFile, WhateverItHoldsInstead) {
  for (const char* machine : {R"("listed")", R"({ "use": "listed", "topology": { "kind": "flat" } })"}) {
    EXPECT_THAT(lines_of(machine), ElementsAre("listed.json : expected a description in braces, got []"));
  }
  EXPECT_THAT(lines_of(R"({ "use": "truncated", "topology": { "kind": "flat" } })"), testing::SizeIs(1));
}

TEST(MistakesOfANamedFile, ThatUsesAnother) {
  EXPECT_THAT(lines_of(R"("using")"),
              ElementsAre("using.json /use: a file describes its machine in full, without \"use\""));
}

TEST(MistakesOfANamedFile, StandBesideThoseOfTheScenario) {
  EXPECT_THAT(lines_of(R"({ "use": "broken", "cores": 4, "memory": "-1GB/s" })"),
              ElementsAre("test.json /machine/memory: must be positive, got \"-1GB/s\"",
                          "broken.json /link/latency: must not be negative, got \"-1us\"",
                          "broken.json /nodes: must be at least 1, got 0",
                          "broken.json /topolgy: unknown key \"topolgy\"; did you mean \"topology\"?"));
}

TEST(MistakesOfChanges, NameTheScenario) {
  EXPECT_THAT(lines_of(R"({ "use": "pair", "link": { "latency": "-1us" }, "cores": "x" })"),
              ElementsAre("test.json /machine/cores: expected a whole number, got \"x\"",
                          "test.json /machine/link/latency: must not be negative, got \"-1us\""));
}

TEST(MistakesOfChanges, ThatClashWithTheFileNameTheScenario) {
  EXPECT_THAT(problems_of(changed_scenario({{"/runtime", R"({ "use": "slow", "detector": { "timeout": "1s" } })"}})),
              ElementsAre("/runtime/detector/timeout: detector \"serial\" has no use for \"timeout\"; "
                          "it takes \"period\" and \"period_across_nodes\""));
}

TEST(UnknownName, IsAnErrorWithTheNearestOne) {
  try {
    load_machine("piar", surroundings());
    FAIL() << "an unknown machine was accepted";
  } catch (const ScenarioError& error) {
    ASSERT_EQ(error.problems().size(), 1u);
    EXPECT_EQ(error.problems()[0].sentence, "unknown machine \"piar\"; did you mean \"pair\"?");
  }
  EXPECT_THROW(load_runtime("", surroundings()), ScenarioError);
}

TEST(MissingSchema, IsAnErrorThatNamesIt) {
  try {
    load_schema("/nowhere/scenario.schema.json");
    FAIL() << "a missing schema went unnoticed";
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), "/nowhere/scenario.schema.json: the scenario schema: no such file");
  }
}

} // namespace
} // namespace daruma::scenario
