// What README and docs show of commands, and how it is compared with what these print: the words and numbers of each
// line that is shown, not how wide columns are; "..." stands for lines that are left out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::docs {

/// One command of a page, in a block that begins with "$ ./daruma ...".
struct Block {
  std::string command;            ///< its words after ./daruma
  int status = 0;                 ///< exit status, as the line <!-- exit status N --> before the block says
  std::vector<std::string> shown; ///< lines
};

/// A file that a page shows in a block whose fence names it, as in "```json heat.json".
struct File {
  std::filesystem::path path;
  std::string text;
};

/// README.md and all pages of docs, from the project's root.
std::vector<std::filesystem::path> pages();
std::vector<Block> blocks_of(const std::filesystem::path& page);
std::vector<File> files_of(const std::filesystem::path& page);

/// Where the page's links lead, outside of its blocks: "install.md", "../papers/falanx.md#cures", "#limits".
std::vector<std::string> links_of(const std::filesystem::path& page);
/// How links name the page's headings, as GitHub makes it of them.
std::vector<std::string> anchors_of(const std::filesystem::path& page);

/// Of ./daruma reproduce: what the command prints is compared where the artefact is held against its bounds.
bool is_artefact(const Block&);

/// One space between any two words, without empty lines.
std::vector<std::string> lines_of(const std::string& text);

/// The first line that is shown and was not printed there, or was printed and is neither shown nor left out; empty if
/// there is none.
std::string difference(const std::vector<std::string>& shown, const std::vector<std::string>& printed);

} // namespace daruma::docs
