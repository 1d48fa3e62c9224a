#include "sim/core/search_path.hpp"

#include <cstdlib>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace daruma {

namespace fs = std::filesystem;

std::vector<fs::path> folders_of_path() {
  std::vector<fs::path> folders;
  const char* const path = std::getenv("PATH");
  std::istringstream list(path ? path : "");
  for (std::string folder; std::getline(list, folder, ':');) folders.emplace_back(folder.empty() ? "." : folder);
  return folders;
}

std::optional<fs::path> find_in_path(const std::string& name) {
  for (const fs::path& folder : folders_of_path()) {
    std::error_code none;
    fs::path file = folder / name;
    if (fs::is_regular_file(file, none) && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

} // namespace daruma
