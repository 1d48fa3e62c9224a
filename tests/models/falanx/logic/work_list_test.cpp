// The lists of a master: what is to do, and what is done.
#include "models/falanx/logic/work_list.hpp"

#include "sim/core/random_stream.hpp"

#include <gmock/gmock.h>
#include <set>

namespace daruma::models::falanx {
namespace {

using testing::ElementsAre;

std::vector<int> rest_of(WorkList& list) {
  std::vector<int> rest;
  while (const auto next = list.hand_out()) rest.push_back(*next);
  return rest;
}

TEST(WorkList, HandsOutInOrder) {
  WorkList list(3);
  EXPECT_EQ(list.to_do(), 3);
  EXPECT_THAT(rest_of(list), ElementsAre(0, 1, 2));
  EXPECT_EQ(list.to_do(), 0);
  EXPECT_FALSE(list.is_over()) << "they are being done";
}

TEST(WorkList, WhatIsPutBackComesNext) {
  WorkList list(4);
  list.hand_out();
  list.hand_out();
  list.put_back(0);
  EXPECT_EQ(list.put_back_in_all(), 1);
  EXPECT_THAT(rest_of(list), ElementsAre(0, 2, 3));
}

TEST(WorkList, WhatWasBeingDoneWhenItWasSavedIsToDoAgain) {
  WorkList list(5);
  for (int i = 0; i < 3; ++i) list.hand_out();
  list.put_back(2);
  list.complete(1);
  WorkList next(5, list.saved());
  EXPECT_EQ(next.done(), 1);
  EXPECT_EQ(next.put_back_in_all(), 1);
  EXPECT_THAT(rest_of(next), ElementsAre(0, 2, 3, 4));
}

TEST(WorkList, ATaskIsDoneOnceWhateverIsLost) {
  RandomStream random(1, 0, "falanx/work-list");
  WorkList list(200);
  std::vector<int> running;
  std::multiset<int> done;
  while (!list.is_over()) {
    if (const auto next = list.hand_out()) running.push_back(*next);
    if (random.below(8) == 0) {
      list = WorkList(200, list.saved()); // the master is lost
      running.clear();
    }
    if (running.empty() || random.below(2) == 0) continue;
    const auto which = running.begin() + static_cast<std::ptrdiff_t>(random.below(running.size()));
    if (random.below(3) == 0) {
      list.put_back(*which);
    } else {
      list.complete(*which);
      done.insert(*which);
    }
    running.erase(which);
  }
  EXPECT_EQ(done.size(), 200u);
  EXPECT_EQ(std::set<int>(done.begin(), done.end()).size(), 200u);
  EXPECT_EQ(list.done(), 200);
}

} // namespace
} // namespace daruma::models::falanx
