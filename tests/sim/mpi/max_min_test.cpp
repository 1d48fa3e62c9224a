// Rates that are solved where something changed, against progressive filling of everything by the definition.
#include "sim/mpi/transport/max_min.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <vector>

namespace daruma::mpi {
namespace {

using Route = std::vector<topology::LinkSlot>;

/// Raises all rates together; where a link is used up, those on it stay where they are.
std::map<MaxMin::Flow, double> filled_progressively(const std::map<MaxMin::Flow, Route>& flows,
                                                    std::vector<double> free) {
  std::map<MaxMin::Flow, double> rates;
  while (rates.size() < flows.size()) {
    std::vector<int> open(free.size(), 0);
    for (const auto& [flow, route] : flows)
      if (!rates.count(flow))
        for (const auto link : route) ++open[link];
    double scarcest = std::numeric_limits<double>::infinity();
    for (std::size_t link = 0; link < free.size(); ++link)
      if (open[link] > 0) scarcest = std::min(scarcest, free[link] / open[link]);
    std::vector<MaxMin::Flow> stay;
    for (const auto& [flow, route] : flows)
      if (!rates.count(flow) && std::any_of(route.begin(), route.end(), [&](auto link) {
            return free[link] / open[link] <= scarcest * (1 + 1e-12);
          }))
        stay.push_back(flow);
    for (const MaxMin::Flow flow : stay) {
      rates[flow] = scarcest;
      for (const auto link : flows.at(flow)) free[link] -= scarcest;
    }
  }
  return rates;
}

TEST(MaxMin, ALinkIsSharedEqually) {
  MaxMin rates({12});
  const auto first = rates.add({0});
  const auto second = rates.add({0});
  rates.settle();
  EXPECT_EQ(rates.rate(first), 6);
  EXPECT_EQ(rates.rate(second), 6);
}

TEST(MaxMin, WhoIsHeldUpElsewhereLeavesTheRestToOthers) {
  MaxMin rates({12, 2});
  const auto held_up = rates.add({0, 1});
  const auto other = rates.add({0});
  rates.settle();
  EXPECT_EQ(rates.rate(held_up), 2);
  EXPECT_EQ(rates.rate(other), 10);
  rates.remove(other);
  rates.settle();
  EXPECT_EQ(rates.rate(held_up), 2);
}

TEST(MaxMin, TellsWhichRatesChangedAndFromWhatAndWhoIsHeldUpElsewhere) {
  MaxMin rates({12, 12, 3});
  const auto first = rates.add({0});
  rates.add({1});
  rates.settle();
  const auto second = rates.add({0});
  const auto& changes = rates.settle();
  ASSERT_EQ(changes.rates.size(), 1U);
  EXPECT_EQ(changes.rates[0].link, 0U);
  EXPECT_EQ(changes.rates[0].before, 12);
  ASSERT_EQ(changes.moves.size(), 1U);
  EXPECT_EQ(changes.moves[0].flow, second);
  EXPECT_EQ(changes.moves[0].from, MaxMin::none);
  EXPECT_EQ(rates.bottleneck(first), 0U);
  EXPECT_EQ(rates.rate_at(0), 6);
}

TEST(MaxMin, ASlowerLinkHoldsUpThoseWhoHadRoomThere) {
  MaxMin rates({12, 100});
  const auto flow = rates.add({0, 1});
  rates.settle();
  rates.set_capacity(1, 3);
  rates.settle();
  EXPECT_EQ(rates.rate(flow), 3);
  rates.set_capacity(1, 100);
  rates.settle();
  EXPECT_EQ(rates.rate(flow), 12);
}

using Randomness = std::mt19937;
using MakeRoute = Route (*)(Randomness&, std::size_t links);

/// Over three links in the mean.
Route anywhere(Randomness& random, std::size_t links) {
  Route route;
  for (std::size_t link = 0; link < links; ++link)
    if (random() % links < 3) route.push_back(link);
  if (route.empty()) route.push_back(random() % links);
  return route;
}

/// Mostly over the first link, as to a file system, and over one of the others, as a port to it.
Route to_a_hub(Randomness& random, std::size_t links) {
  const Route route{random() % 12 == 0 ? 1 + random() % (links - 1) : 0, 1 + random() % (links - 1)};
  return route[0] == route[1] ? Route{route[0]} : route;
}

class Random : public testing::TestWithParam<MakeRoute> {};

/// Flows come and go at random, several at a time, and links change.
TEST_P(Random, AfterAnyChangesRatesAreThoseByTheDefinition) {
  Randomness random(3);
  for (int network = 0; network < 40; ++network) {
    const std::size_t links = 3 + random() % 20;
    std::vector<double> capacities;
    for (std::size_t i = 0; i < links; ++i) capacities.push_back(1 + static_cast<double>(random() % 8));
    MaxMin rates(capacities);
    std::map<MaxMin::Flow, Route> flows;
    for (int change = 0; change < 120; ++change) {
      for (auto times = random() % 4; times > 0; --times) {
        const Route route = GetParam()(random, links);
        flows[rates.add(route)] = route;
      }
      for (auto times = random() % 4; times > 0 && !flows.empty(); --times) {
        const auto gone = std::next(flows.begin(), static_cast<long>(random() % flows.size()));
        rates.remove(gone->first);
        flows.erase(gone);
      }
      if (random() % 5 == 0) {
        const std::size_t link = random() % links;
        capacities[link] = 1 + static_cast<double>(random() % 8);
        rates.set_capacity(static_cast<MaxMin::Link>(link), capacities[link]);
      }
      rates.settle();
      for (const auto& [flow, rate] : filled_progressively(flows, capacities))
        ASSERT_NEAR(rates.rate(flow), rate, 1e-9 * rate) << "network " << network << ", change " << change;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AnywhereOrToAHub, Random, testing::Values(anywhere, to_a_hub));

} // namespace
} // namespace daruma::mpi
