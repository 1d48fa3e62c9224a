// The README shows what its commands print: every block that begins with "$ ./daruma ..." is run and compared, those
// of one section one after the other in the same folder.
#include "sim/base/temporary_folder.hpp"
#include "tests/cli/test_name.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace daruma {
namespace {

namespace fs = std::filesystem;

struct Block {
  std::string command; ///< its words after ./daruma
  std::string shown;
};

struct Section {
  std::string title;
  std::vector<Block> blocks;
};

constexpr const char* prompt = "$ ./daruma ";

/// The sections that show commands.
std::vector<Section> sections_of(const fs::path& file) {
  std::vector<Section> sections;
  std::ifstream in(file);
  std::string title;
  bool is_in_block = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("## ", 0) == 0) title = line.substr(3);
    if (line == "```") {
      is_in_block = false;
    } else if (line.rfind(prompt, 0) == 0) {
      if (sections.empty() || sections.back().title != title) sections.push_back({title, {}});
      sections.back().blocks.push_back({line.substr(std::string(prompt).size()), ""});
      is_in_block = true;
    } else if (is_in_block) {
      sections.back().blocks.back().shown += line + "\n";
    }
  }
  return sections;
}

std::string printed_by(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen((command + " 2>/dev/null").c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t size = 0; (size = fread(part.data(), 1, part.size(), output.get())) > 0;)
    text.append(part.data(), size);
  return text;
}

class Readme : public testing::TestWithParam<Section> {};

TEST_P(Readme, ShowsWhatItsCommandsPrint) {
  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  fs::create_directories(folder / "scenarios" / "programs");
  for (const auto& entry : fs::recursive_directory_iterator(DARUMA_SOURCE_DIR "/scenarios"))
    if (entry.is_regular_file() && entry.path().extension() != ".so")
      fs::copy(entry.path(), folder / fs::relative(entry.path(), DARUMA_SOURCE_DIR));
  for (const Block& block : GetParam().blocks)
    EXPECT_EQ(printed_by("cd '" + folder.string() + "' && '" DARUMA_PROGRAM "' " + block.command), block.shown)
        << block.command;
}

void PrintTo(const Section& section, std::ostream* out) { *out << section.title; }

INSTANTIATE_TEST_SUITE_P(Section, Readme, testing::ValuesIn(sections_of(DARUMA_SOURCE_DIR "/README.md")),
                         [](const auto& section) { return test::name_of(section.param.title); });

} // namespace
} // namespace daruma
