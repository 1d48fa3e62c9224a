// Policies held against as many runs as it takes, as a user and a CI system meet that.
#include "tests/sim/cli/command_line.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace daruma::test {
namespace {

using testing::HasSubstr;

class Check : public CommandLine {
protected:
  static std::string policy(const std::string& name) { return scenario("policies/" + name) + " "; }
};

TEST_F(Check, SaysWhatHoldsAndWhatFailsAndSoDoesItsExitStatus) {
  const Answer good = call("check --fidelity fast " + policy("slide-one-node"));
  EXPECT_EQ(good.status, 0);
  EXPECT_THAT(good.out, HasSubstr("holds      heat.finished is true in at least 99 % of runs, 95 % sure: in 384 of 384 "
                                  "runs, so in 99.04 % to 100 % of all\n"));
  const Answer bad = call("check --fidelity fast " + policy("slide-one-node") + policy("stay-under-load"));
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.out, HasSubstr("FAILS      laplace.makespan_s is at most 35 in at least 95 % of runs, 99 % sure"));
  EXPECT_THAT(bad.out, HasSubstr("2 of 3 expectations hold"));
}

TEST_F(Check, AnswersTheSameWhateverTheNumberOfWorkers) {
  const std::string check = "check --json --fidelity fast " + policy("flee-from-load") + policy("slide-a-line");
  const Answer alone = call(check + "--workers 1");
  EXPECT_EQ(alone.status, 0);
  EXPECT_EQ(call(check + "--workers 4").out, alone.out);
  const auto first = nlohmann::json::parse(alone.out)["scenarios"][0]["expectations"][0];
  EXPECT_EQ(first["decision"], "holds");
  EXPECT_GE(first["lower"], 0.95);
}

TEST_F(Check, OneRunDecidesWhereNothingIsRandom) {
  nlohmann::json centre = nlohmann::json::parse(read(scenario("centre")));
  centre["centre"]["log"] = DARUMA_SOURCE_DIR "/scenarios/ricc-first-400.swf";
  centre["expect"] = nlohmann::json::parse(R"([
    { "metric": "jobs", "at_least": 400, "in_at_least": 0.99, "confidence": 0.95 },
    { "metric": "jobs", "at_least": 401, "in_at_least": 0.01, "confidence": 0.95 }])");
  std::ofstream(folder_ / "same.json") << centre;
  const Answer answer = call("check --replicas 1000 same.json");
  EXPECT_EQ(answer.status, 1);
  EXPECT_EQ(answer.out, "same.json\n"
                        "nothing in it is random: all runs are the same, and one decides\n"
                        "holds      jobs is at least 400 in at least 99 % of runs, 95 % sure: it is 400\n"
                        "FAILS      jobs is at least 401 in at least 1 % of runs, 95 % sure: it is 400\n\n"
                        "1 of 2 expectations hold\n");
}

TEST_F(Check, IsUndecidedAtItsLimit) {
  const Answer answer = call("check --fidelity fast --replicas 100 " + policy("slide-one-node"));
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.out,
              HasSubstr("UNDECIDED  heat.finished is true in at least 99 % of runs, 95 % sure: in 100 of 100 "
                        "runs, so in 9"));
}

TEST_F(Check, WritesWhatSystemsForContinuousIntegrationRead) {
  call("check --fidelity fast --junit found.xml " + policy("stay-under-load") + policy("flee-from-load"));
  const std::string xml = read(folder_ / "found.xml");
  EXPECT_THAT(xml, HasSubstr("<testsuites tests=\"2\" failures=\"1\">"));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"stay-under-load\" file=\"" + scenario("policies/stay-under-load") +
                             "\" tests=\"1\" failures=\"1\" errors=\"0\">"));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"FAILS: in "));
  EXPECT_THAT(xml, HasSubstr("at least 95 % of runs, 99 % sure\"/>\n  </testsuite>\n</testsuites>\n"));
}

TEST_F(Check, BadInputIsNamedBeforeAnythingRuns) {
  EXPECT_THAT(call("check").err, HasSubstr("check needs SCENARIO"));
  EXPECT_EQ(call("check absent.json " + policy("slide-one-node")).status, 2);
  EXPECT_EQ(call("check --replicas 0 " + policy("slide-one-node")).status, 2);
  std::ofstream(folder_ / "x.json") << R"({ "name": "x", "machine": { "nodes": 1 },
    "jobs": [{ "name": "a", "model": "dyprc-iterate", "ranks": 1 }] })";
  EXPECT_THAT(call("check x.json").err, HasSubstr("x.json: /expect: there is nothing to check"));
}

TEST_F(Check, ASingleRunLeavesAClaimAboutManyOpen) {
  const Answer answer = call("run --fidelity fast " + policy("stay-under-load"));
  EXPECT_EQ(answer.status, 0);
  EXPECT_THAT(answer.out, HasSubstr("open   laplace.makespan_s is at most 35 in at least 95 % of runs, 99 % sure: "
                                    "daruma check decides\n"));
}

} // namespace
} // namespace daruma::test
