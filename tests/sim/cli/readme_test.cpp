// The README shows what its commands print: every block that begins with "$ ./daruma ..." is run and compared, those
// of one section one after the other in the same folder, artefacts by themselves. What they show is within its bounds:
// artefacts that are shown are not reproduced once more by tests/sim/study.
#include "sim/core/temporary_folder.hpp"
#include "tests/sim/cli/test_name.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
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

bool is_artefact(const std::string& command) { return command.rfind("reproduce ", 0) == 0; }

/// Where a block belongs: to its section, or an artefact to itself.
std::string title_of(const std::string& section, const std::string& command) {
  return is_artefact(command) ? command : section;
}

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
      const std::string command = line.substr(std::string(prompt).size());
      const std::string belongs_to = title_of(title, command);
      if (sections.empty() || sections.back().title != belongs_to) sections.push_back({belongs_to, {}});
      sections.back().blocks.push_back({command, ""});
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
  for (const auto& entry : fs::recursive_directory_iterator(DARUMA_SOURCE_DIR "/scenarios")) {
    const fs::path copy = folder / fs::relative(entry.path(), DARUMA_SOURCE_DIR);
    fs::create_directories(copy.parent_path());
    if (entry.is_regular_file() && entry.path().extension() != ".so") fs::copy(entry.path(), copy);
  }
  for (const Block& block : GetParam().blocks)
    EXPECT_EQ(printed_by("cd '" + folder.string() + "' && '" DARUMA_PROGRAM "' " + block.command), block.shown)
        << block.command;
}

void PrintTo(const Section& section, std::ostream* out) { *out << section.title; }

std::vector<Section> all_sections() { return sections_of(DARUMA_SOURCE_DIR "/README.md"); }

INSTANTIATE_TEST_SUITE_P(Section, Readme, testing::ValuesIn(all_sections()),
                         [](const auto& section) { return test::name_of(section.param.title); });

std::string shown_of(const std::string& artefact) {
  for (const Section& section : all_sections())
    if (section.title == "reproduce " + artefact) return section.blocks.front().shown;
  ADD_FAILURE() << artefact << " is not shown";
  return "";
}

std::size_t lines_with(const std::string& text, const std::string& beginning) {
  std::istringstream in(text);
  std::size_t count = 0;
  for (std::string line; std::getline(in, line);)
    if (line.rfind(beginning, 0) == 0) ++count;
  return count;
}

double worst_error_percent(const std::string& text) {
  const std::string words = "worst relative error ";
  const auto at = text.find(words);
  return at == std::string::npos ? 100 : std::stod(text.substr(at + words.size()));
}

TEST(ReadmeShows, PublishedNumbersWithinTheirBounds) {
  const std::pair<const char*, double> bounds_percent[] = {
      {"dyprc-table1", 10}, {"dyprc-fig5", 12}, {"migr-fig5", 10}, {"spare-table1", 0}, {"falanx-table2", 52}};
  for (const auto& [artefact, bound] : bounds_percent)
    EXPECT_LE(worst_error_percent(shown_of(artefact)), bound) << artefact;
}

/// The one that does not hold: falanx-sensitivity shows what would have to be true.
TEST(ReadmeShows, ClaimsThatHoldButForOneOfFalanxsHighlyAvailableRows) {
  for (const Section& section : all_sections()) {
    if (!is_artefact(section.title)) continue;
    const std::string& shown = section.blocks.front().shown;
    const bool has_one_that_fails = section.title == "reproduce falanx-table2";
    EXPECT_EQ(lines_with(shown, "FAILS: "), has_one_that_fails ? 1U : 0U) << section.title;
    EXPECT_GT(lines_with(shown, "holds: "), 0U) << section.title;
  }
}

} // namespace
} // namespace daruma
