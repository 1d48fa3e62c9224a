#include "sim/batch/swf.hpp"

#include "sim/batch/logged_dependencies.hpp"
#include "sim/core/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace daruma::batch {

namespace {

constexpr int number_of_fields = 18;
using Fields = std::array<double, number_of_fields + 1>; ///< the last is 0 where a log has no GPUs

// Places in a line, from 0.
enum Field : std::size_t {
  number = 0,
  submit = 1,
  wait = 2,
  run = 3,
  given = 4,
  wanted = 7,
  asked = 8,
  memory = 9,
  status = 10,
  user = 11,
  group = 12,
  application = 13,
  queue = 14,
  partition = 15,
  preceding = 16,
  think = 17,
  gpus = 18
};

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text;
}

/// Some logs of the archive have no think times. A last line that has no end may be cut.
bool lacks_think_time(std::string_view line, int count, int expected) {
  return expected == number_of_fields && count == expected - 1 && line.back() == '\n';
}

/// What a line lacks is not known.
Fields read_fields(std::string_view line, int expected, const LogReader& lines, LeftOut& incomplete) {
  Fields fields{};
  int count = 0;
  for (std::string_view rest = without_blanks(line); !rest.empty(); rest = without_blanks(rest)) {
    const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
    rest.remove_prefix(word.size());
    ++count;
    if (count > expected) continue;
    double& field = fields[static_cast<std::size_t>(count - 1)];
    const auto number = number_in<double>(word);
    if (!number || !std::isfinite(*number))
      lines.fail(fmt::format("field {} must be a number, got \"{}\"", count, word.substr(0, 40)));
    field = *number;
  }
  if (lacks_think_time(line, count, expected)) {
    fields[think] = -1;
    incomplete.add("17 fields", lines.number());
  } else if (count != expected)
    lines.fail(
        fmt::format("a job has {} fields, got {}{}", expected, count, count < expected ? ": is the file cut?" : ""));
  return fields;
}

bool fits_in_31_bits(double number) {
  return number == std::trunc(number) && std::abs(number) <= std::numeric_limits<int>::max();
}

double processors_of(const Fields& fields) { return fields[given] > 0 ? fields[given] : fields[wanted]; }

/// What makes the line none of a job that can be simulated; empty: nothing. -1 stands for what is not known.
std::string oddity(const Fields& fields) {
  if (fields[submit] < 0) return "a time of submission below 0";
  for (const auto& [field, name] : {std::pair{wait, "wait"}, {run, "run time"}, {asked, "time asked for"}})
    if (fields[field] < 0 && fields[field] != -1) return fmt::format("a {} below 0", name);
  if (!fits_in_31_bits(processors_of(fields))) return "a number of processors that is not whole or beyond 31 bits";
  for (const Field field : {user, queue, partition})
    if (!fits_in_31_bits(fields[field])) return "a user, queue or partition that is not whole or beyond 31 bits";
  if (!fits_in_31_bits(fields[gpus])) return "a number of GPUs that is not whole or beyond 31 bits";
  if (fields[run] <= 0) return "no run time";
  if (processors_of(fields) <= 0) return "no processors";
  return "";
}

/// Of a user, a queue or a partition; 0 if it is not known.
int number_of(double field) { return std::max(0, static_cast<int>(field)); }

/// Of a job, a group or a program; 0 if it is none that can be named.
int name_of(double field) { return fits_in_31_bits(field) ? number_of(field) : 0; }

LoggedJob job_of(const Fields& fields, int line) {
  LoggedJob job;
  job.number = name_of(fields[number]);
  job.preceding = name_of(fields[preceding]);
  job.think = Seconds(std::max(0.0, fields[think]));
  job.line = line;
  if (fields[status] == 1) job.has_failed = false;
  if (fields[status] == 0 || fields[status] == 5) job.has_failed = true;
  job.submit = Seconds(fields[submit]);
  if (fields[wait] >= 0) job.wait = Seconds(fields[wait]);
  job.run = Seconds(fields[run]);
  if (fields[asked] > 0) job.asked = Seconds(fields[asked]);
  job.processors = static_cast<int>(processors_of(fields));
  job.memory = Bytes(std::max(0.0, fields[memory]) * 1024); // of kilobytes
  job.gpus = number_of(fields[gpus]);
  job.group = name_of(fields[group]);
  job.application = name_of(fields[application]);
  job.account.user = number_of(fields[user]);
  job.account.qos = number_of(fields[queue]);
  job.account.partition = number_of(fields[partition]);
  return job;
}

/// What a comment says under a key; nothing, if it has none.
std::optional<HeadLine> read_comment(std::string_view text) {
  text = without_blanks(text.substr(1));
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.substr(0, colon).find(' ') != std::string_view::npos) return std::nullopt;
  std::string_view rest = without_blanks(text.substr(colon + 1));
  while (!rest.empty() && blanks.find(rest.back()) != std::string_view::npos) rest.remove_suffix(1);
  return HeadLine{std::string(text.substr(0, colon)), std::string(rest)};
}

bool has_gpus(const std::vector<HeadLine>& head) {
  return std::any_of(head.begin(), head.end(),
                     [](const HeadLine& line) { return line.key == "GPUs" && line.text == "field 19"; });
}

bool is_part(const Fields& fields) { return fields[status] >= 2 && fields[status] <= 4; }

} // namespace

std::shared_ptr<const JobLog> without_refused(const JobLog& log, const std::function<std::string(LoggedJob&)>& refuse) {
  auto rest = std::make_shared<JobLog>(JobLog{{}, log.left_out, log.head, log.comments, log.incomplete});
  for (LoggedJob job : log.jobs)
    if (const std::string why = refuse(job); why.empty())
      rest->jobs.push_back(job);
    else
      rest->left_out.add(why, job.line);
  return rest;
}

std::vector<std::string> on_incomplete(const JobLog& log, const std::string& file) {
  return log.incomplete.sentences(file, "is taken, its think time not known", "are taken, their think times not known");
}

JobLog read_swf(const std::filesystem::path& path) {
  LogReader lines(path);
  JobLog log;
  DependencyComments comments;
  for (std::string_view line; lines.next(line);) {
    const std::string_view text = without_blanks(line);
    if (!text.empty() && text.front() == ';') {
      const auto comment = read_comment(text);
      if (comment && !take_comment(*comment, lines, comments)) log.head.push_back(*comment);
    }
    if (text.empty() || text.front() == ';') continue;
    const Fields fields = read_fields(text, number_of_fields + (has_gpus(log.head) ? 1 : 0), lines, log.incomplete);
    if (is_part(fields)) continue;
    if (const int number = name_of(fields[Field::number]); number > 0) comments.numbers.push_back(number);
    if (const std::string why = oddity(fields); !why.empty())
      log.left_out.add(why, lines.number());
    else
      log.jobs.push_back(job_of(fields, lines.number()));
  }
  if (log.jobs.empty()) lines.fail("there is no job with a run time and processors");
  std::stable_sort(log.jobs.begin(), log.jobs.end(),
                   [](const LoggedJob& a, const LoggedJob& b) { return a.submit < b.submit; });
  if (comments.are_any()) log.comments = std::make_shared<const DependencyComments>(std::move(comments));
  return log;
}

} // namespace daruma::batch
