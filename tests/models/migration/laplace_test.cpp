#include "models/migration/logic/laplace.hpp"
#include "models/migration/mpi/programs.hpp"

#include "tests/models/migration/serial_laplace.hpp"

#include <gtest/gtest.h>

namespace daruma::models::migration {
namespace {

TEST(Laplace, ArgumentsThatDoNotFitTheJobAreRefused) {
  const Program& program = programs().front();
  EXPECT_EQ(program.mismatch({}, {5}), "");
  EXPECT_EQ(program.mismatch({{"active", "5"}, {"size", "7"}}, {5}), "");
  EXPECT_EQ(program.mismatch({{"active", "6"}}, {5}), "argument \"active\" must be at most the job's ranks, 5, got 6");
  EXPECT_EQ(program.mismatch({{"size", "6"}}, {5}),
            "argument \"size\" must be at least 7 for 5 processes that compute, got 6");
  EXPECT_EQ(program.mismatch({{"field", "blank"}, {"residual", "1e-3"}}, {5}),
            "argument \"residual\" needs a \"field\" that is \"computed\"");
  EXPECT_NE(program.mismatch({}, {5, 1}), "");
  EXPECT_EQ(program.mismatch({{"policy", "swap"}, {"swap_payback", "0.5"}}, {5}), "");
  EXPECT_EQ(program.mismatch({{"swap_history", "1min"}}, {5}), "argument \"swap_history\" needs the policy \"swap\"");
  EXPECT_EQ(objections(program, {{"policy", "hysteresis"}, {"load", "progress"}, {"residual", "1e-06"}}).size(), 0u);
  EXPECT_EQ(objections(program, {{"policy", "foresight"}, {"load", "x"}, {"residual", "-1"}}).size(), 3u);
}

TEST(Laplace, StripsShareAllInnerRows) {
  for (const int count : {1, 3, 4, 7}) {
    int next = 1;
    for (int rank = 0; rank < count; ++rank) {
      const Strip one = strip(100, rank, count);
      EXPECT_EQ(one.first, next);
      EXPECT_GE(one.end - one.first, 98 / count);
      EXPECT_LE(one.end - one.first, 98 / count + 1);
      next = one.end;
    }
    EXPECT_EQ(next, 99);
  }
}

/// Also of sizes that are no multiple of anything.
TEST(Laplace, IsTheSerialOneToTheLastBit) {
  for (const int size : {3, 10, 37}) {
    Field field(size);
    double change = 0;
    for (int i = 0; i < 50; ++i) change = field.sweep({1, size - 1});
    const auto serial = test::solved_serially(static_cast<std::size_t>(size), 50);
    EXPECT_EQ(field.points(), serial.field);
    EXPECT_NEAR(std::sqrt(change), serial.residual, 1e-12 * serial.residual);
  }
}

} // namespace
} // namespace daruma::models::migration
