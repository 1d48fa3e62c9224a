// Where a stencil job goes on after failures, what it reports, and who is where: without ranks and time.
#include "models/spares/logic/message_log.hpp"
#include "models/spares/logic/rank_places.hpp"
#include "models/spares/logic/stencil_steps.hpp"

#include <gmock/gmock.h>

namespace daruma::models::spares {
namespace {

using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

TEST(StencilSteps, CountTheCheckpointsThatFollow) {
  StencilSteps steps(10, 4);
  EXPECT_EQ(steps.saves_within(3), 0);
  EXPECT_EQ(steps.saves_within(8), 2);
  steps.advance(3);
  EXPECT_EQ(steps.saves_within(1), 1);
  EXPECT_EQ(StencilSteps(10, 0).saves_within(10), 0);
}

TEST(StencilSteps, EndWhenAllAreDone) {
  StencilSteps steps(2, 0);
  EXPECT_FALSE(steps.is_done());
  steps.advance(2);
  EXPECT_TRUE(steps.is_done());
}

TEST(StencilSteps, GoOnInPlaceIfNobodyMoved) {
  StencilSteps steps(10, 4);
  steps.advance(5);
  EXPECT_FALSE(steps.has_to_read());
  EXPECT_FALSE(steps.agree(5));
  EXPECT_EQ(steps.position(), 5);
}

TEST(StencilSteps, GoBackToTheNewestCheckpointThatAllHave) {
  StencilSteps steps(10, 4);
  steps.advance(5);
  steps.go_back();
  ASSERT_TRUE(steps.has_to_read());
  steps.found(steps.last_save());
  EXPECT_FALSE(steps.agree(4)) << "read twice";
  EXPECT_EQ(steps.position(), 4);
  EXPECT_FALSE(steps.has_to_read());
}

TEST(StencilSteps, ReadAgainWhatIsOlderElsewhere) {
  StencilSteps steps(20, 4);
  steps.advance(8);
  steps.go_back();
  steps.found(8);
  EXPECT_EQ(steps.agree(4), 4);
  EXPECT_EQ(steps.position(), 4);
}

TEST(StencilSteps, BeginAnewWhereARankHasNothing) {
  for (const int every : {0, 4}) {
    StencilSteps steps(10, every);
    steps.advance(3);
    steps.go_back();
    EXPECT_EQ(steps.last_save(), StencilSteps::unknown);
    EXPECT_FALSE(steps.agree(StencilSteps::unknown));
    EXPECT_EQ(steps.position(), 0);
  }
}

TEST(StencilSteps, ARankThatMovedAgreesToWhatItReads) {
  StencilSteps steps(10, 4);
  steps.lose_state();
  steps.go_back();
  steps.found(4);
  EXPECT_FALSE(steps.agree(4));
  EXPECT_EQ(steps.position(), 4);
}

TEST(CheckpointPartner, IsHalfTheJobAway) {
  EXPECT_EQ(checkpoint_partner(0, 6), 3);
  EXPECT_EQ(checkpoint_partner(4, 6), 1);
  EXPECT_EQ(checkpoint_partner(0, 1), 0);
}

TEST(RankPlaces, FollowFailuresThatComeTogetherOneByOne) {
  const Layout layout({3}, {{0, forward}}, Wrap::none);
  RankPlaces places(layout, Policy{{1}});
  const auto moves = places.answer(1);
  ASSERT_TRUE(moves);
  EXPECT_EQ(ranks_moved(*moves), 2);
  EXPECT_EQ(places.placement().node_of(1), 2);
  EXPECT_EQ(places.placement().node_of(2), 3);
  EXPECT_EQ(places.failures(), 1);
  EXPECT_FALSE(places.answer(0)) << "no spare is left";
}

TEST(RankPlaces, ARankThatMovesTwiceCountsOnceAndOneThatReturnsNotAtAll) {
  EXPECT_EQ(ranks_moved({{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 4}}), 1);
  EXPECT_EQ(ranks_moved({}), 0);
}

TEST(ExchangeMetrics, AreOverTheMeanBeforeTheFirstFailure) {
  const std::map<int, ExchangeTimes> times{{0, {2, Seconds(0.5), Seconds(0.25)}},
                                           {1, {1, Seconds(0.625), Seconds(0.625)}}};
  EXPECT_THAT(exchange_metrics(times),
              UnorderedElementsAre(Pair("exchange_ms[failures=0]", 250.0), Pair("slowdown[failures=0]", 1.0),
                                   Pair("exchange_ms[failures=1]", 625.0), Pair("slowdown[failures=1]", 2.5),
                                   Pair("slowdown", 1.5)));
}

TEST(ExchangeMetrics, HaveNoSlowdownWhereNobodySawTheBeginning) {
  EXPECT_THAT(exchange_metrics({{1, {1, Seconds(0.005), Seconds(0.005)}}}),
              UnorderedElementsAre(Pair("exchange_ms[failures=1]", 5.0)));
  EXPECT_THAT(exchange_metrics({}), IsEmpty());
}

TEST(MessageLog, KeepsWhatNeighboursMayAskFor) {
  MessageLog log(3, Bytes(10));
  for (int step = 0; step < 4; ++step) log.keep_step();
  EXPECT_EQ(log.size(), Bytes(120));
  log.forget_before(1, 3);
  log.forget_before(2, 4);
  EXPECT_EQ(log.size(), Bytes(50)); // 4, 1 and 0 messages
  EXPECT_EQ(log.most(), Bytes(120));
  log.forget_before(1, 2); // an older checkpoint, told late
  EXPECT_EQ(log.first(1), 3);
}

TEST(MessageLog, GoesBackWithItsCheckpoint) {
  MessageLog log(2, Bytes(10));
  for (int step = 0; step < 4; ++step) log.keep_step();
  log.forget_before(0, 3);
  const auto saved = log.saved();
  for (int step = 0; step < 4; ++step) log.keep_step();
  log.forget_before(1, 6);
  MessageLog again(2, Bytes(10));
  again.restore(4, saved);
  EXPECT_EQ(again.steps(), 4);
  EXPECT_EQ(again.first(0), 3);
  EXPECT_EQ(again.first(1), 0);
  again.forget_before(1, 6); // by a neighbour that has gone on
  EXPECT_EQ(again.size(), Bytes(10));
}

} // namespace
} // namespace daruma::models::spares
