// The pages of docs/reference say what the program goes by today.
#include "sim/cli/models.hpp"
#include "sim/cli/reference.hpp"

#include <gmock/gmock.h>

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

TEST(Reference, IsCurrent) {
  for (const ReferencePage& page : reference_pages())
    EXPECT_EQ(stored(page.file), page.text())
        << "cmake --build build/release --target reference writes docs/reference anew";
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
