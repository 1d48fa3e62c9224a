#include "sim/cli/stored_results.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/results/reader.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

template <class Read> auto read_from(const fs::path& file, const char* kind, Read read) {
  const std::string text = content_of(file);
  try {
    return read(text);
  } catch (const results::ReadError& problem) {
    throw UsageError(fmt::format("{} is no {} of daruma: {}", file.string(), kind, problem.what()));
  }
}

fs::path file_of(const fs::path& place) { return fs::is_directory(place) ? place / "result.json" : place; }

} // namespace

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) throw UsageError(file.string() + " cannot be read");
  return text.str();
}

results::Result stored_result(const fs::path& place) {
  return read_from(file_of(place), "result", results::read_result);
}

results::Result stored_run(const fs::path& place) {
  results::Result result = stored_result(place);
  const fs::path folder = file_of(place).parent_path();
  const bool is_of_centre = fs::exists(folder / "schedule.csv"); // which has what the trace has
  if (fs::exists(folder / "trace.json") && !is_of_centre)
    result.spans = read_from(folder / "trace.json", "trace", results::read_spans);
  return result;
}

std::string stored_command(const fs::path& folder) {
  std::ifstream stream(folder / "command.txt");
  std::string command;
  std::getline(stream, command);
  return command;
}

results::CentreRows stored_centre(const fs::path& folder) {
  try {
    return results::read_centre_rows(folder);
  } catch (const results::ReadError& problem) { throw UsageError(problem.what()); }
}

} // namespace daruma::cli
