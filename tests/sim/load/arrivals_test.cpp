#include "sim/load/arrivals.hpp"

#include <gmock/gmock.h>

namespace daruma::load {
namespace {

struct Means {
  double gap = 0;
  double work = 0;
};

Means means(const Background& background, int nodes, int arrivals) {
  Arrivals stream(background, 0, nodes, 1, 0);
  Means sum;
  Seconds last{0};
  for (int i = 0; i < arrivals; ++i, stream.advance()) {
    sum.work += stream.next().work.count();
    last = stream.next().time;
  }
  return {last.count() / arrivals, sum.work / arrivals};
}

TEST(Background, ComesToEachOfTheNodesAlike) {
  EXPECT_NEAR(means({Seconds(10), GapOf::system, ServiceLaw::fixed, Seconds(3)}, 8, 100000).gap, 80, 1);
}

TEST(Background, CountsItsGapOnEachNodeWhereItSaysSo) {
  EXPECT_NEAR(means({Seconds(10), GapOf::node, ServiceLaw::fixed, Seconds(3)}, 8, 100000).gap, 10, 0.1);
}

TEST(Background, ListedJobsComeInTheOrderOfTheirTimes) {
  Background background;
  background.listed = {{Seconds(5), 0, Seconds(1)}, {Seconds(2), 0, never}, {Seconds(3), 1, Seconds(1)}};
  Arrivals node(background, 0, 2, 1, 0);
  EXPECT_EQ(node.next().time, Seconds(2));
  EXPECT_EQ(node.next().work, never);
  node.advance();
  EXPECT_EQ(node.next().time, Seconds(5));
  node.advance();
  EXPECT_EQ(node.next().time, never);
}

TEST(Background, WantsTheMeanServiceWhateverTheLaw) {
  EXPECT_EQ(means({Seconds(10), GapOf::system, ServiceLaw::fixed, Seconds(3)}, 1, 1000).work, 3);
  EXPECT_NEAR(means({Seconds(10), GapOf::system, ServiceLaw::exponential, Seconds(3)}, 1, 100000).work, 3, 0.05);
  EXPECT_NEAR(means({Seconds(10), GapOf::system, ServiceLaw::pareto, Seconds(3), 2.5}, 1, 100000).work, 3, 0.1);
}

TEST(Background, OfOneNodeDependsOnNoOtherAndOnItsReplication) {
  const Background background{Seconds(10), GapOf::system};
  EXPECT_EQ(Arrivals(background, 3, 8, 1, 5).next().time, Arrivals(background, 3, 8, 1, 5).next().time);
  EXPECT_NE(Arrivals(background, 3, 8, 1, 5).next().time, Arrivals(background, 4, 8, 1, 5).next().time);
  EXPECT_NE(Arrivals(background, 3, 8, 1, 5).next().time, Arrivals(background, 3, 8, 1, 6).next().time);
}

TEST(Background, ThatNeverArrivesIsNone) {
  EXPECT_EQ(Arrivals({}, 0, 8, 1, 0).next().time, never);
  EXPECT_EQ(utilisation({}, 8), 0);
  EXPECT_EQ(utilisation({Seconds(600), GapOf::system, ServiceLaw::exponential, Seconds(600)}, 8), 1.0 / 8);
}

} // namespace
} // namespace daruma::load
