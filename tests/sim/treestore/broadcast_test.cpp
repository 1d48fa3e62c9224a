// The agreement of a store's servers, step by step: what is made where and when, in cases computed by hand.
#include "sim/treestore/broadcast.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::treestore {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Three servers, the last of which leads. A step takes 1 s of a server, a message 10 s, to force a log 100 s.
class Group final : public Broadcast<Group, int> {
public:
  Group() : Broadcast(3) { takes_.log_force = Seconds(100); }

  /// What happens until then. Made writes are noted as "time: server makes number".
  void run_until(double end_s) {
    while (!events_.empty() && events_.begin()->first.count() <= end_s) {
      const auto next = events_.begin();
      now_ = next->first;
      const auto action = next->second;
      events_.erase(next);
      action();
    }
  }
  void lose(int server) { lost_ = server; }
  std::vector<std::string> log_of_what_was_made() { return std::exchange(notes_, {}); }

  const TreeStore& description() const { return takes_; }
  int leader_number() const { return 2; }
  bool follows(int server) const { return server != 2 && server != lost_; }
  void work_on(int server, const Step& step) {
    after(server, Seconds(1), [this, server, step] { handle(server, step); });
  }
  void send(int, int to, Bytes, const std::function<void()>& arrived) { after(to, Seconds(10), arrived); }
  void after(int server, Seconds delay, const std::function<void()>& action) {
    events_.emplace(now_ + delay, [this, server, action] {
      if (server != lost_) action();
    });
  }
  Bytes size_of(int) const { return head; }
  void number(int& write) { write = ++numbered_; }
  Zxid number_of(int write) const { return write; }
  void log(int, int) {}
  void make_until(int server, Zxid until) {
    notes_.push_back(std::to_string(static_cast<int>(now_.count())) + ": " + std::to_string(server) + " makes until " +
                     std::to_string(until));
  }
  void agreed(Zxid) {}

private:
  TreeStore takes_;
  Seconds now_{0};
  std::multimap<Seconds, std::function<void()>> events_;
  std::vector<std::string> notes_;
  int numbered_ = 0;
  int lost_ = -1;
};

/// The leader's step until 1, its log until 101; a follower has it at 11, its step until 12, its log until 112, and the
/// leader hears of it at 122. The leader and one follower are a majority: it is made there then, and at the followers
/// 11 s later.
TEST(Broadcast, AWriteIsMadeOnceAMajorityHasForcedIt) {
  Group group;
  group.lead(0);
  group.run_until(1000);
  EXPECT_THAT(group.log_of_what_was_made(),
              ElementsAre("122: 2 makes until 1", "133: 0 makes until 1", "133: 1 makes until 1"));
}

/// What comes while a log is forced is forced together with whatever else has come, once that is done.
TEST(Broadcast, WritesThatComeMeanwhileAreForcedTogether) {
  Group group;
  for (int write = 0; write < 4; ++write) group.lead(0);
  group.run_until(1000);
  EXPECT_THAT(group.log_of_what_was_made(),
              ElementsAre("122: 2 makes until 1", "133: 0 makes until 1", "133: 1 makes until 1",
                          "222: 2 makes until 4", "233: 0 makes until 4", "233: 1 makes until 4"));
}

TEST(Broadcast, TwoOfThreeAreEnough) {
  Group group;
  group.lose(0);
  group.lead(0);
  group.run_until(1000);
  EXPECT_THAT(group.log_of_what_was_made(), ElementsAre("122: 2 makes until 1", "133: 1 makes until 1"));
}

TEST(Broadcast, NothingIsMadeBeforeItsLogIsForced) {
  Group group;
  group.lead(0);
  group.run_until(121);
  EXPECT_THAT(group.log_of_what_was_made(), IsEmpty());
}

TEST(Agreement, IsWhatAMajorityHasAcknowledged) {
  const auto agreed = [](std::vector<Zxid> acknowledged) {
    std::vector<Progress> servers;
    for (const Zxid until : acknowledged) servers.push_back({until, until, until, until, 0});
    return agreed_by(servers);
  };
  EXPECT_EQ(agreed({7}), 7);
  EXPECT_EQ(agreed({3, 9, 0}), 3);
  EXPECT_EQ(agreed({3, 9, 5, 0}), 3) << "of four, three are a majority";
  EXPECT_EQ(agreed({3, 9, 5, 0, 4}), 4);
}

} // namespace
} // namespace daruma::treestore
