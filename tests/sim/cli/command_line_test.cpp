// The program as a user meets it: exit status, what goes to standard output and what to standard error.
#include "tests/sim/cli/command_line.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <string>

namespace daruma::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(CommandLine, WithoutWordsShowsHelpAndIsBadInput) {
  const Answer answer = call("");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.out, IsEmpty());
  EXPECT_THAT(answer.err, HasSubstr("usage: daruma COMMAND"));
}

TEST_F(CommandLine, HelpIsAnAnswer) {
  const Answer answer = call("--help");
  EXPECT_EQ(answer.status, 0);
  EXPECT_THAT(answer.out, HasSubstr("  reproduce "));
  EXPECT_THAT(answer.err, IsEmpty());
}

TEST_F(CommandLine, WrongWordsAreBadInputAndSayWhatIsMeant) {
  EXPECT_THAT(call("rnu x").err, HasSubstr("unknown command \"rnu\"; did you mean \"run\"?"));
  EXPECT_EQ(call("rnu x").status, 2);
  EXPECT_EQ(call("run").status, 2);
  EXPECT_EQ(call("run a b").status, 2);
  EXPECT_EQ(call("run x --nonsense").status, 2);
  EXPECT_EQ(call("run x --replicas 0").status, 2);
  EXPECT_EQ(call("run x --replicas many").status, 2);
  EXPECT_EQ(call("run x --set seed=1").status, 2);
  EXPECT_EQ(call("run x --on lam").status, 2);
  EXPECT_THAT(call("run x --on openmp").err, HasSubstr("unknown MPI \"openmp\"; did you mean \"openmpi\"?"));
  EXPECT_EQ(call("run x --on openmpi --patience 5").status, 2);
  EXPECT_THAT(call("run x --patience 5s").err, HasSubstr("--on openmpi is missing"));
  EXPECT_EQ(call("reproduce nonsense").status, 2);
  EXPECT_EQ(call("reproduce").status, 2);
  EXPECT_EQ(call("list nonsense").status, 2);
}

TEST_F(CommandLine, AnArtefactIsPrintedAndWritten) {
  const Answer answer = call("reproduce detect-fig7 --out figures --json");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_EQ(answer.out, read(folder_ / "figures/detect-fig7.json"));
  const auto json = nlohmann::json::parse(answer.out);
  EXPECT_EQ(json["rows"][0]["case"], "node0.nic");
  EXPECT_EQ(json["rows"][0]["fitted"], false);
  EXPECT_EQ(json["rows"][4]["fitted"], true);
  EXPECT_EQ(json["parameters"][0]["kind"], "cited");
  EXPECT_THAT(call("reproduce detect-fig7").out, HasSubstr("worst relative error 0.0%"));
}

TEST_F(CommandLine, MoreProcessesThanMemoryHoldsAreTheMachinesFault) {
  nlohmann::json many{{"name", "many"}, {"machine", {{"use", "oakbridge-cx"}, {"cores", 1000000}}}};
  for (int job = 0; job < 100; ++job)
    many["jobs"].push_back({{"name", "j" + std::to_string(job)}, {"model", "dyprc-iterate"}, {"ranks", 1000000}});
  std::ofstream(folder_ / "many.json") << many;
  const Answer answer = call("run many.json");
  EXPECT_EQ(answer.status, 4) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("100000000 processes are too many to simulate one by one: they need at least "));
  EXPECT_THAT(answer.err, HasSubstr("--fidelity fast"));
}

TEST_F(CommandLine, TheFastFidelityRefusesWhatNeedsRanks) {
  const Answer answer = call("run " + scenario("quickstart") + " --fidelity fast");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(
      answer.err,
      HasSubstr("/jobs/0/model: only \"spares-stencil\", \"migr-laplace\" and \"falanx-sleep\" run at the fast"));
  EXPECT_THAT(call("run x --fidelity fats").err, HasSubstr("did you mean \"fast\"?"));
  EXPECT_EQ(call("run x --fidelity fast --on openmpi").status, 2);
}

TEST_F(CommandLine, ACentreRunsAtTheFastFidelityOnly) {
  const Answer answer = call("run " + scenario("centre"));
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("/centre: has no ranks to simulate; --fidelity fast runs it"));
}

TEST_F(CommandLine, ReplicasOfACentreWhereNothingIsRandomAreRefused) {
  const Answer answer = call("run " + scenario("centre") + " --fidelity fast --replicas 3");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("--replicas: all replicas of"));
}

TEST_F(CommandLine, ReplicasOfACentreDrawOtherFailures) {
  const Answer answer = call("run " + scenario("centre-failures") +
                             " --fidelity fast --replicas 3 --set /centre/failure_log/from=drawn --set /expect=[]");
  EXPECT_EQ(answer.status, 0);
  EXPECT_THAT(answer.out, HasSubstr("node_failures.ci95"));
  EXPECT_THAT(answer.out, testing::Not(testing::ContainsRegex("node_failures.ci95 +0\n")));
}

TEST_F(CommandLine, NodesOfACentreFailBySwitchAsByCabinetsOfTheSameSize) {
  const std::string run =
      "run " + scenario("centre") +
      R"( --fidelity fast --json --set '/failures={"law":"exponential","node_mtbf":"1y"}' --set /expect=[] )"
      R"(--set '/centre/repair={"median":"5h"}' --set '/machine/topology={"kind":"fat-tree","down":[24,50],)"
      R"("up":[1,12],"parallel":[1,1]}' --set /centre/groups=)";
  const auto metrics = [&](const std::string& groups) {
    const std::string out = call(run + "'" + groups + "'").out;
    return out.substr(std::min(out.find("\"metrics\""), out.size()));
  };
  const std::string by_switch = metrics(R"({"switch_level":1,"together":0.5})");
  EXPECT_THAT(by_switch, HasSubstr("node_failures"));
  EXPECT_EQ(by_switch, metrics(R"({"nodes":24,"together":0.5})"));
  EXPECT_NE(by_switch, metrics(R"({"nodes":1,"together":0.5})"));
}

TEST_F(CommandLine, WhatFailuresAndUrgentJobsOfACentreCannotBeIsNamed) {
  const std::string run = "run " + scenario("centre-failures") + " --fidelity fast --set ";
  EXPECT_THAT(call(run + "/centre/on_failure=rerurn").err,
              HasSubstr("/centre/on_failure: unknown policy for failures \"rerurn\"; did you mean \"rerun\"?"));
  EXPECT_THAT(call(run + "/centre/urgent/policy=beg").err, HasSubstr("unknown policy for urgent jobs \"beg\""));
  EXPECT_THAT(call(run + "/centre/spares/method=4d").err, HasSubstr("/centre/spares/method: unknown method \"4d\""));
  EXPECT_THAT(call(run + "/centre/failure_log/system=7").err,
              HasSubstr("lanl-system20-january-2002.csv: has no failure of system 7, but of 20"));
  EXPECT_THAT(call(run + "/centre/urgent/processors=10000").err,
              HasSubstr("/centre/urgent/processors: never fit on the machine's 2048 cores, got 10000"));
  EXPECT_THAT(
      call(
          "run " + scenario("centre") +
          R"( --fidelity fast --set '/failures={"law":"exponential","node_mtbf":"1ns"}' --set '/centre/repair={"median":"0s"}')")
          .err,
      HasSubstr("/failures/node_mtbf: makes "));
  EXPECT_THAT(call(run + "/centre/urgent/gap=1us").err, HasSubstr("/centre/urgent/gap: makes "));
  EXPECT_THAT(call(run + R"('/centre/urgent/from_log={"delay":"1h"}')").err,
              HasSubstr("/centre/urgent: needs exactly one of \"at\", \"gap\" and \"from_log\""));
  const Answer mixed = call(run + R"('/centre/urgent={"from_log":{"delay":"1h"},"run":"1h"}')");
  EXPECT_EQ(mixed.err,
            "daruma: --set: /centre/urgent: \"run\" needs exactly one of \"at\" and \"gap\" beside it, has none\n");
  EXPECT_THAT(call(run + R"('/centre/urgent={"gap":"1h"}')").err, HasSubstr("\"gap\" needs \"deadline\" beside it"));
  EXPECT_THAT(call(run + R"('/centre/urgent={"from_log":{"delay":"1h","users":[999]}}')").err,
              HasSubstr("/centre/urgent/from_log: chooses none of the log's 400 jobs"));
  EXPECT_THAT(call(run + "/centre/widest=1 --set /centre/log=/nowhere").err, HasSubstr("/nowhere: cannot be read"));
}

TEST_F(CommandLine, WhatACentreCannotRunIsNamed) {
  const std::string run = "run " + scenario("centre") + " --fidelity fast --set ";
  EXPECT_THAT(call(run + "/centre/queue=esay").err,
              HasSubstr("/centre/queue: unknown queue \"esay\"; did you mean \"easy\"?"));
  EXPECT_THAT(call(run + "/centre/log=/nowhere").err, HasSubstr("/centre/log: /nowhere: cannot be read: No such file"));
  const Answer narrow = call(run + "/machine/nodes=1");
  EXPECT_EQ(narrow.status, 2);
  EXPECT_THAT(narrow.err,
              HasSubstr("ricc-first-400.swf: line 22: a job of 80 processors never fits on the machine's 8"));
  std::ofstream(folder_ / "cut.swf") << "1 0 0 222 80 -1 -1\n";
  EXPECT_THAT(call(run + "/centre/log=" + (folder_ / "cut.swf").string()).err,
              HasSubstr("cut.swf: line 1: a job has 18 fields, got 7: is the file cut?"));
}

TEST_F(CommandLine, AStencilThatDoesNotFitItsMachineIsRefused) {
  const Answer answer = call("run " + scenario("spare-stencil") + " --set /machine/topology/dimensions=[5,6]");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("/jobs/0/arguments: the grid with its spares must be the machine's network: a mesh "
                                    "of 6x5 or longer, and \"mesh\" is a mesh of 5x6"));
  const Answer rebuilt = call("run " + scenario("every-death/rebuild") + " --set /machine/topology/dimensions=[5,2]");
  EXPECT_EQ(rebuilt.status, 2) << "of which the ranks would begin on nodes that there are not";
  EXPECT_THAT(rebuilt.err, HasSubstr("/jobs/0/arguments: the grid with its spares must be the machine's network"));
}

TEST_F(CommandLine, AStencilWhoseNodesAnotherJobTakesIsRefused) {
  const Answer answer = call("run " + scenario("urgent-earthquake") + " --set /jobs/2/start=0s --set /jobs/0/start=1s");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("/jobs/0/arguments: process p must run on node p"));
}

TEST_F(CommandLine, AManagersPolicyThatIsNotThereIsRefused) {
  const Answer answer = call("run " + scenario("urgent-earthquake") + " --set /manager/urgent=beg");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("/manager/urgent: unknown policy \"beg\"; known: \"wait\", \"kill\", \"preempt\""));
}

TEST_F(CommandLine, AMissingScenarioNamesTheFile) {
  const Answer answer = call("run nowhere.json");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("nowhere.json"));
}

TEST_F(CommandLine, ABrokenScenarioNamesFileAndPointer) {
  std::ofstream(folder_ / "broken.json") << R"({"name": "x", "machine": "laptop", "jobs": [{"name": "a"}]})";
  const Answer answer = call("run broken.json");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("broken.json: /jobs/0"));
}

TEST_F(CommandLine, ArgumentsOfAModelAreCheckedBeforeTheRun) {
  const Answer answer = call("run " + scenario("quickstart") + " --set /jobs/0/arguments/lops=3");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("has no argument \"lops\""));
}

TEST_F(CommandLine, RunLeavesResultTraceAndTable) {
  const Answer answer = call("run " + scenario("quickstart") + " --out here");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.err, IsEmpty());
  EXPECT_THAT(answer.out, HasSubstr("quake.finished is true: it is true"));
  const auto result = nlohmann::json::parse(read(folder_ / "here" / "result.json"));
  EXPECT_EQ(result["schema_version"], 1);
  EXPECT_EQ(result["metrics"]["quake.finished"], 1);
  EXPECT_TRUE(nlohmann::json::parse(read(folder_ / "here" / "trace.json")).contains("traceEvents"));
  EXPECT_THAT(answer.out, HasSubstr(read(folder_ / "here" / "table.txt").substr(0, 200)));
}

TEST_F(CommandLine, JsonIsOneDocumentAndNothingElse) {
  const Answer answer = call("run " + scenario("quickstart") + " --json");
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(nlohmann::json::parse(answer.out), nlohmann::json::parse(read(folder_ / "out/quickstart/result.json")));
}

TEST_F(CommandLine, AFailedExpectationIsStatusOne) {
  const Answer answer = call("run " + scenario("quickstart") + " --set /expect/0/is=false");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.err, HasSubstr("expectation failed: quake.finished is false: it is true"));
}

TEST_F(CommandLine, AnotherSeedIsAnotherRun) {
  const auto makespan = [](const Answer& answer) {
    return nlohmann::json::parse(answer.out)["metrics"]["quake.makespan_s"].get<double>();
  };
  const double first = makespan(call("run " + scenario("quickstart") + " --json --seed 1"));
  EXPECT_EQ(first, makespan(call("run " + scenario("quickstart") + " --json --seed 1")));
  EXPECT_NE(first, makespan(call("run " + scenario("quickstart") + " --json --seed 2")));
}

TEST_F(CommandLine, ReplicasGiveMeansWithIntervals) {
  const Answer answer = call("run " + scenario("quickstart") + " --json --replicas 3");
  EXPECT_EQ(answer.status, 0);
  const auto metrics = nlohmann::json::parse(answer.out)["metrics"];
  EXPECT_EQ(metrics["replicas"], 3);
  EXPECT_GT(metrics["quake.makespan_s.ci95"], 0);
}

TEST_F(CommandLine, AFullDiskIsTheMachinesFault) {
  for (const std::string& words : {"run " + scenario("quickstart") + " --json", std::string("--version")}) {
    const Answer answer = call(words + " > /dev/full");
    EXPECT_EQ(answer.status, 4) << words;
    EXPECT_EQ(answer.err, "daruma: standard output cannot be written: No space left on device\n") << words;
  }
}

TEST_F(CommandLine, AStandardErrorThatTakesNothingIsTheMachinesFault) {
  const std::string to_full = "sh -c '\"$0\" \"$@\" 2>/dev/full'";
  EXPECT_EQ(call("run nosuch.json", to_full).status, 4);
  EXPECT_EQ(call("", to_full).status, 4);
  const std::string fails =
      "run " + scenario("quickstart") + " --set '/expect=[{\"metric\": \"quake.deaths\", \"is\": 7}]'";
  ASSERT_EQ(call(fails).status, 1);
  EXPECT_EQ(call(fails, to_full).status, 4);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/quickstart/result.json")) << "what has been worked out is kept";
}

TEST_F(CommandLine, AnOutputFolderThatCannotBeIsTheMachinesFault) {
  const Answer answer = call("run " + scenario("quickstart") + " --out /dev/null/x");
  EXPECT_EQ(answer.status, 4);
  EXPECT_THAT(answer.err, HasSubstr("/dev/null/x cannot be written"));
}

TEST_F(CommandLine, ARunnerThatIsMissingIsTheMachinesFault) {
  const Answer answer = call("run " + scenario("quickstart") + " --on openmpi --runner nowhere/runner");
  EXPECT_EQ(answer.status, 4);
  EXPECT_THAT(answer.err, HasSubstr("there is no runner at nowhere/runner"));
  EXPECT_THAT(answer.err, HasSubstr("cmake --preset openmpi"));
}

TEST_F(CommandLine, TwoResultsAreCompared) {
  call("run " + scenario("quickstart") + " --out one --seed 1");
  call("run " + scenario("quickstart") + " --out two --seed 2");
  const Answer answer = call("compare one two/result.json");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("quake.makespan_s"));
  EXPECT_THAT(answer.out, HasSubstr("the same happened in the same order"));
  const auto json = nlohmann::json::parse(call("compare one two --json").out);
  EXPECT_EQ(json["same_order"], true);
  EXPECT_FALSE(json["milestones"].empty());
}

TEST_F(CommandLine, WhatIsNoResultIsNotCompared) {
  std::ofstream(folder_ / "broken.json") << "{}";
  EXPECT_EQ(call("compare broken.json").status, 2);
  EXPECT_THAT(call("compare nowhere.json nowhere.json").err, HasSubstr("nowhere.json cannot be read"));
  const Answer answer = call("compare broken.json broken.json");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("broken.json is no result of daruma: /schema_version: is missing"));
}

TEST_F(CommandLine, CollisionsAreCounted) {
  const Answer answer = call("collisions --job 20x20 --method 0d --failures 1 --json");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.err, IsEmpty());
  const auto json = nlohmann::json::parse(answer.out);
  EXPECT_EQ(json["cases"], 400);
  EXPECT_EQ(json["max"], 5);
  EXPECT_EQ(json["histogram"], nlohmann::json::parse(R"({"2": 2, "3": 22, "4": 70, "5": 306})"));
  EXPECT_EQ(json["not_survivable"], 0);
  EXPECT_DOUBLE_EQ(json["mean"], 4.7);
  EXPECT_EQ(json["hops"]["max"], 21);
  EXPECT_EQ(json["moved"]["mean"], 1);
  EXPECT_EQ(json["moved_hops"]["max"], 20);
  EXPECT_EQ(json["moved_hops"]["mean"], 10.5);
  EXPECT_FALSE(json.contains("moved_bytes"));
  EXPECT_FALSE(json.contains("partial"));
  EXPECT_THAT(call("collisions --job 20x20").out, HasSubstr("collisions     at most 5"));
}

TEST_F(CommandLine, CollisionsAreCountedOnAMachineOfAnyTopology) {
  const Answer answer = call("collisions --job 32x16 --machine edison --json");
  EXPECT_EQ(answer.status, 0) << answer.err;
  const auto json = nlohmann::json::parse(answer.out);
  EXPECT_EQ(json["hops"]["max"], 6);
  EXPECT_EQ(json["max"], 11);
  EXPECT_THAT(call("collisions --job 32x16 --machine edison").out,
              HasSubstr("512 ranks on the first of 5586 nodes of edison, a dragonfly of 15 groups of 6x16 routers"));
  EXPECT_THAT(call("collisions --job 20x20 --machine edisson").err, HasSubstr("did you mean \"edison\"?"));
  EXPECT_THAT(call("collisions --job 100x100 --machine edison").err,
              HasSubstr("--job 100x100 has 10000 ranks, and \"edison\" has 5586 nodes"));
  EXPECT_THAT(call("collisions --job 9x9 --machine edison --method 1d").err,
              HasSubstr("--method is for jobs with spare nodes, which slide along the lines of a mesh or torus"));
}

TEST_F(CommandLine, TheSchemaOnDiskIsTheOneThatDescriptorsMake) {
  std::ifstream file(scenario("scenario.schema"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(call("schema").out, text)
      << "./daruma schema > build/schema.json && mv build/schema.json scenarios/scenario.schema.json";
}

TEST_F(CommandLine, CollisionsSayHowManyBytesMoveWhereTheStateIsKnown) {
  const auto json = nlohmann::json::parse(call("collisions --job 20x20 --method 1d --state 16MB --json").out);
  EXPECT_EQ(json["moved_bytes"]["max"], 20 * 16e6);
  EXPECT_EQ(json["moved_bytes"]["mean"], 10.5 * 16e6);
  EXPECT_THAT(call("collisions --job 20x20 --method 1d --state 16MB").out, HasSubstr("state moved    at most 320 MB"));
  EXPECT_THAT(call("collisions --job 20x20 --state lots").err, HasSubstr("--state takes the size of a rank's state"));
}

TEST_F(CommandLine, CollisionsOfSamplesDependOnTheSeedAndNotOnTheThreads) {
  const std::string order = "collisions --job 9x8 --spares 2d-2 --method hybrid --failures 4 --sample 2000 --json ";
  EXPECT_EQ(call(order + "--threads 1").out, call(order + "--threads 3").out);
  EXPECT_NE(call(order + "--seed 1").out, call(order + "--seed 2").out);
}

TEST_F(CommandLine, CollisionsOfTheWorstCaseCanBeRearranged) {
  const std::string order = "collisions --job 8x8 --rearrange 8 ";
  EXPECT_THAT(call(order).out, HasSubstr("rearranged     3 ranks moved again: at most 3 (annealing search)"));
  const auto curve = nlohmann::json::parse(call(order + "--json").out)["rearranged"];
  EXPECT_EQ(curve[0]["moved"], 0);
  EXPECT_EQ(curve[0]["max"], 5);
  EXPECT_EQ(curve.back()["max"], 3);
  EXPECT_THAT(call("collisions --job 8x8 --rearrange 65").err,
              HasSubstr("--rearrange takes a whole number from 1 to 64"));
}

TEST_F(CommandLine, CollisionsOfPairsFromAFile) {
  std::ofstream(folder_ / "pairs.txt") << "# two messages over one link\n0 3 2\n1 2\n";
  const Answer answer = call("collisions --job 4x1 --pattern pairs.txt --spares y+ --json");
  EXPECT_EQ(nlohmann::json::parse(answer.out)["max"], 3) << answer.err;
  std::ofstream(folder_ / "wrong.txt") << "0 3\n0 4\n";
  EXPECT_THAT(call("collisions --job 4x1 --pattern wrong.txt").err, HasSubstr("wrong.txt:2: a line takes two ranks"));
}

TEST_F(CommandLine, CollisionsSayWhatTheyTake) {
  const auto error = [this](const std::string& flags) {
    const Answer answer = call("collisions " + flags);
    EXPECT_EQ(answer.status, 2) << flags;
    EXPECT_THAT(answer.out, IsEmpty()) << flags;
    return answer.err;
  };
  EXPECT_THAT(error(""), HasSubstr("--job 20x20"));
  EXPECT_THAT(error("--job 20y20"), HasSubstr("such as 20x20, got \"20y20\""));
  EXPECT_THAT(error("--job 0x4"), HasSubstr("such as 20x20"));
  EXPECT_THAT(error("--job 9999999999x4"), HasSubstr("such as 20x20"));
  EXPECT_THAT(error("--job 9000x9000"), HasSubstr("more than"));
  EXPECT_THAT(error("--job 4x4 --spares 3d-1"), HasSubstr("2d-1 ... 2d-2 or names of faces"));
  EXPECT_THAT(error("--job 4x4 --method 3d"), HasSubstr("0d ... 2d or hybrid"));
  EXPECT_THAT(error("--job 4x4 --network tours"), HasSubstr("did you mean \"torus\"?"));
  EXPECT_THAT(error("--job 4x4 --stencil 7"), HasSubstr("known: \"5\" and \"9\""));
  EXPECT_THAT(error("--job 4x4 --order yy"), HasSubstr("each of the dimensions xy once"));
  EXPECT_THAT(error("--job 4x4 --diagonal-weight 0.5"), HasSubstr("--stencil 9 is missing"));
  EXPECT_THAT(error("--job 4x4 --pattern ring --periodic"), HasSubstr("--periodic is for --pattern stencil only"));
  EXPECT_THAT(error("--job 4x4 --failures 17"), HasSubstr("more than there are nodes"));
  EXPECT_THAT(error("--job 99x99 --failures 9"), HasSubstr("--sample N"));
  EXPECT_THAT(error("--job 4x4 --failures x"), HasSubstr("failures"));
}

TEST_F(CommandLine, CountsInterruptedGiveWhatWasCounted) {
  const std::string scenario = DARUMA_SOURCE_DIR "/scenarios/two-level-switches.json";
  const std::vector<std::vector<const char*>> commands{
      {"daruma", "collisions", "--job", "40x40", "--spares", "2d-2", "--method", "hybrid", "--failures", "3", "--json",
       nullptr},
      {"daruma", "diagnose", scenario.c_str(), "--faults", "2", "--json", nullptr}};
  for (const auto& command : commands) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string out = (folder_ / "out").string();
      const std::string err = (folder_ / "err").string();
      if (freopen(out.c_str(), "w", stdout) == nullptr || freopen(err.c_str(), "w", stderr) == nullptr) _exit(99);
      execv(DARUMA_PROGRAM, const_cast<char* const*>(command.data()));
      _exit(98);
    }
    sleep(2);
    kill(child, SIGINT);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 130) << read(folder_ / "err");
    const auto json = nlohmann::json::parse(read(folder_ / "out"));
    EXPECT_EQ(json["partial"], true);
    EXPECT_GT(json["cases"], 0);
  }
}

TEST_F(CommandLine, AResultSaysWhatWasNotRecordedAndIsTheSameOtherwise) {
  auto whole = nlohmann::json::parse(call("run quickstart --json").out);
  const auto metrics = whole["metrics"];
  for (const auto& metric : metrics.items())
    if (metric.key().find(".recovery.") != std::string::npos) whole["metrics"].erase(metric.key());
  const Answer answer = call(R"(run quickstart --json --set '/trace={"ranks": [8], "kinds": ["checkpoint"]}')");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const auto traced = nlohmann::json::parse(answer.out);
  EXPECT_FALSE(whole.contains("trace"));
  EXPECT_THAT(traced["trace"].get<std::string>(),
              AllOf(HasSubstr("ranks 8, kinds checkpoint"),
                    HasSubstr("where the time of recoveries went is not known from that")));
  EXPECT_EQ(traced["metrics"], whole["metrics"]);
  EXPECT_EQ(traced["jobs"], whole["jobs"]);
  for (const auto& event : traced["events"])
    EXPECT_TRUE(!event.contains("process") || event["kind"] == "death") << event;
  const auto trace = nlohmann::json::parse(read(folder_ / "out" / "quickstart" / "trace.json"));
  for (const auto& row : trace["traceEvents"])
    if (row["ph"] == "X") { EXPECT_EQ(row["name"], "checkpoint"); }
}

TEST_F(CommandLine, DiagnoseCountsWhatIsNamed) {
  const std::string scenario = DARUMA_SOURCE_DIR "/scenarios/quickstart.json";
  const Answer answer = call("diagnose " + scenario + " --json");
  EXPECT_EQ(answer.status, 0) << answer.err;
  const auto json = nlohmann::json::parse(answer.out);
  EXPECT_EQ(json["sound_named"], 0);
  EXPECT_EQ(json["precision"], 1);
  EXPECT_GT(json["recall"], 0.9);
  EXPECT_GT(json["name_s"]["max"], json["name_s"]["median"]);
  const Answer table = call("diagnose " + scenario + " --faults 2 --sample 20 --pairs 1 --cut management.switch0");
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("2 faults at once"));
  EXPECT_THAT(table.out, Not(HasSubstr("told apart"))) << "of single faults only";
}

TEST_F(CommandLine, DiagnoseSaysWhatNobodyCanTellApart) {
  const std::string scenario = DARUMA_SOURCE_DIR "/scenarios/quickstart.json";
  const auto json = nlohmann::json::parse(call("diagnose " + scenario + " --cut management.node1 --json").out);
  EXPECT_EQ(json["alike"][0]["one_part"], false);
  EXPECT_EQ(json["alike"][0]["times"], 1);
  EXPECT_THAT(json["alike"][0]["further_observations"].dump(), HasSubstr("ipmi Drive"));
  const std::string told = "told apart      each part that a single fault breaks, by what everybody is told together";
  EXPECT_THAT(call("diagnose " + scenario).out, HasSubstr(told));
  const std::string cut = call("diagnose " + scenario + " --cut management.node1").out;
  EXPECT_THAT(cut, HasSubstr("not told apart  once cpu.internal_error, disk.controller, disk.device"));
  EXPECT_THAT(cut, Not(HasSubstr(told)));
}

TEST_F(CommandLine, DiagnoseSaysWhatItTakes) {
  const std::string scenario = DARUMA_SOURCE_DIR "/scenarios/quickstart.json";
  const auto error = [&](const std::string& flags) {
    const Answer answer = call("diagnose " + flags);
    EXPECT_EQ(answer.status, 2) << flags << answer.err;
    return answer.err;
  };
  EXPECT_THAT(error(""), HasSubstr("diagnose needs SCENARIO"));
  EXPECT_THAT(error("nowhere.json"), HasSubstr("nowhere.json: no such file"));
  EXPECT_THAT(error(scenario + " --cut switch0"), HasSubstr("--cut takes parts of the management network"));
  EXPECT_THAT(error(scenario + " --cut management.node99"), HasSubstr("there are node0 to node"));
  EXPECT_THAT(error(scenario + " --faults 0"), HasSubstr("--faults takes a whole number from 1 to 10"));
  EXPECT_THAT(error(scenario + " --pairs 0"), HasSubstr("--pairs takes a whole number from 1"));
  EXPECT_THAT(error(scenario + " --set /machine/nodes=1"), HasSubstr("node"));
  EXPECT_THAT(error(DARUMA_SOURCE_DIR "/scenarios/two-level-switches.json --faults 5"), HasSubstr("--sample N"));
}

TEST_F(CommandLine, ListsNameWhatThereIs) {
  EXPECT_THAT(call("list models").out, HasSubstr("dyprc-sendrecv"));
  EXPECT_THAT(call("list arguments").out, HasSubstr("spares-stencil.message"));
  EXPECT_THAT(call("list machines").out, HasSubstr("oakbridge-cx"));
  EXPECT_THAT(call("list runtimes").out, HasSubstr("openmpi-5.0-ulfm"));
  EXPECT_THAT(call("list figures").out, HasSubstr("dyprc-table1"));
}

TEST_F(CommandLine, SchemaIsJson) { EXPECT_TRUE(nlohmann::json::parse(call("schema").out).contains("properties")); }

TEST_F(CommandLine, SaysWhichLimitIsTooSmall) {
  const Answer answer = call("run quickstart", "ulimit -n 16;");
  EXPECT_EQ(answer.status, 4);
  EXPECT_EQ(answer.err, "daruma: \"ulimit -n\" allows 16 open files, and 32 are needed at least\n");
  EXPECT_EQ(call("run quickstart --dry-run", "ulimit -Sn 16;").status, 0);
}

TEST_F(CommandLine, SaysInWordsThatSizesAreTooLarge) {
  const Answer answer = call("run migr-laplace --set /jobs/0/arguments/size=2147483647");
  EXPECT_EQ(answer.status, 3);
  EXPECT_THAT(answer.err, testing::HasSubstr("stopped with an error: it asks for more memory than there is"));
}

} // namespace
} // namespace daruma::test
