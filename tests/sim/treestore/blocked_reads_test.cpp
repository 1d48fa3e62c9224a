// Which reads wait for which of a server's writes.
#include "sim/treestore/blocked_reads.hpp"

#include <gmock/gmock.h>

namespace daruma::treestore {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(BlockedReads, WaitForTheWritesThatCameBeforeThem) {
  BlockedReads<int> blocked;
  EXPECT_FALSE(blocked.is_blocked());
  blocked.begin_write();
  EXPECT_TRUE(blocked.is_blocked());
  blocked.wait(1);
  blocked.wait(2);
  blocked.begin_write();
  blocked.wait(3);
  EXPECT_THAT(blocked.end_write(), ElementsAre(1, 2));
  EXPECT_TRUE(blocked.is_blocked());
  EXPECT_THAT(blocked.end_write(), ElementsAre(3));
  EXPECT_FALSE(blocked.is_blocked());
}

TEST(BlockedReads, AreNoneBehindAWriteThatBlocksNothing) {
  BlockedReads<int> blocked;
  EXPECT_THAT(blocked.end_write(), IsEmpty());
  EXPECT_FALSE(blocked.is_blocked());
}

TEST(BlockedReads, AreForgottenWithTheirWrites) {
  BlockedReads<int> blocked;
  blocked.begin_write();
  blocked.wait(1);
  blocked.forget();
  EXPECT_FALSE(blocked.is_blocked());
  blocked.begin_write();
  EXPECT_THAT(blocked.end_write(), IsEmpty());
}

} // namespace
} // namespace daruma::treestore
