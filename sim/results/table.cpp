#include "sim/core/natural_order.hpp"
#include "sim/results/recoveries.hpp"
#include "sim/results/sinks.hpp"
#include "sim/results/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daruma::results {

namespace {

/// Six significant digits, and no powers of ten where a person would not write them.
std::string number(double value) {
  const bool is_whole = std::abs(value) < 1e15 && value == std::floor(value);
  return is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
}

std::string ranks(const JobRow& job) {
  if (job.ranks_at_start == job.ranks_at_end) return std::to_string(job.ranks_at_start);
  return fmt::format("{} -> {}", job.ranks_at_start, job.ranks_at_end);
}

template <class Cell> Column column(const std::vector<JobRow>& jobs, std::string head, Align align, Cell cell) {
  Column result{std::move(head), align};
  for (const JobRow& job : jobs) result.cells.push_back(cell(job));
  return result;
}

bool has_only_zeros(const Column& column) {
  return std::all_of(column.cells.begin(), column.cells.end(), [](const std::string& cell) { return cell == "0"; });
}

std::string job_table(const std::vector<JobRow>& jobs, int width) {
  const auto start = column(jobs, "start_s", Align::right, [](const JobRow& job) { return number(job.start.count()); });
  const auto reruns = column(jobs, "reruns", Align::right, [](const JobRow& job) { return number(job.reruns); });
  std::vector<Column> columns;
  columns.push_back(column(jobs, "job", Align::left, [](const JobRow& job) { return job.name; }));
  columns.push_back(column(jobs, "model", Align::left, [](const JobRow& job) { return job.model; }));
  columns.push_back(column(jobs, "ranks", Align::right, ranks));
  if (!has_only_zeros(start)) columns.push_back(start);
  columns.push_back(column(jobs, "end_s", Align::right, [](const JobRow& job) { return number(job.end.count()); }));
  columns.push_back(column(jobs, "deaths", Align::right, [](const JobRow& job) { return number(job.deaths); }));
  columns.push_back(column(jobs, "restarts", Align::right, [](const JobRow& job) { return number(job.restarts); }));
  if (!has_only_zeros(reruns)) columns.push_back(reruns);
  columns.push_back(
      column(jobs, "finished", Align::left, [](const JobRow& job) { return job.finished ? "yes" : "no"; }));
  return side_by_side(columns, width);
}

std::string paragraph(const std::string& sentence, int width) {
  std::string text;
  for (const std::string& line : wrapped(sentence, static_cast<std::size_t>(std::max(width, 1)))) text += line + '\n';
  return text;
}

/// A sentence for each job that did not come to its end, above everything else.
std::string failures(const std::vector<JobRow>& jobs, int width) {
  std::string text;
  for (const JobRow& job : jobs)
    if (job.failed || !job.finished) text += paragraph(failure_of(job), width);
  return text + (text.empty() ? "" : "\n");
}

std::string remark(const Result& result) {
  if (!result.cut) return "";
  if (result.cut->replicas_asked > 0)
    return fmt::format("cut by {}: metrics are means of {} replicas of {}\n\n", result.cut->by,
                       number(result.metrics.at("replicas")), result.cut->replicas_asked);
  return fmt::format("cut at {} s by {}: what is shown is what was recorded until then\n\n",
                     number(result.cut->at.count()), result.cut->by);
}

/// One of a family of metrics, such as "x.sendrecv_ms[loop=0,...]", or told by a table of its own.
bool is_detail(const std::string& metric) { return metric.find('[') != std::string::npos || is_of_recovery(metric); }

std::string metric_table(const std::map<std::string, double>& metrics, int width) {
  std::map<std::string, double, NaturalOrder> single;
  for (const auto& [name, value] : metrics)
    if (!is_detail(name)) single.emplace(name, value);
  Column names{"metric"};
  Column values{"value", Align::right};
  for (const auto& [name, value] : single) {
    names.cells.push_back(name);
    values.cells.push_back(number(value));
  }
  const std::size_t details = metrics.size() - single.size();
  const std::string rest = details > 0 ? fmt::format("and {} more in result.json\n", details) : "";
  return side_by_side({names, values}, width) + rest;
}

std::string not_recorded(const Result& result) {
  return result.trace.empty() ? "" : "\nrecorded: " + result.trace + "\n";
}

} // namespace

std::string table(const Result& result, int columns) {
  if (result.jobs.empty() && !result.metrics.empty())
    return remark(result) + metric_table(result.metrics, columns) + not_recorded(result);
  std::string text = remark(result) + failures(result.jobs, columns) + job_table(result.jobs, columns);
  if (!result.metrics.empty()) text += "\n" + metric_table(result.metrics, columns);
  if (!result.recoveries.empty()) text += "\n" + recovery_table(result.recoveries, columns);
  for (std::size_t i = 0; i < result.never_due.size(); ++i)
    text += (i == 0 ? "\n" : "") + paragraph(result.never_due[i], columns);
  return text + not_recorded(result);
}

} // namespace daruma::results
