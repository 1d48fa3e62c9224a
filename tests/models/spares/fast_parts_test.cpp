// The parts of the stencil job without ranks: who asks, which checkpoints there are, how long work takes.
#include "models/spares/fast/hearing.hpp"
#include "models/spares/fast/questions.hpp"
#include "models/spares/fast/rank_work.hpp"
#include "models/spares/fast/saved_checkpoints.hpp"
#include "sim/load/background.hpp"

#include <gmock/gmock.h>

#include <map>
#include <string>

namespace daruma::fast {
namespace {

namespace spares = models::spares;
using testing::ElementsAre;

TEST(SavedCheckpoints, AreAsOldAsTheOneThatWasCutShortLast) {
  SavedCheckpoints saved;
  EXPECT_EQ(saved.newest(), spares::StencilSteps::unknown);
  saved.save(5);
  saved.save(10, {3});
  EXPECT_EQ(saved.newest(), 10);
  EXPECT_EQ(saved.oldest(), 5);
  saved.save(10, {4});
  EXPECT_EQ(saved.oldest(), 10) << "4 has had it since the first time";
}

TEST(RankWork, OnASlowedNodeTakesLongerFromThenOn) {
  RankWork work(Seconds(10), {});
  work.slow_down(1, Seconds(4), 0.5);
  EXPECT_EQ(work.end_of_work(0, Seconds(0)), Seconds(10));
  EXPECT_EQ(work.end_of_work(1, Seconds(0)), Seconds(4 + 12));
  EXPECT_EQ(work.end_of_work(1, Seconds(20)), Seconds(40));
  EXPECT_EQ(work.times_longer(1, Seconds(20), Seconds(40)), 2);
}

/// Half of the processor is somebody else's, and later a quarter of what it was.
TEST(RankWork, OnALoadedNodeIsSlowedWithTheOthers) {
  Background hog;
  hog.listed = {{Seconds(0), 0, never}};
  RankWork work(Seconds(10), load::loaded_nodes<load::SharedNode>(hog, 1, 1, 0));
  work.slow_down(0, Seconds(8), 0.5);
  work.try_step();
  EXPECT_EQ(work.end_of_work(0, Seconds(0)), Seconds(8 + 24));
  EXPECT_EQ(work.times_longer(0, Seconds(0), Seconds(32)), 2);
}

/// Four ranks in a row; 0 tells 2 first, which tells 3.
TEST(Hearing, ComesAlongTheTree) {
  const spares::Network row({4}, Wrap::none);
  std::string told;
  for (const Heard& heard : order_of_hearing(row, {0, 1, 2, 3}))
    told += std::to_string(heard.rank) + ":" + std::to_string(heard.hops) + " ";
  EXPECT_EQ(told, "0:0 1:1 2:2 3:3 ");
  const spares::Pattern pattern = spares::stencil({4}, {});
  EXPECT_THAT(first_waiters(pattern, 1), ElementsAre(0, 2)) << "0 has nobody lower";
  EXPECT_THAT(first_waiters(pattern, 3), ElementsAre()) << "2 waits for 1 first";
}

/// Answers after so many seconds, by whom is asked about.
class Oracle final : public Questions {
public:
  explicit Oracle(std::map<int, double> seconds) : seconds_(std::move(seconds)) {}

  bool is_reason(int node, Seconds) const override { return asked_.count(node) == 0; }
  Seconds ask(int asker, int node, Seconds now) override {
    asked_[node] = asker;
    log += std::to_string(asker) + " about " + std::to_string(node) + " at " + to_text(now) + "; ";
    return Seconds(seconds_.at(node));
  }
  void conclude(int, int node, Seconds now) override { log += std::to_string(node) + " told " + to_text(now) + "; "; }
  Seconds time_to_examine(int, double, Seconds) const override { return Seconds(0); }
  void examine(int, double, Seconds) override {}

  std::string log{};

private:
  std::map<int, double> seconds_;
  std::map<int, int> asked_;
};

bool all_live(int, Seconds) { return true; }

TEST(AskAbout, EachOfTheDeadOnce) {
  Oracle oracle(std::map<int, double>{{7, 5}, {8, 1}, {9, 1}});
  std::vector<Learner> learners{{Seconds(1), 0}, {Seconds(2), 1}, {Seconds(10), 2}};
  const std::vector<NodeDeath> dead{{Seconds(0), 7}, {Seconds(0), 8}, {Seconds(0), 9}};
  EXPECT_EQ(ask_about(dead, learners, oracle, all_live), Seconds(10));
  EXPECT_EQ(oracle.log, "0 about 7 at 1s; 1 about 8 at 2s; 8 told 3s; 1 about 9 at 3s; 9 told 4s; 7 told 6s; ");
  EXPECT_EQ(learners.front().node, 2) << "who came last goes on first";
}

TEST(AskAbout, WhoWaitsForMessagesIsCalledOff) {
  Oracle oracle(std::map<int, double>{{7, 3}});
  std::vector<Learner> learners{{Seconds(1), 0}, {Seconds(10), 1, true}};
  EXPECT_EQ(ask_about({{Seconds(0), 7}}, learners, oracle, all_live), Seconds(4));
}

TEST(AskAbout, WhoDiesMeanwhileIsNeverTold) {
  Oracle oracle(std::map<int, double>{{7, 3}});
  std::vector<Learner> learners{{Seconds(1), 0}, {Seconds(2), 1}};
  const auto lives = [](int node, Seconds now) { return node != 0 || now < Seconds(3); };
  EXPECT_EQ(ask_about({{Seconds(0), 7}}, learners, oracle, lives), Seconds(2));
  EXPECT_EQ(oracle.log, "0 about 7 at 1s; ");
  EXPECT_EQ(learners.size(), 1U);
}

} // namespace
} // namespace daruma::fast
