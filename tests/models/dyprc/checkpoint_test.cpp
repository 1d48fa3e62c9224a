#include "models/dyprc/mpi/checkpoint.hpp"

#include <gmock/gmock.h>

#include <numeric>

namespace daruma::models::dyprc {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Version, ReadsBack) {
  const Version version = unpack(pack({3, 79}));
  EXPECT_EQ(version.generation, 3);
  EXPECT_EQ(version.position, 79);
}

TEST(Version, OrdersByNumberingBeforePosition) {
  EXPECT_LT(pack({1, 5}), pack({1, 6}));
  EXPECT_LT(pack({1, 2000000000}), pack({2, 0}));
}

TEST(OwnersToRead, AreOnesOwnWhenNobodyIsMissing) { EXPECT_THAT(owners_to_read(2, {0, 1, 2, 3}, 4), ElementsAre(2)); }

TEST(OwnersToRead, FollowTheRankThatOneHad) {
  EXPECT_THAT(owners_to_read(1, {0, 2, 3}, 4), ElementsAre(2));
  EXPECT_THAT(owners_to_read(0, {0, 2, 3}, 4), ElementsAre(0, 1)) << "and the first share of the dead";
}

TEST(OwnersToRead, LetAReplacementReadTheDeadOnesState) {
  EXPECT_THAT(owners_to_read(2, {0, 1, nobody, 3}, 4), ElementsAre(2));
  EXPECT_THAT(owners_to_read(0, {0, 1, nobody, 3}, 4), ElementsAre(0));
}

TEST(OwnersToRead, AreNoneForANewcomerWhenNobodyDied) { EXPECT_THAT(owners_to_read(2, {0, 1, nobody}, 2), IsEmpty()); }

TEST(OwnersToRead, CoverEveryOwnerExactlyOnce) {
  const std::vector<int> carried{7, nobody, 3, 11, nobody}; // ranks 1 and 4 replace owners 1 and 4
  std::vector<int> all;
  for (int rank = 0; rank < 5; ++rank) {
    const std::vector<int> mine = owners_to_read(rank, carried, 12);
    EXPECT_LE(mine.size(), 3u) << "one's own, and a share of the 7 whom nobody replaces";
    all.insert(all.end(), mine.begin(), mine.end());
  }
  std::sort(all.begin(), all.end());
  std::vector<int> expected(12);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(all, expected);
}

} // namespace
} // namespace daruma::models::dyprc
