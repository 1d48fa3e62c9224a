#include "tests/docs/shown.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <regex>
#include <sstream>
#include <utility>

namespace daruma::docs {

namespace fs = std::filesystem;

namespace {

constexpr const char* prompt = "$ ./daruma ";
constexpr const char* left_out = "...";

/// The line's words, one space between any two.
std::string words_of(const std::string& line) {
  std::istringstream in(line);
  std::string words;
  for (std::string word; in >> word;) words += (words.empty() ? "" : " ") + word;
  return words;
}

/// The page's lines outside of its blocks.
std::vector<std::string> prose_of(const fs::path& page) {
  std::vector<std::string> prose;
  std::ifstream in(page);
  bool is_in_block = false;
  for (std::string line; std::getline(in, line);) {
    const bool is_fence = line.rfind("```", 0) == 0;
    if (is_fence) is_in_block = !is_in_block;
    if (!is_fence && !is_in_block) prose.push_back(line);
  }
  return prose;
}

} // namespace

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (std::string words = words_of(line); !words.empty()) lines.push_back(std::move(words));
  return lines;
}

bool is_artefact(const Block& block) { return block.command.rfind("reproduce ", 0) == 0; }

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

std::vector<File> files_of(const fs::path& page) {
  static const std::regex named("^```[a-z]+ ([^ ]+)$");
  std::vector<File> files;
  std::ifstream in(page);
  bool is_in_file = false;
  for (std::string line; std::getline(in, line);) {
    std::smatch found;
    if (std::regex_match(line, found, named)) files.push_back({found[1].str(), ""});
    if (is_in_file && line != "```") files.back().text += line + "\n";
    is_in_file = line != "```" && (is_in_file || !found.empty());
  }
  return files;
}

std::vector<std::string> links_of(const fs::path& page) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  std::vector<std::string> links;
  for (const std::string& line : prose_of(page))
    for (std::sregex_iterator found(line.begin(), line.end(), link), end; found != end; ++found)
      links.push_back((*found)[1]);
  return links;
}

std::vector<std::string> anchors_of(const fs::path& page) {
  std::vector<std::string> anchors;
  for (const std::string& line : prose_of(page)) {
    const std::size_t heading = line.find_first_not_of('#');
    if (heading == 0 || heading == std::string::npos || line[heading] != ' ') continue;
    std::string anchor;
    for (const char letter : line.substr(heading + 1)) {
      if (std::isalnum(static_cast<unsigned char>(letter)) || letter == '-' || letter == '_')
        anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
      if (letter == ' ') anchor += '-';
    }
    anchors.push_back(anchor);
  }
  return anchors;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> files{"README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(DARUMA_SOURCE_DIR "/docs"))
    if (entry.path().extension() == ".md") files.push_back(fs::relative(entry.path(), DARUMA_SOURCE_DIR));
  std::sort(files.begin(), files.end());
  return files;
}

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

} // namespace daruma::docs
