// The model of Falanx without ranks: its lists, and a run that can be computed by hand.
#include "models/falanx/fast/falanx.hpp"
#include "models/falanx/fast/task_lists.hpp"
#include "models/falanx/mpi/sleep_arguments.hpp"
#include "sim/core/event_queue.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>
#include <utility>

namespace daruma::fast {
namespace {

using models::falanx::Cure;
using models::falanx::Status;
using models::falanx::TaskId;
using testing::ElementsAre;
using Kind = models::falanx::HaRequest::Kind;

// --- Events

TEST(EventQueue, WhatIsDueTogetherHappensInTheOrderInWhichItWasEntered) {
  EventQueue events;
  std::vector<int> happened;
  events.after(Seconds(2), [&] { happened.push_back(4); });
  events.after(Seconds(1), [&] {
    happened.push_back(1);
    events.after(Seconds(0), [&] { happened.push_back(3); });
  });
  events.after(Seconds(1), [&] { happened.push_back(2); });
  while (events.step()) {}
  EXPECT_THAT(happened, ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(events.now(), Seconds(2));
}

// --- Lists

StoreChange of(Kind kind, std::vector<TaskId> tasks) { return {kind, 0, std::move(tasks)}; }

/// As a set has them: by priority, negated, and order.
using Places = std::set<std::pair<int, std::int64_t>>;

std::vector<std::pair<int, std::int64_t>> places(const std::vector<TaskId>& ids) {
  std::vector<std::pair<int, std::int64_t>> all;
  for (const TaskId& id : ids) all.emplace_back(-id.priority, id.order);
  return all;
}

TEST(OrderedTasks, AreInTheOrderOfASet) {
  RandomStream random(1, 0, "fast/ordered-tasks");
  OrderedTasks tasks;
  Places set;
  for (int step = 0; step < 20000; ++step) {
    const TaskId id{static_cast<int>(random.below(3)), static_cast<std::int64_t>(random.below(500))};
    const bool is_in = set.count({-id.priority, id.order}) > 0;
    ASSERT_EQ(tasks.contains(id), is_in);
    if (is_in) {
      tasks.erase(id);
      set.erase({-id.priority, id.order});
    } else {
      tasks.insert(id);
      set.insert({-id.priority, id.order});
    }
    ASSERT_EQ(tasks.size(), set.size());
    const auto end = std::next(set.begin(), static_cast<std::ptrdiff_t>(std::min<std::size_t>(8, set.size())));
    ASSERT_EQ(places(tasks.first(8)), (std::vector<std::pair<int, std::int64_t>>(set.begin(), end)));
  }
}

TEST(OrderedTasks, CountAndNameThoseOfAStretch) {
  OrderedTasks tasks;
  for (const std::int64_t order : {60, 99, 100, 130, 163, 199, 200}) tasks.insert({1, order});
  tasks.insert({0, 150});
  EXPECT_EQ(tasks.count(1, 100, 200), 4u);
  EXPECT_EQ(tasks.count(0, 100, 200), 1u);
  EXPECT_EQ(tasks.count(2, 100, 200), 0u);
  EXPECT_EQ(tasks.count(1, 201, 300), 0u);
  EXPECT_EQ(tasks.nth(1, 100, 0).order, 100);
  EXPECT_EQ(tasks.nth(1, 100, 2).order, 163);
  EXPECT_EQ(tasks.nth(1, 100, 3).order, 199);
}

TEST(TaskLists, ATaskIsTakenOnce) {
  TaskLists lists(Cure::none);
  lists.make(of(Kind::enter, {{0, 7}}));
  EXPECT_EQ(lists.status_of({0, 7}), Status::initial);
  const StoreChange take = of(Kind::take, {{0, 7}});
  EXPECT_TRUE(lists.admits(take));
  lists.make(take);
  EXPECT_FALSE(lists.admits(take));
  EXPECT_FALSE(lists.admits(of(Kind::leave, {{0, 7}})));
  EXPECT_EQ(lists.status_of({0, 7}), Status::running);
  EXPECT_EQ(lists.entries().size(), 0u);
  lists.make(of(Kind::end, {{0, 7}}));
  EXPECT_EQ(lists.status_of({0, 7}), Status::completed);
  EXPECT_EQ(lists.done(), 1u);
}

TEST(TaskLists, ABatchIsTakenAsAWholeOrNotAtAll) {
  TaskLists lists(Cure::batch);
  lists.make(of(Kind::submit, {{0, 1}}));
  EXPECT_FALSE(lists.admits(of(Kind::take, {{0, 1}, {0, 2}})));
  lists.make(of(Kind::submit, {{0, 2}}));
  EXPECT_TRUE(lists.admits(of(Kind::take, {{0, 1}, {0, 2}})));
}

TEST(TaskLists, ABucketGoesOnlyWhenItIsEmptyAndTakesNoTaskAfterwards) {
  TaskLists lists(Cure::buckets);
  EXPECT_FALSE(lists.admits(of(Kind::submit, {{0, 7}})));
  lists.make(of(Kind::submit_with_bucket, {{0, 7}}));
  EXPECT_FALSE(lists.admits(of(Kind::submit_with_bucket, {{0, 8}})));
  EXPECT_FALSE(lists.admits(of(Kind::remove_bucket, {{0, 0}})));
  lists.make(of(Kind::take, {{0, 7}}));
  EXPECT_EQ(lists.entries().size(), 1u);
  EXPECT_TRUE(lists.admits(of(Kind::submit, {{0, 8}})));
  lists.make(of(Kind::remove_bucket, {{0, 0}}));
  EXPECT_FALSE(lists.admits(of(Kind::submit, {{0, 8}})));
  EXPECT_THAT(lists.told(of(Kind::submit, {{0, 8}})), testing::IsEmpty()) << "nobody watches a bucket";
}

TEST(TaskLists, FoldersAreThereWhenTheLastIsMade) {
  TaskLists lists(Cure::none);
  for (int index = 0; index < models::falanx::folder_count; ++index) {
    EXPECT_FALSE(lists.has_folders());
    lists.make({Kind::make_folder, index});
  }
  EXPECT_TRUE(lists.has_folders());
}

// --- Runs

FalanxCase a_case(const char* scheduler, const models::Arguments& more) {
  models::Arguments arguments{{"scheduler", scheduler}};
  const bool has_server = std::string_view(scheduler) == "task-queue-server";
  arguments.insert({"servers", has_server ? "1" : "0"});
  arguments.insert(more.begin(), more.end());
  const auto order = models::falanx::sleep_order(arguments);
  FalanxCase what{order,
                  {Seconds(0), BytesPerSecond(1e30), Seconds(0), BytesPerSecond(1e30)},
                  std::vector<int>(static_cast<std::size_t>(order.roles.ranks()), 0)};
  what.tree_store = TreeStore{{0, 1, 2}};
  return what;
}

/// The server takes 1 s for each request; nothing else takes time but the task, 10 s. It serves the worker's first
/// question until 1 s, the task until 2 s, the main logic's question for an end until 3 s; the end, at 12 s, until 13
/// s, the worker's next question until 14 s, the result until 15 s, the close until 16 s, and lets the worker go.
TEST(FastFalanx, ARunComputedByHand) {
  const auto run = fast::run(
      a_case("task-queue-server", {{"tasks", "1"}, {"length", "10s"}, {"workers", "1"}, {"server_time", "1s"}}));
  EXPECT_DOUBLE_EQ(run.main_logic.count(), 15);
  EXPECT_DOUBLE_EQ(run.total.count(), 16);
  EXPECT_EQ(run.completed, 1);
}

/// A write goes to the first node, the second, and the first again; a read to one: 4 s for each of input and output.
TEST(FastFalanx, AValueIsWrittenTwiceAndReadOnce) {
  const auto run = fast::run(
      a_case("task-queue-server",
             {{"tasks", "1"}, {"length", "10s"}, {"workers", "1"}, {"data_nodes", "2"}, {"data_node_time", "1s"}}));
  EXPECT_DOUBLE_EQ(run.main_logic.count(), 10 + 4 + 4);
}

class FastFalanxOf : public testing::TestWithParam<const char*> {};

TEST_P(FastFalanxOf, EndsEachTaskOnceWhateverThePriorities) {
  const models::Arguments arguments{{"tasks", "500"}, {"length", "20ms"}, {"workers", "50"}, {"priorities", "3"}};
  const auto run = fast::run(a_case(GetParam(), arguments));
  EXPECT_EQ(run.completed, 500);
  EXPECT_GE(run.main_logic.count(), 500 * 20e-3 / 50 - 1e-9);
  EXPECT_EQ(fast::run(a_case(GetParam(), arguments)).total, run.total) << "the same run twice";
}

INSTANTIATE_TEST_SUITE_P(Schedulers, FastFalanxOf,
                         testing::Values("task-queue-server", "ha", "ha-commit", "ha-buckets", "ha-ordered",
                                         "ha-batch"),
                         [](const auto& kind) {
                           std::string name = kind.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(FastFalanx, OnlyAStarterOutOfTheQueueLosesRaces) {
  const models::Arguments arguments{{"tasks", "300"}, {"length", "1ms"}, {"workers", "20"}};
  EXPECT_GT(fast::run(a_case("ha-commit", arguments)).lost_races, 0);
  EXPECT_EQ(fast::run(a_case("ha-ordered", arguments)).lost_races, 0);
}

} // namespace
} // namespace daruma::fast
