// Nodes that share their processor: against queueing theory, and the fluid one against turns of a quantum.
#include "sim/load/quantum_node.hpp"
#include "sim/load/shared_node.hpp"

#include <gmock/gmock.h>

namespace daruma::load {
namespace {

Arrivals arrivals(const Background& background, std::uint64_t replication = 0) {
  return Arrivals(background, 0, 1, 1, replication);
}

const Background nothing;

TEST(SharedNode, ServesItsProcessesInEqualParts) {
  SharedNode node(arrivals(nothing));
  std::vector<Seconds> work{Seconds(1), Seconds(3)};
  node.run(Seconds(10), work); // two share until 2 s, the second is alone until 4 s
  EXPECT_EQ(node.now(), Seconds(4));
  EXPECT_EQ(work, (std::vector<Seconds>{Seconds(0), Seconds(0)}));
}

TEST(SharedNode, WithTwoCoresServesTwoAtFullSpeed) {
  SharedNode node(arrivals(nothing), 2);
  std::vector<Seconds> work{Seconds(1), Seconds(2), Seconds(3)};
  EXPECT_EQ(node.end_of_first(work), Seconds(1.5));
  node.run(never, work); // three share until 1.5 s, then everyone has a core
  EXPECT_EQ(node.now(), Seconds(3.5));
}

TEST(SharedNode, StopsAtTheTimeGiven) {
  SharedNode node(arrivals(nothing));
  std::vector<Seconds> work{Seconds(1), Seconds(3)};
  node.run(Seconds(3), work);
  EXPECT_EQ(node.now(), Seconds(3));
  EXPECT_EQ(work, (std::vector<Seconds>{Seconds(0), Seconds(1)}));
}

/// One job of fixed work arrives at the first arrival's time, and shares from then on.
TEST(SharedNode, SharesWithTheBackgroundFromItsArrivalOn) {
  const Background rare{Seconds(1000), GapOf::system, ServiceLaw::fixed, Seconds(5)};
  const Seconds first = arrivals(rare).next().time;
  SharedNode node(arrivals(rare));
  std::vector<Seconds> work{first + Seconds(2)};
  node.run(never, work);
  EXPECT_NEAR(node.now().count(), (first + Seconds(4)).count(), 1e-9);
  EXPECT_EQ(node.others(), 1);
  node.idle(node.now() + Seconds(3)); // it has got 2 s while it shared, and wants 3 s more
  EXPECT_EQ(node.others(), 0);
}

/// M/M/1 with processor sharing: the mean response is service / (1 - load), as in first come first served.
TEST(SharedNode, RespondsAsTheorySays) {
  const double load = 0.5;
  SharedNode node(arrivals({Seconds(1), GapOf::system, ServiceLaw::exponential, Seconds(load)}));
  while (node.departed().count < 1'000'000) node.idle(node.now() + Seconds(1000));
  const double response = node.departed().stayed.count() / static_cast<double>(node.departed().count);
  EXPECT_NEAR(response, load / (1 - load), 0.01 * load / (1 - load));
}

/// M/G/1 with processor sharing depends on the law of the service through its mean alone.
TEST(SharedNode, RespondsAlikeWhateverTheLawOfTheService) {
  const double load = 0.5;
  SharedNode node(arrivals({Seconds(1), GapOf::system, ServiceLaw::fixed, Seconds(load)}));
  while (node.departed().count < 1'000'000) node.idle(node.now() + Seconds(1000));
  const double response = node.departed().stayed.count() / static_cast<double>(node.departed().count);
  EXPECT_NEAR(response, load / (1 - load), 0.01 * load / (1 - load));
}

/// Phase by phase, as it is skipped, and as it is stepped through.
TEST(SharedNode, SkipsPhasesThatAreAlikeToTheSameState) {
  const Background busy{Seconds(100), GapOf::system, ServiceLaw::exponential, Seconds(60)};
  int skipped_phases = 0;
  for (std::uint64_t replication = 0; replication < 200; ++replication) {
    SharedNode stepped(arrivals(busy, replication));
    stepped.idle(Seconds(100));
    SharedNode skipped = stepped;
    const Seconds work{1};
    const Seconds phase = work * (stepped.others() + 1) + Seconds(0.5);
    const double phases = skipped.phases_without_change(phase, work, 1);
    skipped.skip(phases, phase, work, 1);
    for (int i = 0; i < phases; ++i) {
      std::vector<Seconds> wanted{work};
      stepped.run(never, wanted);
      stepped.idle(Seconds(100) + phase * (i + 1));
    }
    ASSERT_EQ(stepped.others(), skipped.others());
    std::vector<Seconds> rest{Seconds(500)};
    std::vector<Seconds> same{Seconds(500)}; // not a copy: GCC 14 at -O1 warns of it, mistakenly
    stepped.run(never, rest);
    skipped.run(never, same);
    EXPECT_NEAR(stepped.now().count(), skipped.now().count(), 1e-6);
    skipped_phases += static_cast<int>(phases);
  }
  EXPECT_GT(skipped_phases, 1000);
}

TEST(QuantumNode, GivesTurnsInTheOrderOfItsQueue) {
  QuantumNode node(arrivals(nothing), Seconds(1));
  std::vector<Seconds> work{Seconds(1.5), Seconds(3)};
  node.run(Seconds(3.5), work); // first, second, first (half a turn), second
  EXPECT_EQ(node.now(), Seconds(3.5));
  EXPECT_EQ(work, (std::vector<Seconds>{Seconds(0), Seconds(1)}));
}

/// Work is kept: two cores are busy as long as two want them, whoever joins and leaves.
TEST(QuantumNode, LosesNoWorkWhoeverComesAndGoes) {
  QuantumNode node(arrivals(nothing), Seconds(1), 2);
  node.join(0, Seconds(5));
  node.join(1, Seconds(5));
  node.join(2, Seconds(5));
  EXPECT_EQ(node.serve(Seconds(3.25)), std::nullopt);
  const Seconds left = node.leave(0) + node.leave(1) + node.leave(2);
  EXPECT_NEAR(left.count(), 15 - 2 * 3.25, 1e-12);
  node.join(3, Seconds(0.5));
  EXPECT_EQ(node.serve(never), 3);
  EXPECT_EQ(node.now(), Seconds(3.75));
}

TEST(QuantumNode, ComesToTheSharedOneAsItsQuantumShrinks) {
  const Background busy{Seconds(100), GapOf::system, ServiceLaw::exponential, Seconds(60)};
  double before = never.count();
  for (const double quantum : {10.0, 1.0, 0.1}) {
    double apart = 0;
    for (std::uint64_t replication = 0; replication < 50; ++replication) {
      SharedNode fluid(arrivals(busy, replication));
      QuantumNode turns(arrivals(busy, replication), Seconds(quantum));
      std::vector<Seconds> work{Seconds(1000)};
      std::vector<Seconds> same{Seconds(1000)};
      fluid.run(never, work);
      turns.run(never, same);
      apart += std::abs((fluid.now() - turns.now()).count()) / 50;
    }
    EXPECT_LT(apart, before / 3);
    before = apart;
  }
  EXPECT_LT(before, 0.5);
}

} // namespace
} // namespace daruma::load
