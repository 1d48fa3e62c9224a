#include "tests/architecture/include_rules.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>

namespace daruma::architecture {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

bool is_source(const fs::path& file) {
  static const std::set<std::string> extensions{".c", ".cpp", ".h", ".hpp"};
  return extensions.count(file.extension().string()) > 0;
}

/// The declared folder that a path below the root lies in, the deepest if several do.
std::optional<std::string> folder_of(const fs::path& path, const Edges& edges) {
  for (fs::path folder = path.parent_path(); !folder.empty(); folder = folder.parent_path())
    if (edges.count(folder.generic_string()) > 0) return folder.generic_string();
  return std::nullopt;
}

bool runs_without_simulator(const std::string& folder) {
  static const std::vector<std::string> layers{"models",      "analysis",     "sim/core",          "sim/scenario",
                                               "sim/results", "sim/run/real", "platforms/topology"};
  if (folder == "sim/run") return true; // what both drivers share
  return std::any_of(layers.begin(), layers.end(),
                     [&](const std::string& layer) { return (folder + "/").rfind(layer + "/", 0) == 0; });
}

struct Include {
  bool quoted;
  std::string path;
};

std::optional<Include> include_of(const std::string& line) {
  static const std::regex pattern(R"(^\s*#\s*include\s*(["<])([^">]+)[">])");
  std::smatch match;
  if (!std::regex_search(line, match, pattern)) return std::nullopt;
  return Include{match[1] == "\"", match[2]};
}

/// Why `folder` may not include this; nothing if it may.
std::optional<std::string> objection(const std::string& folder, const Include& include, const Edges& edges,
                                     const fs::path& root) {
  static const std::regex simgrid("^(simgrid|smpi|xbt)/.*");
  if (std::regex_match(include.path, simgrid) && runs_without_simulator(folder))
    return folder + " has to run without SimGrid";
  if (!include.quoted) return std::nullopt;
  if (!fs::exists(root / include.path)) return "it is not a path from the repository's root";
  const std::optional<std::string> target = folder_of(include.path, edges);
  if (!target) return "it lies in no folder that the build declares";
  if (edges.at(folder).count(*target) > 0) return std::nullopt;
  return folder + " does not declare that it uses " + *target;
}

std::vector<fs::path> sources_below(const fs::path& root) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file() && is_source(entry.path())) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Folders of `edges` that lie in no other one of them: walking these visits every file once.
std::vector<std::string> outermost(const Edges& edges) {
  std::vector<std::string> folders;
  for (const auto& edge : edges)
    if (!folder_of(edge.first, edges)) folders.push_back(edge.first);
  return folders;
}

} // namespace

Edges read_edges(std::istream& in) {
  std::map<std::string, std::string> folder_of_target;
  std::map<std::string, std::vector<std::string>> uses_of_folder;
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> fields = split(line, '|');
    if (fields.size() < 2) continue;
    folder_of_target[fields[0]] = fields[1];
    if (fields.size() < 3) continue;
    for (const std::string& used : split(fields[2], ',')) uses_of_folder[fields[1]].push_back(used);
  }
  Edges edges;
  for (const auto& [target, folder] : folder_of_target) {
    std::set<std::string>& allowed = edges[folder];
    allowed.insert(folder);
    for (const std::string& used : uses_of_folder[folder])
      if (const auto found = folder_of_target.find(used); found != folder_of_target.end())
        allowed.insert(found->second);
  }
  return edges;
}

std::vector<std::string> violations(const Edges& edges, const fs::path& root) {
  std::vector<std::string> sentences;
  for (const std::string& outer : outermost(edges)) {
    for (const fs::path& file : sources_below(root / outer)) {
      const fs::path path = fs::relative(file, root);
      const std::string folder = folder_of(path, edges).value();
      std::ifstream in(file);
      int number = 0;
      for (std::string line; std::getline(in, line);) {
        ++number;
        const std::optional<Include> include = include_of(line);
        if (!include) continue;
        if (const auto reason = objection(folder, *include, edges, root))
          sentences.push_back(path.generic_string() + ":" + std::to_string(number) + " includes " + include->path +
                              ", but " + *reason);
      }
    }
  }
  return sentences;
}

} // namespace daruma::architecture
