// The fuzzer's checks find what they are there to find.
#include "tests/fuzz/checks.hpp"

#include <gmock/gmock.h>

namespace daruma::fuzz {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Execution ended(int status, const std::string& err) {
  Execution run;
  run.status = status;
  run.err = err;
  return run;
}

TEST(FuzzChecks, AreContentWithWhatTheContractAllows) {
  EXPECT_THAT(complaints_about(ended(0, "")), IsEmpty());
  EXPECT_THAT(complaints_about(ended(2, "daruma: a.json: /jobs: must be a list\n")), IsEmpty());
  Execution interrupted = ended(130, "daruma: SIGINT stopped the run\n");
  interrupted.ending = Ending::interrupted;
  EXPECT_THAT(complaints_about(interrupted), IsEmpty());
}

TEST(FuzzChecks, FindSignalsHangsAndStrangeStatuses) {
  Execution run;
  run.signal = 11;
  EXPECT_THAT(complaints_about(run), ElementsAre("signal 11 ended it"));
  run = Execution();
  run.ending = Ending::killed;
  run.signal = 9;
  EXPECT_THAT(complaints_about(run), ElementsAre(HasSubstr("did not end")));
  EXPECT_THAT(complaints_about(ended(5, "daruma: x\n")), ElementsAre("exit status 5 is in no contract"));
  EXPECT_THAT(complaints_about(ended(130, "daruma: x\n")), ElementsAre(HasSubstr("no contract")));
}

TEST(FuzzChecks, FindSilenceAndInternals) {
  EXPECT_THAT(complaints_about(ended(2, "")), ElementsAre("exit status 2 without a word"));
  EXPECT_THAT(complaints_about(ended(3, "daruma: cannot create std::vector\n")), ElementsAre(HasSubstr("std::")));
}

TEST(FuzzChecks, WantAFileAndAPlaceInIt) {
  EXPECT_THAT(complaints_about_refusal("daruma: a.json: /jobs/0: unknown key \"x\"\n"), IsEmpty());
  EXPECT_THAT(complaints_about_refusal("daruma: a.swf:7: a line has 18 numbers\n"), IsEmpty());
  EXPECT_THAT(complaints_about_refusal("daruma: that is wrong\n"), ElementsAre(HasSubstr("no place")));
  EXPECT_THAT(complaints_about_refusal(""), ElementsAre(HasSubstr("no place")));
}

TEST(FuzzChecks, FindWhatCannotBeInAResult) {
  EXPECT_THAT(complaints_about_result(json::parse(R"({"metrics": {"a": 1},
      "jobs": [{"name": "j", "finished": true, "start_s": 0, "end_s": 1}],
      "events": [{"time_s": 0}, {"time_s": 1}]})")),
              IsEmpty());
  EXPECT_THAT(complaints_about_result(json::parse(R"({"metrics": {"a": null}})")), ElementsAre(HasSubstr("metric a")));
  EXPECT_THAT(complaints_about_result(json::parse(R"({"jobs": [{"name": "j", "start_s": 2, "end_s": 1}]})")),
              ElementsAre(HasSubstr("ends before"), HasSubstr("nobody says why")));
  EXPECT_THAT(complaints_about_result(json::parse(R"({"events": [{"time_s": 1}, {"time_s": 0}]})")),
              ElementsAre(HasSubstr("told after")));
  EXPECT_THAT(complaints_about_result(json::parse(R"({
      "metrics": {"utilisation": 1.5, "capacity_node_h": 2, "lost_to_failures_node_h": 3}})")),
              ElementsAre(HasSubstr("utilisation"), HasSubstr("node-hours come to 3, of 2")));
}

} // namespace
} // namespace daruma::fuzz
