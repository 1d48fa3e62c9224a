// What a session of the tree store promises, in both worlds: the simulated store and ZooKeeper.
#include "tests/sim/treestore/world.hpp"

#include <gmock/gmock.h>

namespace daruma::treestore::test {
namespace {

using namespace models;
using testing::ElementsAre;
using Kind = StoreEvent::Kind;

constexpr Seconds patience{60};
constexpr Seconds a_moment{0.3};

class Session : public testing::Test {
protected:
  void SetUp() override { EXPECT_EQ(create(""), StoreError::none); }

  std::string at(const std::string& path) const { return root_ + path; }
  StoreError create(const std::string& path, const std::string& data = "", Lifetime lifetime = Lifetime::persistent) {
    return mine_->commit({CreateNode{at(path), data, lifetime}}).error;
  }
  StoreError remove(const std::string& path, int version = any_version) {
    return mine_->commit({RemoveNode{at(path), version}}).error;
  }
  StoreError set(const std::string& path, const std::string& data, int version = any_version) {
    return mine_->commit({SetData{at(path), data, version}}).error;
  }
  std::vector<std::string> children(TreeSession& session, const std::string& path = "", Watch watch = Watch::none) {
    const ChildList list = session.list(at(path), watch);
    const auto first = list.names.first(list.names.size());
    return {first.begin(), first.end()};
  }
  void expect_event(TreeSession& session, Kind kind, const std::string& path) {
    const auto event = session.next_event(patience);
    ASSERT_TRUE(event) << "no event for " << path;
    EXPECT_EQ(event->kind, kind);
    EXPECT_EQ(event->path, at(path));
  }

  const std::string root_ = "/" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name());
  std::unique_ptr<TreeSession> mine_ = open_session();
  std::unique_ptr<TreeSession> other_ = open_session();
};

TEST_F(Session, ReadsWhatItWrote) {
  EXPECT_EQ(create("/a", "one"), StoreError::none);
  const NodeData first = mine_->read(at("/a"));
  EXPECT_EQ(first.data, "one");
  EXPECT_EQ(first.stat.version, 0);
  EXPECT_EQ(set("/a", "two"), StoreError::none);
  const NodeData second = mine_->read(at("/a"));
  EXPECT_EQ(second.data, "two");
  EXPECT_EQ(second.stat.version, 1);
}

TEST_F(Session, DataMayBeEmptyAndMayHoldZeros) {
  const std::string zeros("a\0b", 3);
  EXPECT_EQ(create("/empty"), StoreError::none);
  EXPECT_EQ(create("/zeros", zeros), StoreError::none);
  EXPECT_EQ(mine_->read(at("/empty")).data, "");
  EXPECT_EQ(mine_->read(at("/zeros")).data, zeros);
}

TEST_F(Session, SaysWhatWasWrong) {
  EXPECT_EQ(create("/a/b"), StoreError::no_node);
  EXPECT_EQ(remove("/a"), StoreError::no_node);
  EXPECT_EQ(set("/a", ""), StoreError::no_node);
  EXPECT_EQ(mine_->read(at("/a")).error, StoreError::no_node);
  EXPECT_EQ(mine_->list(at("/a")).error, StoreError::no_node);
  EXPECT_EQ(create("/a"), StoreError::none);
  EXPECT_EQ(create("/a"), StoreError::node_exists);
  EXPECT_EQ(create("/a/b"), StoreError::none);
  EXPECT_EQ(remove("/a"), StoreError::not_empty);
  EXPECT_EQ(set("/a", "", 1), StoreError::bad_version);
  EXPECT_EQ(remove("/a/b", 1), StoreError::bad_version);
  EXPECT_EQ(remove("/a/b", 0), StoreError::none);
  EXPECT_EQ(create("/e", "", Lifetime::ephemeral), StoreError::none);
  EXPECT_EQ(create("/e/b"), StoreError::no_children_for_ephemerals);
}

TEST_F(Session, RefusesWhatIsNoPath) {
  for (const char* path : {"", "a", "/a/", "//a", "/a//b"}) {
    EXPECT_EQ(mine_->commit({CreateNode{path}}).error, StoreError::bad_arguments) << path;
    EXPECT_EQ(mine_->read(path).error, StoreError::bad_arguments) << path;
  }
  EXPECT_EQ(mine_->commit({RemoveNode{"/"}}).error, StoreError::bad_arguments);
}

TEST_F(Session, SequentialNodesAreNumberedAndNumbersAreNotReused) {
  const auto next = [this] {
    return mine_->commit({CreateNode{at("/n-"), "", Lifetime::persistent, Naming::sequential}});
  };
  EXPECT_THAT(next().created, ElementsAre(at("/n-0000000000")));
  EXPECT_THAT(next().created, ElementsAre(at("/n-0000000001")));
  EXPECT_EQ(remove("/n-0000000001"), StoreError::none);
  EXPECT_THAT(next().created, ElementsAre(at("/n-0000000002")));
}

TEST_F(Session, ListsChildrenInOrderOfTheirNames) {
  for (const char* name : {"/c", "/a", "/b"}) create(name);
  EXPECT_THAT(children(*mine_), ElementsAre("a", "b", "c"));
  EXPECT_THAT(mine_->list(root_).names.first(2), ElementsAre("a", "b"));
  EXPECT_EQ(mine_->stat(root_).stat.children, 3);
}

TEST_F(Session, ACommitIsMadeAsAWholeOrNotAtAll) {
  create("/a", "x");
  const Committed refused = mine_->commit({CreateNode{at("/b")}, SetData{at("/a"), "y"}, RemoveNode{at("/nobody")}});
  EXPECT_EQ(refused.error, StoreError::no_node);
  EXPECT_EQ(refused.refused, 2U);
  EXPECT_THAT(children(*mine_), ElementsAre("a"));
  EXPECT_EQ(mine_->read(at("/a")).data, "x");
  EXPECT_EQ(mine_->read(at("/a")).stat.version, 0);

  const Committed made = mine_->commit({CheckVersion{at("/a"), 0}, RemoveNode{at("/a")}, CreateNode{at("/a"), "z"},
                                        CreateNode{at("/b")}, CreateNode{at("/b/c")}});
  EXPECT_EQ(made.error, StoreError::none);
  EXPECT_THAT(made.created, ElementsAre(at("/a"), at("/b"), at("/b/c")));
  EXPECT_EQ(mine_->read(at("/a")).data, "z");
  EXPECT_EQ(mine_->commit({CheckVersion{at("/a"), 5}, RemoveNode{at("/a")}}).error, StoreError::bad_version);
}

TEST_F(Session, OnlyOneOfTwoTakesANode) {
  create("/task");
  ASSERT_EQ(other_->sync(root_), StoreError::none);
  EXPECT_EQ(other_->read(at("/task")).error, StoreError::none);
  EXPECT_EQ(remove("/task"), StoreError::none);
  EXPECT_EQ(other_->commit({RemoveNode{at("/task")}}).error, StoreError::no_node);
}

TEST_F(Session, SeesAfterSyncWhatOthersWroteBefore) {
  for (int i = 0; i < 20; ++i) {
    set("", std::to_string(i));
    ASSERT_EQ(other_->sync(root_), StoreError::none);
    EXPECT_EQ(other_->read(root_).data, std::to_string(i));
  }
}

TEST_F(Session, EphemeralNodesGoWithASessionThatIsClosed) {
  other_->sync(root_);
  EXPECT_EQ(other_->commit({CreateNode{at("/e"), "", Lifetime::ephemeral}}).error, StoreError::none);
  mine_->sync(root_);
  const NodeData there = mine_->stat(at("/e"), Watch::set);
  EXPECT_TRUE(there.stat.is_ephemeral);
  other_.reset();
  expect_event(*mine_, Kind::removed, "/e");
}

TEST_F(Session, EphemeralNodesOutliveTheirProcessUntilItsSessionEnds) {
  make_ephemeral_and_die(at("/e"));
  mine_->sync(root_);
  EXPECT_EQ(mine_->stat(at("/e"), Watch::set).error, StoreError::none);
  EXPECT_FALSE(mine_->next_event(a_moment));
  expect_event(*mine_, Kind::removed, "/e");
}

// --- Watches

TEST_F(Session, AChildWatchTellsOnceOfTheFirstChange) {
  other_->sync(root_);
  EXPECT_THAT(children(*other_, "", Watch::set), ElementsAre());
  create("/a");
  create("/b");
  expect_event(*other_, Kind::children_changed, "");
  EXPECT_FALSE(other_->next_event(a_moment));
  other_->sync(root_);
  EXPECT_THAT(children(*other_, "", Watch::set), ElementsAre("a", "b"));
  remove("/a");
  expect_event(*other_, Kind::children_changed, "");
}

TEST_F(Session, ADataWatchTellsOfChangesAndOfTheEnd) {
  create("/a");
  other_->sync(root_);
  other_->read(at("/a"), Watch::set);
  set("/a", "new");
  expect_event(*other_, Kind::data_changed, "/a");
  EXPECT_EQ(other_->read(at("/a"), Watch::set).data, "new");
  remove("/a");
  expect_event(*other_, Kind::removed, "/a");
}

TEST_F(Session, AWatchOnWhatIsNotThereTellsWhenItComes) {
  other_->sync(root_);
  EXPECT_EQ(other_->stat(at("/a"), Watch::set).error, StoreError::no_node);
  create("/a");
  expect_event(*other_, Kind::created, "/a");
}

TEST_F(Session, AFailedReadSetsNoWatch) {
  other_->sync(root_);
  EXPECT_EQ(other_->read(at("/a"), Watch::set).error, StoreError::no_node);
  EXPECT_EQ(other_->list(at("/a"), Watch::set).error, StoreError::no_node);
  create("/a");
  EXPECT_FALSE(other_->next_event(a_moment));
}

TEST_F(Session, AChangeIsNotSeenBeforeItsWatchTells) {
  for (int i = 0; i < 20; ++i) {
    other_->sync(root_);
    const std::string before = other_->read(root_, Watch::set).data;
    set("", std::to_string(i));
    while (other_->read(root_).data == before) {}
    const auto event = other_->next_event(Seconds(0));
    ASSERT_TRUE(event);
    EXPECT_EQ(event->kind, Kind::data_changed);
  }
}

TEST_F(Session, OneWatchIsToldOnceHoweverOftenItWasSet) {
  mine_->read(root_, Watch::set);
  mine_->read(root_, Watch::set);
  set("", "x");
  expect_event(*mine_, Kind::data_changed, "");
  EXPECT_FALSE(mine_->next_event(a_moment));
}

TEST_F(Session, ACommitTellsAllItsChanges) {
  create("/a");
  create("/b");
  mine_->list(at("/a"), Watch::set);
  mine_->list(at("/b"), Watch::set);
  EXPECT_EQ(other_->commit({CreateNode{at("/a/x")}, CreateNode{at("/b/x")}}).error, StoreError::none);
  expect_event(*mine_, Kind::children_changed, "/a");
  expect_event(*mine_, Kind::children_changed, "/b");
}

TEST_F(Session, ANodeThatGoesTellsBothOfItsWatchesAsOneEvent) {
  create("/a");
  mine_->read(at("/a"), Watch::set);
  mine_->list(at("/a"), Watch::set);
  remove("/a");
  expect_event(*mine_, Kind::removed, "/a");
}

} // namespace
} // namespace daruma::treestore::test
