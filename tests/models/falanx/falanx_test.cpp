// The decisions of Falanx that need no messages: roles, the task queue and its server, the line of WatchDogs.
#include "models/falanx/logic/roles.hpp"
#include "models/falanx/logic/task_queue_servant.hpp"
#include "models/falanx/mpi/sleep_arguments.hpp"
#include "sim/core/random_stream.hpp"

#include <gmock/gmock.h>

namespace daruma::models::falanx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(FalanxRoles, FollowEachOther) {
  const Roles roles{2, 1, 2, 3, 2, 2, 1};
  EXPECT_EQ(roles.ranks(), 14);
  std::vector<Role> all;
  for (int rank = 0; rank < roles.ranks(); ++rank) all.push_back(roles.role_of(rank));
  using R = Role;
  EXPECT_THAT(all, ElementsAre(R::client, R::client, R::server, R::watchdog, R::watchdog, R::data_node, R::data_node,
                               R::data_node, R::worker, R::worker, R::worker, R::worker, R::worker, R::worker));
  EXPECT_EQ(roles.group_of(10), 0);
  EXPECT_EQ(roles.group_of(11), 1);
}

TEST(FalanxRoles, OfThePapersRunTakeTwentySixRanks) {
  const auto roles = divide_evenly(26, 1, 4, 20);
  ASSERT_TRUE(roles);
  EXPECT_EQ(roles->groups, 20);
  EXPECT_EQ(roles->group_size, 1);
  EXPECT_EQ(roles->ranks(), 26);
}

TEST(FalanxRoles, ShareWhatRanksThereAre) {
  EXPECT_EQ(divide_evenly(47, 1, 4, 20)->group_size, 2);
  EXPECT_EQ(divide_evenly(10, 1, 4, 20)->groups, 4);
  EXPECT_FALSE(divide_evenly(6, 1, 4, 20));
  EXPECT_FALSE(divide_evenly(26, 0, 4, 20));
  EXPECT_FALSE(divide_evenly(26, 1, 0, 20));
}

TEST(FalanxSleep, IsRefusedWhereRanksDoNotFitItsRoles) {
  EXPECT_EQ(sleep_mismatch({{"workers", "20"}, {"data_nodes", "4"}}, {26}), "");
  EXPECT_EQ(sleep_mismatch({{"workers", "20"}, {"data_nodes", "4"}, {"group_spares", "1"}}, {26}),
            "1 rank of main logic, 1 server, 0 WatchDogs, 4 data nodes and 20 workers of 1 rank with 1 spare make "
            "\"ranks\": 46, the job has 26");
  EXPECT_THAT(sleep_mismatch({{"servers", "3"}}, {9}), HasSubstr("\"servers\" must be 1"));
  EXPECT_THAT(sleep_mismatch({{"workers", "2147483647"}, {"group_size", "2147483647"}}, {9}),
              HasSubstr("the job has 9"));
  EXPECT_THAT(sleep_mismatch({}, {8, 1}), HasSubstr("group_spares"));
}

// --- The queue

TEST(TaskQueue, GivesTheHighestPriorityFirstAndAmongEqualsTheOldest) {
  TaskQueue queue;
  for (const int priority : {0, 2, 1, 2}) queue.submit(0, {"f", "k", priority});
  std::vector<std::int64_t> taken;
  while (const auto task = queue.take(7)) taken.push_back(task->id.order);
  EXPECT_THAT(taken, ElementsAre(1, 3, 2, 0));
}

TEST(TaskQueue, TellsHowTasksEnded) {
  TaskQueue queue;
  queue.submit(0, {"f", "first", 0});
  queue.submit(0, {"f", "second", 0});
  EXPECT_TRUE(queue.has_open(0));
  const auto first = queue.take(5);
  const auto second = queue.take(6);
  EXPECT_EQ(queue.complete(5, first->id.order, "out"), 0);
  EXPECT_EQ(queue.fail(6, second->id.order), 0);
  EXPECT_FALSE(queue.has_open(0));
  EXPECT_EQ(queue.next_ended(0)->order, first->id.order);
  EXPECT_EQ(queue.result(first->id.order)->key, "out");
  EXPECT_FALSE(queue.result(first->id.order)) << "told once";
  EXPECT_EQ(queue.next_ended(0)->order, second->id.order);
  const auto ending = queue.result(second->id.order);
  EXPECT_EQ(ending->status, Status::failed);
  EXPECT_EQ(ending->key, "second");
  EXPECT_FALSE(queue.next_ended(0));
}

TEST(TaskQueue, HoldsWhatAStarterSaysOfALostTaskForVoid) {
  TaskQueue queue;
  queue.submit(3, {"f", "k", 0});
  const auto task = queue.take(5);
  EXPECT_FALSE(queue.complete(6, task->id.order, "out")) << "another one's";
  EXPECT_THAT(queue.lose(5), ElementsAre(3));
  EXPECT_FALSE(queue.complete(5, task->id.order, "out"));
  EXPECT_THAT(queue.lose(5), IsEmpty());
  EXPECT_EQ(queue.next_ended(3)->order, task->id.order);
  EXPECT_FALSE(queue.next_ended(3)) << "it ended once";
}

TEST(TaskQueue, HasNoResultOfATaskThatGoesOn) {
  TaskQueue queue;
  queue.submit(0, {"f", "k", 0});
  EXPECT_FALSE(queue.result(0));
  queue.take(5);
  EXPECT_FALSE(queue.result(0));
  EXPECT_FALSE(queue.result(17));
}

// --- The WatchDogs' line

TEST(WatchDogs, TakeOverOneAfterTheOther) {
  const Roles roles{1, 1, 2, 1, 1, 1, 0}; // server 1, WatchDogs 2 and 3
  EXPECT_TRUE(is_on_duty(roles, {}, 2));
  EXPECT_FALSE(is_on_duty(roles, {}, 3));
  EXPECT_TRUE(is_on_duty(roles, {2, 5}, 3));
  EXPECT_FALSE(is_on_duty(roles, {3}, 1));
  EXPECT_TRUE(is_on_duty(roles, {2, 3}, 1));
  EXPECT_FALSE(is_on_duty(roles, {2, 3}, 4)) << "there is a server";
}

TEST(WatchDogs, AreReplacedByNodesOfTheDataStoreWhereTheSchedulerHasNoRanks) {
  const Roles roles{1, 0, 1, 2, 1, 1, 0}; // WatchDog 1, nodes 2 and 3
  EXPECT_FALSE(is_on_duty(roles, {}, 2));
  EXPECT_TRUE(is_on_duty(roles, {1}, 2));
  EXPECT_TRUE(is_on_duty(roles, {1, 2}, 3));
  EXPECT_FALSE(is_on_duty(roles, {1, 2, 3}, 4)) << "a worker";
}

// --- Who may still ask

TEST(Attendance, EndsWhenAllHaveLeftOrDied) {
  Attendance attendance({1, 1, 0, 1, 2, 1, 0}); // workers 3 and 4
  attendance.leaves(0);
  attendance.leaves(3);
  EXPECT_FALSE(attendance.is_over());
  attendance.dies(4);
  EXPECT_TRUE(attendance.is_over());
  EXPECT_EQ(attendance.hopeless(), "");
}

TEST(Attendance, IsHopelessWithoutMainLogicOrWithoutWorkers) {
  Attendance without_client({1, 1, 0, 1, 2, 1, 0});
  without_client.dies(0);
  EXPECT_THAT(std::string(without_client.hopeless()), HasSubstr("main logic"));
  Attendance without_workers({1, 1, 0, 1, 2, 1, 0});
  without_workers.dies(3);
  EXPECT_EQ(without_workers.hopeless(), "");
  without_workers.dies(4);
  EXPECT_THAT(std::string(without_workers.hopeless()), HasSubstr("workers"));
  without_workers.leaves(0);
  EXPECT_EQ(without_workers.hopeless(), "") << "nobody waits for them";
}

// --- The server: what it answers to whom, word by word as task_queue_servant.cpp has them

constexpr int submit = 0, wait = 1, result = 2, close = 3, take = 4, complete = 5, lose = 7;
constexpr int none = 0, task = 1;

class Server : public testing::Test {
protected:
  /// The words of the answers, as "to:word".
  std::vector<std::string> tell(int from, int word, std::int64_t number = 0, const std::string& key = "k") {
    std::vector<std::string> answers;
    for (const Delivery& one : servant_.take({from, {word, number, 0, key, nullptr}}))
      answers.push_back(std::to_string(one.to) + ":" + std::to_string(one.packet.word));
    return answers;
  }

  TaskQueueServant servant_{Roles{1, 1, 1, 1, 3, 1, 0}}; // workers 4, 5 and 6
};

TEST_F(Server, KeepsAStarterWaitingUntilThereIsATask) {
  EXPECT_THAT(tell(4, take), IsEmpty());
  EXPECT_THAT(tell(5, take), IsEmpty());
  EXPECT_THAT(tell(0, submit), ElementsAre("0:1", "4:1"));
  EXPECT_THAT(tell(0, close), ElementsAre("5:0"));
  EXPECT_THAT(tell(4, take), ElementsAre("4:0"));
}

TEST_F(Server, TellsASubmitterThatThereIsNothingToWaitFor) {
  EXPECT_THAT(tell(0, wait), ElementsAre("0:0"));
  tell(0, submit);
  EXPECT_THAT(tell(0, wait), IsEmpty());
  tell(4, take);
  EXPECT_THAT(tell(4, complete, 0), ElementsAre("0:1"));
  EXPECT_THAT(tell(0, wait), ElementsAre("0:0"));
  EXPECT_THAT(tell(0, result, 0), ElementsAre("0:1"));
  EXPECT_THAT(tell(0, result, 0), ElementsAre("0:0"));
}

TEST_F(Server, GivesNothingToTheLostWhateverTheyAskedForBefore) {
  tell(4, take);
  tell(2, lose, 4);
  EXPECT_THAT(tell(0, submit), ElementsAre("0:1")) << "4 waited for it";
  EXPECT_THAT(tell(4, take), IsEmpty());
  EXPECT_THAT(tell(5, take), ElementsAre("5:1"));
  tell(0, wait);
  EXPECT_THAT(tell(2, lose, 5), ElementsAre("0:1")) << "its task has failed";
  EXPECT_THAT(tell(5, complete, 0), IsEmpty());
}

TEST_F(Server, WatchesItselfOnceAllWatchDogsAreDead) {
  tell(0, submit);
  tell(4, take);
  tell(0, wait);
  EXPECT_THAT(servant_.lose(4, {4}), IsEmpty()) << "the WatchDog's business";
  EXPECT_THAT(servant_.lose(2, {2, 4}), testing::SizeIs(1));
}

/// Starters take, complete, fail and die at random; whatever happens, a task ends once, and its submitter hears of it.
TEST(TaskQueue, LosesNothingAndTellsNothingTwice) {
  for (std::uint64_t round = 0; round < 200; ++round) {
    RandomStream random(1, round, "falanx/queue");
    TaskQueue queue;
    std::map<int, std::int64_t> at;
    std::map<std::int64_t, int> told;
    const int tasks = 30;
    for (int i = 0; i < tasks; ++i) queue.submit(0, {"f", "k", static_cast<int>(random.below(3))});
    while (queue.has_open(0)) {
      const int starter = static_cast<int>(random.below(5));
      const auto action = random.below(4);
      if (at.count(starter) == 0) {
        if (const auto taken = queue.take(starter)) at[starter] = taken->id.order;
      } else if (action == 0) {
        EXPECT_THAT(queue.lose(starter), ElementsAre(0));
        EXPECT_FALSE(queue.complete(starter, at[starter], "late"));
        at.erase(starter);
      } else {
        EXPECT_TRUE(action == 1 ? queue.fail(starter, at[starter]) : queue.complete(starter, at[starter], "out"));
        at.erase(starter);
      }
      while (const auto ended = queue.next_ended(0)) ++told[ended->order];
    }
    EXPECT_EQ(told.size(), static_cast<std::size_t>(tasks));
    for (const auto& [order, times] : told) EXPECT_EQ(times, 1) << order;
  }
}

} // namespace
} // namespace daruma::models::falanx
