#include "tests/fuzz/corpus.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace daruma::fuzz {

namespace fs = std::filesystem;

namespace {

const std::set<std::string> kinds_of_log{".swf", ".csv"};
constexpr const char* schema_file = "scenario.schema.json";

void collect_values(const nlohmann::json& node, std::map<std::string, nlohmann::json>& values) {
  if (node.is_object())
    for (const auto& [key, value] : node.items()) {
      nlohmann::json& known = values[key];
      if (std::find(known.begin(), known.end(), value) == known.end()) known.push_back(value);
    }
  if (node.is_structured())
    for (const auto& value : node) collect_values(value, values);
}

/// Names of files, wherever they were looked for, without their folders.
void leave_out_folders(nlohmann::json& node, const std::set<std::string>& names) {
  if (node.is_structured())
    for (auto& value : node) leave_out_folders(value, names);
  if (!node.is_string()) return;
  const std::string name = fs::path(node.get<std::string>()).filename().string();
  if (names.count(name) > 0) node = name;
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

Corpus read_corpus(const fs::path& folder) {
  std::vector<Specimen> scenarios;
  std::vector<fs::path> logs;
  std::vector<fs::path> sources;
  std::set<std::string> names;
  std::map<std::string, nlohmann::json> values;
  for (const fs::path& file : files_below(folder)) {
    const std::string kind = file.extension().string();
    if (kinds_of_log.count(kind) > 0) logs.push_back(file);
    if (kind == ".c") sources.push_back(file);
    if (kind == ".json" && file.filename() != schema_file)
      scenarios.push_back({file, nlohmann::json::parse(content_of(file))});
    names.insert(file.filename().string());
  }
  for (Specimen& each : scenarios) {
    leave_out_folders(each.scenario, names);
    collect_values(each.scenario, values);
  }
  Grammar grammar(nlohmann::json::parse(content_of(folder / schema_file)), std::move(values));
  return {std::move(scenarios), std::move(logs), std::move(sources), {}, std::move(grammar)};
}

} // namespace daruma::fuzz
