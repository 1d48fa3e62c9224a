#include "sim/scenario/wording.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace daruma::scenario {
namespace {

TEST(Wording, NearestName) {
  const std::vector<std::string> known{"recovery", "ranks", "placement", "model"};
  EXPECT_EQ(nearest("recovry", known), "recovery");
  EXPECT_EQ(nearest("rnaks", known), "ranks"); // two neighbours swapped are one edit
  EXPECT_EQ(nearest("RANKS", known), "ranks");
  EXPECT_EQ(nearest("placemnt", known), "placement");
  EXPECT_EQ(nearest("colour", known), "");
  EXPECT_EQ(nearest("", known), "");
  EXPECT_EQ(nearest("x", {"y"}), ""); // nothing in common
  EXPECT_EQ(nearest("x", {}), "");
}

TEST(Wording, TheNearestOfSeveral) { EXPECT_EQ(nearest("spars", {"span", "spares", "start"}), "spares"); }

TEST(Wording, Unknown) {
  EXPECT_EQ(unknown("job", "b", {}), R"(unknown job "b"; there is none)");
  EXPECT_EQ(unknown("job", "quack", {"quake"}), R"(unknown job "quack"; did you mean "quake"?)");
  EXPECT_EQ(unknown("job", "storm", {"quake", "flood"}), R"(unknown job "storm"; known: "quake" and "flood")");
}

TEST(Wording, LongListsEnd) {
  EXPECT_EQ(listed(std::vector<std::string>(3, "a")), R"("a", "a" and "a")");
  EXPECT_THAT(listed(std::vector<std::string>(30, "a")), testing::EndsWith("\"a\" and more"));
}

TEST(Wording, Counts) {
  EXPECT_EQ(counted(1, "node"), "1 node");
  EXPECT_EQ(counted(0, "node"), "0 nodes");
  EXPECT_EQ(counted(2, "process"), "2 processes");
}

TEST(Wording, ValuesAreShortenedBetweenCharacters) {
  EXPECT_EQ(shown(nlohmann::json(3.5)), "3.5");
  EXPECT_EQ(shown(nlohmann::json::array({1, 2})), "[...]");
  EXPECT_EQ(shown(nlohmann::json::object()), "{}");
  std::string text = "x";
  for (int i = 0; i < 50; ++i) text += "\u00e9"; // two bytes each
  const std::string shortened = in_quotes(text);
  EXPECT_LE(shortened.size(), 60u);
  EXPECT_THAT(shortened, testing::EndsWith("\u00e9..."));
}

TEST(Wording, BrokenUtf8CanBeShown) { EXPECT_EQ(in_quotes("a\xC3("), "\"a\xEF\xBF\xBD(\""); }

} // namespace
} // namespace daruma::scenario
