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

/// The number of each node's name: the name itself, if all are numbers.
std::map<std::string, int, NaturalOrder> numbers_of(const std::vector<Row>& rows) {
  std::map<std::string, int, NaturalOrder> numbers;
  bool are_all_numbers = true;
  for (const Row& row : rows) {
    const auto number = number_in<int>(row.node);
    are_all_numbers = are_all_numbers && number && *number >= 0;
    numbers[row.node] = number.value_or(0);
  }
  int next = 0;
  if (!are_all_numbers)
    for (auto& [name, number] : numbers) number = next++;
  return numbers;
}

} // namespace

FailureLog read_failure_table(const std::filesystem::path& path, int nodes) {
  LogReader lines(path);
  std::vector<Row> rows = read_rows(lines);
  const auto numbers = numbers_of(rows);
  std::vector<Fault> faults;
  int named = 0;
  for (Row& row : rows) {
    row.fault.node = numbers.at(row.node);
    named = std::max(named, row.fault.node + 1);
    faults.push_back(row.fault);
  }
  if (nodes > 0 && named > nodes)
    throw LogError(fmt::format("{}: has failures of node {}, and \"nodes\" says that there are {}", path.string(),
                               named - 1, nodes));
  return log_of(std::move(faults), std::max(nodes, named));
}

} // namespace daruma::batch
