// How near Falanx's numbers have to come out, which of them were put in, and by how much schedulers differ.
#include "tests/models/reproduced.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace daruma::models::falanx {
namespace {

constexpr const char* on_tree_store[] = {"ha", "ha-commit", "ha-buckets", "ha-ordered", "ha-batch"};

/// The row of 2 s of the highly available scheduler misses by a quarter: falanx-sensitivity says what it depends on.
TEST(FalanxPaper, Table2) {
  const auto table = reproduced("falanx-table2");
  for (const study::Row& row : table.rows)
    EXPECT_EQ(table.is_fitted(row), row.label.find("1s: ") != std::string::npos) << row.label;
  for (const char* length : {"1s", "2s"}) {
    EXPECT_LT(error_of(table, fmt::format("one rank, {}: total", length)), 0.03);
    EXPECT_LT(error_of(table, fmt::format("one rank, {}: main logic", length)), 0.2);
    EXPECT_LT(error_of(table, fmt::format("highly available, {}: total", length)), 0.02);
  }
  EXPECT_LT(error_of(table, "highly available, 1s: main logic"), 0.02);
  EXPECT_LT(error_of(table, "highly available, 2s: main logic"), 0.28);
  EXPECT_LT(table.worst_relative_error().value(), 0.38) << "the set-up of the second run, which was the shorter one";
}

TEST(FalanxPaper, Sensitivity) {
  const auto table = reproduced("falanx-sensitivity");
  ASSERT_EQ(table.rows.size(), 8u);
  const auto value = [&table](std::size_t row) { return table.rows[row].simulated; };
  EXPECT_GT(value(2), 1.29 * value(0));
  EXPECT_NEAR(value(3) / value(1), 1.15, 0.005);
  EXPECT_NEAR(value(4) / value(0), 1, 0.03);
  EXPECT_LT(value(5), 0.75 * value(1)) << "reads that wait behind writes are a good part of the row of 2 s";
  EXPECT_NEAR(value(6) / value(0), 1, 0.03);
  EXPECT_GT(value(7), 1.15 * value(1));
  const bool is_fitted[] = {true, false, false, false, true, false, true, false};
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    EXPECT_EQ(table.is_fitted(table.rows[row]), is_fitted[row]) << table.rows[row].label;
}

TEST(FalanxPaper, Cures) {
  const auto table = reproduced("falanx-cures");
  EXPECT_NEAR(table.rows[0].simulated / table.rows[2].simulated, 8.7, 0.4) << "what commits alone take it down to";
}

TEST(FalanxPaper, Grain) {
  const auto figure = reproduced("falanx-grain");
  const auto beyond_s = [&](const char* scheduler, double length_s) {
    return figure.number_at(fmt::format("{}, length_s {:.6g}", scheduler, length_s));
  };
  EXPECT_LT(beyond_s("task-queue-server", 1), 1.05 * beyond_s("task-queue-server", 100));
  EXPECT_NEAR(beyond_s("ha", 1) / beyond_s("ha", 10), 2.8, 0.2);
  EXPECT_NEAR(beyond_s("ha", 1) / beyond_s("ha-commit", 1), 8.1, 0.4);
  for (const char* scheduler : on_tree_store)
    EXPECT_LT(beyond_s(scheduler, 10), scheduler == std::string("ha") ? 0.12 : 0.06) << scheduler;
}

TEST(FalanxPaper, Scale) {
  constexpr double ideal_s = 50;
  const auto figure = reproduced("falanx-scale");
  const auto total_s = [&](const char* scheduler, int workers) {
    return figure.number_at(fmt::format("{}, workers {}", scheduler, workers));
  };
  const auto are_busy = [&](const char* scheduler, int workers) { return total_s(scheduler, workers) < 1.2 * ideal_s; };
  EXPECT_TRUE(are_busy("task-queue-server", 1000));
  EXPECT_FALSE(are_busy("task-queue-server", 3000));
  for (const char* scheduler : on_tree_store) {
    const bool has_commits = std::string(scheduler) != "ha";
    EXPECT_TRUE(are_busy(scheduler, has_commits ? 300 : 100)) << scheduler;
    EXPECT_FALSE(are_busy(scheduler, has_commits ? 1000 : 300)) << scheduler;
  }
  const auto task_s = [&](const char* scheduler, int workers) { return total_s(scheduler, workers) / workers; };
  EXPECT_NEAR(task_s("task-queue-server", 10000) / task_s("task-queue-server", 3000), 1, 0.05);
  EXPECT_NEAR(task_s("ha-ordered", 3000) / task_s("ha-ordered", 1000), 1, 0.1);
  EXPECT_GT(total_s("ha-buckets", 1000), 2 * total_s("ha-commit", 1000));
}

TEST(FalanxPaper, Failures) {
  const auto figure = reproduced("falanx-failures");
  const auto at_most = [&](const char* panel, const char* scheduler) {
    return figure.number_at(fmt::format("{}, {}, failures 4", panel, scheduler));
  };
  const double time_s = at_most("time of the bag", "task-queue-server");
  const double lost_s = at_most("tasks lost", "ha-commit");
  EXPECT_GT(at_most("time of the bag", "ha"), 1.2 * time_s);
  EXPECT_GT(at_most("tasks lost", "ha-batch"), 2 * lost_s);
  for (const char* scheduler : {"ha-commit", "ha-buckets", "ha-ordered", "ha-batch"})
    EXPECT_NEAR(at_most("time of the bag", scheduler) / time_s, 1, 0.02) << scheduler;
  for (const char* scheduler : {"ha", "ha-commit", "ha-buckets", "ha-ordered"})
    EXPECT_NEAR(at_most("tasks lost", scheduler) / lost_s, 1, 0.1) << scheduler;
}

TEST(FalanxPaper, Rivals) {
  const auto figure = reproduced("rivals-bag");
  const auto number = [&](const char* panel, const char* rival, int failures) {
    return figure.number_at(fmt::format("{}, {}, failures {}", panel, rival, failures));
  };
  EXPECT_NEAR(number("time lost, s", "master, fewer workers", 0), 0.073, 0.005) << "20 times 3.7 ms, mostly for 2 MiB";
  EXPECT_NEAR(number("time lost, s", "Falanx, task queue server", 0), 0.227, 0.01);
  EXPECT_LT(number("time lost, s", "master, others started", 4), 6) << "a task and what a start takes";
  EXPECT_GT(number("time lost, s", "master, fewer workers", 4), 60);
  EXPECT_NEAR(number("messages, thousands", "master, fewer workers", 0), 0.336, 0.01)
      << "two for each task, and two for each worker";
  EXPECT_GT(number("messages, thousands", "Falanx, highly available", 0),
            2 * number("messages, thousands", "Falanx, task queue server", 0));
}

} // namespace
} // namespace daruma::models::falanx
