// The highly available scheduler: its decisions, what each cure promises, and jobs that lose a rank or the quorum.
#include "models/falanx/logic/ha_names.hpp"
#include "models/falanx/logic/roles.hpp"
#include "tests/models/simulated_jobs.hpp"

#include <algorithm>
#include <gmock/gmock.h>

namespace daruma::models {
namespace {

using falanx::TaskId;
using scenario::Scenario;

// --- Decisions

TEST(HaNames, SortByPriorityAndThenByOrder) {
  const std::vector<TaskId> in_turn{{1000000, 7}, {3, 0}, {3, 12}, {0, 5}, {0, 999999999}, {-2, 1}};
  std::vector<std::string> names;
  for (const TaskId& id : in_turn) names.push_back(falanx::name_of(id));
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(falanx::task_of(names[i]).priority, in_turn[i].priority);
    EXPECT_EQ(falanx::task_of(names[i]).order, in_turn[i].order);
  }
}

TEST(HaNames, BucketsHoldOnePriorityAndComeInTurn) {
  const auto bucket = [](const TaskId& id) { return falanx::name_of_bucket(falanx::bucket_of(id)); };
  EXPECT_EQ(bucket({1, 0}), bucket({1, 99}));
  EXPECT_LT(bucket({1, 99}), bucket({1, 100}));
  EXPECT_LT(bucket({2, 5000}), bucket({1, 0}));
  EXPECT_EQ(falanx::task_of(bucket({2, 5000})).order, 50) << "a bucket's name is read as a task's is";
}

TEST(HaNames, BatchesGrowSmallTowardsTheEnd) {
  EXPECT_EQ(falanx::batch_of(10000, 20, 8), 8U);
  EXPECT_EQ(falanx::batch_of(200, 20, 8), 5U);
  EXPECT_EQ(falanx::batch_of(40, 20, 8), 1U);
  EXPECT_EQ(falanx::batch_of(1, 20, 8), 1U);
}

TEST(HaNames, TheQueueIsOrderedByNumberNotByRank) {
  const auto before = falanx::before_in_queue({"9-0000000002", "10-0000000001", "2-0000000003"}, {2, 3});
  EXPECT_EQ(before.rank, 9);
  EXPECT_EQ(falanx::name_of_ticket(before), "9-0000000002");
  EXPECT_EQ(falanx::before_in_queue({"9-0000000002", "10-0000000001"}, {10, 1}).number, -1) << "the first";
}

TEST(HaNames, StatusesReadBack) {
  for (const auto status :
       {falanx::Status::initial, falanx::Status::running, falanx::Status::completed, falanx::Status::failed})
    EXPECT_EQ(falanx::status_of(falanx::to_text(status)), status);
}

// --- Jobs

constexpr const char* kinds[] = {"ha", "ha-commit", "ha-buckets", "ha-ordered", "ha-batch"};

struct Layout {
  int watchdogs = 1;
  int data_nodes = 2;
  int workers = 4;
  int group_size = 1;
  int group_spares = 0;

  falanx::Roles roles() const { return {1, 0, watchdogs, data_nodes, workers, group_size, group_spares}; }
};

Scenario ha_job(const std::string& kind, const Layout& layout, int tasks) {
  Scenario job = one_job("falanx-sleep", layout.roles().ranks(), scenario::RecoveryStyle::shrink);
  job.jobs.front().arguments = {{"tasks", 1.0 * tasks},
                                {"length", std::string("10ms")},
                                {"scheduler", kind},
                                {"servers", 0.0},
                                {"workers", 1.0 * layout.workers},
                                {"group_size", 1.0 * layout.group_size},
                                {"group_spares", 1.0 * layout.group_spares},
                                {"data_nodes", 1.0 * layout.data_nodes},
                                {"watchdogs", 1.0 * layout.watchdogs}};
  TreeStore store;
  store.nodes = {1, 2, 3};
  store.log_force = Seconds(100e-6);
  store.tick = Seconds(10e-3);
  store.session_timeout = Seconds(60e-3);
  store.election = Seconds(5e-3);
  job.tree_store = store;
  return job;
}

double metric(const results::Result& result, const std::string& name) { return result.metrics.at("q." + name); }

/// What is wrong with a result; empty if nothing is.
std::string verdict(const results::Result& result, int tasks, int most_failed) {
  if (!result.jobs.front().finished) return "did not finish: " + testing::PrintToString(printed(result));
  const bool is_well = metric(result, "completed") + metric(result, "dropped") == tasks &&
                       metric(result, "failed") <= most_failed && metric(result, "wrong") == 0;
  if (is_well) return "";
  return std::to_string(metric(result, "completed")) + " completed, " + std::to_string(metric(result, "failed")) +
         " failed of at most " + std::to_string(most_failed) + ", " + std::to_string(metric(result, "wrong")) +
         " wrong";
}

class HaScheduler : public testing::TestWithParam<const char*> {};

TEST_P(HaScheduler, PerformsAllTasks) {
  EXPECT_THAT(complaints({ha_job(GetParam(), {}, 100)}, [](const auto& result) { return verdict(result, 100, 0); }),
              testing::IsEmpty());
}

TEST_P(HaScheduler, ReportsTheTaskOfADeadStarterOnce) {
  auto job = ha_job(GetParam(), {}, 40);
  kill_at(job, Seconds(60e-3), {5});
  EXPECT_THAT(complaints({job},
                         [](const auto& result) {
                           return metric(result, "failed") >= 1 ? verdict(result, 40, 8) : "nothing failed";
                         }),
              testing::IsEmpty());
}

TEST_P(HaScheduler, SaysSoWhenTheQuorumIsLost) {
  auto job = ha_job(GetParam(), {}, 40);
  job.tree_store->deaths = {{Seconds(50e-3), 0}, {Seconds(50e-3), 1}};
  job.tree_store->session_timeout = Seconds(6); // and so a pause of 100 ms between attempts
  const auto check = [](const results::Result& result) -> std::string {
    const auto lines = printed(result);
    const bool is_said = std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
      return line.find("the tree store has given no answer for 60s") != std::string::npos;
    });
    const double end_s = result.jobs.front().end.count();
    return is_said && end_s > 60 && end_s < 190 ? "" : testing::PrintToString(lines) + std::to_string(end_s);
  };
  EXPECT_THAT(complaints({job}, check), testing::IsEmpty());
}

TEST_P(HaScheduler, NeedsATreeStore) {
  auto job = ha_job(GetParam(), {}, 4);
  job.tree_store.reset();
  const auto check = [](const results::Result& result) -> std::string {
    const auto lines = printed(result);
    return !lines.empty() && lines.front().find("needs a tree store") != std::string::npos ? "" : "not said";
  };
  EXPECT_THAT(complaints({job}, check), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Kinds, HaScheduler, testing::ValuesIn(kinds), [](const auto& kind) {
  std::string name = kind.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

} // namespace
} // namespace daruma::models
