#include "tests/fuzz/checks.hpp"

#include "tests/fuzz/corpus.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

namespace daruma::fuzz {

namespace {

using nlohmann::json;
using Complaints = std::vector<std::string>;

constexpr std::array statuses{0, 1, 2, 3, 4};

/// Words of implementations, which help nobody who wrote a scenario.
constexpr std::array<std::string_view, 12> internals{"std::",   "basic_string", "vector::",   "internal error",
                                                     "crashed", "bad_alloc",    "max_size()", "[json.",
                                                     "map::at", "stod",         "Assertion",  "SIGABRT"};

bool is_in_contract(const Execution& run) {
  if (run.ending == Ending::by_itself) return std::find(statuses.begin(), statuses.end(), run.status) != statuses.end();
  return run.status == interrupted_status || std::find(statuses.begin(), statuses.end(), run.status) != statuses.end();
}

void object_to_ending(const Execution& run, Complaints& complaints) {
  if (run.ending == Ending::killed) complaints.emplace_back("it did not end when it was interrupted");
  if (run.ending == Ending::too_large) complaints.emplace_back("it took too much memory");
  if (run.ending == Ending::interrupted_twice) complaints.emplace_back("it ended with its second interruption only");
  if (run.ending == Ending::by_itself && run.signal != 0)
    complaints.push_back(fmt::format("signal {} ended it", run.signal));
  if (run.signal == 0 && !is_in_contract(run))
    complaints.push_back(fmt::format("exit status {} is in no contract", run.status));
}

void object_to_words(const std::string& err, Complaints& complaints) {
  for (const std::string_view word : internals)
    if (err.find(word) != std::string::npos) complaints.push_back(fmt::format("it speaks of \"{}\"", word));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void object_to_metrics(const json& result, Complaints& complaints) {
  const json told = result.value("without_number", json::object());
  const json metrics = result.value("metrics", json::object());
  for (const auto& [name, value] : metrics.items())
    if (!value.is_number() && !told.contains(name))
      complaints.push_back(fmt::format("metric {} is no number, and nobody says why", name));
}

void object_to_jobs(const json& result, Complaints& complaints) {
  for (const json& job : result.value("jobs", json::array())) {
    const std::string name = job.value("name", "");
    if (job.value("start_s", 0.0) > job.value("end_s", 0.0))
      complaints.push_back(fmt::format("job {} ends before it starts", name));
    if (!job.value("finished", false) && job.value("reason", "").empty())
      complaints.push_back(fmt::format("job {} did not finish, and nobody says why", name));
    for (const char* const count : {"ranks_at_start", "ranks_at_end", "deaths", "restarts", "reruns"})
      if (job.value(count, 0) < 0) complaints.push_back(fmt::format("job {} has fewer than no {}", name, count));
  }
}

void object_to_events(const json& result, Complaints& complaints) {
  double before = 0;
  for (const json& event : result.value("events", json::array())) {
    const double now = event.value("time_s", 0.0);
    if (now < before) {
      complaints.push_back(fmt::format("an event at {} s is told after one at {} s", now, before));
      return;
    }
    before = now;
  }
}

/// Lost time is part of the machine's.
void object_to_node_hours(const json& result, Complaints& complaints) {
  const json metrics = result.value("metrics", json::object());
  const auto of = [&metrics](const std::string& name) {
    return metrics.contains(name) && metrics[name].is_number() ? metrics[name].get<double>() : 0.0;
  };
  const auto share = [&](const char* name) {
    if (of(name) < -1e-9 || of(name) > 1 + 1e-9) complaints.push_back(fmt::format("{} is {}", name, of(name)));
  };
  share("utilisation");
  constexpr std::string_view whole = "capacity_node_h";
  if (!metrics.contains(whole)) return;
  const std::string_view unit = "_node_h";
  double parts = 0;
  for (const auto& [name, value] : metrics.items()) {
    const bool is_part = name != whole && name.size() > unit.size() && name.substr(name.size() - unit.size()) == unit;
    if (!is_part || name.find('.') != std::string::npos) continue;
    if (of(name) < 0) complaints.push_back(fmt::format("less than nothing is {}", name));
    parts += of(name);
  }
  const double capacity = of(std::string(whole));
  if (std::abs(parts - capacity) > capacity * 1e-9)
    complaints.push_back(fmt::format("node-hours come to {}, of {}", parts, capacity));
}

std::optional<json> read(const std::filesystem::path& file, Complaints& complaints) {
  json document = json::parse(content_of(file), nullptr, false);
  if (!document.is_discarded()) return document;
  complaints.push_back(file.filename().string() + " is no JSON");
  return std::nullopt;
}

} // namespace

Complaints complaints_about(const Execution& run) {
  Complaints complaints;
  object_to_ending(run, complaints);
  object_to_words(run.err, complaints);
  if (run.ending == Ending::by_itself && run.signal == 0 && run.status != 0 && run.err.empty())
    complaints.push_back(fmt::format("exit status {} without a word", run.status));
  return complaints;
}

Complaints complaints_about_refusal(const std::string& err) {
  static const std::regex with_pointer(
      R"((daruma: )?(\S+\.(json|swf|csv)|--\S+): (/\S*|line \d+|[^:]* line \d+.*|\d+): .+)");
  static const std::regex of_the_whole(R"((daruma: )?\S+\.json: ("\w+" is missing|needs exactly one of .+))");
  static const std::regex of_a_line(R"((daruma: )?\S+\.(json|swf|csv):\d+(:\d+)?: .+)");
  for (const std::string& line : lines_of(err))
    for (const std::regex* form : {&with_pointer, &of_the_whole, &of_a_line})
      if (std::regex_match(line, *form)) return {};
  return {"it names no place in a file: " + err.substr(0, 200)};
}

Complaints complaints_about_result(const json& result) {
  Complaints complaints;
  object_to_metrics(result, complaints);
  object_to_jobs(result, complaints);
  object_to_events(result, complaints);
  object_to_node_hours(result, complaints);
  return complaints;
}

Complaints complaints_about_files(const std::filesystem::path& folder) {
  Complaints complaints;
  if (!std::filesystem::exists(folder / "result.json")) return {"there is no result.json"};
  read(folder / "trace.json", complaints);
  if (const auto result = read(folder / "result.json", complaints))
    for (std::string& complaint : complaints_about_result(*result)) complaints.push_back(std::move(complaint));
  return complaints;
}

} // namespace daruma::fuzz
