// Which open accesses conflict, with the bytes they touch as numbers.
#include "sim/mpi/rma/open_accesses.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

namespace daruma::mpi {
namespace {

AccessOrigin of(int rank, int fences = 0) { return {rank, fences, "MPI_Put", nullptr}; }

TEST(OpenAccesses, AWriteConflictsWithWhatItMeets) {
  OpenAccesses accesses;
  accesses.open(100, 200, AccessWay::write(), of(1));
  EXPECT_FALSE(accesses.conflict(200, 300, AccessWay::write()));
  EXPECT_FALSE(accesses.conflict(0, 100, AccessWay::write()));
  ASSERT_TRUE(accesses.conflict(199, 201, AccessWay::read()));
  EXPECT_EQ(accesses.conflict(0, 101, AccessWay::write())->rank, 1);
  EXPECT_TRUE(accesses.conflict(120, 130, AccessWay::update(resolve(MPI_INT))));
}

TEST(OpenAccesses, ReadsGoTogether) {
  OpenAccesses accesses;
  accesses.open(100, 200, AccessWay::read(), of(1));
  EXPECT_FALSE(accesses.conflict(100, 200, AccessWay::read()));
  EXPECT_TRUE(accesses.conflict(100, 200, AccessWay::write()));
  EXPECT_TRUE(accesses.conflict(100, 200, AccessWay::update(resolve(MPI_INT))));
}

TEST(OpenAccesses, UpdatesOfOneDatatypeGoTogether) {
  OpenAccesses accesses;
  accesses.open(100, 104, AccessWay::update(resolve(MPI_INT)), of(1));
  EXPECT_FALSE(accesses.conflict(100, 104, AccessWay::update(resolve(MPI_INT))));
  EXPECT_TRUE(accesses.conflict(100, 104, AccessWay::update(resolve(MPI_FLOAT))));
  EXPECT_TRUE(accesses.conflict(100, 104, AccessWay::update(resolve(MPI_CHAR))));
}

TEST(OpenAccesses, UpdatesOfSeveralRanksAreByOneOperation) {
  using Operation = AccessWay::Operation;
  OpenAccesses accesses;
  const auto by = [](Operation operation) { return AccessWay::update(resolve(MPI_INT), operation); };
  accesses.open(100, 104, by(Operation::sum), of(1));
  EXPECT_FALSE(accesses.conflict(100, 104, by(Operation::sum), of(2)));
  EXPECT_FALSE(accesses.conflict(100, 104, by(Operation::no_op), of(2)));
  EXPECT_FALSE(accesses.conflict(100, 104, by(Operation::max), of(1))) << "those of one rank are in order";
  EXPECT_TRUE(accesses.conflict(100, 104, by(Operation::max), of(2)));
}

TEST(OpenAccesses, AClosedOneIsGone) {
  OpenAccesses accesses;
  const auto ticket = accesses.open(100, 200, AccessWay::write(), of(1));
  accesses.open(100, 200, AccessWay::write(), of(2));
  OpenAccesses::close(ticket);
  ASSERT_TRUE(accesses.conflict(150, 160, AccessWay::read()));
  EXPECT_EQ(accesses.conflict(150, 160, AccessWay::read())->rank, 2);
}

TEST(OpenAccesses, AreOrderedByFences) {
  OpenAccesses accesses;
  accesses.open(100, 200, AccessWay::write(), of(1, 3));
  EXPECT_FALSE(accesses.conflict(100, 200, AccessWay::write(), of(2, 4))) << "rank 1 is late to notice the fence";
  EXPECT_TRUE(accesses.conflict(100, 200, AccessWay::write(), of(2, 3)));
}

TEST(OpenAccesses, ALongOneIsFoundAmongManyShortOnes) {
  OpenAccesses accesses;
  accesses.open(0, 100000, AccessWay::write(), of(7));
  for (std::uintptr_t i = 0; i < 1000; ++i) accesses.open(i * 8, i * 8 + 4, AccessWay::read(), of(1));
  ASSERT_TRUE(accesses.conflict(90000, 90001, AccessWay::read()));
  EXPECT_EQ(accesses.conflict(90000, 90001, AccessWay::read())->rank, 7);
}

} // namespace
} // namespace daruma::mpi
