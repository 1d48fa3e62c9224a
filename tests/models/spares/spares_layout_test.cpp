#include "models/spares/logic/layout.hpp"

#include <gmock/gmock.h>

namespace daruma::models::spares {
namespace {

using testing::ElementsAre;

std::vector<std::string> names(std::string_view text, int dimensions) {
  std::vector<std::string> all;
  const auto faces = parse_faces(text, dimensions).value();
  for (const Face& face : faces) all.push_back(to_text(face));
  return all;
}

TEST(Faces, HaveThePapersNamesAndTheirOwn) {
  EXPECT_THAT(names("2d-1", 2), ElementsAre("x+"));
  EXPECT_THAT(names("2d-2", 2), ElementsAre("x+", "y+"));
  EXPECT_THAT(names("3d-1", 3), ElementsAre("x+"));
  EXPECT_THAT(names("3d-2", 3), ElementsAre("x+", "y+"));
  EXPECT_THAT(names("3d-3", 3), ElementsAre("x+", "y+", "z+"));
  EXPECT_THAT(names("y-,x+", 2), ElementsAre("y-", "x+"));
}

TEST(Faces, OfAnotherKindAreRefused) {
  for (const char* text : {"", "x", "x*", "z+", "x+,", "x+,x+", "3d-1", "2d-0", "2d-3", "2d-", "x+y+"})
    EXPECT_FALSE(parse_faces(text, 2)) << text;
}

TEST(Layout, AddsALayerAtEachFace) {
  const Layout two({6, 6}, *parse_faces("2d-2", 2), Wrap::none);
  EXPECT_THAT(two.network().extents(), ElementsAre(7, 7));
  EXPECT_EQ(two.spares(), 13);
  EXPECT_EQ(two.home(6), 7);
  EXPECT_TRUE(two.is_spare(6));
  EXPECT_TRUE(two.is_spare(48));
  EXPECT_FALSE(two.is_spare(40));
}

TEST(Layout, OfAllFacesKeepsTheJobInTheMiddle) {
  const Layout six({2, 3, 4}, *parse_faces("x+,x-,y+,y-,z+,z-", 3), Wrap::around);
  EXPECT_THAT(six.network().extents(), ElementsAre(4, 5, 6));
  EXPECT_EQ(six.ranks(), 24);
  EXPECT_EQ(six.home(0), 1 + 4 * (1 + 5 * 1));
  EXPECT_EQ(six.layer({0, backward}), 0);
  EXPECT_EQ(six.layer({2, forward}), 5);
}

TEST(Network, CountsHopsTheShorterWayRound) {
  const Network mesh({5, 4}, Wrap::none);
  const Network torus({5, 4}, Wrap::around);
  EXPECT_EQ(mesh.hops(0, 19), 4 + 3);
  EXPECT_EQ(torus.hops(0, 19), 1 + 1);
  EXPECT_EQ(mesh.diameter(), 7);
  EXPECT_EQ(torus.diameter(), 4);
}

} // namespace
} // namespace daruma::models::spares
