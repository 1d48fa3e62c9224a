// How near the migration paper's numbers have to come out, and how clear its claims have to be.
#include "tests/models/reproduced.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace daruma::models::migration {
namespace {

double field(const study::Row& row, const std::string& name) {
  const auto found =
      std::find_if(row.fields.begin(), row.fields.end(), [&](const auto& each) { return each.first == name; });
  return std::get<double>(found->second);
}

/// A checkpoint every 200 of 1000 iterations: until the first of them the load delays everybody.
TEST(MigrationPaper, Fig4) {
  const auto figure = reproduced("migr-fig4");
  const auto row = [&](const std::string& label) -> const study::Row& {
    return *std::find_if(figure.rows.begin(), figure.rows.end(),
                         [&](const study::Row& each) { return each.label == label; });
  };
  for (const char* network : {"SP Switch", "100Base-TX"})
    for (const int active : {4, 8}) {
      const auto& plain = row(fmt::format("{}, plain, {} processes", network, active));
      const auto& migratable = row(fmt::format("{}, migratable, {} processes", network, active));
      const double delay = plain.simulated - field(plain, "unloaded_s");
      EXPECT_GT(delay, 0.5 * field(plain, "unloaded_s")) << plain.label;
      const double expected = 0.2 * delay + field(migratable, "migration_s");
      EXPECT_NEAR((migratable.simulated - field(migratable, "unloaded_s")) / expected, 1, 0.02) << migratable.label;
    }
}

TEST(MigrationPaper, Fig5) {
  const auto figure = reproduced("migr-fig5");
  EXPECT_LE(figure.worst_relative_error().value(), 0.1);
  for (const study::Row& row : figure.rows)
    EXPECT_EQ(figure.is_fitted(row), row.label.find("transfer of 8 MB") != std::string::npos) << row.label;
  for (const char* network : {"SP Switch", "100Base-TX"})
    for (const int active : {4, 8})
      EXPECT_LT(figure.number_at(fmt::format("{}, migratable, {} processes", network, active)),
                1.02 * figure.number_at(fmt::format("{}, plain, {} processes", network, active)));
}

TEST(MigrationPaper, Fig6) { reproduced("migr-fig6"); }

double time_of(const study::Reproduction& figure, int active, double gap_min) {
  return figure.number_at(fmt::format("{} active, an arrival every {} min", active, gap_min));
}

double best_time_of(const study::Reproduction& figure, double gap_min) {
  double best = time_of(figure, 8, gap_min);
  for (int active = 4; active < 8; ++active) best = std::min(best, time_of(figure, active, gap_min));
  return best;
}

TEST(MigrationPaper, Figs7And8) {
  const auto one = reproduced("migr-fig7");
  const auto two = reproduced("migr-fig8");
  EXPECT_LT(best_time_of(one, 2.5), 0.9 * time_of(one, 8, 2.5));
  EXPECT_LT(time_of(two, 8, 2.5), 0.9 * time_of(one, 8, 2.5));
  for (const double gap_min : {2.5, 3.3, 5.0, 7.5, 10.0})
    EXPECT_LE(time_of(two, 7, gap_min), 1.1 * best_time_of(two, gap_min)) << "one spare does";
}

TEST(MigrationPaper, Figs9And10) {
  for (const char* id : {"migr-fig9", "migr-fig10"}) {
    const auto figure = reproduced(id);
    for (const int active : {7, 6})
      for (const int interval : {1, 2, 4, 8}) {
        const auto time = [&](int granularity) {
          return figure.number_at(
              fmt::format("{} active, every {} min, arrival gap {} times that", active, interval, granularity));
        };
        EXPECT_GT(time(1), 1.08 * time(4)) << id << ", " << active << " active, " << interval << " min";
      }
  }
}

TEST(MigrationPaper, OurOwnStudies) {
  for (const char* id : {"migr-policies", "migr-interval", "migr-scale"}) reproduced(id);
}

/// Loads that last half a minute are over before anybody has moved away from them.
TEST(MigrationPaper, Swapping) {
  const auto figure = reproduced("migr-swapping");
  const auto time = [&](const char* policy, const char* cost) {
    return figure.number_at(fmt::format("{}, loads of 0.5 min, {} s a move", policy, cost));
  };
  EXPECT_EQ(time("never", "0.3"), time("never", "60"));
  EXPECT_NEAR(time("safe", "60") / time("never", "60"), 1, 0.01) << "hardly ever 120 s for a minute of work";
  EXPECT_GT(time("greedy", "60"), 1.2 * time("never", "60"));
}

TEST(MigrationPaper, TurnsOfAQuantum) {
  const auto figure = reproduced("migr-quantum");
  const auto apart = [&](const char* policy, double gap_min, double quantum_s) {
    return figure.number_at(fmt::format("{}, an arrival every {} min, a quantum of {} s", policy, gap_min, quantum_s));
  };
  for (const double gap_min : {10.0, 5.0, 2.5}) {
    EXPECT_LT(apart("never", gap_min, 0.6), apart("never", gap_min, 60) / 30);
    EXPECT_LT(apart("greedy", gap_min, 0.6), apart("greedy", gap_min, 60) / 3);
    EXPECT_LT(apart("greedy", gap_min, 0.6), 1) << "what remains is that now and then another process moves";
  }
}

} // namespace
} // namespace daruma::models::migration
