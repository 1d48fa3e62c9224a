#include "sim/study/replications.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <numeric>
#include <utility>

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

std::vector<RunKey> keys_of(const RunRange& wanted) {
  std::vector<RunKey> keys;
  for (int number = wanted.first; number < wanted.first + wanted.count; ++number) keys.emplace_back(0, number);
  return keys;
}

SweptRun made_of(const RunKey& key, const std::function<Metrics(int)>& run) {
  SweptRun made{key, 0, "", {}};
  try {
    made.metrics = run(key.second);
  } catch (const std::exception& error) { made.problem = error.what(); }
  return made;
}

/// Runs that are being made, on all cores.
class NumberedRuns {
public:
  NumberedRuns(const RunRange& wanted, RunsPerProcess runs_per_process, std::function<Metrics(int)> run)
      : executor_(on_cores(wanted.workers, runs_per_process,
                           [run = std::move(run)](const RunKey& key) { return made_of(key, run); })(keys_of(wanted))) {}

  bool is_done_within(Seconds time) {
    if (!executor_->is_done())
      for (SweptRun& run : executor_->finished_within(time)) made_[run.key] = std::move(run);
    return executor_->is_done();
  }
  std::int64_t count() const { return static_cast<std::int64_t>(made_.size()); }
  /// By now, in the order of their numbers. Throws WorkerError with the message of the first one that threw.
  std::vector<Metrics> made() const {
    if (!executor_->loss().empty()) throw WorkerError(executor_->loss());
    std::vector<Metrics> all;
    for (const auto& [key, run] : made_) {
      if (!run.problem.empty()) throw WorkerError(run.problem);
      all.push_back(run.metrics);
    }
    return all;
  }

private:
  std::unique_ptr<Executor> executor_;
  std::map<RunKey, SweptRun> made_;
};

} // namespace

std::vector<Metrics> on_all_cores(const RunRange& wanted, RunsPerProcess runs_per_process,
                                  const std::function<Metrics(int)>& run) {
  constexpr Seconds patience(60);
  NumberedRuns runs(wanted, runs_per_process, run);
  while (!runs.is_done_within(patience)) {}
  return runs.made();
}

Metrics all_metrics(const results::Result& result) { return result.metrics; }

std::vector<Metrics> replicate(const PreparedScenario& scenario, const RunRange& wanted, const Measure& measure) {
  return on_all_cores(wanted, runs_per_process(scenario.fidelity()),
                      [&](int replica) { return measure(scenario.measured(replica)); });
}

std::vector<Metrics> replicate(const scenario::Scenario& scenario, const run::Models& models, int count,
                               const Measure& measure) {
  batch::Logs none;
  return replicate(PreparedScenario(scenario, scenario.name, Fidelity::smpi, models, none), {0, count}, measure);
}

std::vector<Metrics> replicate_without_ranks(const scenario::Scenario& scenario, const run::Models& models, int count) {
  batch::Logs logs;
  return replicate(PreparedScenario(scenario, scenario.name, Fidelity::fast, models, logs), {0, count});
}

std::vector<Metrics> run_each(const std::vector<scenario::Scenario>& scenarios, const run::Models& models,
                              const Measure& measure) {
  batch::Logs none;
  std::vector<PreparedScenario> all;
  all.reserve(scenarios.size());
  for (const scenario::Scenario& one : scenarios) all.emplace_back(one, one.name, Fidelity::smpi, models, none);
  return on_all_cores({0, static_cast<int>(all.size())}, RunsPerProcess::one,
                      [&](int number) { return measure(all[static_cast<std::size_t>(number)].run(0)); });
}

std::map<std::string, Estimate> summarise(const std::vector<Metrics>& replications) {
  std::map<std::string, std::vector<double>> values;
  for (const Metrics& metrics : replications)
    for (const auto& [name, value] : metrics) values[name].push_back(value);
  std::map<std::string, Estimate> summary;
  for (const auto& [name, of_metric] : values) summary[name] = estimate(of_metric);
  return summary;
}

void take_means(results::Result& first, const std::vector<Metrics>& replicas) {
  for (const auto& [name, estimate] : summarise(replicas)) {
    first.metrics[name] = estimate.mean;
    first.metrics[name + ".ci95"] = estimate.half_width;
  }
  first.metrics["replicas"] = static_cast<double>(replicas.size());
}

/// Where several replicas break, it is the first one's error that is told; so it is kept until that has run.
results::Result run_replicas(const PreparedScenario& scenario, int count, Progress& progress, const Wait& wait) {
  std::vector<Metrics> others;
  std::exception_ptr broken;
  try {
    NumberedRuns runs({1, count - 1}, runs_per_process(scenario.fidelity()),
                      [&](int replica) { return all_metrics(scenario.measured(replica)); });
    wait([&](Seconds time) {
      const bool is_done = runs.is_done_within(time);
      progress.cases = runs.count();
      return is_done;
    });
    others = runs.made();
  } catch (const WorkerError&) { broken = std::current_exception(); }
  results::Result first = scenario.run(0);
  if (broken) std::rethrow_exception(broken);
  others.insert(others.begin(), first.metrics);
  take_means(first, others);
  return first;
}

bool is_enough(const Estimate& estimate, const Precision& precision) {
  return estimate.count > 1 && estimate.half_width <= precision.relative * std::abs(estimate.mean);
}

Estimate estimate_until(const Precision& precision, const Replication& of, int workers) {
  constexpr int batch = 100;
  const auto measure = [&of](int replication) { return Metrics{{"", of(replication)}}; };
  const int step = precision.relative > 0 ? batch : precision.most;
  std::vector<double> values;
  for (;;) {
    const int made = static_cast<int>(values.size());
    const int more = std::min(step, precision.most - made);
    for (const Metrics& one : on_all_cores({made, more, workers}, RunsPerProcess::several, measure))
      values.push_back(one.at(""));
    const Estimate so_far = estimate(values);
    if (static_cast<int>(values.size()) == precision.most || is_enough(so_far, precision)) return so_far;
  }
}

} // namespace daruma::study
