// README and docs show what their commands print: every block that begins with "$ ./daruma ..." is run, those of one
// page one after the other in the same folder, artefacts by themselves. What matters is compared: the words and numbers
// of each line that is shown, not how wide columns are; "..." stands for lines that are left out; and the exit status,
// 0 unless the line before the block says <!-- exit status N -->. Artefacts that are shown are within their bounds, and
// not reproduced once more by tests/sim/study.
#include "sim/core/temporary_folder.hpp"
#include "tests/sim/cli/test_name.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <utility>
#include <vector>

namespace daruma {
namespace {

namespace fs = std::filesystem;

struct Block {
  std::string command; ///< its words after ./daruma
  int status = 0;
  std::vector<std::string> shown; ///< lines
};

/// The commands of a page, or one artefact of it.
struct Excerpt {
  std::string title;
  std::vector<Block> blocks;
};

constexpr const char* prompt = "$ ./daruma ";
constexpr const char* left_out = "...";

bool is_artefact(const std::string& command) { return command.rfind("reproduce ", 0) == 0; }

/// The line's words, one space between any two.
std::string words_of(const std::string& line) {
  std::istringstream in(line);
  std::string words;
  for (std::string word; in >> word;) words += (words.empty() ? "" : " ") + word;
  return words;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (std::string words = words_of(line); !words.empty()) lines.push_back(std::move(words));
  return lines;
}

std::vector<Block> blocks_of(const fs::path& page) {
  std::vector<Block> blocks;
  std::ifstream in(page);
  int status = 0;
  bool is_in_block = false;
  for (std::string line; std::getline(in, line);) {
    if (std::sscanf(line.c_str(), "<!-- exit status %d -->", &status) == 1) continue;
    if (line == "```") {
      is_in_block = false;
    } else if (line.rfind(prompt, 0) == 0) {
      blocks.push_back({line.substr(std::string(prompt).size()), std::exchange(status, 0), {}});
      is_in_block = true;
    } else if (is_in_block && !words_of(line).empty()) {
      blocks.back().shown.push_back(words_of(line));
    }
  }
  return blocks;
}

/// Whether the page shows code that its commands need: it has a test of its own (CMakeLists.txt).
bool has_its_own_program(const fs::path& page) {
  const std::string all = DARUMA_PAGES_WITH_CODE;
  return (" " + all + " ").find(" " + page.stem().string() + " ") != std::string::npos;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> files{"README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(DARUMA_SOURCE_DIR "/docs"))
    if (entry.path().extension() == ".md" && !has_its_own_program(entry.path()))
      files.push_back(fs::relative(entry.path(), DARUMA_SOURCE_DIR));
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Excerpt> all_excerpts() {
  std::vector<Excerpt> excerpts;
  for (const fs::path& page : pages()) {
    Excerpt of_page{page.string(), {}};
    for (Block& block : blocks_of(DARUMA_SOURCE_DIR / page)) {
      if (is_artefact(block.command))
        excerpts.push_back({block.command, {std::move(block)}});
      else
        of_page.blocks.push_back(std::move(block));
    }
    if (!of_page.blocks.empty()) excerpts.push_back(std::move(of_page));
  }
  return excerpts;
}

struct Printed {
  std::vector<std::string> lines;
  int status;
};

Printed printed_by(const std::string& command) {
  FILE* const output = popen((command + " 2>/dev/null").c_str(), "r");
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t size = 0; (size = fread(part.data(), 1, part.size(), output)) > 0;) text.append(part.data(), size);
  const int status = pclose(output);
  return {lines_of(text), WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

/// The first line that is shown and was not printed there, or was printed and is neither shown nor left out; empty if
/// there is none.
std::string difference(const std::vector<std::string>& shown, const std::vector<std::string>& printed) {
  auto next = printed.begin();
  bool may_skip = false;
  for (const std::string& line : shown) {
    if (line == left_out) {
      may_skip = true;
      continue;
    }
    const auto found = may_skip ? std::find(next, printed.end(), line) : next;
    if (found == printed.end() || *found != line)
      return "shown:   " + line + "\nprinted: " + (next == printed.end() ? "nothing more" : *next);
    next = found + 1;
    may_skip = false;
  }
  return may_skip || next == printed.end() ? "" : "printed, but not shown: " + *next;
}

void PrintTo(const Excerpt& excerpt, std::ostream* out) { *out << excerpt.title; }

class Pages : public testing::TestWithParam<Excerpt> {};

TEST_P(Pages, ShowWhatTheirCommandsPrint) {
  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  for (const auto& entry : fs::recursive_directory_iterator(DARUMA_SOURCE_DIR "/scenarios")) {
    const fs::path copy = folder / fs::relative(entry.path(), DARUMA_SOURCE_DIR);
    fs::create_directories(copy.parent_path());
    if (entry.is_regular_file() && entry.path().extension() != ".so") fs::copy(entry.path(), copy);
  }
  for (const Block& block : GetParam().blocks) {
    const Printed printed = printed_by("cd '" + folder.string() + "' && '" DARUMA_PROGRAM "' " + block.command);
    EXPECT_EQ(difference(block.shown, printed.lines), "") << block.command;
    EXPECT_EQ(printed.status, block.status) << block.command;
  }
}

INSTANTIATE_TEST_SUITE_P(Excerpt, Pages, testing::ValuesIn(all_excerpts()),
                         [](const auto& excerpt) { return test::name_of(excerpt.param.title); });

TEST(PageComparison, FindsWhatDiffers) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(difference({"a 1", "b 2"}, {"a 1", "b 2"}), "");
  EXPECT_EQ(difference({"a 1", "...", "c 3"}, {"a 1", "b 2", "c 3"}), "");
  EXPECT_EQ(difference({"a 1", "..."}, {"a 1", "b 2"}), "");
  EXPECT_NE(difference({"a 1", "b 3"}, {"a 1", "b 2"}), "");
  EXPECT_NE(difference({"a 1"}, {"a 1", "b 2"}), "");
  EXPECT_NE(difference({"a 1", "...", "c 3"}, {"a 1", "b 2"}), "");
  EXPECT_NE(difference({"a 1"}, Lines{}), "");
}

TEST(PageSizes, OfDocumentsStayReadable) {
  for (const fs::path& page : pages()) {
    if (page.string().rfind("docs/reference/", 0) == 0) continue; // generated
    std::ifstream in(DARUMA_SOURCE_DIR / page);
    int lines = 0;
    for (std::string line; std::getline(in, line);) ++lines;
    EXPECT_LE(lines, page == "README.md" ? 150 : 200) << page;
  }
}

Block shown_of(const std::string& artefact) {
  for (const Excerpt& excerpt : all_excerpts())
    if (excerpt.title == "reproduce " + artefact) return excerpt.blocks.front();
  ADD_FAILURE() << artefact << " is not shown";
  return {};
}

double worst_error_percent(const Block& block) {
  const std::string words = "worst relative error ";
  for (const std::string& line : block.shown)
    if (line.rfind(words, 0) == 0) return std::stod(line.substr(words.size()));
  return 100;
}

TEST(PagesShow, PublishedNumbersWithinTheirBounds) {
  const std::pair<const char*, double> bounds_percent[] = {
      {"dyprc-table1", 10}, {"dyprc-fig5", 12}, {"migr-fig5", 10}, {"spare-table1", 0}, {"falanx-table2", 52}};
  for (const auto& [artefact, bound] : bounds_percent)
    EXPECT_LE(worst_error_percent(shown_of(artefact)), bound) << artefact;
}

/// The one that does not hold: falanx-sensitivity shows what would have to be true.
TEST(PagesShow, ClaimsThatHoldButForOneOfFalanxsHighlyAvailableRows) {
  const auto lines_with = [](const Block& block, const std::string& beginning) {
    return std::count_if(block.shown.begin(), block.shown.end(),
                         [&](const std::string& line) { return line.rfind(beginning, 0) == 0; });
  };
  for (const Excerpt& excerpt : all_excerpts()) {
    if (!is_artefact(excerpt.title)) continue;
    const Block& block = excerpt.blocks.front();
    const bool has_one_that_fails = excerpt.title == "reproduce falanx-table2";
    EXPECT_EQ(lines_with(block, "FAILS: "), has_one_that_fails ? 1 : 0) << excerpt.title;
    EXPECT_GT(lines_with(block, "holds: "), 0) << excerpt.title;
  }
}

} // namespace
} // namespace daruma
