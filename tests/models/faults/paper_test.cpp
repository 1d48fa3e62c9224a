// How near the fault-localisation paper's figure and table have to come out, and how clear our own studies have to be.
#include "tests/models/reproduced.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace daruma::models::faults {
namespace {

/// The order among the parts of one node is the figure's own; the way there follows.
TEST(FaultsPaper, Fig7) {
  const auto figure = reproduced("detect-fig7");
  EXPECT_EQ(figure.worst_relative_error(), 0);
  for (const study::Row& row : figure.rows)
    EXPECT_EQ(figure.is_fitted(row), row.label.rfind("node1.", 0) == 0) << row.label;
}

TEST(FaultsPaper, Table1PredictsNothing) {
  const auto table = reproduced("detect-table1");
  for (const study::Row& row : table.rows) EXPECT_EQ(table.is_fitted(row), row.paper.has_value()) << row.label;
}

TEST(FaultsPaper, Accuracy) {
  const auto figure = reproduced("detect-accuracy");
  EXPECT_EQ(line(figure, "1 fault").front(), 100);
  EXPECT_GT(line(figure, "2 faults at once").front(), 97);
  EXPECT_GT(line(figure, "4 faults at once").front(), 95);
}

TEST(FaultsPaper, Cost) {
  const auto figure = reproduced("detect-cost");
  EXPECT_GT(figure.number_at("errors, and questions after them: the part"), 99);
  for (const char* watcher : {"heartbeats around a ring", "heartbeats to a server", "looks at the own system"})
    EXPECT_GT(line(figure, watcher).front(), 10 * figure.number_at(fmt::format("{}, 10 ms: processor", watcher)))
        << "each step waits for whoever watched in it";
}

TEST(FaultsPaper, Recovery) {
  const auto figure = reproduced("detect-recovery");
  const auto of = [&](const char* runtime, const char* asks) {
    return line(figure, fmt::format("{}, {}", runtime, asks));
  };
  const auto unasked = of("openmpi-4.0-ulfm", "nobody asks");
  const auto used = of("openmpi-4.0-ulfm", "asked and used");
  EXPECT_GT(unasked.back(), 4 * unasked.front());
  EXPECT_LT(used.back(), 1.1 * used.front());
  const double at_once = of("openmpi-5.0-ulfm", "nobody asks").back();
  EXPECT_NEAR(of("openmpi-5.0-ulfm", "asked and used").back(), at_once + 6.5, 1.5) << "the wait for a silent switch";
  EXPECT_LT(of("openmpi-5.0-ulfm", "asked and used, 0.1 s for a silent switch").back(), at_once + 1);
}

} // namespace
} // namespace daruma::models::faults
