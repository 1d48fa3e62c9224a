// README and docs show what their commands print: every block that begins with "$ ./daruma ..." is run, those of one
// page one after the other in the same folder, beside the scenarios and the files that the page shows. A page whose
// sources are compiled into a program of its own is run with that (CMakeLists.txt). Artefacts that other pages show are
// compared by tests/models, which reproduce them anyway.
#include "sim/core/temporary_folder.hpp"
#include "tests/docs/shown.hpp"
#include "tests/sim/cli/test_name.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <ostream>
#include <sstream>
#include <sys/wait.h>

namespace daruma::docs {
namespace {

namespace fs = std::filesystem;

struct Excerpt {
  fs::path page;
  std::string program;
  std::vector<Block> blocks; ///< those that are compared here
};

/// The program that the page's sources were compiled into; empty if it shows none. The list is "name=program ...".
std::string own_program(const fs::path& page) {
  std::istringstream all(DARUMA_PAGE_PROGRAMS);
  const std::string mine = page.stem().string() + "=";
  for (std::string entry; all >> entry;)
    if (entry.rfind(mine, 0) == 0) return entry.substr(mine.size());
  return "";
}

std::vector<Excerpt> all_excerpts() {
  std::vector<Excerpt> excerpts;
  for (const fs::path& page : pages()) {
    const std::string own = own_program(page);
    Excerpt of_page{page, own.empty() ? DARUMA_PROGRAM : own, {}};
    for (Block& block : blocks_of(DARUMA_SOURCE_DIR / page))
      if (!own.empty() || !is_artefact(block)) of_page.blocks.push_back(std::move(block));
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

void PrintTo(const Excerpt& excerpt, std::ostream* out) { *out << excerpt.page.string(); }

class Pages : public testing::TestWithParam<Excerpt> {};

TEST_P(Pages, ShowWhatTheirCommandsPrint) {
  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  for (const auto& entry : fs::recursive_directory_iterator(DARUMA_SOURCE_DIR "/scenarios")) {
    const fs::path copy = folder / fs::relative(entry.path(), DARUMA_SOURCE_DIR);
    fs::create_directories(copy.parent_path());
    if (entry.is_regular_file() && entry.path().extension() != ".so") fs::copy(entry.path(), copy);
  }
  for (const File& file : files_of(DARUMA_SOURCE_DIR / GetParam().page)) std::ofstream(folder / file.path) << file.text;
  for (const Block& block : GetParam().blocks) {
    const Printed printed = printed_by("cd '" + folder.string() + "' && '" + GetParam().program + "' " + block.command);
    EXPECT_EQ(difference(block.shown, printed.lines), "") << block.command;
    EXPECT_EQ(printed.status, block.status) << block.command;
  }
}

INSTANTIATE_TEST_SUITE_P(Excerpt, Pages, testing::ValuesIn(all_excerpts()),
                         [](const auto& excerpt) { return test::name_of(excerpt.param.page.string()); });

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
    std::ifstream in(DARUMA_SOURCE_DIR / page);
    int lines = 0;
    for (std::string line; std::getline(in, line);) ++lines;
    EXPECT_LE(lines, page == "README.md" ? 150 : 200) << page;
  }
}

TEST(PageLinks, LeadToFilesAndHeadings) {
  std::vector<fs::path> all = pages();
  all.emplace_back("scenarios/README.md");
  for (const fs::path& page : all) {
    for (const std::string& link : links_of(DARUMA_SOURCE_DIR / page)) {
      if (link.rfind("https://", 0) == 0) continue;
      const std::size_t mark = link.find('#');
      const std::string file = link.substr(0, mark);
      const fs::path target = DARUMA_SOURCE_DIR / (file.empty() ? page : page.parent_path() / file);
      EXPECT_TRUE(fs::exists(target)) << page << ": " << link;
      if (mark == std::string::npos) continue;
      EXPECT_THAT(anchors_of(target), testing::Contains(link.substr(mark + 1))) << page << ": " << link;
    }
  }
}

} // namespace
} // namespace daruma::docs
