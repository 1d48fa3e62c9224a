#include "models/migration/logic/checkpoint_schedule.hpp"
#include "models/migration/logic/controller.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace daruma::models::migration {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Policy greedy_policy{"greedy", "", Foresight::none, greedy};

Terms terms(int active, int per_node = 1, LoadSource load = LoadSource::system) {
  return {active, per_node, &greedy_policy, load};
}

/// Others on the node of each process, and how long its computing took.
std::vector<Report> reports(const std::vector<std::pair<int, double>>& of_processes, int processors = 1) {
  std::vector<Report> all;
  for (const auto& [others, computed] : of_processes)
    all.push_back({others, processors, false, Seconds(computed), Seconds(3600)});
  return all;
}

std::vector<Transfer> decided(const ProcessTable& table, const std::vector<Report>& reports, const Terms& terms) {
  return decide(table, situation(table, reports, terms, Seconds(0)), *terms.policy);
}

MATCHER_P3(IsTransfer, rank, from, to, "") { return arg.rank == rank && arg.from == from && arg.to == to; }

TEST(Controller, TellsNodesApartByTheirNames) {
  EXPECT_THAT(numbered({"b", "a", "b", "c", "a"}), ElementsAre(0, 1, 0, 2, 1));
}

TEST(Controller, FillsNodesAsFarAsTheyMayBe) {
  EXPECT_THAT(first_table({0, 0, 1, 1, 2, 2}, terms(3)), ElementsAre(0, 2, 4));
  EXPECT_THAT(first_table({0, 0, 1, 1, 2, 2}, terms(3, 2)), ElementsAre(0, 1, 2));
  EXPECT_THROW(first_table({0, 0, 1, 1}, terms(3)), std::invalid_argument);
}

TEST(Controller, MovesToTheProcessThatStandsByOnTheLeastLoadedNode) {
  const ProcessTable table{{0, 1, 2, 3}, {0, 1}};
  EXPECT_THAT(decided(table, reports({{0, 0}, {3, 0}, {1, 0}, {0, 0}}), terms(2)), ElementsAre(IsTransfer(1, 1, 3)));
}

TEST(Controller, MovesSeveralAtOnceToDifferentProcesses) {
  const ProcessTable table{{0, 1, 2, 3}, {0, 1}};
  EXPECT_THAT(decided(table, reports({{2, 0}, {3, 0}, {0, 0}, {0, 0}}), terms(2)),
              ElementsAre(IsTransfer(1, 1, 2), IsTransfer(0, 0, 3)));
}

/// Two may be on a node, but there is no second process there.
TEST(Controller, NeedsAProcessThatStandsBy) {
  const ProcessTable table{{0, 1}, {0, 1}};
  EXPECT_THAT(decided(table, reports({{5, 0}, {0, 0}}), terms(2, 2)), IsEmpty());
  const ProcessTable with_spare{{0, 1, 1}, {0, 1}};
  EXPECT_THAT(decided(with_spare, reports({{5, 0}, {0, 0}, {0, 0}}), terms(2, 2)), ElementsAre(IsTransfer(0, 0, 2)));
}

TEST(Controller, StaysWhereProcessorsAreLeft) {
  const ProcessTable table{{0, 1}, {0}};
  EXPECT_THAT(decided(table, reports({{3, 0}, {0, 0}}, 4), terms(1)), IsEmpty());
  EXPECT_THAT(decided(table, reports({{4, 0}, {0, 0}}, 4), terms(1)), ElementsAre(IsTransfer(0, 0, 1)));
}

TEST(Controller, KnowsTheLoadByProgress) {
  const ProcessTable table{{0, 1, 2, 3}, {0, 1, 2}};
  const auto late = reports({{0, 1.0}, {0, 2.2}, {0, 1.1}, {0, 0}});
  const Situation seen = situation(table, late, terms(3, 1, LoadSource::progress), Seconds(0));
  std::vector<int> others;
  for (const NodeLoad& node : seen.nodes) others.push_back(node.others);
  EXPECT_THAT(others, ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(decided(table, late, terms(3, 1, LoadSource::progress)), ElementsAre(IsTransfer(1, 1, 3)));
}

TEST(Controller, BeforeAnyProgressKnowsOfNoLoad) {
  const ProcessTable table{{0, 1}, {0}};
  EXPECT_THAT(decided(table, reports({{7, 0}, {0, 0}}), terms(1, 1, LoadSource::progress)), IsEmpty());
}

TEST(Controller, ObeysAnOrderWhateverTheLoad) {
  const ProcessTable table{{0, 0, 0}, {0, 1}};
  const Situation seen = situation(table, reports({{0, 0}, {0, 0}, {0, 0}}), terms(2, 2), Seconds(0));
  const auto move = ordered(1, table, seen);
  ASSERT_TRUE(move);
  EXPECT_THAT(*move, IsTransfer(1, 1, 2));
  EXPECT_FALSE(ordered(2, table, seen));
  EXPECT_FALSE(ordered(-1, table, seen));
  EXPECT_FALSE(ordered(0, ProcessTable{{0, 0}, {0, 1}}, seen));
}

TEST(CheckpointSchedule, IsDueAfterEverySoManySteps) {
  CheckpointSchedule checkpoints(2);
  checkpoints.advance();
  EXPECT_FALSE(checkpoints.is_due());
  checkpoints.advance();
  EXPECT_TRUE(checkpoints.is_due());
  checkpoints.restart();
  EXPECT_FALSE(checkpoints.is_due());
  EXPECT_EQ(checkpoints.left(), 2);
}

TEST(CheckpointSchedule, MayBeginWithACheckpointAndMayHaveNone) {
  EXPECT_TRUE(CheckpointSchedule(3, 0).is_due());
  CheckpointSchedule none(0);
  EXPECT_FALSE(none.is_due());
  none.advance(1000);
  EXPECT_FALSE(none.is_due());
}

TEST(Controller, GoesOnWithoutProcessesThatStoodBy) {
  const ProcessTable table{{0, 1, 2, 3}, {2, 0}};
  const auto living = without_the_dead(table, {0, dead, 1, 2});
  ASSERT_TRUE(living);
  EXPECT_THAT(living->process_of, ElementsAre(1, 0));
  EXPECT_THAT(living->node_of, ElementsAre(0, 2, 3));
}

TEST(Controller, CannotGoOnWithoutARank) { EXPECT_FALSE(without_the_dead({{0, 1, 2}, {0, 1}}, {0, dead, 1})); }

TEST(Controller, ReadsOrders) {
  EXPECT_EQ(rank_to_migrate("migrate 3"), 3);
  for (const char* const none : {"", "migrate", "migrate x", "migrate 3 4", "move 3"})
    EXPECT_FALSE(rank_to_migrate(none)) << none;
}

TEST(Controller, TheJobIsOverWhenARankSaysSo) {
  const ProcessTable table{{0, 1}, {0}};
  std::vector<Report> said(2);
  EXPECT_FALSE(is_over(table, said));
  said[1].is_over = true;
  EXPECT_FALSE(is_over(table, said)) << "a process that stands by has no say";
  said[0].is_over = true;
  EXPECT_TRUE(is_over(table, said));
}

/// One that was slowed by half, and one that was not.
TEST(Controller, KnowsWhatACheckpointsIntervalTakesWithoutLoad) {
  const ProcessTable table{{0, 1, 2}, {0, 1}};
  const Situation seen = situation(table, reports({{1, 60}, {0, 30}, {0, 0}}), terms(2), Seconds(0));
  EXPECT_EQ(seen.interval, Seconds(30));
}

} // namespace
} // namespace daruma::models::migration
