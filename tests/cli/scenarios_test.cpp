// Every scenario of the project runs to its end and meets its expectations.
#include "sim/base/temporary_folder.hpp"
#include "tests/cli/test_name.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
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

TEST_P(Scenario, MeetsItsExpectations) {
  const TemporaryFolder folder;
  const bool is_beyond_ranks =
      GetParam().rfind("centre", 0) == 0 || GetParam() == "spare-fugaku" || GetParam() == "falanx-million";
  const std::string line = "cd '" + folder.path().string() +
                           "' && '" DARUMA_PROGRAM "' run '" DARUMA_SOURCE_DIR "/scenarios/" + GetParam() + ".json'" +
                           (is_beyond_ranks ? " --fidelity fast" : "") + " >/dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 0);
}

INSTANTIATE_TEST_SUITE_P(OfTheProject, Scenario, testing::ValuesIn(names_of_scenarios()),
                         [](const auto& name) { return test::name_of(name.param); });

} // namespace
} // namespace daruma
