// The metrics of one result or sweep as its readers need them: what they are, and which direction is better.
#pragma once

#include "sim/results/metrics.hpp"

#include <string>
#include <utility>

namespace daruma::pages {

class DescribedMetrics {
public:
  DescribedMetrics(const results::MetricCatalogue& catalogue, results::ModelOfJob jobs)
      : catalogue_(catalogue), jobs_(std::move(jobs)) {}

  /// Nothing of a metric that the catalogue does not know.
  Better better(const std::string& name) const;
  std::string unit(const std::string& name) const;
  std::string meaning(const std::string& name) const;
  /// For a figure: "heat.makespan_s, in s; smaller is better".
  std::string caption(const std::string& name) const;

private:
  const Metric* find(const std::string& name) const { return catalogue_.find(name, jobs_); }

  const results::MetricCatalogue& catalogue_;
  results::ModelOfJob jobs_;
};

} // namespace daruma::pages
