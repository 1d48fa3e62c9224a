// The catalogue of metrics: every number that a result may have, who reports it, its unit and its meaning.
//
// What a run or a centre reports is a line in metrics.cpp, what every job does one in sim/core/job_metrics.cpp, and
// what a model reports about its job one in the model's description. A metric that is in neither is unknown, and a test
// fails.
#pragma once

#include "sim/core/metric.hpp"
#include "sim/results/records.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::results {

/// Whether names of metrics begin with that of a job and a dot.
enum class MetricScope { run, job };

struct MetricGroup {
  std::string reporter; ///< for a heading, such as "a job with a deadline"
  std::vector<Metric> metrics;
  MetricScope scope = MetricScope::run;
  std::string model{}; ///< of a group of what a model reports: its name; else empty

  /// A metric's whole name, such as "<job>.makespan_s".
  std::string name_of(const Metric& metric) const { return (scope == MetricScope::job ? "<job>." : "") + metric.name; }
};

/// The models of jobs, by the jobs' names.
using ModelOfJob = std::map<std::string, std::string>;

class MetricCatalogue {
public:
  /// `of_models` is added to what runs, jobs and centres report.
  explicit MetricCatalogue(const std::vector<MetricGroup>& of_models);

  const std::vector<MetricGroup>& groups() const { return groups_; }
  /// The metric of that name in a result with those jobs, null if there is none. Half the width of an interval,
  /// "NAME.ci95", counts as the metric itself. A job of no model that is known here runs a program of a user's, which
  /// may use any model as a library.
  const Metric* find(std::string_view name, const ModelOfJob& jobs) const;

private:
  bool knows_model(const std::string& model) const;

  std::vector<MetricGroup> groups_;
};

ModelOfJob models_of(const std::vector<JobRow>& jobs);

/// The unit of each of the result's metrics that the catalogue knows.
std::map<std::string, std::string> units_of(const Result&, const MetricCatalogue&);

/// Whether the text is of that pattern, in which "<...>" stands for any text but none. Pure.
bool is_of_pattern(std::string_view pattern, std::string_view text);

/// Which values are better: "larger", "smaller" or, where neither is, nothing.
const char* word_for(Better);

} // namespace daruma::results
