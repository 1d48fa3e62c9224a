// How near the spare-node paper's numbers have to come out: all that it prints, exactly.
#include "tests/models/reproduced.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace daruma::models::spares {
namespace {

study::Reproduction reproduced_exactly(const std::string& id) {
  auto reproduction = reproduced(id);
  EXPECT_EQ(reproduction.worst_relative_error(), 0);
  return reproduction;
}

TEST(SparesPaper, Fig3) {
  const auto figure = reproduced("spare-fig3");
  for (const char* allocation : {"2D-1", "3D-3"}) EXPECT_LT(line(figure, allocation)[3], 7) << "a few percent";
}

int messages_on_worst_link(const study::Grid& grid) {
  int worst = 1;
  for (const study::GridArrow& link : grid.links) worst = std::max(worst, link.messages);
  return worst;
}

int nodes_in(const study::Grid& grid, study::NodeState state) {
  return static_cast<int>(std::count_if(grid.nodes.begin(), grid.nodes.end(),
                                        [state](const study::GridNode& node) { return node.state == state; }));
}

TEST(SparesPaper, Fig4) {
  const auto figure = reproduced_exactly("spare-fig4");
  ASSERT_EQ(figure.grids.size(), 1u);
  EXPECT_EQ(messages_on_worst_link(figure.grids[0]), 5);
}

TEST(SparesPaper, Fig6) {
  const auto figure = reproduced_exactly("spare-fig6");
  ASSERT_EQ(figure.grids.size(), 5u) << "two failures with free directions, three with the first one kept";
  int moved = 0;
  for (int failures = 1; failures <= 3; ++failures) {
    const study::Grid& grid = figure.grids[static_cast<std::size_t>(failures) + 1];
    EXPECT_EQ(nodes_in(grid, study::NodeState::works), 36);
    EXPECT_EQ(nodes_in(grid, study::NodeState::has_failed), failures);
    EXPECT_EQ(nodes_in(grid, study::NodeState::is_spare), 13 - failures) << "each slide takes one of 6 + 7";
    moved += static_cast<int>(grid.moves.size());
  }
  EXPECT_EQ(moved, line(figure, "first direction kept").back());
}

TEST(SparesPaper, Fig7) { reproduced_exactly("spare-fig7"); }
TEST(SparesPaper, Table1) { reproduced_exactly("spare-table1"); }

TEST(SparesPaper, Fig8) {
  const auto figure = reproduced_exactly("spare-fig8");
  ASSERT_EQ(figure.grids.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(messages_on_worst_link(figure.grids[i]), line(figure, "2D, 1D and 0D together")[i]);
}

TEST(SparesPaper, Fig9) {
  const auto figure = reproduced("spare-fig9");
  EXPECT_GT(line(figure, "0D, 5 messages").back(), 95);
  EXPECT_GT(line(figure, "1D, 3 messages").back(), 95);
}

TEST(SparesPaper, ThreeDimensions) { reproduced("spare-3d"); }

TEST(SparesPaper, Tori) {
  const auto figure = reproduced("spare-torus");
  const double mesh = line(figure, "mesh").back();
  EXPECT_LT(mesh - line(figure, "torus").back(), 0.01 * mesh);
}

TEST(SparesPaper, Rearrangement) { reproduced("spare-rearrange"); }

TEST(SparesPaper, Utilisation) {
  const auto figure = reproduced("spare-utilisation");
  const auto small = line(figure, "64 x 4x4x4");
  const auto large = line(figure, "1 x 16x16x16");
  EXPECT_NEAR(small[0], large[0], 0.1) << "without spares it makes no difference";
  EXPECT_LT(small[0], 11);
  EXPECT_GT(small[1], 90);
  EXPECT_GT(large[1], 90);
  EXPECT_GT(large[3], 99.99);
}

TEST(SparesPaper, Fugaku) {
  const auto figure = reproduced("spare-fugaku");
  const auto hybrid = line(figure, "hybrid on 3d-3");
  EXPECT_LT(hybrid[0], 1.05);
  EXPECT_LT(hybrid[1], 2.2);
  for (const study::Row& row : figure.rows) {
    const bool is_whole_machine = std::get<double>(row.fields.back().second) > 100000;
    if (is_whole_machine) { EXPECT_GT(row.simulated, 2) << row.label; }
  }
}

/// What each pays while nothing fails follows from what it does.
TEST(SparesPaper, Rivals) {
  const auto figure = reproduced("rivals");
  const auto cost = [&figure](const char* panel, const char* rival) {
    return figure.number_at(std::string(panel) + ", " + rival + ", failures 0");
  };
  constexpr double halos = 400 * 80;
  constexpr double checkpoints = 8;
  constexpr double state_mib = 256;
  constexpr double mib_a_second = 1e10 / (1 << 20); // of the file system
  EXPECT_NEAR(cost("time lost, s", "spare nodes"), checkpoints * 25 * state_mib / mib_a_second, 0.02);
  EXPECT_NEAR(cost("time lost, s", "Reinit"), checkpoints * 25 * state_mib / mib_a_second, 0.02);
  for (const char* const rival : {"spare nodes", "Reinit"}) EXPECT_EQ(cost("memory of a process, MiB", rival), 0);
  for (const char* const rival : {"Fenix", "FT-MPI"})
    EXPECT_EQ(cost("memory of a process, MiB", rival), 2 * 2 * state_mib) << "two versions, its own and its partner's";
  for (const char* const rival : {"spare nodes", "Reinit", "FT-MPI"})
    EXPECT_NEAR(cost("messages, thousands", rival), halos / 1e3, 0.02 * halos / 1e3);
  const double told_of_checkpoints = checkpoints * (80 + 25);
  EXPECT_NEAR(cost("messages, thousands", "MPICH-V2"), (3 * halos + told_of_checkpoints) / 1e3, 0.3);
}

TEST(SparesPaper, Drift) {
  const auto figure = reproduced("spare-drift");
  const auto drifting = line(figure, "0d, free");
  const auto together = line(figure, "0d, together");
  const auto slides = line(figure, "1d, free");
  EXPECT_NEAR(drifting[0], 5, 0.1) << "who runs freely and alike stays in step, and takes what the count says";
  EXPECT_NEAR(slides[0], 3, 0.06);
  EXPECT_LT(*std::max_element(together.begin(), together.end()), 5.1) << "nothing takes longer than that";
  EXPECT_LT(drifting[3], 1.1);
  EXPECT_LT(together[3], 1.1);
}

} // namespace
} // namespace daruma::models::spares
