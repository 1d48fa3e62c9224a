// Every scenario of the project runs to its end and meets its expectations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <vector>

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

TEST_P(Scenario, MeetsItsExpectations) {
  std::string pattern = (fs::temp_directory_path() / "daruma-scenario-XXXXXX").string();
  const fs::path folder = mkdtemp(pattern.data());
  const bool is_beyond_ranks = GetParam() == "spare-fugaku";
  const std::string line = "cd '" + folder.string() +
                           "' && '" DARUMA_PROGRAM "' run '" DARUMA_SOURCE_DIR "/scenarios/" + GetParam() + ".json'" +
                           (is_beyond_ranks ? " --fidelity fast" : "") + " >/dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 0);
  fs::remove_all(folder);
}

std::string name_of_scenario(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char sign) { return !std::isalnum(sign); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(OfTheProject, Scenario, testing::ValuesIn(names_of_scenarios()), name_of_scenario);

} // namespace
