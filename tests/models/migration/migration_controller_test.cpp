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
  const Crew crew{{0, 1, 2, 3}, {0, 1}};
  EXPECT_THAT(decide(crew, reports({{0, 0}, {3, 0}, {1, 0}, {0, 0}}), terms(2), Seconds(0)),
              ElementsAre(IsTransfer(1, 1, 3)));
}

TEST(Controller, MovesSeveralAtOnceToDifferentProcesses) {
  const Crew crew{{0, 1, 2, 3}, {0, 1}};
  EXPECT_THAT(decide(crew, reports({{2, 0}, {3, 0}, {0, 0}, {0, 0}}), terms(2), Seconds(0)),
              ElementsAre(IsTransfer(1, 1, 2), IsTransfer(0, 0, 3)));
}

/// Two may be on a node, but there is no second process there.
TEST(Controller, NeedsAProcessThatStandsBy) {
  const Crew crew{{0, 1}, {0, 1}};
  EXPECT_THAT(decide(crew, reports({{5, 0}, {0, 0}}), terms(2, 2), Seconds(0)), IsEmpty());
  const Crew with_spare{{0, 1, 1}, {0, 1}};
  EXPECT_THAT(decide(with_spare, reports({{5, 0}, {0, 0}, {0, 0}}), terms(2, 2), Seconds(0)),
              ElementsAre(IsTransfer(0, 0, 2)));
}

TEST(Controller, StaysWhereProcessorsAreLeft) {
  const Crew crew{{0, 1}, {0}};
  EXPECT_THAT(decide(crew, reports({{3, 0}, {0, 0}}, 4), terms(1), Seconds(0)), IsEmpty());
  EXPECT_THAT(decide(crew, reports({{4, 0}, {0, 0}}, 4), terms(1), Seconds(0)), ElementsAre(IsTransfer(0, 0, 1)));
}

TEST(Controller, KnowsTheLoadByProgress) {
  const Crew crew{{0, 1, 2, 3}, {0, 1, 2}};
  const auto late = reports({{0, 1.0}, {0, 2.2}, {0, 1.1}, {0, 0}});
  const Situation seen = situation(crew, late, terms(3, 1, LoadSource::progress), Seconds(0));
  std::vector<int> others;
  for (const NodeLoad& node : seen.nodes) others.push_back(node.others);
  EXPECT_THAT(others, ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(decide(crew, late, terms(3, 1, LoadSource::progress), Seconds(0)), ElementsAre(IsTransfer(1, 1, 3)));
}

TEST(Controller, BeforeAnyProgressKnowsOfNoLoad) {
  const Crew crew{{0, 1}, {0}};
  EXPECT_THAT(decide(crew, reports({{7, 0}, {0, 0}}), terms(1, 1, LoadSource::progress), Seconds(0)), IsEmpty());
}

TEST(Controller, ObeysAnOrderWhateverTheLoad) {
  const Crew crew{{0, 0, 0}, {0, 1}};
  const Situation seen = situation(crew, reports({{0, 0}, {0, 0}, {0, 0}}), terms(2, 2), Seconds(0));
  const auto move = ordered(1, crew, seen);
  ASSERT_TRUE(move);
  EXPECT_THAT(*move, IsTransfer(1, 1, 2));
  EXPECT_FALSE(ordered(2, crew, seen));
  EXPECT_FALSE(ordered(-1, crew, seen));
  EXPECT_FALSE(ordered(0, Crew{{0, 0}, {0, 1}}, seen));
}

} // namespace
} // namespace daruma::models::migration
