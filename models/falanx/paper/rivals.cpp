// Our own: Falanx's schedulers beside Condor's master and workers (mpi/master_worker.hpp), on the same bag under the
// same failures: time lost, tasks begun in vain, messages.
//
// A worker has a node for itself, and its node fails at the same time whoever hands out the tasks. Whoever else there
// is has nodes that do not fail: Falanx's main logic, task queue server and data store, the master. So have workers
// that are started later. All learn of deaths in the same runtime, and take the same time to serve a request.
#include "models/falanx/paper/schedulers.hpp"
#include "sim/study/rival_costs.hpp"

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

constexpr int worker_count = 8;
constexpr int task_count = 20 * worker_count;
constexpr Seconds length_of_task{5};
constexpr Seconds ideal_time = length_of_task * task_count / worker_count;

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

scenario::Scenario rival_bag(const study::StudyContext& context, const Rival& rival, double failures, int run) {
  Overrides changes = rival.changes;
  changes.insert(changes.end(), {{"/events", "[]"}, {"/expect", "[]"}});
  if (failures > 0)
    changes.push_back({"/failures", study::failures_of({rival.first_worker, worker_count,
                                                        ideal_time * worker_count / failures, ideal_time},
                                                       "rivals-bag/worker", run)});
  return context.load("rivals-bag", changes);
}

constexpr study::RivalCost time_lost{"time lost, s", "s"};
constexpr study::RivalCost in_vain{"tasks begun in vain", "task"};
constexpr study::RivalCost messages{"messages, thousands", "thousand"};

study::Metrics costs_of(const results::Result& result) {
  return {{time_lost.title, result.metrics.at("bag.makespan_s") - ideal_time.count()},
          {in_vain.title, result.metrics.at("bag.failed")},
          {messages.title, static_cast<double>(result.messages) / 1e3},
          {"done", result.jobs.front().finished ? result.metrics.at("bag.completed") : 0}};
}

std::vector<std::string> names_of_rivals() {
  std::vector<std::string> names;
  for (const Rival& rival : all_rivals()) names.emplace_back(rival.name);
  return names;
}

} // namespace

study::Reproduction rivals(const study::StudyContext& context) {
  study::Reproduction figure{
      "a bag of 20 tasks of 5 s for each of 8 workers whose nodes fail, under Falanx's schedulers "
      "and under one master as in Condor MW: time lost beside the ideal 100 s, tasks begun in "
      "vain, messages, with those of the tree store; means of 10 runs, the same failures for all"};
  const auto bags = study::rival_runs(all_rivals().size(), [&](std::size_t rival, double failures, int run) {
    return rival_bag(context, all_rivals()[rival], failures, run);
  });
  figure.parameters = bags.back().parameters; // the master's
  const auto costs = study::run_each(bags, context.models, costs_of);
  for (const study::RivalCost& cost : {time_lost, in_vain, messages}) {
    const auto rows = study::rival_rows(names_of_rivals(), cost, costs);
    figure.rows.insert(figure.rows.end(), rows.begin(), rows.end());
  }
  figure.plot = study::rival_panels("failures expected in 100 s, of 8 workers");
  const auto number = [&](const study::RivalCost& cost, std::size_t rival, double failures) {
    return study::rival_number(figure, cost, all_rivals()[rival].name, failures);
  };
  const auto hold = [&](const auto& holds) {
    return std::all_of(study::rival_failures().begin(), study::rival_failures().end(), holds);
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
