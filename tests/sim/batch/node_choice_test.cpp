// Which of the free nodes a job gets: by hand, and by what each rule promises; what their places cost it.
#include "sim/batch/node_choice.hpp"

#include "platforms/topology/topology.hpp"
#include "sim/batch/centre.hpp"
#include "sim/batch/objections.hpp"
#include "sim/batch/placement_cost.hpp"
#include "sim/core/temporary_folder.hpp"
#include "tests/sim/batch/centre_run.hpp"
#include "tests/sim/batch/random_jobs.hpp"
#include "tests/sim/batch/starts.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

namespace daruma::batch {
namespace {

using test::job;
using testing::ElementsAre;
using testing::Lt;
using Numbers = std::vector<int>;

NodeSet set_of(int nodes, const Numbers& free) {
  NodeSet set(nodes);
  for (const int node : free) set.add(word_of(node), bit_of(node));
  return set;
}

NodeLayout torus(std::vector<int> extents, Wrap wrap = Wrap::around) {
  const int nodes = std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>());
  return {nodes, topology::GridShape{std::move(extents), wrap}, {}};
}
/// Switches above 4 nodes each, above these switches some above 8, and one above all 16.
NodeLayout tree() { return {16, {}, {{4, 1}, {8, 1}, {16, 1}}}; }

Numbers chosen(const NodeChoice& choice, const Numbers& free, int count, const NodeLayout& layout,
               std::uint64_t seed = 1) {
  return choice.choose(set_of(layout.nodes, free), count, layout, RandomStream(seed, 0, "test"));
}

TEST(NodeChoice, FirstFitTakesTheLowest) {
  EXPECT_THAT(chosen(node_choice::first_fit, {1, 3, 4, 70, 90}, 4, {100}), ElementsAre(1, 3, 4, 70));
}

TEST(NodeChoice, ContiguousTakesTheShortestRowThatIsLongEnough) {
  const Numbers free{0, 1, 2, 3, 4, 6, 7, 9, 10, 11, 13, 14, 15};
  EXPECT_THAT(chosen(node_choice::contiguous, free, 2, {20}), ElementsAre(6, 7));
  EXPECT_THAT(chosen(node_choice::contiguous, free, 3, {20}), ElementsAre(9, 10, 11)) << "the first of two as long";
  EXPECT_THAT(chosen(node_choice::contiguous, free, 4, {20}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(chosen(node_choice::contiguous, free, 7, {20}), ElementsAre(0, 1, 2, 3, 4, 6, 7)) << "the longest first";
}

TEST(NodeChoice, BySwitchTakesTheFullestOfTheLowestLevel) {
  EXPECT_THAT(chosen(node_choice::by_switch, {0, 1, 2, 4, 5, 8, 12, 13}, 2, tree()), ElementsAre(4, 5))
      << "below 0 to 3 three are free";
  EXPECT_THAT(chosen(node_choice::by_switch, {0, 1, 4, 5, 6, 8, 9, 12}, 4, tree()), ElementsAre(0, 4, 5, 6))
      << "below 8 to 15 there are three";
  EXPECT_THAT(chosen(node_choice::by_switch, {0, 1, 4, 5, 8, 9, 12, 15}, 5, tree()), ElementsAre(0, 1, 4, 5, 8))
      << "nowhere below one of the second level";
}

TEST(NodeChoice, ABlockIsTheSmallestAndMostCompactBox) {
  //  0  1  2  3      those in brackets are taken: [1] [6] [8]
  //  4  5  6  7
  //  8  9 10 11
  const Numbers free{0, 2, 3, 4, 5, 7, 9, 10, 11};
  EXPECT_THAT(chosen(node_choice::block, free, 2, torus({4, 3}, Wrap::none)), ElementsAre(0, 4)) << "upright first";
  EXPECT_THAT(chosen(node_choice::block, free, 3, torus({4, 3}, Wrap::none)), ElementsAre(3, 7, 11));
  EXPECT_THAT(chosen(node_choice::block, free, 4, torus({4, 3}, Wrap::around)), ElementsAre(3, 0, 7, 4))
      << "around the border, in the box's own order";
  EXPECT_THAT(chosen(node_choice::block, free, 4, torus({4, 3}, Wrap::none)), ElementsAre(2, 3, 4, 5))
      << "no box of 4: the rows that are longest";
}

/// Free nodes by lot, as many as asked for by lot, on a layout of each kind.
TEST(NodeChoice, ChoosesDifferentFreeNodesAndTheSameAgain) {
  RandomStream random(7, 0, "choices");
  NodeLayout layout = torus({5, 4, 4});
  layout.levels = {{5, 1}, {20, 1}};
  for (const NodeChoice* choice : node_choices())
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      Numbers free;
      for (int node = 0; node < layout.nodes; ++node)
        if (random.below(3) > 0) free.push_back(node);
      const int count = 1 + static_cast<int>(random.below(free.size()));
      const Numbers nodes = chosen(*choice, free, count, layout, seed);
      const std::set<int> different(nodes.begin(), nodes.end());
      ASSERT_EQ(static_cast<int>(different.size()), count) << choice->name;
      ASSERT_TRUE(std::includes(free.begin(), free.end(), different.begin(), different.end())) << choice->name;
      ASSERT_EQ(nodes, chosen(*choice, free, count, layout, seed)) << choice->name;
    }
}

int rows(const Numbers& nodes) {
  Places places;
  for (const int node : nodes) places.append(node, 1);
  return places.rows();
}

/// The fewest rows that so many nodes can be in, by all subsets of the rows that there are.
int fewest_rows(const Numbers& free, int nodes, int count) {
  const std::vector<NodeRow> all = rows_of(set_of(nodes, free));
  int fewest = static_cast<int>(all.size());
  for (unsigned subset = 1; subset < 1U << all.size(); ++subset) {
    int length = 0;
    int some = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      if ((subset >> i & 1U) != 0) {
        length += all[i].length;
        ++some;
      }
    if (length >= count) fewest = std::min(fewest, some);
  }
  return fewest;
}

TEST(NodeChoice, ContiguousIsInAsFewRowsAsCanBe) {
  constexpr int nodes = 24;
  RandomStream random(8, 0, "rows");
  for (int again = 0; again < 300; ++again) {
    Numbers free;
    for (int node = 0; node < nodes; ++node)
      if (random.below(2) > 0) free.push_back(node);
    if (free.empty()) continue;
    const int count = 1 + static_cast<int>(random.below(free.size()));
    ASSERT_EQ(rows(chosen(node_choice::contiguous, free, count, {nodes})), fewest_rows(free, nodes, count));
  }
}

/// The lowest level of a switch that has all of these below it.
int level_above(const Numbers& nodes, const NodeLayout& layout) {
  for (std::size_t level = 0; level < layout.levels.size(); ++level) {
    const int size = layout.levels[level].nodes;
    const auto is_below = [&](int node) { return node / size == nodes.front() / size; };
    if (std::all_of(nodes.begin(), nodes.end(), is_below)) return static_cast<int>(level);
  }
  return static_cast<int>(layout.levels.size());
}

TEST(NodeChoice, BySwitchIsBelowTheLowestSwitchThatCanBe) {
  const NodeLayout layout = tree();
  RandomStream random(9, 0, "switches");
  for (int again = 0; again < 300; ++again) {
    Numbers free;
    for (int node = 0; node < layout.nodes; ++node)
      if (random.below(2) > 0) free.push_back(node);
    if (free.empty()) continue;
    const auto count = 1 + static_cast<std::size_t>(random.below(free.size()));
    int lowest_level = 3;
    for (std::size_t level = 0; level < 3; ++level) {
      std::map<int, std::size_t> below;
      for (const int node : free) ++below[node / layout.levels[level].nodes];
      for (const auto& [index, there] : below)
        if (there >= count) lowest_level = std::min(lowest_level, static_cast<int>(level));
    }
    ASSERT_EQ(level_above(chosen(node_choice::by_switch, free, static_cast<int>(count), layout), layout), lowest_level);
  }
}

TEST(NodeChoice, RandomTakesEachNodeAsOften) {
  const NodeLayout layout{10};
  const Numbers free{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::vector<int> taken(10, 0);
  constexpr int times = 10000;
  for (std::uint64_t seed = 0; seed < times; ++seed)
    for (const int node : chosen(node_choice::random, free, 3, layout, seed)) ++taken[static_cast<std::size_t>(node)];
  for (const int count : taken) EXPECT_NEAR(count, 3000, 5 * std::sqrt(times * 0.3 * 0.7));
}

// --- What it costs

topology::Topology mesh(int x, int y) { return topology::topology_of("mesh", {{"dimensions", {x, y}}}); }

Places on(const Numbers& nodes) {
  Places places;
  for (const int node : nodes) places.append(node, 1);
  return places;
}

double alone(PlacementCost& cost, const Numbers& nodes) {
  const double stretch = cost.enter(0, on(nodes));
  cost.leave(0);
  return stretch;
}

/// Four ranks in a 2x2 stencil on a mesh of 6x6: as a box each link has one message. In a row 0 1 2 3, rank 0 sends to
/// 1 and 2, rank 1 to 0 and 3, and so on: from node 1 to node 2 go those of 0 to 2 and 1 to 3.
TEST(PlacementCost, StretchesTheShareThatIsCommunication) {
  PlacementCost cost(mesh(6, 6), 36, "stencil-2d", 0.25);
  const auto stretch = [&](const Numbers& nodes) { return alone(cost, nodes); };
  EXPECT_DOUBLE_EQ(stretch({0, 1, 6, 7}), 1);
  EXPECT_DOUBLE_EQ(stretch({14, 15, 20, 21}), 1) << "a box elsewhere";
  EXPECT_DOUBLE_EQ(stretch({0, 1, 2, 3}), 1.25) << "twice as long";
  EXPECT_DOUBLE_EQ(stretch({9}), 1) << "a node alone sends nothing";
  PlacementCost ring(mesh(6, 6), 36, "ring", 1);
  EXPECT_DOUBLE_EQ(alone(ring, {0, 2, 4, 30}), 1) << "on its way from one to the next a message meets none";
}

TEST(PlacementCost, IsThatOfTheFullestLink) {
  const topology::Topology topology = mesh(8, 8);
  const auto wiring = topology::wire(topology, 64);
  RandomStream random(3, 0, "places");
  for (const char* pattern : {"ring", "binomial-tree", "all-to-all"})
    for (int again = 0; again < 20; ++again) {
      std::set<int> some;
      while (some.size() < 9) some.insert(static_cast<int>(random.below(64)));
      const Numbers nodes(some.begin(), some.end());
      std::vector<topology::Message> messages;
      for (int a = 0; a < 9; ++a)
        for (int b = 0; b < 9; ++b) {
          const bool is_all = pattern[0] == 'a' && a != b;
          const bool is_ring = pattern[0] == 'r' && b == (a + 1) % 9;
          const bool is_tree = pattern[0] == 'b' && b > a && (b & (b - 1)) == a;
          if (is_all || is_ring || is_tree) messages.push_back({nodes[a], nodes[b]});
        }
      const Numbers best = chosen(node_choice::block,
                                  chosen(node_choice::first_fit,
                                         [] {
                                           Numbers all(64);
                                           std::iota(all.begin(), all.end(), 0);
                                           return all;
                                         }(),
                                         64, {64}),
                                  9, torus({8, 8}, Wrap::none));
      std::vector<topology::Message> there = messages;
      for (topology::Message& one : there) {
        const auto rank_of = [&](int node) { return std::find(nodes.begin(), nodes.end(), node) - nodes.begin(); };
        one.from = best[static_cast<std::size_t>(rank_of(one.from))];
        one.to = best[static_cast<std::size_t>(rank_of(one.to))];
      }
      const double ratio = topology::count(*wiring, messages).collisions /
                           static_cast<double>(topology::count(*wiring, there).collisions);
      PlacementCost cost(topology, 64, pattern, 0.5);
      ASSERT_DOUBLE_EQ(alone(cost, nodes), 1 + 0.5 * std::max(0.0, ratio - 1)) << pattern;
    }
}

/// On a row of four nodes jobs at 0 and 2, 1 and 3 share the link from 1 to 2: half of the time the other's message is
/// there.
TEST(PlacementCost, OtherJobsAreOnALinkInTheirShareOfTime) {
  PlacementCost cost(mesh(4, 1), 4, "ring", 0.5);
  EXPECT_DOUBLE_EQ(cost.enter(1, on({0, 2})), 1);
  EXPECT_DOUBLE_EQ(cost.enter(2, on({1, 3})), 1.25) << "one and a half messages in place of one, for half of its time";
  cost.leave(1);
  cost.leave(2);
  EXPECT_DOUBLE_EQ(cost.enter(3, on({1, 3})), 1);
}

// --- At a centre

Rules rules_with(const NodeChoice& choice, const NodeLayout& layout) {
  Rules rules;
  rules.nodes = layout.nodes;
  rules.choose_nodes = [&choice, layout](const NodeSet& free, int count) {
    return choice.choose(free, count, layout, RandomStream(1, 0, "test"));
  };
  return rules;
}

TEST(NodeChoice, DecidesWhereJobsAreAndNeverWhenTheyStart) {
  const NodeLayout layout = torus({6, 4});
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const std::vector<Job> jobs = test::random_jobs(seed, 80, layout.nodes);
    const auto lowest = test::starts_of(jobs, layout.nodes, "easy");
    for (const NodeChoice* choice : {&node_choice::block, &node_choice::contiguous, &node_choice::random})
      ASSERT_EQ(test::starts_of(jobs, layout.nodes, "easy", {}, {}, rules_with(*choice, layout)), lowest);
  }
}

/// On nodes 0 to 3 of a row, jobs 0 and 2 run until 10 s and jobs 1 and 3 until 30 s; from 10 s on job 4 is at 0 and 2.
TEST(NodeChoice, TellsOfRowsFragmentationAndWhatPlacesCost) {
  const std::vector<Job> jobs{job(0, 10, 10, 1), job(0, 30, 30, 1), job(0, 10, 10, 1),
                              job(0, 30, 30, 1), job(1, 10, 10, 2), job(2, 10, 10, 2)};
  Rules rules = rules_with(node_choice::first_fit, {4});
  PlacementCost cost(mesh(4, 1), 4, "ring", 0.5);
  cost.enter(99, on({1, 3}));
  rules.placement_cost = &cost;
  const History history = simulate(jobs, rules);
  EXPECT_EQ(history.placement.starts, 6);
  EXPECT_EQ(history.placement.rows, 8) << "jobs 4 and 5 lie on both sides of job 1";
  EXPECT_DOUBLE_EQ(history.placement.most_fragmentation, 0) << "what is free is taken";
  EXPECT_EQ(history.outcomes[4].end, Seconds(22.5)) << "it takes a quarter longer";
  EXPECT_EQ(history.outcomes[5].end, Seconds(35));
  EXPECT_NEAR(history.ledger.placement.count(), 10, 1e-9) << "two nodes for 2.5 s, twice";
  EXPECT_NEAR(sum(history.ledger).count(), history.capacity.count(), 1e-9);
}

/// Three jobs of one core each on two nodes of four cores.
TEST(NodeChoice, JobsGetWholeNodesWhereThatIsAskedFor) {
  const TemporaryFolder folder;
  const std::filesystem::path log = folder.path() / "jobs.swf";
  std::ofstream(log) << "1 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 -1 -1 -1\n"
                        "2 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 -1 -1 -1\n"
                        "3 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 -1 -1 -1\n";
  scenario::Scenario scenario;
  scenario.machine.nodes = 2;
  scenario.machine.cores = 4;
  scenario.centre.emplace().log = log;
  const auto makespan = [&](bool is_exclusive) {
    scenario.centre->placement.emplace().is_exclusive = is_exclusive;
    return test::result_of(scenario).metrics.at("makespan_s");
  };
  EXPECT_EQ(makespan(false), 10);
  EXPECT_EQ(makespan(true), 20);
}

TEST(NodeChoice, FragmentationIsWhatLiesOutsideOfTheLongestRow) {
  Nodes nodes(10, 2, 0);
  EXPECT_EQ(nodes.fragmentation(), 0);
  Places taken;
  taken.append(3, 1);
  taken.append(7, 2);
  nodes.take(taken);
  EXPECT_DOUBLE_EQ(nodes.fragmentation(), 1 - 3 / 8.0) << "0 to 2, 4 to 6, 8 and 9";
}

TEST(NodeChoice, ObjectsToMachinesThatARuleIsNotFor) {
  scenario::Scenario scenario;
  scenario.machine.nodes = 16;
  scenario.centre.emplace().placement.emplace();
  const auto sentences = [&](const char* rule) {
    scenario.centre->placement->nodes = rule;
    std::vector<std::string> all;
    for (const auto& one : objections_to_centre(scenario, "s.json")) all.push_back(one.pointer + ": " + one.sentence);
    return all;
  };
  const std::string pointer = "/centre/placement/nodes: ";
  EXPECT_THAT(sentences("random"), ElementsAre());
  EXPECT_THAT(sentences("block"), ElementsAre(pointer + "\"block\" needs a mesh or torus, and the machine is " +
                                              scenario.machine.topology.kind->text({})));
  EXPECT_EQ(sentences("by-switch").size(), 1);
  EXPECT_THAT(sentences("blok"), ElementsAre(pointer + "unknown choice of nodes \"blok\"; did you mean \"block\"?"));
  scenario.centre->placement->is_exclusive = true;
  scenario.centre->flexible.malleable = 0.5;
  EXPECT_THAT(sentences("random"), ElementsAre("/centre/placement/exclusive: flexible jobs have any number of cores, "
                                               "and not whole nodes"));
}

} // namespace
} // namespace daruma::batch
