#include "sim/batch/job_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace daruma::batch {

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  Spread spread;
  spread.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  for (std::size_t i = 0; i < spread.values.size(); ++i) {
    const double rank = std::ceil(Spread::percentiles[i] * count / 100);
    spread.values[i] = values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
  }
  return spread;
}

double jain(const std::vector<double>& values) {
  double sum = 0;
  double squares = 0;
  for (const double value : values) {
    sum += value;
    squares += value * value;
  }
  return squares > 0 ? sum * sum / (static_cast<double>(values.size()) * squares) : 1;
}

double bounded_slowdown(Seconds response, Seconds run) {
  constexpr Seconds shortest{10};
  return std::max(1.0, response / std::max(run, shortest));
}

namespace {

using Numbers = std::vector<std::size_t>; ///< of jobs

/// What is told of a job.
struct Quantity {
  const char* name;
  double (*of)(const Job&, const JobOutcome&);
};

constexpr std::array<Quantity, 3> quantities{
    {{"wait_s", [](const Job& /*job*/, const JobOutcome& outcome) { return outcome.waited.count(); }},
     {"response_s",
      [](const Job& /*job*/, const JobOutcome& outcome) { return (outcome.end - outcome.submit).count(); }},
     {"bounded_slowdown", [](const Job& job, const JobOutcome& outcome) {
        return bounded_slowdown(outcome.end - outcome.eligible, job.run);
      }}}};

std::vector<double> values_of(const Quantity& quantity, const Numbers& numbers, const std::vector<Job>& jobs,
                              const History& history) {
  std::vector<double> values;
  values.reserve(numbers.size());
  for (const std::size_t number : numbers) values.push_back(quantity.of(jobs[number], history.outcomes[number]));
  return values;
}

Numbers finished(const History& history) {
  Numbers numbers;
  for (std::size_t i = 0; i < history.outcomes.size(); ++i)
    if (history.outcomes[i].fate == JobOutcome::Fate::finished) numbers.push_back(i);
  return numbers;
}

std::map<int, Numbers> by(const std::function<int(const Job&)>& group_of, const std::vector<Job>& jobs,
                          const Numbers& numbers) {
  std::map<int, Numbers> groups;
  for (const std::size_t number : numbers) groups[group_of(jobs[number])].push_back(number);
  return groups;
}

/// 0: one core, 1: 2 to 4, 2: 5 to 16, each up to four times as many.
int size_class(const Job& job) {
  int number = 0;
  for (long long most = 1; most < job.processors; most *= 4) ++number;
  return number;
}

std::string size_name(int number) {
  const long long most = 1LL << (2 * number);
  return number == 0 ? "1" : fmt::format("{}-{}", most / 4 + 1, most);
}

struct Length {
  Seconds below;
  const char* name;
};
constexpr std::array<Length, 6> lengths{{{Seconds(60), "under 1 min"},
                                         {Seconds(600), "1-10 min"},
                                         {Seconds(3600), "10-60 min"},
                                         {Seconds(4 * 3600), "1-4 h"},
                                         {Seconds(24 * 3600), "4-24 h"},
                                         {never, "1 d and more"}}};

int length_class(const Job& job) {
  const auto is_shorter = [&job](const Length& length) { return job.run < length.below; };
  return static_cast<int>(std::find_if(lengths.begin(), lengths.end(), is_shorter) - lengths.begin());
}

int user_of(const Job& job) { return job.account.user; }

struct Grouping {
  const char* name;
  std::function<int(const Job&)> group_of;
  std::function<std::string(int group)> name_of;
};

std::string number_name(int number) { return number == 0 ? "unknown" : std::to_string(number); }

std::string length_name(int number) { return lengths[static_cast<std::size_t>(number)].name; }

Grouping by_partition(const std::vector<Partition>& partitions) {
  if (partitions.empty()) return {"partition", [](const Job& job) { return job.account.partition; }, number_name};
  return {"partition", [](const Job& job) { return job.partition; },
          [&partitions](int place) {
            return place == no_partition ? "none" : partitions[static_cast<std::size_t>(place)].name;
          }};
}

std::array<Grouping, 4> groupings(const std::vector<Partition>& partitions) {
  return {{{"size", size_class, size_name},
           {"length", length_class, length_name},
           {"user", user_of, number_name},
           by_partition(partitions)}};
}

} // namespace

void report_spread(const std::vector<Job>& jobs, const History& history, results::Result& result) {
  const Numbers all = finished(history);
  if (all.empty()) return;
  const std::map<int, Numbers> users = by(user_of, jobs, all);
  for (const Quantity& quantity : quantities) {
    const std::string name = quantity.name;
    const Spread spread = spread_of(values_of(quantity, all, jobs, history));
    result.metrics.emplace("mean_" + name, spread.mean); // the same mean as it was summed up there stays
    for (const auto& [prefix, place] : {std::pair{"median_", 2}, {"p95_", 5}, {"p99_", 6}})
      result.metrics[prefix + name] = spread.values[static_cast<std::size_t>(place)];
    std::vector<double> means;
    means.reserve(users.size());
    for (const auto& [user, numbers] : users)
      means.push_back(spread_of(values_of(quantity, numbers, jobs, history)).mean);
    if (users.size() > 1) result.metrics["jain_of_users_" + name] = jain(means);
  }
}

results::LongText groups_table(const std::vector<Job>& jobs, const History& history, int cores,
                               const std::vector<Partition>& partitions) {
  results::LongText table;
  table << "by,group,jobs,node_h,quantity,mean";
  for (const double percentile : Spread::percentiles) table << fmt::format(",p{:g}", percentile);
  table << "\n";
  const auto add = [&](const std::string& by_what, const std::string& group, const Numbers& numbers) {
    Seconds used{0};
    for (const std::size_t number : numbers) used += history.outcomes[number].used;
    for (const Quantity& quantity : quantities) {
      const Spread spread = spread_of(values_of(quantity, numbers, jobs, history));
      table << fmt::format("{},{},{},{},{},{},{}\n", by_what, group, numbers.size(), used / cores / Seconds(3600),
                           quantity.name, spread.mean, fmt::join(spread.values, ","));
    }
  };
  const Numbers all = finished(history);
  if (all.empty()) return table;
  add("all", "all", all);
  for (const Grouping& grouping : groupings(partitions)) {
    const std::map<int, Numbers> groups = by(grouping.group_of, jobs, all);
    if (groups.size() > 1)
      for (const auto& [group, numbers] : groups) add(grouping.name, grouping.name_of(group), numbers);
  }
  return table;
}

} // namespace daruma::batch
