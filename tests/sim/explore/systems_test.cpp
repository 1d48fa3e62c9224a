// The five papers' systems under deaths at any moment: scenarios/every-death. Each keeps what its scenario promises,
// and of what it does not promise it gives up in order.
#include "tests/sim/hosting/workbench.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace daruma::explore {
namespace {

using hosting::test::Answer;
using hosting::test::Workbench;
using nlohmann::json;

const std::filesystem::path folder = DARUMA_SOURCE_DIR "/scenarios/every-death";

std::vector<std::string> systems() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder)) names.push_back(file.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

Answer explore(const std::string& system, const std::string& words) {
  return Workbench().call(fmt::format("explore '{}/{}.json' --json --out out {}", folder.string(), system, words));
}

class System : public testing::TestWithParam<std::string> {};

TEST_P(System, KeepsItsPromise) {
  const Answer answer = explore(GetParam(), "--deaths 2 --cases 150");
  ASSERT_EQ(answer.status, 0) << answer.out << answer.err;
  EXPECT_EQ(json::parse(answer.out).at("tried"), 150);
}

INSTANTIATE_TEST_SUITE_P(OfThePapers, System, testing::ValuesIn(systems()), [](const auto& instance) {
  std::string name = instance.param;
  name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
  return name;
});

TEST(Falanx, EndsInOrderWithoutItsMainLogicOrBeforeItHasBegun) {
  for (const char* const scheduler : {"falanx", "falanx-ha"}) {
    const Answer answer = explore(scheduler, R"(--set /explore/immortal=[] --set '/explore/from="0s"' --cases 150)");
    EXPECT_EQ(answer.status, 1) << answer.err;
    const json verdicts = json::parse(answer.out).at("verdicts");
    EXPECT_GT(verdicts.at("gives up"), 10);
    for (const char* const other : {"hang", "crash", "leak", "misuse"}) EXPECT_FALSE(verdicts.contains(other));
  }
}

} // namespace
} // namespace daruma::explore
