// The README shows what its commands print: every block that begins with "$ ./daruma ..." is run and compared.
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

constexpr const char* prompt = "$ ./daruma ";

std::vector<Block> blocks_of(const fs::path& file) {
  std::vector<Block> blocks;
  std::ifstream in(file);
  bool is_in_block = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "```") {
      is_in_block = false;
    } else if (line.rfind(prompt, 0) == 0) {
      blocks.push_back({line.substr(std::string(prompt).size()), ""});
      is_in_block = true;
    } else if (is_in_block) {
      blocks.back().shown += line + "\n";
    }
  }
  return blocks;
}

std::string printed_by(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen((command + " 2>/dev/null").c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t size = 0; (size = fread(part.data(), 1, part.size(), output.get())) > 0;)
    text.append(part.data(), size);
  return text;
}

class Readme : public testing::TestWithParam<Block> {};

TEST_P(Readme, ShowsWhatTheCommandPrints) {
  std::string pattern = (fs::temp_directory_path() / "daruma-readme-XXXXXX").string();
  const fs::path folder = mkdtemp(pattern.data());
  fs::copy(DARUMA_SOURCE_DIR "/scenarios", folder / "scenarios", fs::copy_options::recursive);
  EXPECT_EQ(printed_by("cd '" + folder.string() + "' && '" DARUMA_PROGRAM "' " + GetParam().command), GetParam().shown)
      << GetParam().command;
  fs::remove_all(folder);
}

void PrintTo(const Block& block, std::ostream* out) { *out << block.command; }

std::string name_of_block(const testing::TestParamInfo<Block>& info) {
  std::string name = info.param.command;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char sign) { return !std::isalnum(sign); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Every, Readme, testing::ValuesIn(blocks_of(DARUMA_SOURCE_DIR "/README.md")), name_of_block);

} // namespace
