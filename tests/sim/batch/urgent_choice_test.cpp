// Jobs of a log that are urgent: which of them, and what becomes of them, by hand.
#include "sim/batch/urgent_jobs.hpp"
#include "sim/core/temporary_folder.hpp"
#include "tests/sim/batch/centre_run.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace daruma::batch {
namespace {

using scenario::LoggedChoice;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Jobs of the same log, by user, group, program, queue and partition.
JobLog log_of(const std::vector<std::array<int, 5>>& whose) {
  JobLog log;
  for (const auto& [user, group, application, queue, partition] : whose) {
    LoggedJob job;
    job.run = Seconds(10);
    job.account.user = user;
    job.group = group;
    job.application = application;
    job.account.qos = queue;
    job.account.partition = partition;
    log.jobs.push_back(job);
  }
  return log;
}

std::vector<std::size_t> urgent_ones(const JobLog& log, const LoggedChoice& choice, std::uint64_t replication = 0) {
  std::vector<Job> jobs;
  for (const LoggedJob& logged : log.jobs) jobs.push_back(as_logged(logged));
  make_urgent(jobs, log, choice, 7, replication);
  std::vector<std::size_t> urgent;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (jobs[i].is_urgent) urgent.push_back(i);
    EXPECT_EQ(jobs[i].deadline, jobs[i].is_urgent ? Seconds(10) + choice.delay : Seconds(0));
  }
  return urgent;
}

LoggedChoice choice_of(std::vector<int> LoggedChoice::*list, std::vector<int> numbers) {
  LoggedChoice choice;
  choice.*list = std::move(numbers);
  choice.delay = Seconds(5);
  return choice;
}

TEST(UrgentOfTheLog, AreThoseOfWhichAllListsHaveTheNumber) {
  const JobLog log = log_of({{1, 2, 3, 4, 5}, {2, 2, 0, 4, 1}, {3, 1, 3, 1, 5}, {0, 0, 0, 0, 0}});
  EXPECT_THAT(urgent_ones(log, {}), ElementsAre(0, 1, 2, 3)) << "who lists nothing has all";
  EXPECT_THAT(urgent_ones(log, choice_of(&LoggedChoice::users, {3, 1})), ElementsAre(0, 2));
  EXPECT_THAT(urgent_ones(log, choice_of(&LoggedChoice::groups, {2})), ElementsAre(0, 1));
  EXPECT_THAT(urgent_ones(log, choice_of(&LoggedChoice::applications, {3})), ElementsAre(0, 2));
  EXPECT_THAT(urgent_ones(log, choice_of(&LoggedChoice::queues, {1, 4})), ElementsAre(0, 1, 2));
  EXPECT_THAT(urgent_ones(log, choice_of(&LoggedChoice::partitions, {5})), ElementsAre(0, 2));
  LoggedChoice both = choice_of(&LoggedChoice::groups, {2});
  both.users = {2, 3};
  EXPECT_THAT(urgent_ones(log, both), ElementsAre(1));
  both.users = {3};
  EXPECT_THAT(urgent_ones(log, both), IsEmpty());
  EXPECT_FALSE(is_any_among(log, both));
}

TEST(UrgentOfTheLog, OfALargerShareAreThoseOfASmallerOneToo) {
  const JobLog log = log_of(std::vector<std::array<int, 5>>(10000, {1, 1, 1, 1, 1}));
  LoggedChoice choice;
  choice.share = 0.2;
  const auto few = urgent_ones(log, choice);
  EXPECT_NEAR(static_cast<double>(few.size()), 2000, 5 * 40) << "five standard deviations";
  EXPECT_NE(urgent_ones(log, choice, 1), few);
  EXPECT_EQ(urgent_ones(log, choice), few);
  choice.share = 0.5;
  const auto more = urgent_ones(log, choice);
  EXPECT_NEAR(static_cast<double>(more.size()), 5000, 5 * 50);
  EXPECT_TRUE(std::includes(more.begin(), more.end(), few.begin(), few.end()));
}

TEST(UrgentOfTheLog, DifferFromReplicationToReplicationWhereALotDecides) {
  scenario::UrgentJobs urgent;
  EXPECT_FALSE(is_drawn(urgent));
  urgent.from_log = LoggedChoice{};
  EXPECT_FALSE(is_drawn(urgent)) << "all of them";
  urgent.from_log->share = 0.5;
  EXPECT_TRUE(is_drawn(urgent));
  urgent.from_log->share = 0;
  EXPECT_FALSE(is_drawn(urgent)) << "none of them";
}

TEST(UrgentOfTheLog, StayRigid) {
  std::vector<Job> jobs(100);
  for (Job& job : jobs) job.processors = 4;
  jobs[3].is_urgent = true;
  scenario::FlexibleJobs all_malleable;
  all_malleable.malleable = 1;
  make_flexible(jobs, all_malleable, 7, 0);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    EXPECT_EQ(jobs[i].flexibility, i == 3 ? Flexibility::rigid : Flexibility::malleable);
}

/// Four cores. The first job has them all from 0 to 100 s, the second waits for them from 10 s on, and from 20 s on one
/// of user 3 for two of them, for 30 s.
class CentreOfUrgentUsers : public testing::Test {
protected:
  CentreOfUrgentUsers() {
    std::ofstream(folder_.path() / "log.swf") << "1 0 0 100 4 -1 -1 4 100 -1 1 1 1 1 1 2 -1 -1\n"
                                                 "2 10 -1 50 4 -1 -1 4 50 -1 1 2 1 1 1 2 -1 -1\n"
                                                 "3 20 -1 30 2 -1 -1 2 30 -1 1 3 2 7 1 2 -1 -1\n";
    scenario_.machine.nodes = 4;
    scenario_.machine.cores = 1;
    scenario_.centre.emplace().log = folder_.path() / "log.swf";
    scenario_.centre->urgent.emplace().from_log = choice_of(&LoggedChoice::users, {3});
    scenario_.centre->urgent->from_log->delay = Seconds(80);
  }

  results::Result run(const std::string& policy) {
    scenario_.centre->urgent->policy = policy;
    return test::result_of(scenario_);
  }

  TemporaryFolder folder_;
  scenario::Scenario scenario_;
};

TEST_F(CentreOfUrgentUsers, HaveTheRoomThatIsMadeForThem) {
  results::Result result = run("kill");
  EXPECT_EQ(result.metrics["urgent.jobs"], 1);
  EXPECT_EQ(result.metrics["urgent.mean_wait_s"], 0);
  EXPECT_EQ(result.metrics["urgent.deadlines_met"], 1);
  EXPECT_EQ(result.metrics["urgent.mean_response_s"], 30);
}

TEST_F(CentreOfUrgentUsers, MayEndAtTheLatestAtTheirDeadlines) {
  EXPECT_EQ(run("wait").metrics["urgent.deadlines_met"], 1) << "from 100 s on, 80 s later than at once";
  scenario_.centre->urgent->from_log->delay = Seconds(79);
  results::Result late = run("wait");
  EXPECT_EQ(late.metrics["urgent.deadlines_met"], 0);
  EXPECT_EQ(late.metrics["urgent.mean_wait_s"], 80);
}

TEST_F(CentreOfUrgentUsers, KeepTheirPlacesInTheLog) {
  std::string jobs;
  run("kill").tables.at("jobs.csv").read([&jobs](std::string_view part) { jobs += part; });
  EXPECT_THAT(jobs, HasSubstr("\n3,log.swf,urgent,20,2,30,1,"));
}

/// Its partition is full and has no other node.
TEST_F(CentreOfUrgentUsers, AreOnNodesOfAnyPartition) {
  scenario::CentrePartition small;
  small.name = "small";
  small.number = 2;
  small.nodes = {0, 1, 2, 3};
  scenario_.centre->partitions = {small};
  scenario_.machine.nodes = 6;
  EXPECT_EQ(run("wait").metrics["urgent.mean_wait_s"], 0);
}

TEST_F(CentreOfUrgentUsers, AreToldToBeMissing) {
  scenario_.centre->urgent->from_log->applications = {6};
  EXPECT_THROW(
      {
        try {
          run("wait");
        } catch (const scenario::ScenarioError& error) {
          EXPECT_THAT(error.what(), HasSubstr("/centre/urgent/from_log: chooses none of the log's 3 jobs"));
          throw;
        }
      },
      scenario::ScenarioError);
}

} // namespace
} // namespace daruma::batch
