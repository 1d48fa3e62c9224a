// Dependencies in the comments of a log: what they say, what is wrong with them, and a centre that heeds them.
#include "sim/batch/logged_dependencies.hpp"

#include "sim/core/temporary_folder.hpp"
#include "sim/scenario/parse.hpp"
#include "tests/sim/batch/centre_run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace daruma::batch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Four jobs of a processor and a minute, and one that never ran.
std::string five_jobs(const std::string& comments) {
  std::string text = comments;
  for (int number = 1; number <= 4; ++number)
    text += fmt::format("{} {} -1 60 1 -1 -1 1 90 -1 1 7 1 {} -1 -1 -1 -1\n", number, number, number % 2 + 1);
  return text + "5 5 -1 0 1 -1 -1 1 90 -1 5 7 1 -1 -1 -1 -1 -1\n";
}

class LogOfDependencies : public testing::Test {
protected:
  scenario::Scenario with(const std::string& text, int nodes = 8) const {
    scenario::Scenario scenario;
    scenario.machine.nodes = nodes;
    scenario.machine.cores = 1;
    scenario.centre.emplace().log = folder_.path() / "log.swf";
    std::ofstream(scenario.centre->log, std::ios::binary) << text;
    return scenario;
  }

  /// Without the folder.
  std::string mistake_in(const std::string& comments, bool is_with_feedback = false) const {
    scenario::Scenario scenario = with(five_jobs(comments));
    scenario.centre->feedback = is_with_feedback;
    try {
      test::result_of(scenario);
    } catch (const scenario::ScenarioError& error) {
      const std::string what = error.what();
      const std::string folder = folder_.path().string() + "/";
      const std::size_t at = what.find(folder);
      return at == std::string::npos ? what : what.substr(at + folder.size());
    }
    return "none";
  }

  TemporaryFolder folder_;
};

std::string text_of(const results::Result& result, const char* table) {
  std::string text;
  result.tables.at(table).read([&text](std::string_view part) { text += part; });
  return text;
}

/// Of each job, by name: when it came, was eligible, and started.
std::vector<std::string> starts_of(const results::Result& result) {
  std::vector<std::string> starts;
  std::istringstream rows(text_of(result, "jobs.csv"));
  for (std::string row; std::getline(rows, row);) {
    std::vector<std::string> cells;
    std::istringstream rest(row);
    for (std::string cell; std::getline(rest, cell, ',');) cells.push_back(cell);
    if (cells[0] != "job_id") starts.push_back(cells[0] + ": " + cells[3] + " " + cells.back() + " " + cells[8]);
  }
  std::sort(starts.begin(), starts.end());
  return starts;
}

TEST_F(LogOfDependencies, IsHeeded) {
  const results::Result result = test::result_of(with(five_jobs("; Dependency: 2 afterok:1\n"
                                                                "; Array: two 3-4%1\n"
                                                                "; Dependency: 1 after:3+1\n")));
  EXPECT_THAT(starts_of(result), ElementsAre("1: 1 63 63", "2: 2 123 123", "3: 3 3 3", "4: 4 4 63"));
  EXPECT_EQ(result.metrics.at("jobs_that_depend"), 2);
  EXPECT_EQ(result.metrics.at("jobs_never_eligible"), 0);
  EXPECT_EQ(result.metrics.at("mean_dependency_wait_s"), (62 + 121) / 4.0);
  EXPECT_EQ(result.metrics.at("mean_wait_s"), 59 / 4.0) << "of the second task, for its turn";
}

TEST_F(LogOfDependencies, WithoutAnyHasNoMoreToTell) {
  const results::Result result = test::result_of(with(five_jobs("; Array: two 3-4\n")));
  EXPECT_EQ(result.metrics.count("jobs_that_depend"), 0U);
  EXPECT_EQ(text_of(result, "jobs.csv").find("eligible_time"), std::string::npos);
}

TEST_F(LogOfDependencies, ThatFailedSaysSo) {
  // The second is cut at what it asked for, and the log does not say how it ended; the first failed by itself.
  const std::string jobs = "1 0 -1 60 1 -1 -1 1 90 -1 0 7 1 1 -1 -1 -1 -1\n"
                           "2 0 -1 60 1 -1 -1 1 30 -1 -1 7 1 1 -1 -1 -1 -1\n"
                           "3 0 -1 60 1 -1 -1 1 30 -1 1 7 1 1 -1 -1 -1 -1\n"
                           "4 1 -1 60 1 -1 -1 1 90 -1 1 7 1 1 -1 -1 -1 -1\n"
                           "5 2 -1 60 1 -1 -1 1 90 -1 1 7 1 1 -1 -1 -1 -1\n"
                           "6 3 -1 60 1 -1 -1 1 90 -1 1 7 1 1 -1 -1 -1 -1\n";
  scenario::Scenario scenario =
      with("; Dependency: 4 afterok:1\n; Dependency: 5 afternotok:2\n; Dependency: 6 afterok:3\n" + jobs);
  const results::Result result = test::result_of(scenario);
  EXPECT_THAT(starts_of(result), ElementsAre("1: 0 0 0", "2: 0 0 0", "3: 0 0 0", "4: 1  ", "5: 2 30 30", "6: 3 30 30"));
  EXPECT_THAT(text_of(result, "jobs.csv"), HasSubstr("4,log.swf,rigid,1,1,90,0,SUBMITTED,,,,,,,,7,0,0,0,0,,\n"));
  EXPECT_EQ(result.metrics.at("jobs_never_eligible"), 1);
  const auto is_told = [&](const results::Event& event) {
    return event.job == "4" && event.kind == "dependency" && event.time == Seconds(60) &&
           event.text == "DependencyNeverSatisfied: afterok of job 1, which failed: it waits forever";
  };
  EXPECT_EQ(std::count_if(result.events.begin(), result.events.end(), is_told), 1);
  scenario.centre->kill_invalid_depend = true;
  EXPECT_THAT(text_of(test::result_of(scenario), "jobs.csv"), HasSubstr(",0,REJECTED,,,60,,59,,,7,0,0,0,0,,\n"));
}

TEST_F(LogOfDependencies, OnJobsThatAreLeftOutAreTold) {
  const results::Result result = test::result_of(with(five_jobs("; Dependency: 2 afterok:5,afterok:1\n"
                                                                "; Dependency: 3 afterok:5?afterok:1\n"
                                                                "; Dependency: 5 afterok:1\n")));
  EXPECT_THAT(starts_of(result), ElementsAre("1: 1 1 1", "2: 2 61 61", "3: 3 3 3", "4: 4 4 4"));
  const auto is_told = [](const results::Event& event) {
    return event.text ==
           "2 lines of log.swf with a dependency on a job that is left out do not hold theirs back: lines "
           "1 and 2";
  };
  EXPECT_EQ(std::count_if(result.events.begin(), result.events.end(), is_told), 1);
}

TEST_F(LogOfDependencies, HasTasksThatCorrespond) {
  const std::string comments = "; Array: before 1-2\n; Array: behind 3,4\n"
                               "; Dependency: 3 aftercorr:before\n; Dependency: 4 aftercorr:before\n";
  EXPECT_THAT(starts_of(test::result_of(with(five_jobs(comments)))),
              ElementsAre("1: 1 1 1", "2: 2 2 2", "3: 3 61 61", "4: 4 62 62"));
  EXPECT_EQ(mistake_in("; Array: before 1\n; Array: behind 3,4\n; Dependency: 4 aftercorr:before\n"),
            "log.swf: line 3: job 4: is task 2 of its array, and array \"before\" has 1");
  EXPECT_EQ(mistake_in("; Array: before 1\n; Dependency: 4 aftercorr:before\n"),
            "log.swf: line 2: job 4: \"aftercorr\" is for tasks of an array, and it is none");
  EXPECT_EQ(mistake_in("; Dependency: 4 aftercorr:1\n"),
            "log.swf: line 1: job 4: \"aftercorr\" names an array, and \"1\" is a job");
}

TEST_F(LogOfDependencies, HasSingletonsByUserAndApplication) {
  EXPECT_THAT(starts_of(test::result_of(with(five_jobs("; Dependency: 4 singleton\n")))),
              ElementsAre("1: 1 1 1", "2: 2 2 2", "3: 3 3 3", "4: 4 62 62"));
  EXPECT_EQ(
      mistake_in("; Dependency: 6 singleton\n6 6 -1 60 1 -1 -1 1 90 -1 1 7 1 -1 -1 -1 -1 -1\n"),
      "log.swf: line 1: a singleton waits for jobs of its user and application, and the log does not tell both of "
      "its job (fields 12 and 14)");
}

TEST_F(LogOfDependencies, IsRefusedWhereItIsWrong) {
  EXPECT_EQ(mistake_in("; Dependency: 2 afterok:99\n"),
            "log.swf: line 1: job 2: unknown job or array \"99\"; known: \"1\", \"2\", \"3\", \"4\" and \"5\"");
  EXPECT_EQ(mistake_in("; Dependency: 2 afterok:2\n"), "log.swf: line 1: job 2: waits for itself");
  EXPECT_EQ(mistake_in("; Array: a 1-3\n; Dependency: 2 afterok:a\n"),
            "log.swf: line 2: job 2: waits for \"a\", the array that it is a task of");
  EXPECT_EQ(mistake_in("; Dependency: 2 afterokay:1\n"), "log.swf: line 1: unknown dependency \"afterokay\"; known: "
                                                         "after, afterany, afterok, afternotok, aftercorr, singleton");
  EXPECT_EQ(mistake_in("; Dependency: afterok:1\n"),
            "log.swf: line 1: a dependency has the number of a job and what it waits for, as in \"; Dependency: 18 "
            "afterok:17\", got \"afterok:1\"");
  EXPECT_EQ(mistake_in("; Dependency: 9 afterok:1\n"),
            "log.swf: line 1: job 9, which depends on others, is not in the log");
  EXPECT_EQ(mistake_in("; Dependency: 3 afterok:1\n; Dependency: 3 afterok:2\n"),
            "log.swf: line 2: job 3 has a dependency already, by line 1");
  EXPECT_EQ(mistake_in("; Array: a 3-9\n"), "log.swf: line 1: array a names job 6, which the log has not");
  EXPECT_EQ(mistake_in("; Array: a 1-2\n; Array: b 2\n"),
            "log.swf: line 2: job 2 is a task of an array already, by line 1");
  for (const char* const odd : {"a", "12 1-2", "a 2-1", "a 0-1", "a 1-x", "a 1-2%0", "a 1-2%", "a 1-2%few", "a/b 1-2"})
    EXPECT_EQ(
        mistake_in(fmt::format("; Array: {}\n", odd)),
        fmt::format("log.swf: line 1: an array has a name that is no number, and its tasks, as in \"; Array: mesh "
                    "21-30,35%2\", got \"{}\"",
                    odd));
}

TEST_F(LogOfDependencies, InACircleIsRefused) {
  EXPECT_EQ(mistake_in("; Dependency: 1 afterok:3\n; Dependency: 3 afterany:1\n"),
            "log.swf: jobs wait for each other in a circle, so that none of them ever runs: 1, 3");
  EXPECT_EQ(mistake_in("; Array: a 1-2\n; Dependency: 1 afterok:4\n; Dependency: 4 after:a\n"),
            "log.swf: jobs wait for each other in a circle, so that none of them ever runs: 1, 4");
  const std::string follower = "; Dependency: 2 afterany:6\n6 6 -1 60 1 -1 -1 1 90 -1 1 7 1 1 -1 -1 2 5\n";
  EXPECT_EQ(mistake_in(follower), "none");
  EXPECT_EQ(mistake_in(follower, true),
            "log.swf: jobs wait for each other in a circle, so that none of them ever runs: 2, 6");
}

} // namespace
} // namespace daruma::batch
