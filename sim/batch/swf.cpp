#include "sim/batch/swf.hpp"

#include "sim/core/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace daruma::batch {

namespace {

constexpr int number_of_fields = 18;
using Fields = std::array<double, number_of_fields>;

// Places in a line, from 0.
enum Field : std::size_t {
  submit = 1,
  wait = 2,
  run = 3,
  given = 4,
  wanted = 7,
  asked = 8,
  status = 10,
  user = 11,
  queue = 14,
  partition = 15
};

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text;
}

Fields read_fields(std::string_view line, const LogReader& lines) {
  Fields fields{};
  int count = 0;
  for (std::string_view rest = without_blanks(line); !rest.empty(); rest = without_blanks(rest)) {
    const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
    rest.remove_prefix(word.size());
    ++count;
    if (count > number_of_fields) continue;
    double& field = fields[static_cast<std::size_t>(count - 1)];
    const auto number = number_in<double>(word);
    if (!number || !std::isfinite(*number))
      lines.fail(fmt::format("field {} must be a number, got \"{}\"", count, word.substr(0, 40)));
    field = *number;
  }
  if (count != number_of_fields)
    lines.fail(fmt::format("a job has {} fields, got {}{}", number_of_fields, count,
                           count < number_of_fields ? ": is the file cut?" : ""));
  return fields;
}

/// -1 stands for what is not known; other negative times are none.
void check_times(const Fields& fields, const LogReader& lines) {
  if (fields[submit] < 0)
    lines.fail(fmt::format("the time of submission must not be negative, got {}", fields[submit]));
  for (const auto& [field, name] : {std::pair{wait, "wait"}, {run, "run time"}, {asked, "time asked for"}})
    if (fields[field] < 0 && fields[field] != -1)
      lines.fail(fmt::format("the {} must not be negative but -1, which says that it is not known, got {}", name,
                             fields[field]));
}

int processors_of(const Fields& fields, const LogReader& lines) {
  const double number = fields[given] > 0 ? fields[given] : fields[wanted];
  if (number != std::trunc(number) || number < -1 || number > std::numeric_limits<int>::max())
    lines.fail(fmt::format("the number of processors must be whole and fit in 31 bits, got {}", number));
  return static_cast<int>(number);
}

/// Of a user, a queue or a partition; 0 if it is not known.
int number_of(double field, const char* what, const LogReader& lines) {
  if (field != std::trunc(field) || field > std::numeric_limits<int>::max())
    lines.fail(fmt::format("the number of the {} must be whole and fit in 31 bits, got {}", what, field));
  return field > 0 ? static_cast<int>(field) : 0;
}

LoggedJob job_of(const Fields& fields, const LogReader& lines) {
  check_times(fields, lines);
  LoggedJob job;
  job.line = lines.number();
  job.submit = Seconds(fields[submit]);
  if (fields[wait] >= 0) job.wait = Seconds(fields[wait]);
  job.run = Seconds(fields[run]);
  if (fields[asked] > 0) job.asked = Seconds(fields[asked]);
  job.processors = processors_of(fields, lines);
  job.account.user = number_of(fields[user], "user", lines);
  job.account.qos = number_of(fields[queue], "queue", lines);
  job.account.partition = number_of(fields[partition], "partition", lines);
  return job;
}

bool is_part(const Fields& fields) { return fields[status] >= 2 && fields[status] <= 4; }

} // namespace

JobLog read_swf(const std::filesystem::path& path) {
  LogReader lines(path);
  JobLog log;
  for (std::string_view line; lines.next(line);) {
    const std::string_view text = without_blanks(line);
    if (text.empty() || text.front() == ';') continue;
    const Fields fields = read_fields(text, lines);
    const LoggedJob job = job_of(fields, lines);
    if (is_part(fields)) continue;
    if (job.run > Seconds(0) && job.processors > 0)
      log.jobs.push_back(job);
    else
      ++log.left_out;
  }
  if (log.jobs.empty()) lines.fail("there is no job with a run time and processors");
  std::stable_sort(log.jobs.begin(), log.jobs.end(),
                   [](const LoggedJob& a, const LoggedJob& b) { return a.submit < b.submit; });
  return log;
}

} // namespace daruma::batch
