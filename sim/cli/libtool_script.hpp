// The script that libtool puts in front of a program whose libraries are not installed yet. It leads to them by
// LD_LIBRARY_PATH, links the program anew where that does not suffice, and starts it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace daruma::cli {

/// What the script would start.
struct ScriptedProgram {
  std::filesystem::path file;
  std::string library_path; ///< LD_LIBRARY_PATH for it
};

bool is_of_libtool(const std::filesystem::path& file);

/// Has the script do all but start its program; nothing where the file is no script of libtool's. Throws UsageError
/// where the script comes to no program, of which it has then said on standard error what is the matter.
std::optional<ScriptedProgram> behind_libtools_script(const std::filesystem::path& file);

} // namespace daruma::cli
