#include "sim/batch/failure_log.hpp"

#include "sim/core/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace daruma::batch {

namespace {

constexpr std::size_t number_of_values = 26;
enum Column : std::size_t { of_system = 0, of_nodes = 2, of_node = 6, of_start = 16, of_down_time = 18 };

/// A value in double quotes may have commas.
std::vector<std::string_view> values_of(std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  std::vector<std::string_view> values;
  std::size_t begin = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') is_quoted = !is_quoted;
    if (i < line.size() && (line[i] != ',' || is_quoted)) continue;
    values.push_back(line.substr(begin, i - begin));
    begin = i + 1;
  }
  return values;
}

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
  std::vector<std::string_view> values = values_of(line);
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

class ReplayedFaults {
public:
  ReplayedFaults(const FailureLog& log, int nodes, Seconds from) : log_(log), nodes_(nodes) {
    begin_ = -Seconds(std::fmod(from.count(), round().count()));
    node_ = log.faults.front().node;
    has_any_ =
        std::any_of(log.faults.begin(), log.faults.end(), [=](const Fault& fault) { return fault.node < nodes; });
  }

  std::optional<Fault> operator()() {
    if (!has_any_) return std::nullopt;
    while (node_ >= nodes_ || time() < Seconds(0)) skip();
    const Fault fault{time(), node_, log_.faults[at_].repair};
    node_ += log_.nodes;
    return fault;
  }

private:
  Seconds round() const { return log_.span + Seconds(60); } // the log's own resolution
  Seconds time() const { return begin_ + log_.faults[at_].time; }

  void skip() {
    if (++at_ == log_.faults.size()) {
      at_ = 0;
      begin_ += round();
    }
    node_ = log_.faults[at_].node;
  }

  const FailureLog& log_;
  int nodes_;
  Seconds begin_{0};   ///< of the log, this time
  std::size_t at_ = 0; ///< place in it
  int node_ = 0;       ///< of those that have this failure, the next
  bool has_any_ = false;
};

} // namespace

FailureLog read_failure_log(const std::filesystem::path& path, int system) {
  LogReader lines(path);
  FailureLog log;
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
    log.nodes = whole(lines, values[of_nodes], "number of nodes");
    log.faults.push_back(fault_of(lines, values, log.nodes));
  }
  if (!is_headed) lines.fail("must begin with the names of the values, \"System,...\"");
  if (log.faults.empty())
    throw LogError(fmt::format("{}: has no failure of system {}, but of {}", path.string(), system,
                               others.empty() ? "none" : fmt::format("{}", fmt::join(others, ", "))));
  std::stable_sort(log.faults.begin(), log.faults.end(),
                   [](const Fault& a, const Fault& b) { return std::tie(a.time, a.node) < std::tie(b.time, b.node); });
  const Seconds first = log.faults.front().time;
  for (Fault& fault : log.faults) fault.time -= first;
  log.span = log.faults.back().time;
  return log;
}

Faults replay_faults(const FailureLog& log, int nodes, Seconds from) { return ReplayedFaults(log, nodes, from); }

} // namespace daruma::batch
