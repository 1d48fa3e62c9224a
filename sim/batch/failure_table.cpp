#include "sim/batch/failure_table.hpp"

#include "sim/batch/calendar.hpp"
#include "sim/batch/comma_values.hpp"
#include "sim/core/natural_order.hpp"
#include "sim/core/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace daruma::batch {

namespace {

/// A failure whose node has its name still.
struct Row {
  std::string node;
  Fault fault;
};

/// Where the columns are.
struct Heading {
  std::size_t node;
  std::size_t down;
  std::size_t up;
  std::size_t columns;
};

std::size_t place_of(const char* name, const std::vector<std::string_view>& names, const LogReader& lines) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    lines.fail(fmt::format("must name the columns node, down and up, got \"{}\"{}", fmt::join(names, ","),
                           names.front() == "System" ? "; LANL's file needs a \"system\"" : ""));
  return static_cast<std::size_t>(found - names.begin());
}

Heading heading_of(std::string_view line, const LogReader& lines) {
  const auto names = comma_values(line);
  return {place_of("node", names, lines), place_of("down", names, lines), place_of("up", names, lines), names.size()};
}

Seconds time_of(std::string_view text, const char* column, const LogReader& lines) {
  const auto time = calendar_time(text);
  if (!time)
    lines.fail(fmt::format("\"{}\" is a time like 2024-02-29T10:54:07 or seconds since 1970, got \"{}\"", column,
                           text.substr(0, 40)));
  return *time;
}

Row row_of(std::string_view line, const Heading& heading, const LogReader& lines) {
  const auto values = comma_values(line);
  if (values.size() != heading.columns)
    lines.fail(fmt::format("a failure has {} values here, got {}{}", heading.columns, values.size(),
                           values.size() < heading.columns ? ": is the file cut?" : ""));
  if (values[heading.node].empty()) lines.fail("names no node");
  const Seconds down = time_of(values[heading.down], "down", lines);
  if (values[heading.up].empty()) return {std::string(values[heading.node]), {down, 0, never}};
  const Seconds up = time_of(values[heading.up], "up", lines);
  if (up < down) lines.fail("the node was up before it went down");
  return {std::string(values[heading.node]), {down, 0, up - down}};
}

std::vector<Row> read_rows(LogReader& lines) {
  std::vector<Row> rows;
  std::optional<Heading> heading;
  for (std::string_view line; lines.next(line);) {
    if (line.front() == '#' || line.find_first_not_of("\r\n") == std::string_view::npos) continue;
    if (heading)
      rows.push_back(row_of(line, *heading, lines));
    else
      heading = heading_of(line, lines);
  }
  if (!heading) lines.fail("must begin with the names of the columns, \"node,down,up\"");
  if (rows.empty()) throw LogError(lines.path() + ": has no failure");
  return rows;
}

using Numbers = std::map<std::string, int, NaturalOrder>;

/// Each node's number, if all are named by numbers.
std::optional<Numbers> numbers_in(const std::vector<Row>& rows) {
  Numbers numbers;
  for (const Row& row : rows) {
    const auto number = number_in<int>(row.node);
    if (!number || *number < 0) return std::nullopt;
    numbers[row.node] = *number;
  }
  return numbers;
}

Numbers numbers_of(const std::vector<std::string>& names) {
  Numbers numbers;
  for (const std::string& name : names) numbers.emplace(name, static_cast<int>(numbers.size()));
  return numbers;
}

Numbers in_natural_order(const std::vector<Row>& rows) {
  Numbers numbers;
  for (const Row& row : rows) numbers[row.node] = 0;
  int next = 0;
  for (auto& [name, number] : numbers) number = next++;
  return numbers;
}

} // namespace

FailureLog read_failure_table(const std::filesystem::path& path, int nodes, const std::vector<std::string>& names) {
  LogReader lines(path);
  std::vector<Row> rows = read_rows(lines);
  const auto of_table = numbers_in(rows);
  const bool is_by_names = !of_table && !names.empty();
  const Numbers numbers = of_table ? *of_table : is_by_names ? numbers_of(names) : in_natural_order(rows);
  if (is_by_names) nodes = static_cast<int>(names.size());
  std::vector<Fault> faults;
  int named = 0;
  for (Row& row : rows) {
    const auto number = numbers.find(row.node);
    if (number == numbers.end())
      throw LogError(
          fmt::format("{}: has failures of node \"{}\", which is none of \"node_names\"", path.string(), row.node));
    row.fault.node = number->second;
    named = std::max(named, row.fault.node + 1);
    faults.push_back(row.fault);
  }
  if (nodes > 0 && named > nodes)
    throw LogError(fmt::format("{}: has failures of node {}, and \"nodes\" says that there are {}", path.string(),
                               named - 1, nodes));
  return log_of(std::move(faults), std::max(nodes, named));
}

} // namespace daruma::batch
