#include "models/migration/laplace.hpp"

#include "tests/models/serial_laplace.hpp"

#include <gtest/gtest.h>

namespace daruma::models::migration {
namespace {

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
