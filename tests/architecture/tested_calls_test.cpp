// Each call of MPI that sim/mpi has is called by a test of what it does.
//
// Tests that let ranks die in every call look at who survives, not at what the call does: they do not count.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace daruma::architecture {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

Names names_in(const std::string& text, const std::regex& name) {
  Names found;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), name); match != std::sregex_iterator(); ++match)
    found.insert(match->str(1));
  return found;
}

bool is_of_deaths_alone(const fs::path& file) {
  static const Names of_deaths{"message_calls.cpp",      "collective_calls.cpp",
                               "communicator_calls.cpp", "window_calls.cpp",
                               "file_calls.cpp",         "survival.cpp",
                               "death_test.cpp",         "more_deaths_test.cpp",
                               "misuse_test.cpp",        "collective_deaths_test.cpp"};
  return of_deaths.count(file.filename().string()) > 0;
}

TEST(TestedCalls, AreAllThatSimMpiHas) {
  const fs::path root(DARUMA_SOURCE_DIR);
  const Names own = names_in(text_of(root / "sim" / "mpi" / "api" / "calls.def"), std::regex("OWN\\((MPIX?_\\w+)\\)"));
  ASSERT_GT(own.size(), 500U);
  Names tested;
  const std::regex name("\\b(MPIX?_[A-Z]\\w+)");
  for (const auto& entry : fs::recursive_directory_iterator(root / "tests")) {
    static const Names kinds{".cpp", ".hpp", ".c", ".f90"};
    if (kinds.count(entry.path().extension().string()) == 0 || is_of_deaths_alone(entry.path())) continue;
    tested.merge(names_in(text_of(entry.path()), name));
  }
  std::vector<std::string> untested;
  std::set_difference(own.begin(), own.end(), tested.begin(), tested.end(), std::back_inserter(untested));
  EXPECT_THAT(untested, testing::IsEmpty());
}

} // namespace
} // namespace daruma::architecture
