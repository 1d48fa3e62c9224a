#include "sim/cli/found_program.hpp"

#include "sim/core/search_path.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace daruma::cli {

namespace fs = std::filesystem;

fs::path found_program(const std::string& name) {
  std::error_code none;
  if (name.find('/') != std::string::npos || fs::is_regular_file(name, none)) return name;
  return find_in_path(name).value_or(name);
}

bool is_in_path(const fs::path& file) {
  const std::vector<fs::path> folders = folders_of_path();
  return std::any_of(folders.begin(), folders.end(), [&file](const fs::path& folder) {
    std::error_code none;
    return fs::equivalent(folder, file.parent_path(), none);
  });
}

bool is_script(const fs::path& file) {
  std::ifstream in(file);
  std::array<char, 2> start{};
  return in.read(start.data(), start.size()) && std::string_view(start.data(), start.size()) == "#!";
}

Words behind_env(const Words& words) {
  const fs::path command = found_program(words.front());
  if (command.filename() != "env" || !is_in_path(command)) return words;
  const auto is_setting = [](const std::string& word) { return word.find('=', 1) != std::string::npos; };
  const auto program = std::find_if_not(words.begin() + 1, words.end(), is_setting);
  if (program == words.end() || program->front() == '-') return words;
  for (auto setting = words.begin() + 1; setting != program; ++setting) {
    const auto equals = setting->find('=');
    ::setenv(setting->substr(0, equals).c_str(), setting->c_str() + equals + 1, 1);
  }
  return behind_env({program, words.end()});
}

} // namespace daruma::cli
