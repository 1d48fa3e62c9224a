// Pages say nothing that is not so, whatever kind of run they are of.
#include "sim/results/pages/centre_drawing.hpp"
#include "sim/results/pages/report.hpp"
#include "tests/sim/cli/command_line.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace daruma::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using State = results::CentreRows::State;

Told centre() {
  Told told;
  told.title = "a centre";
  told.result.scenario_json = "{}";
  told.scenario.centre.emplace();
  told.scenario.centre->queue = "easy";
  told.result.metrics = {{"jobs", 400},          {"median_wait_s", 9},      {"p95_wait_s", 105501},
                         {"mean_wait_s", 20000}, {"capacity_node_h", 1000}, {"finished_node_h", 818},
                         {"jobs_lost", 0}};
  return told;
}

Told job_with_ranks(bool is_finished) {
  Told told;
  told.title = "a job";
  told.result.scenario_json = "{}";
  results::JobRow row;
  row.name = "heat";
  row.finished = is_finished;
  row.end = Seconds(7300);
  if (!is_finished) row.reason = "rank 3 waits for ever";
  told.result.jobs = {row};
  return told;
}

std::string answer_to(const Told& told) { return part_of(told, results::MetricCatalogue({})).answer.html(); }

std::string whole_page(const Told& told) {
  return page("{{content}}", "", {part_of(told, results::MetricCatalogue({}))});
}

TEST(Truth, OfACentreWithoutFailuresSaysNothingOfThem) {
  const std::string html = answer_to(centre());
  EXPECT_THAT(html, HasSubstr("400 jobs finished: half of those waited at most 9 s, 95 % at most 29.3 h; "
                              "81.8 % of the nodes&#39; time became their work."));
  for (const char* word : {"failed", "interrupted", "never did", "replicas", "No node"})
    EXPECT_THAT(html, Not(HasSubstr(word)));
}

TEST(Truth, OfAPolicyInALibraryIsItsFile) {
  Told told = centre();
  told.scenario.centre->queue = "out/centre/widest.so";
  told.scenario.centre->urgent.emplace().policy = "out/centre/kind.so";
  EXPECT_THAT(answer_to(told), HasSubstr(">widest.so, kind.so<"));
}

TEST(Truth, OfACentreWhoseNodesFailCountsThem) {
  Told told = centre();
  told.result.metrics["node_failures"] = 284;
  told.result.metrics["interruptions"] = 12;
  EXPECT_THAT(whole_page(told), HasSubstr("nodes failed 284 times, and jobs were interrupted 12 times."));
  EXPECT_THAT(whole_page(told), Not(HasSubstr("o node")));
  told.result.metrics["node_failures"] = 0;
  EXPECT_THAT(whole_page(told), HasSubstr("; no node failed."));
}

TEST(Truth, OfACentreThatLostJobsIsToldFirst) {
  Told told = centre();
  told.result.metrics["jobs_lost"] = 3;
  EXPECT_THAT(answer_to(told), HasSubstr("400 jobs finished, 3 never did: half of those waited"));
}

TEST(Truth, OfReplicasIsThatTheyAreMeans) {
  Told told = centre();
  told.result.metrics["replicas"] = 10;
  told.centre.emplace();
  EXPECT_THAT(answer_to(told), HasSubstr("(means over 10 replicas)."));
  EXPECT_THAT(answer_to(told), HasSubstr("The pictures that follow are of the first replica."));
}

TEST(Truth, OfAJobThatDidNotFinishIsThatItDidNot) {
  EXPECT_THAT(answer_to(job_with_ranks(true)), HasSubstr("<p class=\"verdict\">heat finished at 2.03 h"));
  const std::string html = answer_to(job_with_ranks(false));
  EXPECT_THAT(html, HasSubstr("<p class=\"verdict\">heat did not finish: rank 3 waits for ever."));
  EXPECT_THAT(html, Not(HasSubstr("finished at")));
}

TEST(Truth, OfARealRunSaysWhatItRanOn) {
  Told told = job_with_ranks(true);
  told.result.versions = {{"mpi", "Open MPI 5.0"}};
  told.result.spans = {};
  EXPECT_THAT(whole_page(told), HasSubstr("<footer><p class=\"faint\">seed 0, mpi Open MPI 5.0</p>"));
  for (const char* word : {"imulated", "SimGrid", "No node failed"}) EXPECT_THAT(answer_to(told), Not(HasSubstr(word)));
}

TEST(Truth, OfSeveralJobsCountsThoseThatDidNotFinish) {
  Told told = job_with_ranks(true);
  told.result.jobs.push_back(job_with_ranks(false).result.jobs[0]);
  EXPECT_THAT(answer_to(told), HasSubstr("<p class=\"verdict\">1 of 2 jobs did not finish."));
}

TEST(Truth, OfManyJobsIsNoListOfThemBeforeTheTimeLine) {
  Told told = job_with_ranks(true);
  told.result.jobs.assign(20, told.result.jobs[0]);
  EXPECT_THAT(answer_to(told), HasSubstr("All 20 jobs finished, the last at 2.03 h."));
  EXPECT_THAT(answer_to(told), Not(HasSubstr("heat finished at")));
  for (std::size_t i = 0; i < 9; ++i) told.result.jobs[2 * i] = job_with_ranks(false).result.jobs[0];
  const std::string html = answer_to(told);
  EXPECT_THAT(html, HasSubstr("9 of 20 jobs did not finish."));
  EXPECT_THAT(html, HasSubstr("heat did not finish: rank 3 waits for ever."));
  EXPECT_THAT(html, HasSubstr("6 more did not finish: the table has all jobs."));
}

TEST(Truth, OfExpectationsIsAlsoWhatHappened) {
  Told told = job_with_ranks(true);
  for (int i = 0; i < 8; ++i) {
    scenario::Expectation expectation;
    expectation.metric = "heat.finished";
    expectation.value = true;
    told.scenario.expect.push_back(expectation);
  }
  told.result.metrics["heat.finished"] = 1;
  EXPECT_THAT(answer_to(told), HasSubstr("heat finished at 2.03 h"));
  EXPECT_THAT(answer_to(told), HasSubstr("All 8 expectations hold."));
  EXPECT_THAT(answer_to(told), Not(HasSubstr("holds: "))) << "that is no news";
  EXPECT_THAT(whole_page(told), HasSubstr("holds: "));
  told.result.metrics["heat.finished"] = 0;
  EXPECT_THAT(answer_to(told), HasSubstr("FAILS: "));
}

TEST(Truth, OfARunIsWhatItRead) {
  Told told = centre();
  told.result.inputs = {{"KTH.swf", "0123abc"}};
  EXPECT_THAT(whole_page(told), HasSubstr("sha256 of KTH.swf: 0123abc. "));
  EXPECT_THAT(whole_page(told), HasSubstr("sha256 of the resolved scenario: "
                                          "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a. "))
      << "of {}";
}

TEST(Truth, OfACutRunIsNoVerdict) {
  Told told = job_with_ranks(false);
  scenario::Expectation expectation;
  expectation.metric = "heat.finished";
  told.scenario.expect = {expectation};
  told.result.metrics["heat.finished"] = 0;
  told.result.cut = {Seconds(90), "SIGINT"};
  const std::string html = whole_page(told);
  EXPECT_THAT(html, HasSubstr("The run was cut at 90 s by SIGINT"));
  for (const char* word : {"FAILS", "holds", "hold."}) EXPECT_THAT(html, Not(HasSubstr(word)));
}

TEST(Truth, OfACentreThatWasCutIsWhoIsInNoMean) {
  Told told = centre();
  told.result.metrics["log.jobs"] = 400;
  told.result.metrics["log.mean_wait_s"] = 15984;
  EXPECT_THAT(answer_to(told), HasSubstr("as the log says"));
  told.result.cut = {Seconds(86400), "--until"};
  told.result.metrics["jobs_unended"] = 5060;
  told.result.metrics["jobs_unstarted"] = 4765;
  told.result.metrics["mean_wait_so_far_s"] = 7200;
  const std::string html = answer_to(told);
  EXPECT_THAT(html,
              HasSubstr("5\u00a0060 jobs that had come had not ended, and are in no mean: 4\u00a0765 of them waited "
                        "still, for 2 h so far on average."));
  EXPECT_THAT(html, HasSubstr("as the log says of these"));
  EXPECT_THAT(html, HasSubstr("4.44"));
}

TEST(Truth, OfACentreThatAnEarlierVersionCutIsNotTheWholeLog) {
  Told told = centre();
  told.result.cut = {Seconds(86400), "--until"};
  told.result.metrics["log.jobs"] = 500;
  told.result.metrics["log.mean_wait_s"] = 15984;
  EXPECT_THAT(answer_to(told), Not(HasSubstr("as the log says"))) << "which is of other jobs";
  EXPECT_THAT(answer_to(told), HasSubstr("What the log says is of all its jobs"));
  EXPECT_THAT(answer_to(told), Not(HasSubstr("4.44")));
}

TEST(Truth, OfStrandedCoresIsWithinTheWorkOfJobs) {
  Told told = centre();
  EXPECT_THAT(answer_to(told), Not(HasSubstr("nobody had asked for")));
  told.result.metrics["stranded_node_h"] = 1308;
  EXPECT_THAT(answer_to(told),
              HasSubstr("Of the work of jobs that finished, 1\u00a0310 node h were of cores that nobody had"));
}

TEST(Truth, OfReplicasThatWereNotAllMadeIsHowManyWere) {
  Told told = centre();
  told.result.metrics["replicas"] = 40;
  told.result.cut = {Seconds(0), "SIGINT", 4000};
  EXPECT_THAT(answer_to(told), HasSubstr("ended by SIGINT when 40 of 4000 replicas were made"));
}

TEST(Truth, OfGroupsIsInOneUnit) {
  Told told = centre();
  told.centre.emplace();
  told.centre->groups = {{"size", "1", "wait_s", 3, 61000, {}}, {"size", "2", "wait_s", 3, 294600, {}}};
  const std::string html = whole_page(told);
  EXPECT_THAT(html, HasSubstr(">wait, h<"));
  EXPECT_THAT(html, Not(HasSubstr(">wait, d<")));
}

TEST(Truth, OfWhatWasNotRecordedIsToldAsSuch) {
  Told told = job_with_ranks(true);
  told.result.trace = "events: those of heat only";
  EXPECT_THAT(answer_to(told), HasSubstr("events: those of heat only"));
  EXPECT_THAT(whole_page(told), Not(HasSubstr("No node failed")));
}

TEST(Truth, OfRunsSideBySideNeverCallsWhoDidNotFinishTheBest) {
  Told fast = job_with_ranks(false);
  Told slow = job_with_ranks(true);
  Told slower = job_with_ranks(true);
  fast.title = "fast";
  slow.title = "slow";
  slower.title = "slower";
  const results::MetricCatalogue catalogue({});
  fast.result.metrics["heat.makespan_s"] = 1;
  slow.result.metrics["heat.makespan_s"] = 10;
  slower.result.metrics["heat.makespan_s"] = 20;
  for (Told* told : {&fast, &slow, &slower}) told->chance = Chance::none;
  const std::string html = side_by_side({fast, slow, slower}, catalogue).answer.html();
  EXPECT_THAT(html, HasSubstr("Heat.makespan: slow with 10 s is the best; next comes slower, 10 s more."));
  EXPECT_THAT(html, HasSubstr("Not judged: fast: heat did not finish."));
}

TEST(Truth, OfReservationsIsDrawnWhereThereAreAny) {
  const auto html = [](double closed, double held) {
    return draw_use({{0, 4, 0, 0, 0, 0, 0, closed, held}, {7200, 4, 0, 0, 0, 0, 0, 0, 0}}, 8).html();
  };
  EXPECT_THAT(html(3, 0), HasSubstr("closed for maintenance"));
  EXPECT_THAT(html(3, 0), Not(HasSubstr("free in reservations")));
  EXPECT_THAT(html(0, 2), HasSubstr("free in reservations"));
  EXPECT_THAT(html(0, 2), Not(HasSubstr("closed for maintenance")));
}

TEST(Truth, OfTimeInReservationsIsItsPartOfTheCapacity) {
  Told told = centre();
  told.result.metrics["maintenance_node_h"] = 100;
  told.result.metrics["held_for_users_node_h"] = 82;
  EXPECT_THAT(draw_time(told.result).html(), HasSubstr("closed for maintenance"));
  EXPECT_THAT(draw_time(told.result).html(), HasSubstr("idle in reservations"));
  EXPECT_THAT(draw_time(centre().result).html(), Not(HasSubstr("reservations")));
}

TEST(Truth, OfTheFileSystemIsDrawnWhereItIsUsed) {
  const auto html = [](double use, double demand) {
    return draw_use({{0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, use, demand}, {7200, 4, 0, 0, 0, 0, 0, 0, 0}}, 8).html();
  };
  EXPECT_THAT(html(0, 0), Not(HasSubstr("file system")));
  EXPECT_THAT(html(0.5, 30), HasSubstr("How much of the file system&#39;s bandwidth was used"));
  EXPECT_THAT(html(0.5, 30), HasSubstr("What those that used the file system could have taken, each alone"));
}

TEST(Truth, OfPowerIsDrawnWhereItIsKnown) {
  const auto html = [](double power_w, double cap_w) {
    return draw_use({{0, 4, 0, 0, 0, 0, 0, 0, 0, power_w, cap_w}, {7200, 4, 0, 0, 0, 0, 0, 0, 0, power_w, cap_w}}, 8)
        .html();
  };
  EXPECT_THAT(html(0, 0), Not(HasSubstr("drew")));
  EXPECT_THAT(html(2000, 0), HasSubstr("What all nodes drew"));
  EXPECT_THAT(html(2000, 0), Not(HasSubstr("\ncap</span>")));
  EXPECT_THAT(html(2000, 3000), HasSubstr("\ncap</span>"));
}

TEST(Truth, OfTimesInPicturesIsThatTheyCountFromTheFirstJob) {
  const std::string html =
      draw_use({{599850, 4, 0, 0, 0, 0, 0, 0, 0}, {599850 + 172800, 4, 0, 0, 0, 0, 0, 0, 0}}, 8).html();
  EXPECT_THAT(html, HasSubstr("time since the first job came, d"));
  EXPECT_THAT(html, HasSubstr("<text x=\"60.0\" y=\"206.0\">0</text>"));
}

TEST(Averaged, IsTheMeanOverEachPartOfTheTime) {
  const std::vector<State> states{{0, 4, 0, 0, 0, 0, 0, 0, 0},
                                  {3, 8, 0, 0, 0, 0, 0, 0, 0},
                                  {4, 0, 0, 0, 0, 0, 0, 0, 0},
                                  {8, 2, 0, 0, 0, 0, 0, 0, 0}};
  EXPECT_THAT(averaged(states, &State::used, 2), ElementsAre(Pair(2, 5), Pair(6, 0)));
  EXPECT_THAT(averaged(states, &State::used, 8), ElementsAre(Pair(0.5, 4), Pair(1.5, 4), Pair(2.5, 4), Pair(3.5, 8),
                                                             Pair(4.5, 0), Pair(5.5, 0), Pair(6.5, 0), Pair(7.5, 0)));
}

/// Runs as they are left behind, of each kind.
class TruthOfRuns : public test::CommandLine {
protected:
  std::string page_of(const std::string& options) const {
    const test::Answer run = call("run " + options + " --out run");
    EXPECT_THAT(run.status, testing::AnyOf(0, 1)) << run.err;
    const test::Answer report = call("report run");
    EXPECT_EQ(report.status, 0) << report.err;
    return test::read(folder_ / "run" / "report.html");
  }
  nlohmann::json result() const { return nlohmann::json::parse(test::read(folder_ / "run" / "result.json")); }
};

TEST_F(TruthOfRuns, OfACentreIsThatOfItsMetrics) {
  for (const char* name : {"centre", "centre-failures"}) {
    const std::string html = page_of("'" + scenario(name) + "' --fidelity fast");
    const auto metrics = result()["metrics"];
    EXPECT_THAT(html, HasSubstr(metrics["jobs"].dump() + " jobs finished")) << name;
    const bool does_anything_fail = metrics.contains("node_failures") && metrics["node_failures"] > 0;
    EXPECT_EQ(html.find("nodes failed") != std::string::npos, does_anything_fail) << name;
    EXPECT_THAT(html, HasSubstr("All 4 expectations hold.")) << name;
    EXPECT_THAT(html, Not(HasSubstr("No node"))) << name;
    EXPECT_LT(html.find("class=\"verdict\""), html.find("<table")) << "the sentence comes first";
    EXPECT_LT(html.find("<table"), html.find("<canvas")) << "then the table";
    EXPECT_LT(html.find("<canvas"), html.find("role=\"tablist\"")) << "then pictures, and only then details";
    EXPECT_LT(html.find("role=\"tablist\""), html.find("<footer>")) << "and at last what it was made with";
  }
}

TEST_F(TruthOfRuns, EndsWithDigestsOfWhatWasRead) {
  const std::string html = page_of("'" + scenario("centre") + "' --fidelity fast");
  const auto digests = result()["sha256"];
  ASSERT_EQ(digests.size(), 1U) << "of the log";
  EXPECT_THAT(html, HasSubstr("sha256 of " + digests.begin().key() + ": " + digests.begin()->get<std::string>()));
  EXPECT_GT(html.find("sha256 of the resolved scenario: "), html.find("<footer>"));
}

TEST_F(TruthOfRuns, OfRanksLoseNothingThatACentreLeftThere) {
  page_of("'" + scenario("centre") + "' --fidelity fast");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run" / "jobs.csv"));
  const std::string html = page_of("'" + scenario("quickstart") + "'");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run" / "jobs.csv")) << "they are another run's";
  EXPECT_THAT(html, HasSubstr("The expectation holds."));
  EXPECT_THAT(html, Not(HasSubstr("<canvas")));
}

TEST_F(TruthOfRuns, OfRanksLeaveFilesOfTheUsersAlone) {
  std::filesystem::create_directory(folder_ / "run");
  std::ofstream(folder_ / "run" / "outages.csv") << "node,down,up\n";
  page_of("'" + scenario("quickstart") + "'");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run" / "outages.csv"));
}

TEST_F(TruthOfRuns, SaysWithWhichCommandTheyWereMade) {
  const std::string html = page_of("'" + scenario("quickstart") + "' --set '/name=a page'");
  EXPECT_THAT(html, HasSubstr("command: daruma run " + scenario("quickstart") + " --set &#39;/name=a page&#39;"));
  std::filesystem::remove(folder_ / "run" / "command.txt");
  ASSERT_EQ(call("report run").status, 0);
  EXPECT_THAT(test::read(folder_ / "run" / "report.html"), Not(HasSubstr("command:")));
}

TEST_F(TruthOfRuns, ThatWereCutIsThatTheyWere) {
  const std::string html = page_of("'" + scenario("quickstart") + "' --until 1s");
  EXPECT_THAT(html, HasSubstr("The run was cut at 1 s by --until"));
  EXPECT_THAT(html, Not(HasSubstr("expectation holds")));
}

TEST_F(TruthOfRuns, WithTablesThatWereSpoiltIsRefused) {
  page_of("'" + scenario("centre") + "' --fidelity fast");
  std::ofstream(folder_ / "run" / "series.csv", std::ios::app) << "1,2,x\n";
  const test::Answer answer = call("report run");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("series.csv, line "));
}

} // namespace
} // namespace daruma::pages
