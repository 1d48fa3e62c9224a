// Dependencies as sbatch has them, and circles of them.
#include "sim/core/circle.hpp"
#include "sim/core/dependency_list.hpp"

#include <gmock/gmock.h>

namespace daruma {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Each term in a word, as "after 17 +60"; what joins them last.
std::vector<std::string> told(const DependencyList& list) {
  std::vector<std::string> words;
  for (const DependencyTerm& one : list.terms)
    words.push_back(std::string(word_of(one.type)) + " " + one.id +
                    (one.delay > Seconds(0) ? " +" + std::to_string(static_cast<int>(one.delay.count())) : ""));
  words.emplace_back(list.is_any_enough ? "any" : "all");
  return words;
}

std::string mistake_in(const std::string& text) {
  try {
    read_dependencies(text);
  } catch (const DependencyError& error) { return error.what(); }
  return "none";
}

TEST(DependencyList, NamesJobsBehindEachWord) {
  EXPECT_THAT(told(read_dependencies("afterok:20:21,afterany:23")),
              ElementsAre("afterok 20", "afterok 21", "afterany 23", "all"));
  EXPECT_THAT(told(read_dependencies("afterok:20:21?afterany:23")),
              ElementsAre("afterok 20", "afterok 21", "afterany 23", "any"));
  EXPECT_THAT(told(read_dependencies("after:7+2:8,singleton")),
              ElementsAre("after 7 +120", "after 8", "singleton ", "all"));
  EXPECT_THAT(told(read_dependencies("aftercorr:mesh_3,afternotok:a-b")),
              ElementsAre("aftercorr mesh_3", "afternotok a-b", "all"));
}

TEST(DependencyList, SaysWhatIsWrongAndWhatIsAllowed) {
  EXPECT_EQ(mistake_in("afterok"), R"("afterok" must name jobs, as "afterok:17:18" does)");
  EXPECT_EQ(mistake_in("afterok:"), R"("afterok" must name jobs, as "afterok:17:18" does)");
  EXPECT_EQ(mistake_in("afterok:1::2"), R"("afterok" must name jobs, as "afterok:17:18" does)");
  EXPECT_EQ(mistake_in("17"), "unknown dependency \"17\"; known: after, afterany, afterok, afternotok, aftercorr, "
                              "singleton");
  EXPECT_EQ(mistake_in("afterok:1,"), "unknown dependency \"\"; known: after, afterany, afterok, afternotok, "
                                      "aftercorr, singleton");
  EXPECT_EQ(mistake_in("singleton:4"), R"("singleton" names no jobs, got "singleton:4")");
  EXPECT_EQ(mistake_in("afterok:4+5"), R"(only "after" may have a time behind it, got "4+5" of "afterok")");
  EXPECT_EQ(mistake_in("after:4+5m"), R"(behind "+" must be whole minutes, as in "after:17+30", got "5m")");
  EXPECT_EQ(mistake_in("after:4+-5"), R"(behind "+" must be whole minutes, as in "after:17+30", got "-5")");
  EXPECT_EQ(mistake_in("afterok:1,afterok:2?afterok:3"),
            "has \",\" and \"?\", of which there can be only one: all have to hold, or any of them, got "
            "\"afterok:1,afterok:2?afterok:3\"");
}

TEST(Circle, IsFoundWhereItIs) {
  EXPECT_THAT(circle_in({}), IsEmpty());
  EXPECT_THAT(circle_in({{1}, {2}, {}}), IsEmpty());
  EXPECT_THAT(circle_in({{1, 2}, {3}, {3}, {}}), IsEmpty()) << "two ways to the same";
  EXPECT_THAT(circle_in({{1}, {2}, {3}, {1}}), ElementsAre(1, 2, 3));
  EXPECT_THAT(circle_in({{}, {1}}), ElementsAre(1));
}

TEST(Circle, IsLookedForAlongLongChains) {
  std::vector<std::vector<std::size_t>> chain(1'000'000);
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) chain[i] = {i + 1};
  EXPECT_THAT(circle_in(chain), IsEmpty());
  chain.back() = {0};
  EXPECT_EQ(circle_in(chain).size(), chain.size());
}

} // namespace
} // namespace daruma
