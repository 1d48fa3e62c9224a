// The launch over a tree of daemons without a simulator: messages and steps that take random times, daemons that are
// lost at random moments, against what the protocol promises.
#include "sim/core/event_queue.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/mpi/ulfm/tree_launch.hpp"

#include <gmock/gmock.h>
#include <map>
#include <vector>

namespace daruma::mpi {
namespace {

class Nodes final : public TreeLaunch::Surroundings {
public:
  Nodes(int n, int radix, RandomStream& random, TreeLaunch::Steps steps = {TreeLaunch::launch, TreeLaunch::connection})
      : random_(random), is_on_(static_cast<std::size_t>(n), true), steps_(static_cast<std::size_t>(n)),
        last_(steps.last), launch_(n, radix, steps, *this) {}

  void request(int daemon) { launch_.request(daemon); }
  void goes_off_at(double when, int daemon) {
    events_.at(Seconds(when), [this, daemon] {
      if (!is_on(daemon)) return;
      is_on_[static_cast<std::size_t>(daemon)] = false;
      events_.at(events_.now() + Seconds(1), [this, daemon] { launch_.lost(daemon); });
    });
  }
  void run() {
    while (events_.step()) {}
  }
  bool is_on(int daemon) const { return is_on_[static_cast<std::size_t>(daemon)]; }
  /// That its processes have been let take, in order.
  const std::vector<int>& steps(int daemon) const { return steps_[static_cast<std::size_t>(daemon)]; }
  int messages() const { return messages_; }
  /// Some processes were told to take a step before those of all that are on had taken the one before it.
  bool went_ahead() const { return went_ahead_; }

private:
  int processes(int daemon) const override { return daemon % 3; }
  void send(int from, int to, const TreeLaunch::Message& message) override {
    ++messages_;
    told_[{message.kind, message.step}] = message.processes;
    after([this, from, to, message] {
      if (is_on(from) && is_on(to)) launch_.arrived(to, message);
    });
  }
  void take(int daemon, TreeLaunch::Step step) override {
    for (int other = 0; step > 0 && other < static_cast<int>(is_on_.size()); ++other)
      if (is_on(other) && taken_[{other, step - 1}] == 0) went_ahead_ = true;
    steps_[static_cast<std::size_t>(daemon)].push_back(step);
    after([this, daemon, step] {
      taken_[{daemon, step}] = 1;
      if (is_on(daemon) && step != last_) launch_.taken(daemon, step);
    });
  }
  void after(std::function<void()> action) {
    events_.at(events_.now() + Seconds(random_.uniform()), std::move(action));
  }

public:
  std::map<std::pair<int, int>, int> told_; ///< by kind and step of a message: the processes of the last one

private:
  RandomStream& random_;
  EventQueue events_;
  std::vector<bool> is_on_;
  std::vector<std::vector<int>> steps_;
  std::map<std::pair<int, int>, int> taken_;
  TreeLaunch::Step last_;
  TreeLaunch launch_;
  int messages_ = 0;
  bool went_ahead_ = false;
};

constexpr int all_steps[] = {TreeLaunch::launch, TreeLaunch::addresses, TreeLaunch::connection};

TEST(TreeLaunch, TakesFiveMessagesADaemonAndTheWayOfTheRequest) {
  for (const int n : {1, 2, 3, 64, 65, 66, 300}) {
    RandomStream random(9, 0, "launch");
    Nodes nodes(n, 64, random);
    nodes.request(n - 1);
    nodes.run();
    const int depth = n == 1 ? 0 : n <= 65 ? 1 : 2;
    EXPECT_EQ(nodes.messages(), 5 * (n - 1) + depth) << n;
    for (int daemon = 0; daemon < n; ++daemon) EXPECT_THAT(nodes.steps(daemon), testing::ElementsAreArray(all_steps));
  }
}

TEST(TreeLaunch, TellsAllOfAllProcesses) {
  RandomStream random(9, 1, "launch");
  Nodes nodes(7, 2, random);
  nodes.request(0);
  nodes.run();
  const int all = 0 + 1 + 2 + 0 + 1 + 2 + 0;
  EXPECT_EQ((nodes.told_[{TreeLaunch::Message::begin, TreeLaunch::addresses}]), all);
}

TEST(TreeLaunch, OfNothingIsTheAnswerOnly) {
  RandomStream random(9, 2, "launch");
  Nodes nodes(10, 3, random, {TreeLaunch::connection, TreeLaunch::connection});
  nodes.request(4);
  nodes.run();
  for (int daemon = 0; daemon < 10; ++daemon)
    EXPECT_THAT(nodes.steps(daemon), testing::ElementsAre(TreeLaunch::connection));
  EXPECT_EQ(nodes.messages(), 9 + 2);
}

TEST(TreeLaunch, OfARestartEndsWhenAllHaveComeToTheirEnd) {
  RandomStream random(9, 3, "launch");
  Nodes nodes(10, 3, random, {TreeLaunch::launch, TreeLaunch::end});
  nodes.request(0);
  nodes.run();
  EXPECT_FALSE(nodes.went_ahead());
  for (int daemon = 0; daemon < 10; ++daemon)
    EXPECT_THAT(nodes.steps(daemon), testing::ElementsAre(TreeLaunch::launch, TreeLaunch::addresses,
                                                          TreeLaunch::connection, TreeLaunch::end));
  EXPECT_EQ(nodes.messages(), 7 * 9);
}

TEST(TreeLaunch, AllThatAreLeftTakeEachStepOnceWhicheverAreLost) {
  for (int trial = 0; trial < 3000; ++trial) {
    RandomStream random(9, static_cast<std::uint64_t>(trial), "losses");
    const int n = 2 + static_cast<int>(random.uniform() * 40);
    const int radix = 1 + static_cast<int>(random.uniform() * 5);
    Nodes nodes(n, radix, random);
    const int losses = static_cast<int>(random.uniform() * n);
    const double span_s = random.uniform() * 20;
    for (int i = 0; i < losses; ++i)
      nodes.goes_off_at(span_s * random.uniform(), static_cast<int>(random.uniform() * n));
    nodes.request(static_cast<int>(random.uniform() * n));
    nodes.run();
    ASSERT_FALSE(nodes.went_ahead()) << "trial " << trial;
    for (int daemon = 0; daemon < n; ++daemon)
      if (nodes.is_on(daemon)) {
        ASSERT_THAT(nodes.steps(daemon), testing::ElementsAreArray(all_steps)) << "trial " << trial << ", " << n;
      }
  }
}

} // namespace
} // namespace daruma::mpi
