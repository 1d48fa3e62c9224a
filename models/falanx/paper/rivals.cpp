// Our own: Falanx's schedulers beside Condor's master and workers (mpi/master_worker.hpp), on the same bag under the
// same failures: time lost, tasks begun in vain, messages.
//
// A worker has a node for itself, and its node fails at the same time whoever hands out the tasks. Whoever else there
// is has nodes that do not fail: Falanx's main logic, task queue server and data store, the master. So have workers
// that are started later. All learn of deaths in the same runtime, and take the same time to serve a request.
#include "models/falanx/paper/schedulers.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/study/replications.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daruma::models::falanx::paper {

namespace {

struct Rival {
  const char* name;
  int first_worker; ///< its node
  Overrides changes;
};

constexpr double failures_expected[] = {0, 1, 2, 4};
constexpr int worker_count = 8;
constexpr int task_count = 20 * worker_count;
constexpr Seconds length_of_task{5};
constexpr Seconds ideal_time = length_of_task * task_count / worker_count;

/// Without failures all runs are alike.
constexpr int runs_at(double failures) { return failures > 0 ? 10 : 1; }

/// By falanx-sleep, of whose ranks four are no workers.
Rival falanx_with(const char* name, const char* scheduler, int servers, int data_nodes, Overrides more) {
  const std::string arguments = fmt::format(
      R"({{"tasks": {}, "length": "{}", "workers": {}, "input": "1MiB", "output": "1MiB", "scheduler": "{}", )"
      R"("servers": {}, "data_nodes": {}, "server_time": "807us", "data_node_time": "807us"}})",
      task_count, daruma::to_text(length_of_task), worker_count, scheduler, servers, data_nodes);
  Overrides changes{{"/jobs/0/model", "falanx-sleep"},
                    {"/jobs/0/ranks", std::to_string(4 + worker_count)},
                    {"/jobs/0/recovery", "shrink"},
                    {"/jobs/0/arguments", arguments}};
  changes.insert(changes.end(), more.begin(), more.end());
  return {name, 4, std::move(changes)};
}

const std::vector<Rival>& all_rivals() {
  static const std::vector<Rival> all{
      falanx_with("Falanx, task queue server", "task-queue-server", 1, 2, {}),
      falanx_with("Falanx, highly available", "ha-commit", 0, 3,
                  {{"/tree_store", R"({"nodes": [12, 13, 14], "log_force": "6.8ms"})"}}),
      {"master, fewer workers", 1, {{"/jobs/0/recovery", "shrink"}}},
      {"master, others started", 1, {{"/jobs/0/recovery", "spawn"}}}};
  return all;
}

/// The workers whose nodes fail within the ideal time.
std::string failing_workers(double expected, int run, int first_worker) {
  std::string list;
  for (int worker = 0; worker < worker_count; ++worker) {
    RandomStream random(1, static_cast<std::uint64_t>(run), fmt::format("rivals-bag/worker-{}", worker));
    const Seconds end = random.exponential(ideal_time * worker_count / expected);
    if (end < ideal_time)
      list +=
          fmt::format(R"({}{{"at": "{}s", "node": {}}})", list.empty() ? "" : ", ", end.count(), first_worker + worker);
  }
  return fmt::format(R"({{"law": "list", "list": [{}]}})", list);
}

scenario::Scenario rival_bag(const study::StudyContext& context, const Rival& rival, double failures, int run) {
  Overrides changes = rival.changes;
  changes.insert(changes.end(), {{"/events", "[]"}, {"/expect", "[]"}});
  if (failures > 0) changes.push_back({"/failures", failing_workers(failures, run, rival.first_worker)});
  return context.load("rivals-bag", changes);
}

/// What is counted of a run, which the figure has a panel for.
struct Cost {
  const char* title;
  const char* unit;
};

constexpr Cost time_lost{"time lost, s", "s"};
constexpr Cost in_vain{"tasks begun in vain", "task"};
constexpr Cost messages{"messages, thousands", "thousand"};

study::Metrics costs_of(const results::Result& result) {
  return {{time_lost.title, result.metrics.at("bag.makespan_s") - ideal_time.count()},
          {in_vain.title, result.metrics.at("bag.failed")},
          {messages.title, static_cast<double>(result.messages) / 1e3},
          {"done", result.jobs.front().finished ? result.metrics.at("bag.completed") : 0}};
}

study::Row cost_point(const Cost& cost, const char* rival, double failures, const study::Estimate& value) {
  study::Row row = study::point(fmt::format("{}, {}", cost.title, rival), "failures", failures, value.mean, cost.unit);
  row.fields[0].second = rival;
  row.fields.insert(row.fields.end(), {{"panel", cost.title}, {"half_width", value.half_width}});
  return row;
}

std::vector<scenario::Scenario> rival_bags(const study::StudyContext& context) {
  std::vector<scenario::Scenario> bags;
  for (const Rival& rival : all_rivals())
    for (const double expected : failures_expected)
      for (int run = 0; run < runs_at(expected); ++run) bags.push_back(rival_bag(context, rival, expected, run));
  return bags;
}

std::vector<study::Row> cost_rows(const std::vector<study::Metrics>& costs, const Cost& cost) {
  std::vector<study::Row> rows;
  auto next = costs.begin();
  for (const Rival& rival : all_rivals())
    for (const double expected : failures_expected) {
      Numbers values;
      for (int run = 0; run < runs_at(expected); ++run) values.push_back((next++)->at(cost.title));
      rows.push_back(cost_point(cost, rival.name, expected, study::estimate(values)));
    }
  return rows;
}

} // namespace

study::Reproduction rivals(const study::StudyContext& context) {
  study::Reproduction figure{
      "a bag of 20 tasks of 5 s for each of 8 workers whose nodes fail, under Falanx's schedulers "
      "and under one master as in Condor MW: time lost beside the ideal 100 s, tasks begun in "
      "vain, messages, with those of the tree store; means of 10 runs, the same failures for all"};
  const auto bags = rival_bags(context);
  figure.parameters = bags.back().parameters; // the master's
  const auto costs = study::run_each(bags, context.models, costs_of);
  for (const Cost& cost : {time_lost, in_vain, messages}) {
    const auto rows = cost_rows(costs, cost);
    figure.rows.insert(figure.rows.end(), rows.begin(), rows.end());
  }
  figure.plot = {
      {"failures", "failures expected in 100 s, of 8 workers"}, {"simulated", ""}, "series", "panel", "half_width"};
  figure.plot->has_own_scales = true;
  const auto number = [&](const Cost& cost, std::size_t rival, double failures) {
    return figure.number_at(fmt::format("{}, {}, failures {:.6g}", cost.title, all_rivals()[rival].name, failures));
  };
  const auto hold = [&](const auto& holds) {
    return std::all_of(std::begin(failures_expected), std::end(failures_expected), holds);
  };
  figure.claims = {
      {"each does every task once, whatever fails",
       std::all_of(costs.begin(), costs.end(), [](const auto& cost) { return cost.at("done") == task_count; })},
      {"the master sends fewest messages, as tasks and results go with its words and nobody keeps second copies",
       hold([&](double failures) {
         return 5 * number(messages, 2, failures) < number(messages, 0, failures) &&
                5 * number(messages, 2, failures) < number(messages, 1, failures);
       })},
      {"upon failures master and task queue server lose the same time within 2 %: what counts is how many workers are "
       "left",
       number(time_lost, 0, 0) < 1 && hold([&](double failures) {
         const double both = number(time_lost, 0, failures) / number(time_lost, 2, failures);
         return failures == 0 || (both > 0.98 && both < 1.02);
       })},
      {"a worker that is lost costs its task, whoever keeps the list", hold([&](double failures) {
         return std::abs(number(in_vain, 0, failures) - number(in_vain, 2, failures)) <= 0.1 * failures;
       })},
      {"starting others saves most of what failures cost, as what is lost for good with a worker is its share of the "
       "rest",
       number(time_lost, 3, 4) < number(time_lost, 2, 4) / 3}};
  return figure;
}

} // namespace daruma::models::falanx::paper
