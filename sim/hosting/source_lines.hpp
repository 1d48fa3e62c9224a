// Places in programs of users, and where in their sources these are.
//
// What debug information says is asked once for each place, of as many places at once as possible: every question
// starts eu-addr2line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace daruma::hosting {

/// The same for all processes that run the program.
struct ProgramPlace {
  std::filesystem::path file;
  std::ptrdiff_t offset = 0;
};
inline bool operator<(const ProgramPlace& a, const ProgramPlace& b) {
  return std::tie(a.file, a.offset) < std::tie(b.file, b.offset);
}

struct SourceLine {
  std::filesystem::path source; ///< empty: there is no debug information
  int line = 0;
  std::string function; ///< empty: unknown
};

/// The lines of a place, the innermost first: those behind it called a function that the compiler put in their place.
/// There is one at least. Places that were asked for before are known.
const std::vector<SourceLine>& source_lines_of(const ProgramPlace&);
inline const SourceLine& source_line_of(const ProgramPlace& place) { return source_lines_of(place).front(); }
void look_up_source_lines(const std::vector<ProgramPlace>&);

/// "file.c:12", "file.so+0x1f3" without debug information.
std::string short_name(const ProgramPlace&);
/// The functions that are at work there, the innermost first: "solve at file.c:12".
std::vector<std::string> function_names(const ProgramPlace&);

} // namespace daruma::hosting
