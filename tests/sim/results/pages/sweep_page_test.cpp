// What the page of a sweep says first, and what it leaves unsaid.
#include "sim/core/temporary_folder.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/results/pages/sweep_state.hpp"

#include <gmock/gmock.h>

namespace daruma::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Metrics = std::map<std::string, double>;

/// A sweep over a centre's queue, of which some runs were made.
class SweepPage : public testing::Test {
protected:
  explicit SweepPage(std::vector<std::string> varied = {"/centre/queue"}) { plan_.varied = std::move(varied); }

  void add_point(std::vector<std::string> values, const std::vector<Metrics>& replicas,
                 const std::string& problem = "") {
    const auto point = static_cast<int>(plan_.points.size());
    plan_.points.push_back({std::move(values), scenario_});
    for (std::size_t i = 0; i < replicas.size(); ++i)
      runs_.push_back({{point, static_cast<int>(i)}, 1, problem, problem.empty() ? replicas[i] : Metrics{}});
  }

  std::string answer(const std::string& options = "", Chance chance = Chance::none) {
    return part(options, chance).answer.html();
  }

  Part part(const std::string& options = "", Chance chance = Chance::none) {
    const auto path = folder_.path() / "sweep.sqlite";
    results::SweepFile(path, plan_, "daruma sweep centre.json" + options).enter(runs_);
    const results::SweepFile file(path);
    return part_of("sweep", file, results::MetricCatalogue({}), {chance, {}});
  }

  std::string scenario_ = "{}";

private:
  TemporaryFolder folder_;
  results::SweepPlan plan_;
  std::vector<results::SweptRun> runs_;
};

/// The same of many replicas, which differ by chance a little.
std::vector<Metrics> ten(Metrics metrics) {
  std::vector<Metrics> all(10, metrics);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (auto& [name, value] : all[i]) value *= 1 + 0.001 * static_cast<double>(i % 3);
  return all;
}

TEST_F(SweepPage, OfOneCombinationThatRanSaysFirstThatOthersDidNot) {
  add_point({"easy"}, {{{"mean_wait_s", 7200}}});
  add_point({"fcfs"}, {});
  add_point({"sjf"}, {});
  const std::string html = answer();
  EXPECT_THAT(html, HasSubstr("Unfinished: 1 of 3 runs made"));
  EXPECT_THAT(html, HasSubstr("Not judged: queue=fcfs and queue=sjf: not run yet."));
  EXPECT_THAT(html, HasSubstr("Mean wait: queue=easy with 2 h, and nothing to compare it with."));
  EXPECT_THAT(html, Not(HasSubstr("differs")));
  EXPECT_LT(html.find("Unfinished"), html.find("class=\"verdict\""));
  EXPECT_LT(html.find("Not judged"), html.find("class=\"verdict\""));
}

TEST_F(SweepPage, OfACombinationThatBrokeComparesNothingWithIt) {
  add_point({"easy"}, {{{"mean_wait_s", 7200}}});
  add_point({"greedy.so"}, {{}}, "its policy crashed");
  const std::string html = answer();
  EXPECT_THAT(html, Not(HasSubstr("Unfinished")));
  EXPECT_THAT(html, HasSubstr("Not judged: queue=greedy.so: 1 of 1 run broke."));
  EXPECT_LT(html.find("The first run that broke: its policy crashed"), html.find("class=\"verdict\""));
  EXPECT_THAT(html, HasSubstr("nothing to compare it with"));
}

TEST_F(SweepPage, CountsRunsAsItsCommandWantsThem) {
  add_point({"easy"}, ten({{"mean_wait_s", 7200}}));
  add_point({"fcfs"}, ten({{"mean_wait_s", 9000}}));
  EXPECT_THAT(answer(" --replicas 60"), HasSubstr("Unfinished: 20 of 120 runs made"));
}

TEST_F(SweepPage, IsFinishedWhereALaterCommandMadeMore) {
  add_point({"easy"}, ten({{"mean_wait_s", 7200}}));
  EXPECT_THAT(answer(" --replicas=3"), Not(HasSubstr("Unfinished")));
}

TEST_F(SweepPage, OfPrecisionSaysThatMoreIsWanted) {
  add_point({"easy"}, {{{"mean_wait_s", 7200}}, {{"mean_wait_s", 9000}}});
  EXPECT_THAT(answer(" --precision 0.01"), HasSubstr("Unfinished: 2 runs made, at least 8 more are wanted."));
}

TEST_F(SweepPage, OfEqualCombinationsSaysThatTheyAre) {
  add_point({"easy"}, {{{"mean_wait_s", 7200}, {"node_failures", 3}}});
  add_point({"fcfs"}, {{{"mean_wait_s", 7200}, {"node_failures", 4}}});
  EXPECT_THAT(answer(), HasSubstr("The 2 choices are equal in everything that says which is better."));
}

TEST_F(SweepPage, NeverCallsTheBestWhoLeavesJobsOut) {
  add_point({"160"}, {{{"mean_wait_s", 7200}, {"jobs", 500}}});
  add_point({"64"}, {{{"mean_wait_s", 3600}, {"jobs", 458}}});
  add_point({"8"}, {{{"mean_wait_s", 0}, {"jobs", 394}}});
  const std::string html = answer();
  EXPECT_THAT(html, HasSubstr("queue=64: ran 458 jobs of the 500 that others ran"));
  EXPECT_THAT(html, HasSubstr("queue=8: ran 394 jobs of the 500 that others ran"));
  EXPECT_THAT(html, HasSubstr("Mean wait: queue=160 with 2 h, and nothing to compare it with."));
  EXPECT_THAT(html, Not(HasSubstr("number best")));
}

TEST_F(SweepPage, NeverCallsTheBestWhoRanJobsOfLessWork) {
  add_point({"all"}, {{{"mean_wait_s", 7200}, {"jobs", 500}, {"finished_node_h", 1000}}});
  add_point({"fewer"}, {{{"mean_wait_s", 7200}, {"jobs", 450}, {"finished_node_h", 600}}});
  add_point({"others"}, {{{"mean_wait_s", 7200}, {"jobs", 500}, {"finished_node_h", 800}}});
  add_point({"rounding"}, {{{"mean_wait_s", 7200}, {"jobs", 500}, {"finished_node_h", 999}}});
  const std::string html = answer();
  EXPECT_THAT(html, HasSubstr("queue=fewer: ran 450 jobs of the 500 that others ran, 60 % of their work, so that"));
  EXPECT_THAT(html,
              HasSubstr("queue=others: ran as many jobs as others, but not the same, 80 % of their work, so that"));
  EXPECT_THAT(html, Not(HasSubstr("queue=rounding: ran")));
}

TEST_F(SweepPage, JudgesNobodyByWorkThatDependsOnSizes) {
  scenario_ = R"({"centre": {"flexible": {"malleable": 0.5}}})";
  add_point({"easy"}, {{{"mean_wait_s", 7200}, {"jobs", 500}, {"finished_node_h", 1000}}});
  add_point({"fcfs"}, {{{"mean_wait_s", 7200}, {"jobs", 500}, {"finished_node_h", 800}}});
  EXPECT_THAT(answer(), Not(HasSubstr("Not judged")));
}

TEST_F(SweepPage, HasWhatTheLogSaysForAllOnceInItsTable) {
  for (const char* queue : {"easy", "fcfs"})
    add_point({queue},
              {{{"mean_wait_s", 7200}, {"log.mean_wait_s", 15984}, {"log.jobs", queue[0] == 'e' ? 400. : 399.}}});
  const std::string table = part().sections.at(0).second.html();
  const auto count = [&](const std::string& text) {
    int found = 0;
    for (std::size_t at = table.find(text); at != std::string::npos; at = table.find(text, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("log.mean_wait_s"), 1);
  EXPECT_EQ(count("log.jobs"), 2) << "it differs";
  EXPECT_EQ(count(">all<"), 1);
}

TEST_F(SweepPage, ComparesJobsOfSharedReplicas) {
  std::vector<Contender> contenders{{"a"}, {"b"}};
  flaw_who_ran_fewer(contenders, {{{0, 406}, {1, 404}}, {{0, 406}}});
  EXPECT_THAT(contenders[0].flaw, IsEmpty());
  EXPECT_THAT(contenders[1].flaw, IsEmpty());
}

TEST_F(SweepPage, SaysOnceWhatTheLogSaysAndGivesItNoStar) {
  for (const char* queue : {"easy", "fcfs"})
    add_point({queue}, {{{"mean_wait_s", queue[0] == 'e' ? 7200.0 : 9000.0},
                         {"log.mean_wait_s", 15984},
                         {"log.makespan_s", queue[0] == 'e' ? 5.0 : 6.0},
                         {"log.jobs", 400}}});
  const std::string html = answer();
  EXPECT_THAT(html, HasSubstr("As the log says itself, its 400 jobs waited 4.44 h on average."));
  EXPECT_THAT(html, Not(HasSubstr("log.ma")));
}

TEST_F(SweepPage, SpeaksOfWhatIsToldApart) {
  std::vector<Metrics> wait =
      ten({{"mean_wait_s", 7200}, {"lost_to_urgent_node_h", 13}, {"lost_to_failures_node_h", 5}});
  std::vector<Metrics> kill =
      ten({{"mean_wait_s", 7200}, {"lost_to_urgent_node_h", 166}, {"lost_to_failures_node_h", 5}});
  for (std::size_t i = 0; i < kill.size(); ++i) kill[i]["mean_wait_s"] += i % 2 == 0 ? 90 : -80;
  add_point({"wait"}, wait);
  add_point({"kill"}, kill);
  const std::string html = answer(" --replicas 10", Chance::drawn);
  EXPECT_THAT(html, HasSubstr("Lost to urgent: queue=wait with 13 node h is the best beyond doubt"));
  EXPECT_THAT(html, HasSubstr("mean wait, h"));
  EXPECT_THAT(html, Not(HasSubstr("lost to failures"))) << "which is the same for both";
}

TEST_F(SweepPage, SpeaksOfWhatTellsMostApart) {
  const std::vector<double> waits{100, 100, 100, 900};
  const std::vector<double> met{1, 0.6, 0.5, 0.4};
  for (std::size_t i = 0; i < waits.size(); ++i)
    add_point({std::to_string(i)}, {{{"mean_wait_s", waits[i]}, {"urgent.deadlines_met", met[i]}}});
  EXPECT_THAT(answer(), HasSubstr("Urgent.deadlines met: queue=0 with 1 is the best"));
}

TEST_F(SweepPage, ShowsWhatMattersNotWhatTheAlphabetHasFirst) {
  for (const double by : {1.0, 2.0})
    add_point({by < 2 ? "easy" : "fcfs"}, {{{"mean_wait_s", by},
                                            {"p95_wait_s", by},
                                            {"utilisation", 0.4 * by},
                                            {"jain_of_users_bounded_slowdown", 0.1 * by},
                                            {"jain_of_users_response_s", 0.1 * by},
                                            {"jain_of_users_wait_s", 0.1 * by},
                                            {"idle_beside_queue_node_h", by},
                                            {"energy_kwh", by},
                                            {"interruptions", by},
                                            {"lost_to_repairs_node_h", by},
                                            {"lost_to_resizing_node_h", by},
                                            {"mean_bounded_slowdown", by},
                                            {"mean_response_s", by},
                                            {"urgent.deadlines_met", 0.4 * by}}});
  const std::string html = answer();
  for (const char* metric :
       {"mean_wait_s", "utilisation", "lost_to_repairs_node_h", "lost_to_resizing_node_h", "urgent.deadlines_met"})
    EXPECT_THAT(html, HasSubstr("title=\"" + std::string(metric))) << metric;
  EXPECT_THAT(html, Not(HasSubstr("title=\"jain")));
}

TEST_F(SweepPage, ShowsWhatIsExpectedFirst) {
  scenario_ = R"({"expect": [{"metric": "p99_wait_s"}]})";
  for (const double by : {1.0, 2.0})
    add_point({by < 2 ? "easy" : "fcfs"}, {{{"mean_wait_s", 5}, {"p99_wait_s", by}, {"interruptions", by}}});
  const std::string html = answer();
  EXPECT_THAT(html, HasSubstr("title=\"p99_wait_s"));
  EXPECT_THAT(html, Not(HasSubstr("title=\"mean_wait_s")));
}

TEST_F(SweepPage, HasOneUnitForWhatIsToBeWeighed) {
  add_point({"easy"}, {{{"lost_to_failures_node_h", 131000}, {"lost_to_checkpoints_node_h", 7030}}});
  add_point({"fcfs"}, {{{"lost_to_failures_node_h", 120000}, {"lost_to_checkpoints_node_h", 9000}}});
  const std::string html = answer();
  EXPECT_THAT(html, HasSubstr("lost to failures, node d"));
  EXPECT_THAT(html, HasSubstr("lost to checkpoints, node d"));
}

TEST_F(SweepPage, DrawsAmountsWithUnitsAsLines) {
  for (const char* cap : {"70kW", "80kW", "100kW"}) add_point({cap}, {{{"energy_kwh", cap[0] - 40.0}}});
  const std::string html = answer();
  EXPECT_THAT(html, HasSubstr("<figcaption>energy, kWh; smaller is better</figcaption>"));
  EXPECT_THAT(html, HasSubstr(">/centre/queue, kW</text>"));
  EXPECT_THAT(html, HasSubstr("class=\"curve c0\""));
}

TEST_F(SweepPage, DrawsAmountsOfDifferentKindsAsBars) {
  for (const char* value : {"70kW", "8h", "100"}) add_point({value}, {{{"energy_kwh", value[0] - 40.0}}});
  EXPECT_THAT(answer(), HasSubstr("class=\"bars\""));
}

class SweepPageOfTwoPlaces : public SweepPage {
protected:
  SweepPageOfTwoPlaces() : SweepPage({"/centre/checkpoint/period", "/centre/on_failure"}) {}
};

TEST_F(SweepPageOfTwoPlaces, KeepsNamesApart) {
  add_point({"10min", "restart"}, {{{"mean_wait_s", 3600}}});
  add_point({"30min", "restart"}, {{{"mean_wait_s", 3600}}});
  add_point({"1h", "rerun"}, {{{"mean_wait_s", 7200}}});
  EXPECT_THAT(answer(), HasSubstr("“period=10min, on_failure=restart” with 1 h is not told from “period=30min, "
                                  "on_failure=restart”, only from “period=1h, on_failure=rerun”."));
}

} // namespace
} // namespace daruma::pages
