#include "analysis/comparison.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/output.hpp"
#include "sim/records/reader.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

/// A result.json, or the folder that a run left behind.
records::Result read(const std::filesystem::path& place) {
  const auto file = std::filesystem::is_directory(place) ? place / "result.json" : place;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) throw UsageError(file.string() + " cannot be read");
  try {
    return records::read_result(text.str());
  } catch (const records::ReadError& problem) {
    throw UsageError(fmt::format("{} is no result of daruma: {}", file.string(), problem.what()));
  }
}

} // namespace

int compare(const Words& words) {
  options::options_description known;
  known.add_options()("results", options::value<std::vector<std::string>>())("json", "");
  const auto values = read_options(words, known, "results", 2);
  const auto places = values.count("results") ? values["results"].as<std::vector<std::string>>() : Words{};
  if (places.size() != 2)
    throw UsageError("compare needs two results: the folders that runs left behind, or their result.json");
  const auto comparison = analysis::compare(read(places[0]), read(places[1]));
  if (values.count("json"))
    fmt::print("{}", analysis::to_json(comparison, places[0], places[1]));
  else
    fmt::print("A: {}\nB: {}\n\n{}", places[0], places[1], analysis::to_table(comparison, "A", "B", columns()));
  return done;
}

} // namespace daruma::cli
