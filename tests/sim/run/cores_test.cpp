// Which nodes the next processes go to, where some are better left alone.
#include "sim/run/cores.hpp"

#include <gmock/gmock.h>

namespace daruma::run {
namespace {

using scenario::Placement;
using testing::ElementsAre;

TEST(Cores, OfAvoidedNodesAreTakenLast) {
  Cores cores(3, 2);
  cores.avoid(0);
  EXPECT_THAT(cores.take(3, Placement::round_robin), ElementsAre(1, 2, 1));
  EXPECT_THAT(cores.take(2, Placement::block), ElementsAre(2, 0));
  EXPECT_THAT(cores.take(5, Placement::block), ElementsAre(0)) << "all that are left";
}

TEST(Cores, OfAnAvoidedNodeAreTakenByWhoWantsIt) {
  Cores cores(2, 1);
  cores.avoid(1);
  EXPECT_THAT(cores.take(1, Placement::block, {1}), ElementsAre(1));
}

TEST(Cores, OfWantedNodesThatThereAreNotNobodyGetsOne) {
  Cores cores(2, 1);
  EXPECT_THAT(cores.take(2, Placement::block, {1, 2, 1000000}), ElementsAre(1, 0));
}

TEST(Cores, OfASpareThatIsAvoidedComeAfterThoseOfOthers) {
  Cores cores(4, 1);
  cores.stand_by(2);
  cores.avoid(2);
  EXPECT_EQ(cores.spare_for(0), 3);
  EXPECT_EQ(cores.spare_for(1), 2);
  EXPECT_EQ(cores.spare_for(0), 3) << "as before";
}

} // namespace
} // namespace daruma::run
