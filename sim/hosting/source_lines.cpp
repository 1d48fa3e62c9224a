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

using SourceLines = std::vector<SourceLine>;

std::map<ProgramPlace, SourceLines>& known_lines() {
  static auto* const known =
      new std::map<ProgramPlace, SourceLines>; // who calls exit is asked for after it would be gone
  return *known;
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
  return line > 0 ? SourceLine{text.substr(0, colon), line, {}} : SourceLine{};
}

/// "Grid::solve" of "Grid<double>::solve(int) const", "step" of "step inlined at file.c:4:10 in main", and "main" of
/// "main"; nothing of "??".
std::string read_function(std::string text) {
  if (text.rfind("??", 0) == 0) return {};
  text = text.substr(0, text.find(" inlined at "));
  if (text.find("operator") != std::string::npos) return text; // whose name may have brackets
  std::string name;
  int depth = 0;
  for (const char letter : text) {
    if (letter == '<' || letter == '(') ++depth;
    if (depth == 0) name += letter;
    if (letter == '>' || letter == ')') --depth;
  }
  const std::string constant = " const";
  const bool is_constant = name.size() > constant.size() && name.find(constant) == name.size() - constant.size();
  return is_constant ? name.substr(0, name.size() - constant.size()) : name;
}

using Places = std::vector<ProgramPlace>;

/// Lines that another program prints.
class Answers {
public:
  explicit Answers(const std::string& command) : output_(::popen(command.c_str(), "r"), ::pclose) { next(); }

  /// Null at their end.
  const std::string* line() const { return is_over_ ? nullptr : &line_; }
  void next() {
    std::array<char, 4096> part{};
    line_.clear();
    do {
      is_over_ = !output_ || !std::fgets(part.data(), part.size(), output_.get());
      if (!is_over_) line_ += part.data();
    } while (!is_over_ && line_.back() != '\n');
    if (!is_over_) line_.pop_back();
  }

private:
  std::unique_ptr<FILE, int (*)(FILE*)> output_;
  std::string line_;
  bool is_over_ = false;
};

/// What is said of one place: its address, then a line with a function's name and one with where that is, for each.
SourceLines read_lines(Answers& answers) {
  SourceLines lines;
  if (answers.line()) answers.next();
  while (answers.line() && answers.line()->rfind("0x", 0) != 0) {
    const std::string function = read_function(*answers.line());
    answers.next();
    if (!answers.line()) break;
    SourceLine& line = lines.emplace_back(read_line(*answers.line()));
    line.function = function;
    answers.next();
  }
  if (lines.empty()) lines.emplace_back();
  return lines;
}

/// Of places in one file. Elfutils' program: that of binutils 2.40 takes a header's lines for those of the source that
/// includes it. Nobody is asked over the network.
void ask(Places::const_iterator begin, Places::const_iterator end) {
  std::string command = "DEBUGINFOD_URLS= eu-addr2line -a -i -f -C -e " + shell_word(begin->file.string());
  for (auto place = begin; place != end; ++place) command += " " + shown_offset(place->offset);
  Answers answers(command + " 2>/dev/null");
  for (auto place = begin; place != end; ++place) known_lines()[*place] = read_lines(answers);
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

const std::vector<SourceLine>& source_lines_of(const ProgramPlace& place) {
  look_up_source_lines({place});
  return known_lines().at(place);
}

namespace {

std::string short_name(const SourceLine& line, const ProgramPlace& place) {
  return line.source.empty() ? place.file.filename().string() + "+" + shown_offset(place.offset)
                             : line.source.filename().string() + ":" + std::to_string(line.line);
}

} // namespace

std::string short_name(const ProgramPlace& place) { return short_name(source_line_of(place), place); }

std::vector<std::string> function_names(const ProgramPlace& place) {
  std::vector<std::string> names;
  for (const SourceLine& line : source_lines_of(place))
    names.push_back((line.function.empty() ? "" : line.function + " at ") + short_name(line, place));
  return names;
}

} // namespace daruma::hosting
