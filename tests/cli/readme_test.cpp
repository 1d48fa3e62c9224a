// The README shows what its commands print: every block that begins with "$ ./daruma ..." is run and compared, those
// of one section one after the other in the same folder.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

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
  std::string pattern = (fs::temp_directory_path() / "daruma-readme-XXXXXX").string();
  const fs::path folder = mkdtemp(pattern.data());
  fs::create_directories(folder / "scenarios" / "programs");
  for (const auto& entry : fs::recursive_directory_iterator(DARUMA_SOURCE_DIR "/scenarios"))
    if (entry.is_regular_file() && entry.path().extension() != ".so")
      fs::copy(entry.path(), folder / fs::relative(entry.path(), DARUMA_SOURCE_DIR));
  for (const Block& block : GetParam().blocks)
    EXPECT_EQ(printed_by("cd '" + folder.string() + "' && '" DARUMA_PROGRAM "' " + block.command), block.shown)
        << block.command;
  fs::remove_all(folder);
}

void PrintTo(const Section& section, std::ostream* out) { *out << section.title; }

std::string name_of_section(const testing::TestParamInfo<Section>& info) {
  std::string name = info.param.title;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char sign) { return !std::isalnum(sign); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Section, Readme, testing::ValuesIn(sections_of(DARUMA_SOURCE_DIR "/README.md")),
                         name_of_section);

} // namespace
