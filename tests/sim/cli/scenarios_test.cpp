// Every scenario of the project runs to its end and meets its expectations.
#include "sim/core/temporary_folder.hpp"
#include "tests/sim/cli/test_name.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace daruma {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_of_scenarios() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(DARUMA_SOURCE_DIR "/scenarios"))
    if (entry.path().extension() == ".json" && entry.path().stem().extension() != ".schema")
      names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

class Scenario : public testing::TestWithParam<std::string> {};

/// Of the metrics, those without a unit: the catalogue does not know them.
std::vector<std::string> unknown_metrics(const nlohmann::json& result) {
  std::vector<std::string> unknown;
  for (const auto& [name, value] : result["metrics"].items())
    if (!result["units"].contains(name)) unknown.push_back(name);
  return unknown;
}

TEST_P(Scenario, MeetsItsExpectationsWithMetricsOfTheCatalogue) {
  const TemporaryFolder folder;
  const bool is_beyond_ranks =
      GetParam().rfind("centre", 0) == 0 || GetParam() == "spare-fugaku" || GetParam() == "falanx-million";
  const std::string line = "cd '" + folder.path().string() +
                           "' && '" DARUMA_PROGRAM "' run '" DARUMA_SOURCE_DIR "/scenarios/" + GetParam() + ".json'" +
                           (is_beyond_ranks ? " --fidelity fast" : "") + " >/dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 0);
  std::ifstream result(folder.path() / "out" / GetParam() / "result.json");
  EXPECT_THAT(unknown_metrics(nlohmann::json::parse(result)), testing::IsEmpty());
}

TEST(ScenarioMetrics, OneThatTheCatalogueDoesNotKnowIsFound) {
  const nlohmann::json result{{"metrics", {{"a.makespan_s", 1}, {"a.colour", 2}}}, {"units", {{"a.makespan_s", "s"}}}};
  EXPECT_THAT(unknown_metrics(result), testing::ElementsAre("a.colour"));
}

/// urgent-earthquake.json without one of its ingredients, and without the expectations that need it.
class Ingredient : public testing::TestWithParam<std::string> {
protected:
  static nlohmann::json rest() {
    std::ifstream file(DARUMA_SOURCE_DIR "/scenarios/urgent-earthquake.json");
    auto scenario = nlohmann::json::parse(file);
    const nlohmann::json::json_pointer place(GetParam());
    auto& from = scenario[place.parent_pointer()];
    if (from.is_array())
      from.erase(std::stoul(place.back()));
    else
      from.erase(place.back());
    if (GetParam().rfind("/jobs/", 0) == 0) scenario.erase("expect");
    return scenario;
  }
};

TEST_P(Ingredient, MayBeMissing) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "rest.json") << rest();
  const std::string line = "cd '" + folder.path().string() + "' && '" DARUMA_PROGRAM "' run rest.json >/dev/null";
  EXPECT_LE(WEXITSTATUS(std::system(line.c_str())), 1) << "0: as expected, 1: not as expected; else it did not run";
  EXPECT_TRUE(fs::exists(folder.path() / "out/rest/result.json"));
}

INSTANTIATE_TEST_SUITE_P(OfTheUrgentEarthquake, Ingredient,
                         testing::Values("/runtime", "/manager", "/jobs/0", "/jobs/1", "/jobs/2", "/jobs/3", "/jobs/4",
                                         "/jobs/1/fewest", "/jobs/2/fewest", "/jobs/4/deadline", "/background",
                                         "/localisation", "/events/0", "/events/1"),
                         [](const auto& name) { return test::name_of(name.param); });

INSTANTIATE_TEST_SUITE_P(OfTheProject, Scenario, testing::ValuesIn(names_of_scenarios()),
                         [](const auto& name) { return test::name_of(name.param); });

} // namespace
} // namespace daruma
