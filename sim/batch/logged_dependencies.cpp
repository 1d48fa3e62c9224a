#include "sim/batch/logged_dependencies.hpp"

#include "sim/batch/dependencies.hpp"
#include "sim/batch/named_jobs.hpp"
#include "sim/core/number.hpp"
#include "sim/core/number_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace daruma::batch {

namespace {

[[noreturn]] void fail_at(const std::string& file, int line, const std::string& sentence) {
  throw LogError(fmt::format("{}: line {}: {}", file, line, sentence));
}

std::pair<std::string, std::string> split_at_blank(const std::string& text) {
  const std::size_t blank = text.find_first_of(" \t");
  if (blank == std::string::npos) return {text, ""};
  const std::size_t rest = text.find_first_not_of(" \t", blank);
  return {text.substr(0, blank), rest == std::string::npos ? "" : text.substr(rest)};
}

DependencyComment read_dependency_comment(const std::string& text, const LogReader& lines) {
  const auto [job, list] = split_at_blank(text);
  const auto number = number_in<int>(job);
  if (!number || *number < 1 || list.empty())
    lines.fail(fmt::format(
        "a dependency has the number of a job and what it waits for, as in \"; Dependency: 18 afterok:17\", got \"{}\"",
        text.substr(0, 40)));
  try {
    return {lines.number(), *number, read_dependencies(list)};
  } catch (const DependencyError& error) { lines.fail(error.what()); }
}

bool is_name_of_array(const std::string& name) {
  const auto is_allowed = [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '-' || letter == '.';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_allowed) && !number_in<long long>(name);
}

ArrayComment read_array_comment(const std::string& text, const LogReader& lines) {
  constexpr int most_tasks = 10'000'000;
  const auto refuse = [&] {
    lines.fail(fmt::format("an array has a name that is no number, and its tasks, as in \"; Array: mesh 21-30,35%2\", "
                           "got \"{}\"",
                           text.substr(0, 40)));
  };
  auto [name, tasks] = split_at_blank(text);
  ArrayComment array{lines.number(), name, {}, 0};
  const std::size_t percent = tasks.find('%');
  if (percent != std::string::npos) array.limit = number_in<int>(tasks.substr(percent + 1)).value_or(0);
  std::string ranges = tasks.substr(0, percent);
  std::replace(ranges.begin(), ranges.end(), ',', ' ');
  const auto all = ranges_in(ranges);
  const bool is_limit_odd = percent != std::string::npos && array.limit < 1;
  if (!is_name_of_array(name) || tasks.empty() || !all || all->empty() || is_limit_odd) refuse();
  for (const auto& [first, last] : *all) {
    if (first < 1 || last < first || last - first > most_tasks) refuse();
    for (int job = first; job <= last; ++job) array.jobs.push_back(job);
  }
  return array;
}

/// Where in the log each number is; the first of each counts.
std::map<int, std::size_t> places_by_number(const JobLog& log) {
  std::map<int, std::size_t> places;
  for (std::size_t place = 0; place < log.jobs.size(); ++place)
    if (log.jobs[place].number > 0) places.emplace(log.jobs[place].number, place);
  return places;
}

using PlacesByNumber = std::map<int, std::size_t>;

std::optional<std::size_t> place_in(const PlacesByNumber& places, int number) {
  const auto found = places.find(number);
  return found == places.end() ? std::nullopt : std::optional(found->second);
}

NamedJobs named_jobs_of(const DependencyComments& comments, const PlacesByNumber& places, const std::string& file) {
  NamedJobs named;
  for (const auto& [number, place] : places) named.add(std::to_string(number), place);
  for (const int number : comments.numbers)
    if (places.count(number) == 0) named.leave_out(std::to_string(number));
  std::map<int, int> lines; // of tasks
  for (const ArrayComment& array : comments.arrays)
    for (const int number : array.jobs) {
      if (!named.has(std::to_string(number)))
        fail_at(file, array.line, fmt::format("array {} names job {}, which the log has not", array.name, number));
      if (const auto [other, is_new] = lines.emplace(number, array.line); !is_new)
        fail_at(file, array.line,
                fmt::format("job {} is a task of an array already, by line {}", number, other->second));
      named.add_task(array.name, place_in(places, number), array.limit);
    }
  return named;
}

bool has_singleton(const DependencyList& list) {
  return std::any_of(list.terms.begin(), list.terms.end(),
                     [](const DependencyTerm& term) { return term.type == DependencyType::singleton; });
}

/// A number for each user and application of which any job is a singleton.
class NamesakeNumbers {
public:
  void note(const LoggedJob& job, const DependencyComment& comment, const std::string& file) {
    if (job.account.user == 0 || job.application == 0)
      fail_at(file, comment.line,
              "a singleton waits for jobs of its user and application, and the log does not tell both of its job "
              "(fields 12 and 14)");
    numbers_.emplace(key(job), static_cast<int>(numbers_.size()) + 1);
  }
  int of(const LoggedJob& job) const {
    const auto found = numbers_.find(key(job));
    return found == numbers_.end() ? 0 : found->second;
  }

private:
  static std::pair<int, int> key(const LoggedJob& job) { return {job.account.user, job.application}; }
  std::map<std::pair<int, int>, int> numbers_{};
};

} // namespace

bool take_comment(const HeadLine& comment, const LogReader& lines, DependencyComments& all) {
  if (comment.key == "Dependency")
    all.dependencies.push_back(read_dependency_comment(comment.text, lines));
  else if (comment.key == "Array")
    all.arrays.push_back(read_array_comment(comment.text, lines));
  else
    return false;
  return true;
}

LoggedDependencies dependencies_in(const JobLog& log, const std::string& file, LeftOut& not_awaited) {
  if (!log.comments || !log.comments->are_any()) return {};
  const PlacesByNumber places = places_by_number(log);
  const NamedJobs named = named_jobs_of(*log.comments, places, file);
  LoggedDependencies all{std::vector<Dependency>(log.jobs.size()), named.array_names()};
  int none = 0;
  for (std::size_t place = 0; place < log.jobs.size(); ++place) all.jobs[place] = named.dependency_of(place, {}, none);
  NamesakeNumbers namesakes;
  std::map<int, int> lines; // of jobs
  for (const DependencyComment& one : log.comments->dependencies) {
    if (!named.has(std::to_string(one.job)))
      fail_at(file, one.line, fmt::format("job {}, which depends on others, is not in the log", one.job));
    if (const auto [other, is_new] = lines.emplace(one.job, one.line); !is_new)
      fail_at(file, one.line, fmt::format("job {} has a dependency already, by line {}", one.job, other->second));
    const auto place = place_in(places, one.job);
    if (!place) continue;
    int left_away = 0;
    try {
      all.jobs[*place] = named.dependency_of(*place, one.list, left_away);
    } catch (const DependencyError& error) {
      fail_at(file, one.line, fmt::format("job {}: {}", one.job, error.what()));
    }
    if (left_away > 0) not_awaited.add("a dependency on a job that is left out", one.line);
    if (has_singleton(one.list)) namesakes.note(log.jobs[*place], one, file);
  }
  for (std::size_t place = 0; place < log.jobs.size(); ++place)
    all.jobs[place].namesakes = namesakes.of(log.jobs[place]);
  return all;
}

void depend(std::vector<Job>& jobs, const LoggedDependencies& all, const std::vector<std::size_t>& places) {
  for (std::size_t i = 0; i < all.jobs.size(); ++i) {
    Dependency dependency = all.jobs[i];
    for (Condition& one : dependency.conditions)
      if (!one.is_array && one.type != DependencyType::singleton) one.of = places[one.of];
    jobs[places[i]].dependency = std::move(dependency);
  }
}

void refuse_circle(const std::vector<Job>& jobs, const JobLog& log, const std::string& file) {
  const std::vector<std::size_t> circle = circle_among(jobs);
  if (circle.empty()) return;
  std::vector<int> numbers;
  numbers.reserve(circle.size());
  for (const std::size_t place : circle) numbers.push_back(log.jobs[place].number);
  constexpr std::size_t most_named = 10;
  const bool are_many = numbers.size() > most_named;
  if (are_many) numbers.resize(most_named);
  throw LogError(fmt::format("{}: jobs wait for each other in a circle, so that none of them ever runs: {}{}", file,
                             fmt::join(numbers, ", "), are_many ? " and more" : ""));
}

} // namespace daruma::batch
