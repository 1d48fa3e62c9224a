#include "sim/batch/failure_table.hpp"

#include "sim/batch/bar_values.hpp"
#include "sim/batch/calendar.hpp"
#include "sim/batch/comma_values.hpp"
#include "sim/core/lower.hpp"
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

/// How a table is written, and what it calls its columns.
struct Style {
  std::vector<std::string_view> (*values)(std::string_view line);
  const char* between; ///< the values
  const char* columns;
  const char* node;
  const char* down;
  const char* up;
  const char* state; ///< nullptr: all rows are failures
};

constexpr Style plain{comma_values, ",", "node, down and up", "node", "down", "up", nullptr};
constexpr Style slurms{bar_values, "|",    "NodeName, TimeStart, TimeEnd and State", "NodeName", "TimeStart",
                       "TimeEnd",  "State"};

/// Where the columns are.
struct Heading {
  const Style* style;
  std::size_t node;
  std::size_t down;
  std::size_t up;
  std::size_t state;
  std::size_t columns;
};

std::optional<std::size_t> place_of(std::string_view name, const std::vector<std::string_view>& names) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](std::string_view one) { return lower(one) == lower(name); });
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

Heading heading_of(std::string_view line, const LogReader& lines) {
  const Style& style = line.find('|') == std::string_view::npos ? plain : slurms;
  const auto names = style.values(line);
  const auto node = place_of(style.node, names);
  const auto down = place_of(style.down, names);
  const auto up = place_of(style.up, names);
  const auto state = style.state != nullptr ? place_of(style.state, names) : std::size_t{0};
  if (!node || !down || !up || !state)
    lines.fail(fmt::format("must name the columns {}, got \"{}\"{}", style.columns, fmt::join(names, style.between),
                           names.front() == "System" ? "; LANL's file needs a \"system\"" : ""));
  return {&style, *node, *down, *up, *state, names.size()};
}

/// Why a row of Slurm's is no failure; empty: it is one. A node that does not answer has a "*" behind its state.
std::string why_no_failure(std::string_view node, std::string_view state) {
  if (node.empty()) return "an event of the whole cluster";
  const auto has = [&](const char* word) { return state.find(word) != std::string_view::npos; };
  const bool is_switched_off = has("POWERED_DOWN") || has("POWERING_DOWN") || has("POWER_DOWN");
  const bool has_failed =
      has("DOWN") || has("FAIL") || has("ERROR") || has("NOT_RESPONDING") || state.find('*') != std::string_view::npos;
  if (has_failed && !is_switched_off) return "";
  return "a state in which no job is lost, such as DRAIN or MAINT,";
}

/// A row is none of the table: what is said of such rows, and of this one if there is no other.
struct OddRow {
  const char* why;
  std::string sentence;
};

Seconds time_of(std::string_view text, const char* column) {
  const auto time = calendar_time(text);
  if (!time)
    throw OddRow{"a time that is none",
                 fmt::format("\"{}\" is a time like 2024-02-29T10:54:07 or seconds since 1970, got \"{}\"", column,
                             text.substr(0, 40))};
  return *time;
}

/// Nothing, if it is no failure. Throws OddRow.
std::optional<Row> row_of(std::string_view line, const Heading& heading, const LogReader& lines, LeftOut& left_out) {
  const auto values = heading.style->values(line);
  if (values.size() != heading.columns)
    throw OddRow{"more or fewer values than columns",
                 fmt::format("a failure has {} values here, got {}{}", heading.columns, values.size(),
                             values.size() < heading.columns ? ": is the file cut?" : "")};
  if (heading.style->state != nullptr) {
    const std::string why = why_no_failure(values[heading.node], values[heading.state]);
    if (!why.empty()) {
      left_out.add(why, lines.number());
      return std::nullopt;
    }
  }
  if (values[heading.node].empty()) throw OddRow{"no node", "names no node"};
  const Seconds down = time_of(values[heading.down], heading.style->down);
  const std::string_view end = values[heading.up];
  if (end.empty() || (heading.style->state != nullptr && end == "Unknown"))
    return Row{std::string(values[heading.node]), {down, 0, never}};
  const Seconds up = time_of(end, heading.style->up);
  if (up < down) throw OddRow{"an end before its begin", "the node was up before it went down"};
  return Row{std::string(values[heading.node]), {down, 0, up - down}};
}

/// Of a plain table, which people write themselves, odd rows are left out; Slurm's has none.
class RowReader {
public:
  RowReader(const Heading& heading, const LogReader& lines, LeftOut& left_out)
      : heading_(heading), lines_(lines), left_out_(left_out) {}

  std::optional<Row> row(std::string_view line) {
    try {
      return row_of(line, heading_, lines_, left_out_);
    } catch (const OddRow& odd) {
      if (heading_.style != &plain) lines_.fail(odd.sentence);
      left_out_.add(odd.why, lines_.number());
      if (first_odd_.empty()) first_odd_ = fmt::format("line {}: {}", lines_.number(), odd.sentence);
      return std::nullopt;
    }
  }

  /// Why there is none; empty: no row was odd.
  const std::string& first_odd() const { return first_odd_; }

private:
  Heading heading_;
  const LogReader& lines_;
  LeftOut& left_out_;
  std::string first_odd_{};
};

std::vector<Row> read_rows(LogReader& lines, LeftOut& left_out) {
  std::vector<Row> rows;
  std::optional<RowReader> reader;
  for (std::string_view line; lines.next(line);) {
    if (line.front() == '#' || line.find_first_not_of("\r\n") == std::string_view::npos) continue;
    if (!reader) {
      reader.emplace(heading_of(line, lines), lines, left_out);
    } else if (auto row = reader->row(line)) {
      rows.push_back(std::move(*row));
    }
  }
  if (!reader) lines.fail("must begin with the names of the columns, \"node,down,up\"");
  if (rows.empty() && !reader->first_odd().empty()) throw LogError(lines.path() + ": " + reader->first_odd());
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
  LeftOut left_out;
  std::vector<Row> rows = read_rows(lines, left_out);
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
  FailureLog log = log_of(std::move(faults), std::max(nodes, named));
  log.left_out = std::move(left_out);
  return log;
}

} // namespace daruma::batch
