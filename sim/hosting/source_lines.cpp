#include "sim/hosting/source_lines.hpp"

#include "sim/core/replaced.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace daruma::hosting {

namespace {

constexpr std::size_t most_at_once = 1000; // offsets in one command line

std::map<ProgramPlace, SourceLine>& known_lines() {
  static std::map<ProgramPlace, SourceLine> known;
  return known;
}

std::string shown_offset(std::ptrdiff_t offset) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "0x%tx", offset);
  return text.data();
}

/// "/home/me/file.c:12:3", the last number being the column, or "??:0".
SourceLine read_line(std::string text) {
  if (text.rfind("??", 0) == 0) return {};
  text = text.substr(0, text.rfind(':'));
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {};
  const int line = std::atoi(text.c_str() + colon + 1);
  return line > 0 ? SourceLine{text.substr(0, colon), line} : SourceLine{};
}

using Places = std::vector<ProgramPlace>;

/// Of places in one file. Elfutils' program: that of binutils 2.40 takes a header's lines for those of the source that
/// includes it. Nobody is asked over the network.
void ask(Places::const_iterator begin, Places::const_iterator end) {
  std::string command = "DEBUGINFOD_URLS= eu-addr2line -e " + shell_word(begin->file.string());
  for (auto place = begin; place != end; ++place) command += " " + shown_offset(place->offset);
  const std::unique_ptr<FILE, int (*)(FILE*)> output(::popen((command + " 2>/dev/null").c_str(), "r"), ::pclose);
  for (auto place = begin; place != end; ++place) {
    std::array<char, 4096> line{};
    const bool is_there = output && std::fgets(line.data(), line.size(), output.get());
    known_lines()[*place] = is_there ? read_line({line.data(), std::strcspn(line.data(), "\n")}) : SourceLine{};
  }
}

} // namespace

void look_up_source_lines(const Places& places) {
  std::map<std::filesystem::path, Places> unknown;
  for (const ProgramPlace& place : places)
    if (known_lines().count(place) == 0) unknown[place.file].push_back(place);
  for (const auto& [file, all] : unknown)
    for (std::size_t i = 0; i < all.size(); i += most_at_once) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i);
      ask(begin, begin + static_cast<std::ptrdiff_t>(std::min(most_at_once, all.size() - i)));
    }
}

const SourceLine& source_line_of(const ProgramPlace& place) {
  look_up_source_lines({place});
  return known_lines().at(place);
}

std::string short_name(const ProgramPlace& place) {
  const SourceLine& found = source_line_of(place);
  return found.source.empty() ? place.file.filename().string() + "+" + shown_offset(place.offset)
                              : found.source.filename().string() + ":" + std::to_string(found.line);
}

} // namespace daruma::hosting
