// The pages of docs/reference say what the program goes by today.
#include "sim/cli/models.hpp"
#include "sim/cli/reference.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace daruma::cli {
namespace {

std::string stored(const std::string& page) {
  std::ifstream stream(std::string(DARUMA_SOURCE_DIR "/docs/reference/") + page);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

constexpr const char* cure = "cmake --build build/release --target reference writes docs/reference anew";

TEST(Reference, IsCurrent) {
  for (const ReferencePage& page : reference_pages()) EXPECT_EQ(stored(page.file), page.text) << cure;
}

TEST(Reference, HasNoPageOfWhatIsGone) {
  std::set<std::string> pages;
  for (const ReferencePage& page : reference_pages()) EXPECT_TRUE(pages.insert(page.file).second) << page.file;
  const std::filesystem::path folder = DARUMA_SOURCE_DIR "/docs/reference";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) {
      const std::string file = std::filesystem::relative(entry.path(), folder);
      EXPECT_EQ(pages.count(file), 1U) << file << " is written by nothing: delete it";
    }
}

TEST(Metrics, OfEveryModelAreDescribed) {
  std::set<std::string> described;
  for (const auto& group : metric_catalogue().groups()) {
    if (!group.model.empty()) described.insert(group.model);
    std::set<std::string> names;
    for (const Metric& metric : group.metrics) {
      EXPECT_TRUE(names.insert(metric.name).second) << group.reporter << " has " << metric.name << " twice";
      EXPECT_FALSE(metric.unit.empty()) << metric.name;
      EXPECT_EQ(metric.meaning.back(), '.') << metric.name;
    }
  }
  for (const auto& model : models()) EXPECT_EQ(described.count(std::string(model.name)), 1U) << model.name;
}

} // namespace
} // namespace daruma::cli
