#include "sim/batch/lanl_failures.hpp"

#include "sim/batch/comma_values.hpp"
#include "sim/core/number.hpp"

#include <fmt/format.h>

#include <ctime>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace daruma::batch {

namespace {

constexpr std::size_t number_of_values = 26;
enum Column : std::size_t { of_system = 0, of_nodes = 2, of_node = 6, of_start = 16, of_down_time = 18 };

int whole(const LogReader& lines, std::string_view text, const char* name) {
  const auto value = number_in<int>(text);
  if (!value) lines.fail(fmt::format("the {} must be a whole number, got \"{}\"", name, text.substr(0, 40)));
  if (*value < 0) lines.fail(fmt::format("the {} must not be negative, got {}", name, *value));
  return *value;
}

/// The time that a text such as "6/21/2005 10:54" says.
Seconds time_of(const LogReader& lines, std::string_view text) {
  const std::string copy(text);
  std::tm time{};
  const char* const end = strptime(copy.c_str(), "%m/%d/%Y %H:%M", &time);
  if (end == nullptr || *end != '\0')
    lines.fail(fmt::format("a time is like 6/21/2005 10:54, got \"{}\"", text.substr(0, 40)));
  return Seconds(static_cast<double>(timegm(&time)));
}

std::vector<std::string_view> checked_values(const LogReader& lines, std::string_view line) {
  std::vector<std::string_view> values = comma_values(line);
  if (values.size() != number_of_values)
    lines.fail(fmt::format("a failure has {} values, got {}{}", number_of_values, values.size(),
                           values.size() < number_of_values ? ": is the file cut?" : ""));
  return values;
}

Fault fault_of(const LogReader& lines, const std::vector<std::string_view>& values, int nodes) {
  const int node = whole(lines, values[of_node], "node");
  if (node >= nodes) lines.fail(fmt::format("the system has nodes 0 to {}, got {}", nodes - 1, node));
  const Seconds start = time_of(lines, values[of_start]);
  return {start, node, Seconds(60.0 * whole(lines, values[of_down_time], "down time"))};
}

} // namespace

FailureLog read_lanl_failures(const std::filesystem::path& path, int system) {
  LogReader lines(path);
  std::vector<Fault> faults;
  int nodes = 0;
  std::set<int> others;
  std::string_view line;
  bool is_headed = false;
  while (lines.next(line)) {
    if (line.front() == '#') continue;
    if (!is_headed && line.rfind("System,", 0) != 0) break;
    if (!std::exchange(is_headed, true)) continue;
    const auto values = checked_values(lines, line);
    const int of = whole(lines, values[of_system], "system");
    if (of != system) {
      others.insert(of);
      continue;
    }
    nodes = whole(lines, values[of_nodes], "number of nodes");
    faults.push_back(fault_of(lines, values, nodes));
  }
  if (!is_headed) lines.fail("must begin with the names of the values, \"System,...\"");
  if (faults.empty())
    throw LogError(fmt::format("{}: has no failure of system {}, but of {}", path.string(), system,
                               others.empty() ? "none" : fmt::format("{}", fmt::join(others, ", "))));
  return log_of(std::move(faults), nodes);
}

} // namespace daruma::batch
