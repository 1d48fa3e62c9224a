#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/reproduction.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

struct Entry {
  std::string name;
  std::string what;
};

std::vector<Entry> described_files(const std::filesystem::path& folder) {
  std::vector<Entry> entries;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().stem().string();
    if (file.path().extension() != ".json" || file.path().stem().extension() == ".schema") continue;
    std::ifstream stream(file.path());
    entries.push_back({name, nlohmann::json::parse(stream).value("description", "")});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

std::vector<Entry> described_models() {
  std::vector<Entry> entries;
  for (const auto& model : models()) {
    std::string arguments = "arguments:";
    for (const auto& rule : model.arguments) arguments += fmt::format(" {} ({})", rule.name, rule.standard);
    entries.push_back({std::string(model.name), arguments});
  }
  return entries;
}

std::vector<Entry> described_figures() {
  std::vector<Entry> entries;
  for (const auto& artefact : study::artefacts()) entries.push_back({artefact.id, artefact.title});
  return entries;
}

std::vector<Entry> described_metrics() {
  std::vector<Entry> entries;
  for (const auto& group : metric_catalogue().groups())
    for (const auto& metric : group.metrics) {
      const std::string direction = results::word_for(metric.better);
      entries.push_back({group.name_of(metric), fmt::format("{}{}: {} ({})", metric.unit,
                                                            direction.empty() ? "" : ", " + direction + " is better",
                                                            metric.meaning, group.reporter)});
    }
  return entries;
}

std::vector<Entry> entries_of(const std::string& kind) {
  if (kind == "models") return described_models();
  if (kind == "machines") return described_files(surroundings().machines);
  if (kind == "runtimes") return described_files(surroundings().runtimes);
  if (kind == "figures") return described_figures();
  if (kind == "metrics") return described_metrics();
  throw UsageError(
      scenario::unknown("kind of things to list", kind, {"models", "machines", "runtimes", "figures", "metrics"}));
}

} // namespace

int list(const Words& words) {
  options::options_description known;
  known.add_options()("kind", options::value<std::string>());
  const auto values = read_options(words, known, "kind");
  if (!values.count("kind")) throw UsageError("list what? models, machines, runtimes, figures or metrics");
  const auto entries = entries_of(values["kind"].as<std::string>());
  std::size_t width = 0;
  for (const Entry& entry : entries) width = std::max(width, entry.name.size());
  for (const Entry& entry : entries) fmt::print("{:<{}}  {}\n", entry.name, width, entry.what);
  return done;
}

int print_schema(const Words& words) {
  if (!words.empty()) throw UsageError("schema takes no arguments");
  std::ifstream stream(schema_file());
  std::ostringstream text;
  text << stream.rdbuf();
  fmt::print("{}", text.str());
  return done;
}

} // namespace daruma::cli
