#include "sim/study/replications.hpp"

#include "sim/study/workers.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace daruma::study {

namespace {

/// Sums of the same terms in another order differ by less.
bool are_equal_but_for_rounding(double least, double most) {
  constexpr double rounding = 1e-12;
  return most - least <= rounding * std::max(std::abs(least), std::abs(most));
}

} // namespace

Estimate estimate(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  Estimate result;
  result.count = static_cast<int>(values.size());
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  result.least = *least;
  result.most = *most;
  result.mean = std::clamp(std::accumulate(values.begin(), values.end(), 0.0) / count, *least, *most);
  if (values.size() < 2 || are_equal_but_for_rounding(*least, *most)) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  const boost::math::students_t student(count - 1);
  result.half_width = boost::math::quantile(student, 0.975) * std::sqrt(squares / (count - 1) / count);
  return result;
}

namespace {

std::vector<Metrics> measured(int count, const std::function<Metrics(int)>& run) {
  const auto outputs = in_processes(count, 0, [&](int number) { return nlohmann::json(run(number)).dump(); });
  std::vector<Metrics> all;
  all.reserve(outputs.size());
  for (const std::string& output : outputs) all.push_back(nlohmann::json::parse(output).get<Metrics>());
  return all;
}

} // namespace

std::vector<Metrics> replicate(const scenario::Scenario& scenario, const run::Models& models, int count,
                               const Measure& measure) {
  return measured(count, [&](int replication) { return measure(run::simulate(scenario, models, replication)); });
}

std::vector<Metrics> run_each(const std::vector<scenario::Scenario>& scenarios, const run::Models& models,
                              const Measure& measure) {
  return measured(static_cast<int>(scenarios.size()), [&](int number) {
    return measure(run::simulate(scenarios[static_cast<std::size_t>(number)], models, 0));
  });
}

std::map<std::string, Estimate> summarise(const std::vector<Metrics>& replications) {
  std::map<std::string, std::vector<double>> values;
  for (const Metrics& metrics : replications)
    for (const auto& [name, value] : metrics) values[name].push_back(value);
  std::map<std::string, Estimate> summary;
  for (const auto& [name, of_metric] : values) summary[name] = estimate(of_metric);
  return summary;
}

} // namespace daruma::study
